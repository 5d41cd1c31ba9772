#include "isthmus/runtime/reconnections.hpp"

namespace isthmus::runtime {

std::optional<fabric::Reconnector::Event> Reconnections::take(ProcessId peer) {
  auto event = switchboard_->take(peer);
  if (!event) return std::nullopt;
  Event::Kind kind = Event::Kind::gone;
  switch (event->kind) {
    case bootstrap::Switchboard::Event::Kind::connected:
      kind = Event::Kind::connected;
      break;
    case bootstrap::Switchboard::Event::Kind::asked:
      kind = Event::Kind::asked;
      break;
    case bootstrap::Switchboard::Event::Kind::answered:
      kind = Event::Kind::answered;
      break;
    case bootstrap::Switchboard::Event::Kind::gone:
      break;
  }
  return Event{kind, event->slot, std::move(event->socket), std::move(event->why)};
}

}  // namespace isthmus::runtime
