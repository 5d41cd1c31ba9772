#include "isthmus/bootstrap/join/mesh.hpp"

#include <openssl/crypto.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "isthmus/bootstrap/acceptor.hpp"
#include "isthmus/bootstrap/agreement/agree.hpp"
#include "isthmus/bootstrap/agreement/inquiry.hpp"
#include "isthmus/bootstrap/dialer.hpp"
#include "isthmus/bootstrap/join/join_records.hpp"
#include "isthmus/bootstrap/reconnect/reconnect_service.hpp"
#include "isthmus/bootstrap/refusals.hpp"

namespace isthmus::engine::bootstrap {

namespace {

constexpr std::size_t meet_bytes_max = 64;
/// An epoch is connected within milliseconds; who has not called by then may be gone.
constexpr TimeNs inquire_after_ns = 100'000'000;

/// One connection that this process makes, to a peer of lower rank.
struct OutgoingCall {
  ProcessId to;
  Dialer dialer;
  std::unique_ptr<Channel> channel = nullptr;
  TimeNs channel_deadline_ns = 0;
  /// The peer has gone on to its job: its answer got lost, and it can be called as one calls again.
  bool is_again = false;
  Refusals refusals = {};
};

/// One that it accepted and has answered; counts once the answer is out.
struct Answered {
  ProcessId from;
  std::unique_ptr<Channel> channel;
};

class Mesh {
 public:
  Mesh(PeerTable& table, const MeshOptions& options, const Clock& clock, Log& log)
      : table_(table),
        options_(options),
        relay_token_(options.relay.token),
        clock_(clock),
        log_(log),
        deadline_ns_(clock.now_ns() + options.timeout_ns),
        notice_ns_(clock.now_ns() + options.notice_after_ns),
        inquiry_ns_(options.epoch == 0 ? never_ns : clock.now_ns() + inquire_after_ns),
        connections_(table_.peers.size()) {}

  Expected<Membership> run();

 private:
  Expected<void> connect(Acceptor& acceptor);
  Dialer dialer_to(ProcessId rank) const;
  Expected<void> advance(OutgoingCall& call, TimeNs now_ns);
  Expected<void> converse(OutgoingCall& call, TimeNs now_ns);
  void answer(Acceptor& acceptor, AcceptedPeer caller);
  void finish_answers();
  void begin_inquiries();
  Expected<void> find_out_who_is_gone(TimeNs now_ns);
  bool is_joined_to(std::uint32_t rank) const {
    return ProcessId(rank) != table_.self &&
           (!options_.are_joined || options_.are_joined(table_.self, ProcessId(rank))) &&
           (!options_.are_joined_at_start ||
            options_.are_joined_at_start(table_.self, ProcessId(rank)));
  }
  bool is_complete() const { return connected_count_ == wanted_count_; }
  void connected(ProcessId peer, Socket socket);
  Error missing_error(TimeNs waited_ns) const;

