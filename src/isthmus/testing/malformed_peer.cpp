#include "isthmus/testing/malformed_peer.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "isthmus/message/payload.hpp"

namespace isthmus::engine::testing {

namespace {

// More than any test takes; who needs more goes round for ever.
constexpr std::uint64_t steps_max = 1'000'000;
// So long the clock goes on to where somebody has something to do of its own accord.
constexpr TimeNs patience_ns = 1'000'000'000;

}  // namespace

std::string_view short_name(std::string_view handler_name) {
  const std::size_t method = handler_name.rfind("::");
  if (method == std::string_view::npos || method == 0) return handler_name;
  const std::size_t before = handler_name.find_last_of(":&( ", method - 1);
  return before == std::string_view::npos ? handler_name : handler_name.substr(before + 1);
}

HandlerId MalformedPeer::handler(std::string_view name) const {
  const sched::Pe& pe = world_.unit(PeId(0)).pe();
  for (std::size_t i = 0; i < pe.handler_count(); ++i) {
    if (short_name(pe.handler_name(HandlerId(i))) == name) return HandlerId(i);
  }
  throw std::invalid_argument("no handler is called " + std::string(name));
}

void MalformedPeer::send(MessagePtr message, std::string_view handler_name, PeId from, PeId to) {
  sched::Pe& pe = world_.unit(to).pe();
  message->handler = handler(handler_name);
  message->source = from;
  message->destination = to;
  pe.mailbox().push(marshalled(std::move(message), pool()), nullptr);
  pe.mailbox().nudge();
}

std::optional<Error> MalformedPeer::provoke(MessagePtr message, std::string_view handler_name,
                                            PeId from, PeId to) {
  send(std::move(message), handler_name, from, to);
  const runtime::Process& process = world_.process(world_.topology().process_of(to));
  const std::uint64_t limit = world_.steps() + steps_max;
  world_.wake_all();
  const TimeNs latest_ns = world_.now_ns() + patience_ns;
  while (!process.is_stopping()) {
    if (world_.steps() >= limit) return Error{ErrorCode::stalled, "there is no end to it"};
    if (!world_.step() && !world_.advance(latest_ns)) break;
  }
  return process.failure();
}

}  // namespace isthmus::engine::testing
