// md/water.hpp: made-up boxes of water.
#pragma once

#include <cstdint>

#include "isthmus/base/error.hpp"
#include "md/system.hpp"

namespace md {

/// So many molecules of TIP3P (Jorgensen et al. 1983; where they bend, with the springs that it has
/// in CHARMM), in a cubic box of that density in g/cm^3, on places of a cubic lattice, each turned
/// at random; without velocities, in the units "real". bad_input in one line.
isthmus::Expected<System> generate_water(std::int64_t molecules, double density,
                                         std::uint64_t seed);

}  // namespace md
