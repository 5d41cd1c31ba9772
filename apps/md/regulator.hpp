// md/regulator.hpp: what holds a pressure and a temperature, by what all atoms together do; plain
// data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "isthmus/base/error.hpp"

namespace md {

/// What is asked for.
struct RegulatorCourse {
  bool holds_pressure = false;
  double pressure = 0;
  double pressure_time = 0;     ///< In which it comes back; 0: 1000 timesteps.
  double compressibility = 0;   ///< By which the volume answers; 0: the units' usual one.
  double temperature = -1;      ///< Below 0: nobody holds it.
  double temperature_time = 0;  ///< 0: 100 timesteps.
  int every = 10;               ///< Steps between two looks.
  int lag = 0;                  ///< Steps until the answer is needed: less than `every`.
};

/// Berendsen's barostat and thermostat (Berendsen and others 1984): every so many steps the box and
/// all that is in it grow or shrink, and velocities too, so that pressure and temperature come back
/// exponentially. Of a step's sums, which all cells have from one reduction in one order, each cell
/// finds the same factors.
struct Regulator {
  /// Twice the kinetic energy with the virial, and the kinetic energy; of all cells, in the order
  /// of their numbers.
  using Sums = std::array<double, 2>;

  /// Of the box's lengths, and of velocities.
  struct Factors {
    double stretch = 1;
    double velocity = 1;
  };

  int every = 0;  ///< 0: nothing is held.
  int lag = 0;
  int steps = 0;               ///< The run's: what would change nothing any more is not asked.
  double pressure = 0;         ///< As an energy density.
  double volume_change = 0;    ///< Of the volume, for each unit of an energy density missing.
  double temperature = 0;      ///< As the kinetic energy of all atoms.
  double velocity_change = 0;  ///< Share of what is missing; 0: none.

  /// Whether the sums of that step are wanted.
  bool asks(int step) const {
    return every > 0 && step > 0 && step % every == 0 && step + lag < steps;
  }
  /// Whether, that step being done, the answer to what was asked is needed before the next.
  bool answers(int step) const { return asks(step - lag); }

  /// program error where the box would change by more than a tenth at once.
  isthmus::Expected<Factors> factors(const Sums& sums, double volume) const;
};

/// Combines values as contribute_in_order does: pairs of neighbours, pairs of pairs and so on, and
/// what is over from the front on.
Regulator::Sums sum_in_order(const Regulator::Sums* values, std::size_t count);

}  // namespace md
