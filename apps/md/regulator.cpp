#include "md/regulator.hpp"

#include <cmath>
#include <string>

#include "md/arithmetic.hpp"

namespace md {

isthmus::Expected<Regulator::Factors> Regulator::factors(const Sums& sums, double volume) const {
  const auto& [twice_kinetic_and_virial, kinetic] = sums;
  Factors factors;
  if (volume_change > 0) {
    const double found = twice_kinetic_and_virial / (3 * volume);
    const double grown = 1 - volume_change * (pressure - found);
    constexpr double least = 0.9 * 0.9 * 0.9;
    constexpr double most = 1.1 * 1.1 * 1.1;
    if (!(grown >= least && grown <= most)) {
      return isthmus::fail(isthmus::ErrorCode::program,
                           "the box would change by more than a tenth at once", {},
                           "a larger --pressure-time or a smaller --hold-every, or atoms that "
                           "are nearer to rest");
    }
    factors.stretch = cube_root(grown);
  }
  if (velocity_change > 0 && kinetic > 0) {
    factors.velocity = std::sqrt(1 + velocity_change * (temperature / kinetic - 1));
  }
  return factors;
}

Regulator::Sums sum_in_order(const Regulator::Sums* values, std::size_t count) {
  const auto sum = [](const Regulator::Sums& one, const Regulator::Sums& other) {
    return Regulator::Sums{one[0] + other[0], one[1] + other[1]};
  };
  if (count == 1) return *values;
  std::size_t whole = 1;
  while (2 * whole <= count) whole *= 2;
  const std::size_t first = whole == count ? count / 2 : whole;
  Regulator::Sums found = sum_in_order(values, first);
  for (std::size_t done = first; done < count; done += whole) {
    while (whole > count - done) whole /= 2;
    found = sum(found, sum_in_order(values + done, whole));
  }
  return found;
}

}  // namespace md
