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
                 .skin = 2.0,
                 .tight_skin = 2.0,
                 .compressibility = 4.6e-5};
  }
  return isthmus::fail(isthmus::ErrorCode::bad_input, "'" + name + "'", "--units", "lj or real");
}

Box Box::stretched(double stretch) const {
  if (stretch == 1) return *this;
  Box box = *this;
  for (std::size_t d = 0; d < 3; ++d) {
    const double half = 0.5 * stretch * (high[d] - low[d]);
    box.low[d] = middle(d) - half;
    box.high[d] = middle(d) + half;
  }
  return box;
}

LennardJones mixed(const LennardJones& one, const LennardJones& other, bool arithmetic) {
  const double epsilon = std::sqrt(one.epsilon * other.epsilon);
  const double sigma =
      arithmetic ? 0.5 * (one.sigma + other.sigma) : std::sqrt(one.sigma * other.sigma);
  return {epsilon, sigma};
}

}  // namespace md
