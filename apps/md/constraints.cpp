#include "md/constraints.hpp"

#include <cmath>

namespace md {

namespace {

constexpr int newton_steps_max = 50;

using Three = std::array<double, 3>;

// The lengths of a group as equations for one multiplier each: a push of the first atom along the
// present bond, and of the second one back.
class Multipliers {
 public:
  Multipliers(const RigidGroup& group, const GroupState& state)
      : group_(group), count_(static_cast<std::size_t>(group.length_count)) {
    for (std::size_t k = 0; k < count_; ++k) bonds_[k] = across(k, state.positions);
    for (std::size_t k = 0; k < count_; ++k) {
      for (std::size_t l = 0; l < count_; ++l) weights_[k][l] = weight(k, l, state);
    }
  }

  std::size_t count() const { return count_; }
  const Vec& bond(std::size_t k) const { return bonds_[k]; }

  // What the first atom of a length has more than the second.
  Vec across(std::size_t k, const std::array<Vec, 4>& values) const {
    return minus(values[one(k)], values[other(k)]);
  }

  // Multipliers whose pushes change each difference, along `ways`, by what is `wanted`.
  Three solve(const std::array<Vec, 3>& ways, Three wanted) const {
    std::array<Three, 3> matrix = {};
    for (std::size_t k = 0; k < count_; ++k) {
      for (std::size_t l = 0; l < count_; ++l) {
        matrix[k][l] = weights_[k][l] * dot(ways[k], bonds_[l]);
      }
    }
    for (std::size_t k = 0; k < count_; ++k) {
      for (std::size_t row = k + 1; row < count_; ++row) {
        const double factor = matrix[row][k] / matrix[k][k];
        for (std::size_t l = k; l < count_; ++l) matrix[row][l] -= factor * matrix[k][l];
        wanted[row] -= factor * wanted[k];
      }
    }
    for (std::size_t k = count_; k-- > 0;) {
      for (std::size_t l = k + 1; l < count_; ++l) wanted[k] -= matrix[k][l] * wanted[l];
      wanted[k] /= matrix[k][k];
    }
    return wanted;
  }

  void push(const Three& multipliers, const GroupState& state, std::array<Vec, 4>& values) const {
    for (std::size_t k = 0; k < count_; ++k) {
      const Vec way = times(multipliers[k], bonds_[k]);
      add_to(values[one(k)], times(state.inverse_masses[one(k)], way));
      add_to(values[other(k)], times(-state.inverse_masses[other(k)], way));
    }
  }

 private:
  std::size_t one(std::size_t k) const { return static_cast<std::size_t>(group_.lengths[k].one); }
  std::size_t other(std::size_t k) const {
    return static_cast<std::size_t>(group_.lengths[k].other);
  }

  // How much a push along length l moves the two atoms of length k apart.
  double weight(std::size_t k, std::size_t l, const GroupState& state) const {
    const auto moved = [&](std::size_t atom) {
      const int sign = (atom == one(l)) - (atom == other(l));
      return sign * state.inverse_masses[atom];
    };
    return moved(one(k)) - moved(other(k));
  }

  const RigidGroup& group_;
  std::size_t count_;
  std::array<Vec, 3> bonds_ = {};
  std::array<Three, 3> weights_ = {};
};

}  // namespace

bool hold_lengths(const RigidGroup& group, double timestep, GroupState& state) {
  const Multipliers multipliers(group, state);
  for (int i = 0; i < newton_steps_max; ++i) {
    std::array<Vec, 3> ways = {};
    Three wanted = {};
    bool is_right = true;
    for (std::size_t k = 0; k < multipliers.count(); ++k) {
      const double length = group.lengths[k].length;
      ways[k] = sum(multipliers.bond(k), times(timestep, multipliers.across(k, state.velocities)));
      const double missing = length * length - dot(ways[k], ways[k]);
      is_right = is_right && std::abs(missing) <= length_tolerance * (length * length);
      wanted[k] = 0.5 * missing / timestep;
    }
    if (is_right) return true;
    multipliers.push(multipliers.solve(ways, wanted), state, state.velocities);
  }
  return false;
}

void hold_velocities(const RigidGroup& group, GroupState& state) {
  const Multipliers multipliers(group, state);
  std::array<Vec, 3> ways = {};
  Three wanted = {};
  for (std::size_t k = 0; k < multipliers.count(); ++k) {
    ways[k] = multipliers.bond(k);
    wanted[k] = -dot(ways[k], multipliers.across(k, state.velocities));
  }
  multipliers.push(multipliers.solve(ways, wanted), state, state.velocities);
}

// The lengths' second derivatives by time are 0.
double constraint_virial(const RigidGroup& group, const GroupState& state) {
  const Multipliers multipliers(group, state);
  std::array<Vec, 3> ways = {};
  Three wanted = {};
  for (std::size_t k = 0; k < multipliers.count(); ++k) {
    ways[k] = multipliers.bond(k);
    const Vec velocity = multipliers.across(k, state.velocities);
    wanted[k] =
        -(dot(ways[k], multipliers.across(k, state.accelerations)) + dot(velocity, velocity));
  }
  const Three found = multipliers.solve(ways, wanted);
  double virial = 0;
  for (std::size_t k = 0; k < multipliers.count(); ++k) virial += found[k] * dot(ways[k], ways[k]);
  return virial;
}

}  // namespace md
