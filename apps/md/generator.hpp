// md/generator.hpp: made-up systems: Lennard-Jones atoms in reduced units, and water.
#pragma once

#include <cstdint>
#include <string>

#include "isthmus/base/error.hpp"
#include "md/system.hpp"

namespace md {

struct Recipe {
  /// "melt" fills the box; "drop" is a ball in a box of 8 times it; "water" is generate_water's.
  std::string shape = "melt";
  std::int64_t atoms =
      4000;  ///< A melt has at least so many, whole cells of the lattice; a drop about.
  std::int64_t molecules = 1000;  ///< Of water.
  double density = 0.8442;        ///< Atoms a volume, inside the drop; of water in g/cm^3.
  double temperature = 1.44;
  std::uint64_t seed = 1;
};

/// Atoms on a face-centred cubic lattice with random velocities, without momentum in all, at
/// exactly that temperature. The same for the same recipe on every machine. bad_input in one line.
isthmus::Expected<System> generate(const Recipe& recipe);

/// Gives all atoms random velocities as above. What is rigid stays so.
void give_velocities(System& system, double temperature, std::uint64_t seed);

/// Of the kinetic energy, with three degrees of freedom less than the atoms have, and one less for
/// each rigid length.
double temperature_of(double kinetic, std::size_t atoms, const Units& units,
                      std::int64_t rigid_lengths = 0);

}  // namespace md
