// isthmus/object/broadcast_gate.hpp: messages that overtook broadcasts which their sender had seen.
#pragma once

#include <deque>

#include "isthmus/message/message.hpp"
#include "isthmus/object/pe_context.hpp"

namespace isthmus::engine {

/// Keeps what comes to a PE before the broadcasts, of whatever kind, that its sender had seen when
/// it sent, so that whatever collections, sections and readonly values it means are there. For the
/// PE's thread alone.
class BroadcastGate {
 public:
  explicit BroadcastGate(const PeContext& context) : context_(context) {}
  ~BroadcastGate();
  BroadcastGate(const BroadcastGate&) = delete;
  BroadcastGate& operator=(const BroadcastGate&) = delete;

  /// Takes over a message that has come here before the broadcasts, up to number `word`, that the
  /// PE knew which sent it; else leaves it. What comes in order is handled in order.
  bool keeps(MessagePtr& message);
  /// Takes over a message to an object that waits here itself to be taken in; else leaves it.
  bool keeps_for_object(MessagePtr& message);
  /// More broadcasts have come: hands on what has waited for them.
  void admit();

 private:
  const PeContext& context_;
  std::deque<MessagePtr> waiting_;  // in the order in which they came
};

}  // namespace isthmus::engine
