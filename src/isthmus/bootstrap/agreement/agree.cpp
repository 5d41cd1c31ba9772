#include "isthmus/bootstrap/agreement/agree.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/bootstrap/agreement/agreement_records.hpp"
#include "isthmus/bootstrap/dialer.hpp"
#include "isthmus/bootstrap/refusals.hpp"
#include "isthmus/bootstrap/relay/relay_handshake.hpp"

namespace isthmus::engine::bootstrap {

namespace {

/// The first word on a connection, which must be short.
AgreementMessage greeting_of(const AgreementMessage& message) {
  return {message.from, message.to, message.epoch, AgreementMessage::Kind::hello};
}

std::optional<AgreementMessage> read(const Record& record) {
  if (record.kind != RecordKind::agreement) return std::nullopt;
  return decode_agreement_message(record.body);
}

/// One agreement under way.
class AgreementRun {
 public:
  AgreementRun(AgreementSetup setup, AgreementPlace place, const Clock& clock, Log& log)
      : place_(std::move(place)),
        clock_(clock),
        log_(log),
        self_(setup.self),
        epoch_(setup.epoch),
        voter_count_(setup.voters.size()),
        bytes_max_(agreement_message_bytes_max(static_cast<std::uint32_t>(place_.peers.size()))),
        relay_token_(place_.relay.token),
        witness_token_(place_.witness.token),
        late_(place_.past, place_.acceptor),
        now_ns_(clock.now_ns()),
        agreement_(std::move(setup), now_ns_) {}

  Expected<NextEpoch> run() {
    place_.acceptor.admit_also(Purpose::mesh);
    place_.acceptor.admit_also(Purpose::again);
    TimeNs end_ns = never_ns;
    while (true) {
      now_ns_ = clock_.now_ns();
      auto callers = place_.acceptor.serve(now_ns_);
      if (!callers) return forward_error(callers);
      take_callers(std::move(*callers));
      for (auto& [rank, link] : links_) progress(rank, link);
      if (now_ns_ >= agreement_.wake_ns()) agreement_.tick(now_ns_);
      send_all();
      late_.progress(now_ns_);
      if (const auto& outcome = agreement_.outcome()) {
        end_ns = std::min(end_ns, now_ns_ + place_.linger_ns);
        const bool is_done = agreement_.is_settled() && is_flushed(*outcome);
        if (is_done || now_ns_ >= end_ns) return *outcome;
      }
      wait(end_ns);
    }
  }

 private:
  struct Link {
    /// The last one is used: by then the peer has proven who it is, if it has on any.
    std::vector<std::unique_ptr<Channel>> channels;
    std::optional<Dialer> dialer;
    std::deque<AgreementMessage> waiting;
    Refusals refusals;
  };

  void take_callers(std::vector<AcceptedPeer> callers) {
    // Who is not here yet wants a connection of the epoch that ends, and who has the outcome
    // already wants one of the next: they try again.
    std::erase_if(callers, [](const AcceptedPeer& caller) {
      return caller.channel->peer_purpose() != Purpose::agreement;
    });
    for (AcceptedPeer& caller : late_.take(std::move(callers), now_ns_)) {
      const auto first = read(caller.first);
      const bool is_right = first && first->to == self_ && first->from != self_ &&
                            first->from.value < place_.peers.size();
      if (!is_right) {
        place_.acceptor.refuse(std::move(caller), "has the job key and nothing to agree on");
        continue;
      }
      caller.channel->admit_bodies(bytes_max_);
      Link& link = links_[first->from];
      link.channels.push_back(std::move(caller.channel));
      agreement_.receive(*first, now_ns_);
    }
  }

