#include "isthmus/bootstrap/reconnect/reconnect_service.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

namespace isthmus::engine::bootstrap {

namespace {

constexpr std::size_t call_bytes_max = 64;
constexpr TimeNs step_ns = 2'000'000;

}  // namespace

ReconnectService::ReconnectService(ProcessId self, std::vector<Peer> peers, Socket listener,
                                   JobKey key, const Options& options, Log& log)
    : self_(self),
      peers_(std::move(peers)),
      key_(std::move(key)),
      options_(options),
      relay_token_(options.relay.token),
      log_(log),
      acceptor_(std::move(listener), Purpose::again, key_, options.attempt_timeout_ns, log,
                strangers_max),
      descriptor_(acceptor_.descriptor()) {
  if (options_.past == nullptr) return;
  acceptor_.admit_also(Purpose::agreement);
  late_.emplace(*options_.past, acceptor_);
}

PeerTable ReconnectService::end() {
  outgoing_.clear();
  answered_.clear();
  early_.clear();
  late_.reset();
  Socket listener = acceptor_.release();
  acceptor_.add_relay_listener(nullptr);
  return {self_, peers_, std::move(listener), std::move(key_)};
}

void ReconnectService::begin_again(PeerTable table) {
  const std::lock_guard lock(mutex_);
  for (const Peer& peer : table.peers) {
    const Peer& before = peer_of(peer.rank);
    if (peer.pid == before.pid && peer.address == before.address) continue;
    callees_.erase(peer.rank);
    events_.erase(peer.rank);
  }
  peers_ = std::move(table.peers);
  key_ = std::move(table.mesh_key);
  acceptor_.reopen(std::move(table.data_listener));
  if (options_.past != nullptr) late_.emplace(*options_.past, acceptor_);
  wants_agreement_ = false;
  is_acceptor_broken_ = false;
}

void ReconnectService::add_relay_listener(std::unique_ptr<RelayListener> relay_listener) {
  if (relay_listener == nullptr) return;
  const std::lock_guard lock(mutex_);
  callers_ = Socket(epoll_create1(EPOLL_CLOEXEC));
  for (const int descriptor : {acceptor_.descriptor(), relay_listener->descriptor()}) {
    epoll_event event{};
    event.events = EPOLLIN;
    epoll_ctl(callers_.descriptor(), EPOLL_CTL_ADD, descriptor, &event);
  }
  // Without such a descriptor a sleeping process would hear callers late, and hear them still.
  if (callers_) descriptor_ = callers_.descriptor();
  acceptor_.add_relay_listener(std::move(relay_listener));
}

HostPort ReconnectService::address_of(ProcessId peer) const {
  const HostPort relay = options_.relay.relay_of(peer);
  return relay.host.empty() ? peer_of(peer).address : relay;
}

void ReconnectService::add_callers(std::vector<AcceptedPeer> callers) {
  const std::lock_guard lock(mutex_);
  std::ranges::move(callers, std::back_inserter(early_));
}

void ReconnectService::prepare(ProcessId peer, bool was_connected) {
  {
    const std::lock_guard lock(mutex_);
    if (callees_.contains(peer)) return;
  }
  auto addresses = resolve(address_of(peer));
  const std::lock_guard lock(mutex_);
  if (!addresses) {
    log_.warning(peer_of(peer).text() +
                 " cannot be called when a connection is needed: " + addresses.error().text());
  }
  Callee callee{{}, was_connected};
  if (addresses) callee.addresses = std::move(*addresses);
  callees_.emplace(peer, std::move(callee));
}

void ReconnectService::call(ProcessId peer, unsigned slot) {
  const std::lock_guard lock(mutex_);
  const auto callee = callees_.find(peer);
  if (callee == callees_.end() || callee->second.addresses.empty()) return;
  const auto present = std::ranges::find_if(outgoing_, [&](const Outgoing& outgoing) {
    return outgoing.peer == peer && outgoing.slot == slot;
  });
  if (present != outgoing_.end()) {
    present->is_moot = false;
    return;
  }
  Outgoing& outgoing = outgoing_.emplace_back(Outgoing{
      peer, slot, Dialer(address_of(peer), callee->second.addresses, options_.attempt_timeout_ns)});
  if (!options_.relay.relay_of(peer).host.empty()) {
    outgoing.dialer.call_through({&relay_token_, data_name(key_, peer)});
  }
  if (options_.buffers_for) outgoing.dialer.use_buffers(options_.buffers_for(peer));
  outgoing.pause_ns = options_.pause_ns;
  const bool will_call_itself = !calls(peer) && callee->second.was_connected;
  outgoing.not_before_ns = will_call_itself ? now_ns_ + options_.ask_after_ns : now_ns_;
}

void ReconnectService::hang_up(ProcessId peer) {
  const std::lock_guard lock(mutex_);
  std::erase_if(outgoing_, [&](const Outgoing& outgoing) { return outgoing.peer == peer; });
  callees_.erase(peer);
  events_.erase(peer);
}

bool ReconnectService::is_waiting_for_answer(ProcessId peer) const {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(outgoing_, [&](const Outgoing& outgoing) {
    return outgoing.peer == peer && outgoing.is_unanswered;
  });
}

std::string ReconnectService::why_in_vain(ProcessId peer) const {
  const std::lock_guard lock(mutex_);
  const auto at = std::ranges::find_if(outgoing_, [&](const Outgoing& outgoing) {
    return outgoing.peer == peer && !outgoing.why_in_vain.empty();
  });
  return at == outgoing_.end() ? "" : at->why_in_vain;
}

TimeNs ReconnectService::deadline_ns() const {
  const std::lock_guard lock(mutex_);
  const bool is_busy =
      !outgoing_.empty() || !answered_.empty() || !early_.empty() || acceptor_.has_pending();
  return is_busy ? now_ns_ + step_ns : acceptor_.wake_ns();
}

bool ReconnectService::has_news() const {
  const std::lock_guard lock(mutex_);
  return !events_.empty();
}

bool ReconnectService::has_news_of(ProcessId peer) const {
  const std::lock_guard lock(mutex_);
  return events_.contains(peer);
}

std::optional<ReconnectService::Event> ReconnectService::take(ProcessId peer) {
  const std::lock_guard lock(mutex_);
  const auto events = events_.find(peer);
  if (events == events_.end()) return std::nullopt;
  Event event = std::move(events->second.front());
  events->second.pop_front();
  if (events->second.empty()) events_.erase(events);
  return event;
}

void ReconnectService::progress(TimeNs now_ns) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return;
  now_ns_ = std::max(now_ns_, now_ns);
  receive(std::exchange(early_, {}));
  auto callers = acceptor_.serve(now_ns_);
  if (callers) {
    receive(std::move(*callers));
  } else if (!std::exchange(is_acceptor_broken_, true)) {
    log_.warning("no connection can be made again: " + callers.error().text());
  }
  finish_answers();
  for (auto outgoing = outgoing_.begin(); outgoing != outgoing_.end();) {
    const auto current = outgoing++;
    // Its conversation may end with a connection, which ends the call.
    advance(*current, now_ns_);
  }
  std::erase_if(outgoing_, [](const Outgoing& outgoing) {
    return outgoing.is_moot && !outgoing.is_under_way();
  });
}

