#include "md/water.hpp"

#include <cmath>
#include <string>

#include "isthmus/base/random.hpp"
#include "md/vec.hpp"

namespace md {

namespace {

constexpr double oxygen_mass = 15.9994;
constexpr double hydrogen_mass = 1.008;
constexpr double hydrogen_charge = 0.417;
constexpr double bond_length = 0.9572;
constexpr double bond_angle = 104.52;
// Of half the angle, so that coordinates are the same bits everywhere.
constexpr double half_cosine = 0.6120792693463173;
constexpr double half_sine = 0.790796413773152;
constexpr double molecules_by_density = 0.602214076;  // mol by cubic Angstrom and cm^3

Vec in_ball(isthmus::Random& random) {
  while (true) {
    Vec point;
    for (double& value : point) value = 2 * random.uniform() - 1;
    const double square = dot(point, point);
    if (square > 0.01 && square <= 1) return times(1 / std::sqrt(square), point);
  }
}

// Two directions at right angles, at random.
std::pair<Vec, Vec> turned(isthmus::Random& random) {
  const Vec one = in_ball(random);
  while (true) {
    const Vec other = in_ball(random);
    const Vec across = minus(other, times(dot(one, other), one));
    const double length = norm(across);
    if (length > 0.1) return {one, times(1 / length, across)};
  }
}

void set_forces(System& system) {
  system.masses = {oxygen_mass, hydrogen_mass};
  const LennardJones oxygen = {0.1521, 3.1507};
  const LennardJones hydrogen = {0, 0};
  for (const auto& one : {oxygen, hydrogen}) {
    for (const auto& other : {oxygen, hydrogen}) {
      system.interaction.pairs.push_back(mixed(one, other, true));
    }
  }
  system.topology.bonds = {{450, bond_length}};
  system.topology.angles = {{55, bond_angle, 0, 0}};
}

void add_molecule(System& system, std::int64_t number, const Vec& place, isthmus::Random& random) {
  const auto [axis, side] = turned(random);
  const Vec along = times(bond_length * half_cosine, axis);
  const Vec across = times(bond_length * half_sine, side);
  const Vec ways[] = {{0, 0, 0}, sum(along, across), minus(along, across)};
  for (std::size_t i = 0; i < 3; ++i) {
    Atom atom;
    atom.id = 3 * number + static_cast<std::int64_t>(i) + 1;
    atom.type = i == 0 ? 0 : 1;
    atom.molecule = static_cast<std::int32_t>(number) + 1;
    atom.charge = i == 0 ? -2 * hydrogen_charge : hydrogen_charge;
    atom.position = sum(place, ways[i]);
    system.atoms.push_back(atom);
  }
}

}  // namespace

isthmus::Expected<System> generate_water(std::int64_t molecules, double density,
                                         std::uint64_t seed) {
  using isthmus::ErrorCode;
  if (molecules < 1 || molecules > 10'000'000) {
    return isthmus::fail(ErrorCode::bad_input, std::to_string(molecules), "--molecules",
                         "1 to 10000000");
  }
  if (!(density >= 1e-6 && density <= 1.2)) {
    return isthmus::fail(ErrorCode::bad_input, std::to_string(density), "--density",
                         "1e-6 to 1.2, of water in g/cm^3");
  }
  System system;
  system.units = *Units::named("real");
  set_forces(system);
  const double mass = oxygen_mass + 2 * hydrogen_mass;
  const double volume = static_cast<double>(molecules) * mass / (density * molecules_by_density);
  const double length = std::cbrt(volume);
  system.box.high = {length, length, length};
  std::int64_t side = 1;
  while (side * side * side < molecules) ++side;
  const std::int64_t places = side * side * side;
  const double constant = length / static_cast<double>(side);
  isthmus::Random random = isthmus::Random::for_purpose(seed, 0x77617465);
  std::vector<Term> terms;
  for (std::int64_t number = 0; number < molecules; ++number) {
    // Places that stay free are spread over the lattice.
    const std::int64_t at = number * places / molecules;
    const std::int64_t steps[] = {at / (side * side), at / side % side, at % side};
    Vec place;
    for (std::size_t d = 0; d < 3; ++d) place[d] = (static_cast<double>(steps[d]) + 0.5) * constant;
    add_molecule(system, number, place, random);
    const std::int64_t oxygen = 3 * number + 1;
    terms.push_back({TermKind::bond, 0, {oxygen, oxygen + 1}});
    terms.push_back({TermKind::bond, 0, {oxygen, oxygen + 2}});
    terms.push_back({TermKind::angle, 0, {oxygen + 1, oxygen, oxygen + 2}});
  }
  system.topology.set_terms(std::move(terms));
  return system;
}

}  // namespace md
