// isthmus/runtime/verb_outcome.hpp: what became of a program's wish to set something in its job.
#pragma once

#include <string>

namespace isthmus::engine {

/// Plain data; may be sent.
struct VerbOutcome {
  std::string refusal = {};  ///< Why it was not done, or not everywhere; empty where it was.

  bool is_done() const { return refusal.empty(); }
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::VerbOutcome;

}  // namespace isthmus
