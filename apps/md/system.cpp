#include "md/system.hpp"

#include <cmath>

namespace md {

isthmus::Expected<Units> Units::named(const std::string& name) {
  if (name == "lj") return Units{};
  if (name == "real") {
    constexpr double velocity =
        48.88821291;  // sqrt(kcal/mol per g/mol) in Angstrom per fs, inverse
    return Units{.boltzmann = 0.0019872067,
                 .acceleration = 1.0 / velocity / velocity,
                 .coulomb = 332.06371,
                 .pressure = 68568.415,
                 .timestep = 1.0,
                 .skin = 2.0};
  }
  return isthmus::fail(isthmus::ErrorCode::bad_input, "'" + name + "'", "--units", "lj or real");
}

LennardJones mixed(const LennardJones& one, const LennardJones& other, bool arithmetic) {
  const double epsilon = std::sqrt(one.epsilon * other.epsilon);
  const double sigma =
      arithmetic ? 0.5 * (one.sigma + other.sigma) : std::sqrt(one.sigma * other.sigma);
  return {epsilon, sigma};
}

}  // namespace md
