// isthmus/object/runtime_priority.hpp: the priority of messages that carry results.
#pragma once

#include <cstdint>
#include <limits>

namespace isthmus::engine {

/// Before every priority that a program may choose: contributions on their way up, and the values
/// of reductions, calls and futures. They are small and somebody waits for them, so a program whose
/// own messages all have priority must not starve them.
inline constexpr std::int32_t runtime_priority = std::numeric_limits<std::int32_t>::min();

}  // namespace isthmus::engine
