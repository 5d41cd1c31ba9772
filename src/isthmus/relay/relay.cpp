#include "isthmus/relay/relay.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace isthmus::relay {

namespace {

using bootstrap::RecordKind;
using bootstrap::Visitor;

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
  auto visitors = door_.serve(now_ns);
  if (!visitors) return forward_error(visitors);
  for (Visitor& visitor : *visitors) admit(std::move(visitor), now_ns);
  match();
  step_pairs();
  return {};
}

void Relay::admit(Visitor visitor, TimeNs now_ns) {
  const bool sits = visitor.first.kind == RecordKind::sit;
  const auto name = sits || visitor.first.kind == RecordKind::pass
                        ? bootstrap::decode_relay_name(visitor.first.body)
                        : std::nullopt;
  if (!name) {
    return door_.refuse(std::move(visitor), "has the token and neither sits nor calls");
  }
  if (connection_count() >= limits_.connections_max) {
    log_.warning("no room for " + visitor.channel->peer() + ": " +
                 std::to_string(connection_count()) + " connections");
    return;
  }
  if (!sits) {
    callers_.push_back({std::move(visitor.channel), *name, now_ns + limits_.caller_ns});
    return;
  }
  watch_closely(visitor.channel->socket());
  visitor.channel->send(RecordKind::seated, {});
  seats_.push_front({std::move(visitor.channel), *name});
}

/// Nobody says anything now: who does, or hangs up, has left.
void Relay::drop_those_who_left(Guests& guests, TimeNs now_ns) {
  std::erase_if(guests, [&](Guest& guest) {
    return !guest.channel->pump() || guest.channel->take() || now_ns >= guest.deadline_ns;
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
  for (const Guests* guests : {&seats_, &callers_}) {
    for (const Guest& guest : *guests) {
      entries.push_back({guest.channel->descriptor(), guest.channel->poll_events(), 0});
    }
  }
  for (const Splice& pair : pairs_) {
    for (const pollfd& entry : pair.poll_entries()) entries.push_back(entry);
  }
  wait_for(entries, clock_, never_ns);
}

}  // namespace isthmus::relay