// --- calling -------------------------------------------------------------------------------------

void ReconnectService::advance(Outgoing& outgoing, TimeNs now_ns) {
  if (now_ns < outgoing.not_before_ns) return;
  if (outgoing.channel != nullptr) return converse(outgoing, now_ns);
  auto socket = outgoing.dialer.step(now_ns);
  if (!socket || !*socket) {
    const auto& failure = outgoing.dialer.last_failure();
    if (outgoing.is_under_way() || !failure) return;
    outgoing.is_unanswered = false;
    outgoing.why_in_vain = failure->text();
    if (failure->code != ErrorCode::refused) {
      outgoing.refused_since_ns = never_ns;
    } else if (outgoing.refused_since_ns == never_ns) {
      outgoing.refused_since_ns = now_ns;
    } else if (now_ns - outgoing.refused_since_ns >= options_.refused_for_ns) {
      Event gone{Event::Kind::gone, outgoing.slot};
      gone.why = "nobody listens at " + outgoing.dialer.to().text() + " any more";
      tell(outgoing.peer, std::move(gone));
    }
    return try_later(outgoing, now_ns);
  }
  tune_for_messages(*socket);
  outgoing.refused_since_ns = never_ns;
  outgoing.reached_ns = now_ns;
  outgoing.is_unanswered = true;
  outgoing.channel = std::make_unique<Channel>(
      std::move(*socket), Channel::Role::connector, Purpose::again, key_,
      peer_of(outgoing.peer).text() + " at " + outgoing.dialer.to().text(), call_bytes_max);
  outgoing.channel->send(calls(outgoing.peer) ? RecordKind::call : RecordKind::ask,
                         encode(Call{self_, outgoing.peer, outgoing.slot}));
  converse(outgoing, now_ns);
}

void ReconnectService::converse(Outgoing& outgoing, TimeNs now_ns) {
  const auto pumped = outgoing.channel->pump();
  const auto record = outgoing.channel->take();
  if (!record) {
    if (pumped && now_ns - outgoing.reached_ns < options_.answer_timeout_ns) return;
    if (!pumped) {
      outgoing.is_unanswered = false;
      outgoing.why_in_vain = pumped.error().text();
      log_.write(LogLevel::debug, "called in vain: " + pumped.error().text());
    }
    return try_later(outgoing, now_ns);
  }
  outgoing.is_unanswered = false;
  const auto met = record->kind == RecordKind::met ? decode_meet(record->body) : std::nullopt;
  const bool is_right = met && met->self == outgoing.peer && met->peer == self_;
  if (!is_right) {
    log_.warning(outgoing.channel->peer() + ": answers as somebody else");
  } else if (calls(outgoing.peer) && confirm(*outgoing.channel, {self_, outgoing.peer})) {
    Socket socket = outgoing.channel->release();
    return connected(outgoing.peer, outgoing.slot, std::move(socket));
  } else if (!calls(outgoing.peer)) {
    tell(outgoing.peer, {Event::Kind::answered, outgoing.slot, Socket(), {}});
  }
  outgoing.pause_ns = options_.pause_max_ns;
  try_later(outgoing, now_ns);
}