  void progress(ProcessId rank, Link& link) {
    for (std::size_t i = 0; i < link.channels.size();) {
      if (listen(rank, *link.channels[i])) {
        ++i;
      } else {
        link.channels.erase(link.channels.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    // A call that has begun goes on to its end: who breaks off is a stranger to the other side, and
    // worth a line in its log.
    const bool is_calling = link.dialer && link.dialer->poll_entry().fd >= 0;
    if (is_calling || (link.channels.empty() && !link.waiting.empty())) {
      dial(rank, link);
    } else {
      link.dialer.reset();
    }
    if (link.channels.empty()) return;
    for (; !link.waiting.empty(); link.waiting.pop_front()) {
      link.channels.back()->send(RecordKind::agreement, encode(link.waiting.front()));
    }
    for (auto& channel : link.channels) {
      // That it has broken is noticed where it is read.
      if (!channel->flush()) continue;
    }
  }

  /// False: that connection is of no more use.
  bool listen(ProcessId rank, Channel& channel) {
    while (true) {
      const auto pumped = channel.pump();
      const auto record = channel.take();
      if (!record) {
        if (!pumped && rank == witness_id) miss_witness(pumped.error());
        if (!pumped) log_.write(LogLevel::debug, pumped.error().text());
        return pumped.has_value();
      }
      const auto message = read(*record);
      if (!message || message->from != rank) {
        log_.warning(channel.peer() + ": says what belongs to no agreement");
        return false;
      }
      links_[rank].refusals.forget();
      agreement_.receive(*message, now_ns_);
    }
  }

  /// Whether those who are left may be no more than half; before that its vote is of no use.
  bool is_witness_wanted() const {
    const Agreement::State& state = agreement_.state();
    const std::size_t missed = state.dead.size() + state.silent.size();
    return place_.witness && 2 * missed >= voter_count_;
  }

  void miss_witness(const Error& why) {
    if (std::exchange(is_witness_missed_, true)) return;
    log_.warning("the witness at " + place_.witness.at.text() + " does not answer: " + why.text());
  }

  void dial_witness(Link& link) {
    if (!link.dialer) link.dialer.emplace(place_.witness.at, place_.attempt_timeout_ns);
    auto socket = link.dialer->step(now_ns_);
    const auto& failure = link.dialer->last_failure();
    if (!socket || failure) miss_witness(socket ? *failure : socket.error());
    if (!socket || !*socket) return;
    tune_for_messages(*socket);
    auto channel = std::make_unique<Channel>(
        std::move(*socket), Channel::Role::connector, Purpose::relay, witness_token_,
        "the witness at " + place_.witness.at.text(), bytes_max_);
    Bytes first = encode(witness_name(place_.key));
    std::ranges::copy(encode(greeting_of({self_, witness_id, epoch_})), std::back_inserter(first));
    channel->send(RecordKind::agreement, std::move(first));
    link.channels.insert(link.channels.begin(), std::move(channel));
  }

  void dial(ProcessId rank, Link& link) {
    if (rank == witness_id) return dial_witness(link);
    const HostPort relay = place_.relay.relay_of(rank);
    if (!link.dialer) {
      link.dialer.emplace(relay.host.empty() ? place_.peers[rank.value].address : relay,
                          place_.attempt_timeout_ns);
      if (!relay.host.empty()) {
        link.dialer->call_through({&relay_token_, data_name(place_.key, rank)});
      }
    }
    auto socket = link.dialer->step(now_ns_);
    if (socket && *socket) {
      tune_for_messages(*socket);
      auto channel = std::make_unique<Channel>(std::move(*socket), Channel::Role::connector,
                                               Purpose::agreement, place_.key,
                                               place_.peers[rank.value].text(), bytes_max_);
      channel->send(RecordKind::agreement, encode(greeting_of({self_, rank, epoch_})));
      link.channels.insert(link.channels.begin(), std::move(channel));
      return;
    }
    if (link.refusals.prove_an_end(*link.dialer, place_.refused_for_ns, now_ns_)) {
      agreement_.lose(rank, Loss::certain, now_ns_);
      link.waiting.clear();
    }
  }

  /// What the agreement has to say. It says again what is lost, so of what cannot be sent the
  /// latest is enough.
  void send_all() {
    constexpr std::size_t waiting_max = 8;
    ProcessSet touched;
    for (AgreementMessage& message : agreement_.take_messages()) {
      const bool is_for_witness = message.to == witness_id && is_witness_wanted();
      if (message.to.value >= place_.peers.size() && !is_for_witness) continue;
      Link& link = links_[message.to];
      touched.insert(message.to);
      link.waiting.push_back(std::move(message));
      if (link.waiting.size() > waiting_max) link.waiting.pop_front();
    }
    for (const ProcessId rank : touched) progress(rank, links_[rank]);
  }

  /// Whether those who go on as well have been told what there was to tell.
  bool is_flushed(const Expected<NextEpoch>& outcome) const {
    if (!outcome) return true;
    return std::ranges::all_of(outcome->members, [&](const EpochMember& member) {
      const auto link = links_.find(member.process);
      if (link == links_.end()) return true;
      return std::ranges::all_of(link->second.channels,
                                 [](const auto& channel) { return channel->is_flushed(); });
    });
  }

  void wait(TimeNs end_ns) {
    std::vector<pollfd> entries;
    place_.acceptor.add_poll_entries(entries);
    TimeNs wake_ns = std::min({end_ns, agreement_.wake_ns(), place_.acceptor.wake_ns()});
    for (const auto& [rank, link] : links_) {
      for (const auto& channel : link.channels) {
        entries.push_back({channel->descriptor(), channel->poll_events(), 0});
      }
      if (!link.dialer) continue;
      entries.push_back(link.dialer->poll_entry());
      wake_ns = std::min(wake_ns, link.dialer->wake_ns());
    }
    wait_for(entries, clock_, wake_ns);
  }

  AgreementPlace place_;
  const Clock& clock_;
  Log& log_;
  const ProcessId self_;
  const std::uint32_t epoch_;
  const std::size_t voter_count_;
  const std::size_t bytes_max_;
  const JobKey relay_token_;
  const JobKey witness_token_;
  LateAnswers late_;
  TimeNs now_ns_;
  Agreement agreement_;
  bool is_witness_missed_ = false;  // and the log knows
  std::map<ProcessId, Link> links_;
};

}  // namespace

std::optional<AgreementMessage> PastEpochs::answer(const AgreementMessage& asked) const {
  // A process that has come later knows of a later epoch. The asker is not in that, but another one
  // may have its number by now.
  const auto ended = std::ranges::find_if(
      epochs_, [&](const NextEpoch& epoch) { return epoch.number > asked.epoch; });
  if (ended == epochs_.end()) return std::nullopt;
  AgreementMessage answer{asked.to, asked.from, asked.epoch, AgreementMessage::Kind::decided};
  answer.list = ended->members;
  if (ended->number != asked.epoch + 1) {
    std::erase_if(answer.list,
                  [&](const EpochMember& member) { return member.process == asked.from; });
  }
  return answer;
}

std::vector<AcceptedPeer> LateAnswers::take(std::vector<AcceptedPeer> callers, TimeNs now_ns) {
  constexpr TimeNs patience_ns = 2'000'000'000;
  std::vector<AcceptedPeer> others;
  for (AcceptedPeer& caller : callers) {
    const auto first = read(caller.first);
    const auto answer = first ? past_.answer(*first) : std::nullopt;
    if (answer) {
      caller.channel->send(RecordKind::agreement, encode(*answer));
      leaving_.push_back({std::move(caller.channel), now_ns + patience_ns});
    } else if (first) {
      others.push_back(std::move(caller));
    } else {
      acceptor_.refuse(std::move(caller), "has the job key and nothing to agree on");
    }
  }
  progress(now_ns);
  return others;
}

/// The one who asked hangs up; to close before that might take the answer from it.
void LateAnswers::progress(TimeNs now_ns) {
  std::erase_if(leaving_, [&](Leaving& leaving) {
    while (true) {
      const auto pumped = leaving.channel->pump();
      if (!leaving.channel->take()) return !pumped || now_ns >= leaving.deadline_ns;
    }
  });
}

Expected<NextEpoch> hear_of_outcome(ProcessId self, std::uint32_t epoch, AgreementPlace place,
                                    TimeNs timeout_ns, const Clock& clock, Log& log) {
  const TimeNs deadline_ns = clock.now_ns() + timeout_ns;
  const std::size_t bytes_max =
      agreement_message_bytes_max(static_cast<std::uint32_t>(place.peers.size()));
  std::list<std::unique_ptr<Channel>> channels;
  std::optional<NextEpoch> next;
  place.acceptor.admit_also(Purpose::mesh);
  while (true) {
    const TimeNs now_ns = clock.now_ns();
    if (now_ns >= deadline_ns) {
      return fail(
          ErrorCode::unreachable,
          "nobody has told this process who is in the epoch after epoch " + std::to_string(epoch));
    }
    auto callers = place.acceptor.serve(now_ns);
    if (!callers) return forward_error(callers);
    for (AcceptedPeer& caller : *callers) {
      // Who knows already wants a connection of the next epoch, and tries again.
      if (caller.channel->peer_purpose() != Purpose::agreement) continue;
      caller.channel->admit_bodies(bytes_max);
      channels.push_back(std::move(caller.channel));
    }
    std::vector<pollfd> entries;
    place.acceptor.add_poll_entries(entries);
    for (auto at = channels.begin(); at != channels.end();) {
      Channel& channel = **at;
      const auto pumped = channel.pump();
      const auto record = channel.take();
      const auto message = record ? read(*record) : std::nullopt;
      if (message && message->kind == AgreementMessage::Kind::decided && message->to == self &&
          message->epoch == epoch && contains(message->list, self)) {
        next = NextEpoch{epoch + 1, message->list};
        channel.send(
            RecordKind::agreement,
            encode(AgreementMessage{self, message->from, epoch, AgreementMessage::Kind::learned}));
      }
      if (message && message->epoch > epoch) {
        return fail(ErrorCode::refused, "epoch " + std::to_string(epoch) +
                                            " is over, and this process is not in the next one");
      }
      // What is lost is asked for again where the next epoch is agreed on.
      if (next && (!channel.flush() || channel.is_flushed())) return *next;
      if (!pumped) {
        log.write(LogLevel::debug, pumped.error().text());
        at = channels.erase(at);
        continue;
      }
      entries.push_back({channel.descriptor(), channel.poll_events(), 0});
      ++at;
    }
    wait_for(entries, clock, std::min(deadline_ns, place.acceptor.wake_ns()));
  }
}

Expected<NextEpoch> agree(AgreementSetup setup, AgreementPlace place, const Clock& clock,
                          Log& log) {
  ISTHMUS_ASSERT(setup.has_witness == static_cast<bool>(place.witness));
  return AgreementRun(std::move(setup), std::move(place), clock, log).run();
}

}  // namespace isthmus::engine::bootstrap
