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
      door_(std::move(listener), bootstrap::Purpose::relay, token_, limits.proof_ns, log) {}

Expected<void> Relay::step() {
  const TimeNs now_ns = clock_.now_ns();
  drop_those_who_left(seats_, now_ns);
  drop_those_who_left(callers_, now_ns);
  auto callers = door_.serve(now_ns);
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
    return door_.refuse(std::move(caller),
                        "asks for a witness, which this relay is not (expected "
                        "one that was started with --votes FILE)");
  }
  const bool is_full = connection_count() >= limits_.connections_max;
  if (wants_vote && !is_full && witness_->admit(caller)) return;
  const bool sits = caller.first.kind == RecordKind::sit;
  const auto name = sits || caller.first.kind == RecordKind::pass
                        ? bootstrap::decode_relay_name(caller.first.body)
                        : std::nullopt;
  if (!name) {
    return door_.refuse(std::move(caller), "has the token and neither sits nor calls");
  }
  if (is_full) {
    log_.warning("no room for " + caller.channel->peer() + ": " +
                 std::to_string(connection_count()) + " connections");
    return;
  }
  if (!sits) {
    callers_.push_back({std::move(caller.channel), *name, now_ns + limits_.caller_ns});
    return;
  }
  watch_closely(caller.channel->socket());
  caller.channel->send(RecordKind::seated, {});
  seats_.push_front({std::move(caller.channel), *name});
}

/// Nobody says anything now: who does, or hangs up, has left.
void Relay::drop_those_who_left(Guests& clients, TimeNs now_ns) {
  std::erase_if(clients, [&](Guest& client) {
    return !client.channel->pump() || client.channel->take() || now_ns >= client.deadline_ns;
  });
}

void Relay::match() {
  for (auto caller = callers_.begin(); caller != callers_.end();) {
    // One who talks out of turn costs nobody a seat.
    if (!caller->channel->pump() || !caller->channel->can_release()) {
      caller = callers_.erase(caller);
      continue;
    }
    const auto seat = std::ranges::find(seats_, caller->name, &Guest::name);
    if (seat == seats_.end()) {
      ++caller;
      continue;
    }
    const bool is_through = join(*seat, *caller);
    seats_.erase(seat);
    // Where the seat had gone, the caller gets the next one.
    if (is_through) caller = callers_.erase(caller);
  }
}

bool Relay::join(Guest& seat, Guest& caller) {
  if (!seat.channel->pump() || !seat.channel->can_release()) return false;
  seat.channel->send(RecordKind::through, {});
  if (!seat.channel->flush() || !seat.channel->can_release()) return false;
  caller.channel->send(RecordKind::through, {});
  if (!caller.channel->flush() || !caller.channel->can_release()) return false;
  log_.write(LogLevel::debug, caller.channel->peer() + " through to " + seat.channel->peer());
  pairs_.emplace_back(seat.channel->release(), caller.channel->release(), limits_.buffer_bytes);
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
  door_.add_poll_entries(entries);
  for (const Guests* clients : {&seats_, &callers_}) {
    for (const Guest& client : *clients) {
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