void ReconnectService::try_later(Outgoing& outgoing, TimeNs now_ns) {
  if (outgoing.channel != nullptr) {
    const std::string peer = outgoing.channel->peer();
    outgoing.channel.reset();
    outgoing.dialer.retry({ErrorCode::unreachable, "the connection was of no use", peer}, now_ns);
  }
  // Not while the dialer pauses, so that each failure that it tells is a new one.
  outgoing.not_before_ns = std::max(now_ns + outgoing.pause_ns, outgoing.dialer.wake_ns());
  outgoing.pause_ns = std::min(2 * outgoing.pause_ns, options_.pause_max_ns);
}

/// Ends the calls for that slot. A question to be called that has reached the peer's machine goes
/// on to its end: who breaks off is a stranger to the peer, and worth a line in its log.
void ReconnectService::connected(ProcessId peer, std::uint32_t slot, Socket socket) {
  if (options_.buffers_for) set_buffers(socket, options_.buffers_for(peer));
  tell(peer, {Event::Kind::connected, slot, std::move(socket), {}});
  const auto callee = callees_.find(peer);
  if (callee != callees_.end()) callee->second.was_connected = true;
  std::erase_if(outgoing_, [&](Outgoing& outgoing) {
    if (outgoing.peer != peer || outgoing.slot != slot) return false;
    outgoing.is_moot = !calls(peer) && outgoing.is_under_way();
    return !outgoing.is_moot;
  });
}

/// News about a slot makes what was told before old, so that nobody who does not listen costs more
/// than his slots.
void ReconnectService::tell(ProcessId peer, Event event) {
  auto& events = events_[peer];
  const auto is_of_connection = [&](const Event& old) {
    return old.slot == event.slot && old.kind == Event::Kind::connected;
  };
  // A connection that waits to be taken is no older than any question: to drop it would end it.
  if (event.kind != Event::Kind::connected && std::ranges::any_of(events, is_of_connection)) return;
  std::erase_if(events, [&](const Event& old) { return old.slot == event.slot; });
  events.push_back(std::move(event));
}

// --- being called --------------------------------------------------------------------------------

void ReconnectService::receive(std::vector<AcceptedPeer> callers) {
  std::vector<AcceptedPeer> agreeing;
  for (AcceptedPeer& caller : callers) {
    if (caller.channel->peer_purpose() == Purpose::agreement) {
      agreeing.push_back(std::move(caller));
    } else {
      answer(std::move(caller));
    }
  }
  if (!late_) return;
  // They call again when this process has come to the agreement.
  if (!late_->take(std::move(agreeing), now_ns_).empty()) wants_agreement_ = true;
  late_->progress(now_ns_);
}

void ReconnectService::answer(AcceptedPeer caller) {
  const RecordKind kind = caller.first.kind;
  const bool is_call = kind == RecordKind::call;
  const auto call =
      is_call || kind == RecordKind::ask ? decode_call(caller.first.body) : std::nullopt;
  if (!call || call->peer != self_ || call->self.value >= peers_.size() ||
      call->slot >= slots_max || is_call != (call->self > self_) || call->self == self_) {
    return acceptor_.refuse(std::move(caller), "has the job key and nothing to call for");
  }
  if (!callees_.contains(call->self)) {
    return acceptor_.refuse(std::move(caller), "rank " + std::to_string(call->self.value) +
                                                   " has no session with this process");
  }
  caller.channel->send(RecordKind::met, encode(Meet{self_, call->self}));
  if (is_call) {
    // The newest one is the one that it holds.
    std::erase_if(answered_, [&](const Answered& answered) {
      return answered.from.self == call->self && answered.from.slot == call->slot;
    });
  }
  answered_.push_back({*call, std::move(caller.channel), now_ns_});
}

void ReconnectService::finish_answers() {
  std::erase_if(answered_, [&](Answered& answered) { return finish(answered); });
}

/// Whether there is no more to do for it.
bool ReconnectService::finish(Answered& answered) {
  const Call& from = answered.from;
  if (calls(from.self)) {
    if (!answered.channel->flush()) return true;
    if (!answered.channel->is_flushed()) return false;
    tell(from.self, {Event::Kind::asked, from.slot, Socket(), {}});
    return true;
  }
  // A caller that has given up meanwhile says nothing any more; what was written for it got lost.
  const auto pumped = answered.channel->pump();
  const auto record = answered.channel->take();
  if (!record) return !pumped || now_ns_ - answered.since_ns >= options_.answer_timeout_ns;
  const auto met = record->kind == RecordKind::met ? decode_meet(record->body) : std::nullopt;
  if (met && met->self == from.self && met->peer == self_) {
    connected(from.self, from.slot, answered.channel->release());
  }
  return true;
}

bool confirm(Channel& channel, const Meet& caller) {
  channel.send(RecordKind::met, encode(caller));
  return channel.flush() && channel.is_flushed();
}

}  // namespace isthmus::engine::bootstrap
