// md/generator.hpp: made-up systems of Lennard-Jones atoms, in reduced units.
#pragma once

#include <cstdint>
#include <string>

#include "isthmus/base/error.hpp"
#include "md/system.hpp"

namespace md {

struct Recipe {
  std::string shape = "melt";  ///< "melt" fills the box; "drop" is a ball in a box of 8 times it.
  std::int64_t atoms =
      4000;  ///< A melt has at least so many, whole cells of the lattice; a drop about.
  double density = 0.8442;  ///< Atoms a volume, inside the drop.
  double temperature = 1.44;
  std::uint64_t seed = 1;
};

/// Atoms on a face-centred cubic lattice with random velocities, without momentum in all, at
/// exactly that temperature. The same for the same recipe on every machine. bad_input in one line.
isthmus::Expected<System> generate(const Recipe& recipe);

/// Gives all atoms random velocities as above.
void give_velocities(System& system, double temperature, std::uint64_t seed);

/// Of the kinetic energy, with three degrees of freedom less than the atoms have.
double temperature_of(double kinetic, std::size_t atoms, const Units& units);

}  // namespace md
