// isthmus/runtime/chain_change.hpp: what became of the wish to change the chains of a link class.
#pragma once

#include <string>

namespace isthmus::engine {

/// Plain data; may be sent.
struct ChainChange {
  std::string refusal = {};  ///< Why nothing was changed; empty where it was.

  bool is_done() const { return refusal.empty(); }
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::ChainChange;

}  // namespace isthmus