  PeerTable& table_;
  const MeshOptions& options_;
  const JobKey relay_token_;
  const Clock& clock_;
  Log& log_;
  TimeNs deadline_ns_;
  TimeNs notice_ns_;
  TimeNs inquiry_ns_;
  std::vector<OutgoingCall> calls_;
  std::vector<std::pair<ProcessId, Inquiry>> inquiries_;  // about those who are to call
  std::vector<Answered> answered_;
  std::vector<AcceptedPeer> early_;  // who has the job begun, or wants to agree on the next epoch
  std::vector<Socket> connections_;
  std::size_t wanted_count_ = 0;
  std::size_t connected_count_ = 0;
};

Expected<Membership> Mesh::run() {
  Acceptor acceptor(std::move(table_.data_listener), Purpose::mesh, table_.mesh_key,
                    options_.connection_timeout_ns, log_);
  if (auto connected = connect(acceptor); !connected) {
    calls_.clear();
    inquiries_.clear();
    answered_.clear();
    early_.clear();
    table_.data_listener = acceptor.release();
    return forward_error(connected);
  }
  const std::string purpose =
      "isthmus links" + (options_.epoch == 0 ? "" : " of epoch " + std::to_string(options_.epoch));
  Membership membership;
  membership.secret.emplace(table_.mesh_key.mac(std::as_bytes(std::span(purpose))));
  ReconnectService::Options calling;
  calling.attempt_timeout_ns = options_.connection_timeout_ns;
  membership.self = table_.self;
  membership.job = table_.job;
  calling.relay = options_.relay;
  calling.past = options_.past;
  calling.buffers_for = options_.buffers_for;
  membership.reconnect_service = std::make_unique<ReconnectService>(
      table_.self, table_.peers, acceptor.release(), std::move(table_.mesh_key), calling, log_);
  membership.reconnect_service->add_relay_listener(acceptor.release_relay_listener());
  membership.reconnect_service->add_callers(std::move(early_));
  membership.peers = std::move(table_.peers);
  membership.connections = std::move(connections_);
  return membership;
}

Expected<void> Mesh::connect(Acceptor& acceptor) {
  for (std::uint32_t rank = 0; rank < connections_.size(); ++rank) {
    if (!is_joined_to(rank)) continue;
    ++wanted_count_;
    if (rank > table_.self.value) continue;
    calls_.push_back({ProcessId(rank), dialer_to(ProcessId(rank))});
  }
  acceptor.admit_also(Purpose::again);
  // Of an agreement that is over: who counted its votes may not have heard that this process knows,
  // and tells those who join when it has.
  std::optional<LateAnswers> late;
  if (options_.past != nullptr) {
    acceptor.admit_also(Purpose::agreement);
    late.emplace(*options_.past, acceptor);
  }
  if (!options_.relay.own.host.empty()) {
    auto relay_listener = RelayListener::make(options_.relay.own, options_.relay.token,
                                              data_name(table_.mesh_key, table_.self), log_);
    if (!relay_listener) return forward_error(relay_listener);
    acceptor.add_relay_listener(std::move(*relay_listener));
  }
  while (!is_complete()) {
    const TimeNs now_ns = clock_.now_ns();
    if (now_ns >= deadline_ns_) {
      return std::unexpected(missing_error(options_.timeout_ns));
    }
    if (now_ns >= notice_ns_) {
      notice_ns_ = never_ns;
      log_.warning("not connected yet: " + missing_error(options_.notice_after_ns).what);
    }
    if (now_ns >= inquiry_ns_) begin_inquiries();
    for (OutgoingCall& call : calls_) {
      if (auto advanced = advance(call, now_ns); !advanced) return forward_error(advanced);
    }
    if (auto found = find_out_who_is_gone(now_ns); !found) return found;
    auto callers = acceptor.serve(now_ns);
    if (!callers) return forward_error(callers);
    std::vector<AcceptedPeer> agreeing;
    for (AcceptedPeer& caller : *callers) {
      const bool agrees = caller.channel->peer_purpose() == Purpose::agreement;
      if (agrees) {
        agreeing.push_back(std::move(caller));
      } else {
        answer(acceptor, std::move(caller));
      }
    }
    if (late) agreeing = late->take(std::move(agreeing), now_ns);
    const bool is_over = options_.epoch > 0 && !agreeing.empty();
    std::ranges::move(agreeing, std::back_inserter(early_));
    finish_answers();
    if (is_complete()) break;
    // Whoever that is does not come any more, nor need those who have heard of it.
    if (is_over) {
      return fail(ErrorCode::unreachable, "is over already for " + early_.back().channel->peer(),
                  "epoch " + std::to_string(options_.epoch));
    }

    TimeNs wake_ns = std::min({deadline_ns_, notice_ns_, inquiry_ns_, acceptor.wake_ns()});
    std::vector<pollfd> entries;
    acceptor.add_poll_entries(entries);
    for (const OutgoingCall& call : calls_) {
      if (connections_[call.to.value]) continue;
      const bool calling = call.channel == nullptr;
      wake_ns = std::min(wake_ns, calling ? call.dialer.wake_ns() : call.channel_deadline_ns);
      entries.push_back(calling
                            ? call.dialer.poll_entry()
                            : pollfd{call.channel->descriptor(), call.channel->poll_events(), 0});
    }
    for (const auto& [rank, inquiry] : inquiries_) {
      if (connections_[rank.value]) continue;
      entries.push_back(inquiry.poll_entry());
      wake_ns = std::min(wake_ns, inquiry.wake_ns());
    }
    for (const Answered& answered : answered_) {
      entries.push_back({answered.channel->descriptor(), answered.channel->poll_events(), 0});
    }
    wait_for(entries, clock_, wake_ns);
  }
  return {};
}

Dialer Mesh::dialer_to(ProcessId rank) const {
  const HostPort relay = options_.relay.relay_of(rank);
  const bool is_direct = relay.host.empty();
  Dialer dialer(is_direct ? table_.peers[rank.value].address : relay,
                options_.connection_timeout_ns);
  if (!is_direct) dialer.call_through({&relay_token_, data_name(table_.mesh_key, rank)});
  if (options_.buffers_for) dialer.use_buffers(options_.buffers_for(rank));
  return dialer;
}

Expected<void> Mesh::advance(OutgoingCall& call, TimeNs now_ns) {
  if (connections_[call.to.value]) return {};
  if (call.channel == nullptr) {
    auto socket = call.dialer.step(now_ns);
    if (!socket) return forward_error(socket);
    if (!*socket) return {};
    tune_for_messages(*socket);
    call.channel = std::make_unique<Channel>(
        std::move(*socket), Channel::Role::connector,
        call.is_again ? Purpose::again : Purpose::mesh, table_.mesh_key,
        table_.peers[call.to.value].text() + " at " + call.dialer.to().text(), meet_bytes_max);
    call.channel_deadline_ns = now_ns + options_.connection_timeout_ns;
    if (call.is_again) {
      call.channel->send(RecordKind::call, encode(Call{table_.self, call.to, 0}));
    } else {
      call.channel->send(RecordKind::meet, encode(Meet{table_.self, call.to}));
    }
  }
  return converse(call, now_ns);
}

Expected<void> Mesh::converse(OutgoingCall& call, TimeNs now_ns) {
  auto pumped = call.channel->pump();
  const auto record = call.channel->take();
  if (!record) {
    if (pumped && now_ns < call.channel_deadline_ns) return {};
    Error why = pumped ? Error{ErrorCode::unreachable, "took the connection and says nothing",
                               call.channel->peer()}
                       : std::move(pumped.error());
    if (call.channel->peer_purpose() == Purpose::again && !std::exchange(call.is_again, true)) {
      why.code = ErrorCode::unreachable;
    }
    // It has not heard of the outcome yet, or lingers for who has not.
    if (call.channel->peer_purpose() == Purpose::agreement) why.code = ErrorCode::unreachable;
    if (why.code != ErrorCode::unreachable) return std::unexpected(std::move(why));
    call.channel.reset();
    call.dialer.retry(std::move(why), now_ns);
    return {};
  }
  const auto met = record->kind == RecordKind::met ? decode_meet(record->body) : std::nullopt;
  if (!met || met->self != call.to || met->peer != table_.self) {
    return fail(ErrorCode::malformed, "answers as somebody else", call.channel->peer());
  }
  if (call.is_again && !confirm(*call.channel, {table_.self, call.to})) {
    const std::string peer = call.channel->peer();
    call.channel.reset();
    call.dialer.retry({ErrorCode::unreachable, "the connection was of no use", peer}, now_ns);
    return {};
  }
  connected(call.to, call.channel->release());
  call.channel.reset();
  return {};
}

void Mesh::answer(Acceptor& acceptor, AcceptedPeer caller) {
  if (caller.channel->peer_purpose() == Purpose::again) {
    return early_.push_back(std::move(caller));
  }
  const auto meet =
      caller.first.kind == RecordKind::meet ? decode_meet(caller.first.body) : std::nullopt;
  if (!meet || meet->peer != table_.self || meet->self <= table_.self ||
      meet->self.value >= connections_.size() || !is_joined_to(meet->self.value)) {
    return acceptor.refuse(std::move(caller), "has the job key and a rank that does not call here");
  }
  const auto is_same_caller = [&](const Answered& a) { return a.from == meet->self; };
  if (connections_[meet->self.value]) {
    return acceptor.refuse(std::move(caller),
                           "rank " + std::to_string(meet->self.value) + " is connected already");
  }
  // It may have given up an earlier attempt; the newest is the one that it holds.
  std::erase_if(answered_, is_same_caller);
  caller.channel->send(RecordKind::met, encode(Meet{table_.self, meet->self}));
  answered_.push_back({meet->self, std::move(caller.channel)});
}

void Mesh::finish_answers() {
  std::erase_if(answered_, [&](Answered& answered) {
    if (!answered.channel->flush()) return true;
    if (!answered.channel->is_flushed()) return false;
    connected(answered.from, answered.channel->release());
    return true;
  });
}

void Mesh::begin_inquiries() {
  inquiry_ns_ = never_ns;
  for (std::uint32_t rank = table_.self.value + 1; rank < connections_.size(); ++rank) {
    if (connections_[rank] || !is_joined_to(rank)) continue;
    const Inquiry::Parties parties{table_.self, table_.peers[rank],
                                   static_cast<std::uint32_t>(connections_.size()),
                                   options_.epoch - 1};
    inquiries_.emplace_back(ProcessId(rank),
                            Inquiry(parties, dialer_to(ProcessId(rank)), table_.mesh_key));
  }
}

Expected<void> Mesh::find_out_who_is_gone(TimeNs now_ns) {
  if (options_.epoch == 0) return {};
  const auto gone = [&](ProcessId rank) {
    return fail(ErrorCode::unreachable, "is gone: its machine refuses connections for it",
                table_.peers[rank.value].text());
  };
  for (OutgoingCall& call : calls_) {
    if (connections_[call.to.value] || call.channel != nullptr) continue;
    if (call.refusals.prove_an_end(call.dialer, options_.refused_for_ns, now_ns)) {
      return gone(call.to);
    }
  }
  for (auto& [rank, inquiry] : inquiries_) {
    if (connections_[rank.value]) continue;
    if (inquiry.finds_it_gone(options_.refused_for_ns, now_ns)) return gone(rank);
  }
  return {};
}

void Mesh::connected(ProcessId peer, Socket socket) {
  if (options_.buffers_for) set_buffers(socket, options_.buffers_for(peer));
  connections_[peer.value] = std::move(socket);
  ++connected_count_;
}

Error Mesh::missing_error(TimeNs waited_ns) const {
  std::vector<std::uint32_t> missing;
  std::string reason;
  for (std::uint32_t rank = 0; rank < connections_.size(); ++rank) {
    if (connections_[rank] || !is_joined_to(rank)) continue;
    missing.push_back(rank);
    const auto call = std::ranges::find(calls_, ProcessId(rank), &OutgoingCall::to);
    if (!reason.empty() || call == calls_.end()) continue;
    const auto& failure = call->dialer.last_failure();
    if (failure) reason = failure->text();
  }
  Error error = missing_ranks_error(missing, static_cast<std::uint32_t>(connections_.size()),
                                    waited_ns, table_.peers[table_.self.value].text());
  if (!reason.empty()) error.what += "; " + reason;
  return error;
}

}  // namespace

Expected<Membership> mesh(PeerTable& table, const MeshOptions& options, const Clock& clock,
                          Log& log) {
  return Mesh(table, options, clock, log).run();
}

Membership single(const JobOptions& options) {
  Membership membership;
  membership.self = ProcessId(0);
  membership.peers.push_back(this_process(options));
  membership.peers.front().rank = ProcessId(0);
  membership.connections.resize(1);
  return membership;
}

Expected<Membership> join(JobOptions options, const Clock& clock, Log& log) {
  if (auto checked = check(options); !checked) return forward_error(checked);
  if (options.process_count == 1) return single(options);
  const TimeNs deadline_ns = clock.now_ns() + options.timeout_ns;
  auto table = rendezvous(options, clock, log);
  OPENSSL_cleanse(options.job_key.data(), options.job_key.size());
  if (!table) return forward_error(table);
  if (auto welcome = std::exchange(table->welcome, {})) {
    if (options.when_late) return options.when_late(std::move(*table), *welcome);
    return fail(ErrorCode::bad_input, "the job has begun", options.rendezvous.text(),
                "one that takes in who comes late: --begin-with");
  }
  MeshOptions mesh_options;
  mesh_options.connection_timeout_ns = options.connection_timeout_ns;
  mesh_options.notice_after_ns = options.notice_after_ns;
  mesh_options.relay = std::move(options.relay);
  mesh_options.past = options.past;
  mesh_options.are_joined = std::move(options.are_joined);
  mesh_options.are_joined_at_start = std::move(options.are_joined_at_start);
  mesh_options.buffers_for = std::move(options.buffers_for);
  // Being admitted late must not leave the last step without time; and all have come, so nobody
  // waits as long as for somebody who is yet to be started.
  mesh_options.timeout_ns =
      std::max(std::min(deadline_ns - clock.now_ns(), MeshOptions().timeout_ns),
               options.connection_timeout_ns);
  return mesh(*table, mesh_options, clock, log);
}

}  // namespace isthmus::engine::bootstrap
