#include "isthmus/relay/relay.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace isthmus::engine::relay {

namespace {

using bootstrap::AcceptedPeer;
using bootstrap::RecordKind;

std::string in_megabytes(std::uint64_t bytes) {
  return std::to_string((bytes + 500'000) / 1'000'000) + " MB";
}

}  // namespace

Relay::Relay(Socket listener, std::string_view token, const Limits& limits, const Clock& clock,
             Log& log)
    : limits_(limits),
      clock_(clock),
      log_(log),
      token_(token),
      acceptor_(std::move(listener), bootstrap::Purpose::relay, token_, limits.proof_ns, log) {}

Expected<void> Relay::step() {
  const TimeNs now_ns = clock_.now_ns();
  drop_those_who_left(listeners_, now_ns);
  drop_those_who_left(callers_, now_ns);
  auto callers = acceptor_.serve(now_ns);
  if (!callers) return forward_error(callers);
  for (AcceptedPeer& caller : *callers) admit(std::move(caller), now_ns);
  match();
  step_pairs();
  if (witness_) witness_->step();
  return {};
}

void Relay::admit(AcceptedPeer caller, TimeNs now_ns) {
  const bool wants_vote = caller.first.kind == RecordKind::agreement;
  if (wants_vote && !witness_) {
    return acceptor_.refuse(std::move(caller),
                            "asks for a witness, which this relay is not (expected "
                            "one that was started with --votes FILE)");
  }
  const bool is_full = connection_count() >= limits_.connections_max;
  if (wants_vote && !is_full && witness_->admit(caller)) return;
  const bool listens = caller.first.kind == RecordKind::listen;
  const auto name = listens || caller.first.kind == RecordKind::connect
                        ? bootstrap::decode_relay_name(caller.first.body)
                        : std::nullopt;
  if (!name) {
    return acceptor_.refuse(std::move(caller), "has the token and neither listens nor calls");
  }
  if (is_full) {
    log_.warning("no room for " + caller.channel->peer() + ": " +
                 std::to_string(connection_count()) + " connections");
    return;
  }
  if (!listens) {
    callers_.push_back({std::move(caller.channel), *name, now_ns + limits_.caller_ns});
    return;
  }
  watch_closely(caller.channel->socket());
  caller.channel->send(RecordKind::listening, {});
  listeners_.push_front({std::move(caller.channel), *name});
}

/// Nobody says anything now: who does, or hangs up, has left.
void Relay::drop_those_who_left(Clients& clients, TimeNs now_ns) {
  std::erase_if(clients, [&](Client& client) {
    return !client.channel->pump() || client.channel->take() || now_ns >= client.deadline_ns;
  });
}

void Relay::match() {
  for (auto caller = callers_.begin(); caller != callers_.end();) {
    // One who talks out of turn takes no listener from anybody.
    if (!caller->channel->pump() || !caller->channel->can_release()) {
      caller = callers_.erase(caller);
      continue;
    }
    const auto listener = std::ranges::find(listeners_, caller->name, &Client::name);
    if (listener == listeners_.end()) {
      ++caller;
      continue;
    }
    const bool is_through = join(*listener, *caller);
    listeners_.erase(listener);
    // Where the listener had gone, the caller gets the next one.
    if (is_through) caller = callers_.erase(caller);
  }
}

bool Relay::join(Client& listener, Client& caller) {
  if (!listener.channel->pump() || !listener.channel->can_release()) return false;
  listener.channel->send(RecordKind::connected, {});
  if (!listener.channel->flush() || !listener.channel->can_release()) return false;
  caller.channel->send(RecordKind::connected, {});
  if (!caller.channel->flush() || !caller.channel->can_release()) return false;
  log_.write(LogLevel::debug, caller.channel->peer() + " through to " + listener.channel->peer());
  pairs_.emplace_back(listener.channel->release(), caller.channel->release(), limits_.buffer_bytes);
  return true;
}

void Relay::step_pairs() {
  std::erase_if(pairs_, [&](Splice& pair) {
    if (pair.step(limits_.silence_ns)) return false;
    log_.write(LogLevel::debug, "a pair has ended after " + in_megabytes(pair.bytes()));
    return true;
  });
}

void Relay::wait(pollfd also) {
  std::vector<pollfd> entries = {also};
  acceptor_.add_poll_entries(entries);
  for (const Clients* clients : {&listeners_, &callers_}) {
    for (const Client& client : *clients) {
      entries.push_back({client.channel->descriptor(), client.channel->poll_events(), 0});
    }
  }
  if (witness_) witness_->add_poll_entries(entries);
  for (const Splice& pair : pairs_) {
    for (const pollfd& entry : pair.poll_entries()) entries.push_back(entry);
  }
  wait_for(entries, clock_, never_ns);
}

}  // namespace isthmus::engine::relay
