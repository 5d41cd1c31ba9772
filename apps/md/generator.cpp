#include "md/generator.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "isthmus/base/random.hpp"
#include "md/water.hpp"

namespace md {

namespace {

using isthmus::ErrorCode;
using isthmus::fail;

constexpr std::array<Vec, 4> basis = {{{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}}};

// Nearly normal, with a variance of 1, from sums and products alone, whose bits are the same
// everywhere.
double bell(isthmus::Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.uniform();
  return sum;
}

isthmus::Expected<void> check(const Recipe& recipe) {
  if (recipe.shape != "melt" && recipe.shape != "drop") {
    return fail(ErrorCode::bad_input, "'" + recipe.shape + "'", "--system",
                "melt, drop, water or a LAMMPS data file");
  }
  if (recipe.atoms < 1 || recipe.atoms > 1'000'000'000) {
    return fail(ErrorCode::bad_input, std::to_string(recipe.atoms), "--atoms", "1 to 1000000000");
  }
  if (!(recipe.density > 0 && recipe.density <= 2)) {
    return fail(ErrorCode::bad_input, std::to_string(recipe.density), "--density",
                "more than 0, at most 2");
  }
  if (!(recipe.temperature >= 0 && recipe.temperature <= 1e6)) {
    return fail(ErrorCode::bad_input, std::to_string(recipe.temperature), "--temperature",
                "0 to 1e6");
  }
  return {};
}

void add(System& system, const Vec& position) {
  Atom atom;
  atom.id = static_cast<std::int64_t>(system.atoms.size()) + 1;
  atom.position = position;
  system.atoms.push_back(atom);
}

// Calls `use` with each point of a lattice of side^3 cells.
template <class Use>
void for_each_point(int side, double constant, Use use) {
  for (int x = 0; x < side; ++x) {
    for (int y = 0; y < side; ++y) {
      for (int z = 0; z < side; ++z) {
        for (const Vec& at : basis) {
          use(Vec{(x + at[0]) * constant, (y + at[1]) * constant, (z + at[2]) * constant});
        }
      }
    }
  }
}

void fill_with_drop(System& system, const Recipe& recipe, double constant) {
  const double volume = static_cast<double>(recipe.atoms) / recipe.density;
  const double radius = std::cbrt(volume * 3 / (4 * 3.14159265358979));
  const double length = 2 * std::cbrt(volume);
  system.box.high = {length, length, length};
  const double middle = 0.5 * length;
  const int side = static_cast<int>(std::ceil(length / constant));
  for_each_point(side, constant, [&](const Vec& point) {
    double sum = 0;
    for (const double at : point) sum += (at - middle) * (at - middle);
    if (sum <= radius * radius) add(system, point);
  });
}

}  // namespace

isthmus::Expected<System> generate(const Recipe& recipe) {
  if (recipe.shape == "water") {
    auto water = generate_water(recipe.molecules, recipe.density, recipe.seed);
    if (water) give_velocities(*water, recipe.temperature, recipe.seed);
    return water;
  }
  if (auto sound = check(recipe); !sound) return isthmus::forward_error(sound);
  System system;
  system.masses = {1.0};
  system.interaction.pairs = {LennardJones{}};
  const double constant = std::cbrt(4 / recipe.density);
  if (recipe.shape == "drop") {
    fill_with_drop(system, recipe, constant);
    if (system.atoms.empty()) {
      return isthmus::fail(isthmus::ErrorCode::bad_input, std::to_string(recipe.atoms), "--atoms",
                           "more for a drop: no place of the lattice lies in it");
    }
  } else {
    int side = 1;
    while (std::int64_t{4} * side * side * side < recipe.atoms) ++side;
    const double length = side * constant;
    system.box.high = {length, length, length};
    for_each_point(side, constant, [&](const Vec& point) { add(system, point); });
  }
  give_velocities(system, recipe.temperature, recipe.seed);
  return system;
}

void give_velocities(System& system, double temperature, std::uint64_t seed) {
  isthmus::Random random = isthmus::Random::for_purpose(seed, 0x6d64);
  Vec momentum = {0, 0, 0};
  double mass_in_all = 0;
  const auto mass_of = [&](const Atom& atom) {
    return system.masses[static_cast<std::size_t>(atom.type)];
  };
  for (Atom& atom : system.atoms) {
    const double mass = mass_of(atom);
    mass_in_all += mass;
    for (std::size_t d = 0; d < 3; ++d) {
      atom.velocity[d] = bell(random) / std::sqrt(mass);
      momentum[d] += mass * atom.velocity[d];
    }
  }
  for (Atom& atom : system.atoms) {
    for (std::size_t d = 0; d < 3; ++d) atom.velocity[d] -= momentum[d] / mass_in_all;
  }
  hold_velocities(system);
  double kinetic = 0;
  for (const Atom& atom : system.atoms) {
    for (std::size_t d = 0; d < 3; ++d) {
      kinetic += 0.5 * mass_of(atom) * atom.velocity[d] * atom.velocity[d];
    }
  }
  kinetic /= system.units.acceleration;
  const double found =
      temperature_of(kinetic, system.atoms.size(), system.units, system.rigid.length_count());
  const double factor = found > 0 ? std::sqrt(temperature / found) : 0;
  for (Atom& atom : system.atoms) {
    for (double& v : atom.velocity) v *= factor;
  }
}

double temperature_of(double kinetic, std::size_t atoms, const Units& units,
                      std::int64_t rigid_lengths) {
  const double freedom =
      3.0 * static_cast<double>(atoms) - 3.0 - static_cast<double>(rigid_lengths);
  return freedom > 0 ? 2 * kinetic / (freedom * units.boltzmann) : 0;
}

}  // namespace md
