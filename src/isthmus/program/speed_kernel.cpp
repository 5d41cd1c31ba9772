#include "isthmus/program/speed_kernel.hpp"

#include <array>
#include <bit>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::program {

namespace {

constexpr int integer_steps = 60'000;
constexpr int sweeps = 1'700;

}  // namespace

std::uint64_t speed_kernel() {
  std::uint64_t word = 1;
  for (int i = 0; i < integer_steps; ++i) word = Random::mix(word);
  std::array<double, 512> values;
  values.fill(static_cast<double>(word >> 40));
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    // Shrinks towards 1, so that it never comes to infinities or denormal numbers, which are slow.
    for (double& value : values) value = value * 0.999 + 0.001;
  }
  double sum = 0;
  for (const double value : values) sum += value;
  return word ^ std::bit_cast<std::uint64_t>(sum);
}

}  // namespace isthmus::engine::program
