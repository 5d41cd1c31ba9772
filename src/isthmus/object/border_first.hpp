// isthmus/object/border_first.hpp: whether a job serves border objects first.
#pragma once

#include <cstdint>

namespace isthmus {

/// `automatic`: on each PE that is nearly always busy, with messages that take long beside what
/// sorting them costs. With one site there is no border, and nothing is done for it.
enum class BorderFirst : std::uint8_t { no, yes, automatic };

}  // namespace isthmus
