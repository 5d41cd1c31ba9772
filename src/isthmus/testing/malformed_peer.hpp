// isthmus/testing/malformed_peer.hpp: messages as a peer sends them that does not keep to the
// rules.
#pragma once

#include <optional>
#include <string_view>

#include "isthmus/base/error.hpp"
#include "isthmus/message/pool.hpp"
#include "isthmus/testing/world.hpp"

namespace isthmus::engine::testing {

/// A handler's name without what it is nested in: "Reductions::receive_partial", however the
/// compiler spells it.
std::string_view short_name(std::string_view handler_name);

/// Puts messages before the PEs of a world as if they had come from another process.
class MalformedPeer {
 public:
  explicit MalformedPeer(World& world) : world_(world) {}

  /// Throws where there is none of this short name.
  HandlerId handler(std::string_view name) const;
  Pool& pool() { return world_.unit(PeId(0)).pe().pool(); }

  /// Its payload as bytes, whatever it is. The rest of the header is the caller's.
  void send(MessagePtr message, std::string_view handler_name, PeId from, PeId to);
  /// Sends it, and steps until nothing is left to do; the failure that the job ends with.
  std::optional<Error> provoke(MessagePtr message, std::string_view handler_name, PeId from,
                               PeId to);

 private:
  World& world_;
};

}  // namespace isthmus::engine::testing
