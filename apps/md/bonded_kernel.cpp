#include "md/bonded_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "md/vec.hpp"

namespace md {

namespace {

constexpr double degree = std::numbers::pi / 180;
/// Below it, atoms of an angle or a dihedral stand in a line, where forces have no direction.
constexpr double smallest_sine = 1e-8;

double cube(double value) { return value * value * value; }

// Goes over terms and adds up what each does. Angles stay as they are where all lengths grow, so
// springs and charges alone have a virial.
class TermSums {
 public:
  TermSums(const BondedTable& table, const Box& box, const BondedAtoms& atoms,
           std::vector<Vec>& forces)
      : table_(table), box_(box), atoms_(atoms), forces_(forces) {
    for (std::size_t d = 0; d < 3; ++d) {
      length_[d] = box.length(static_cast<int>(d));
      half_[d] = 0.5 * length_[d];
    }
  }

  void add(const LocalTerm& term) {
    const auto type = static_cast<std::size_t>(term.type);
    switch (term.kind) {
      case TermKind::bond:
        return add_bond(term, table_.bonds[type]);
      case TermKind::angle:
        return add_angle(term, table_.angles[type]);
      case TermKind::dihedral:
        return add_dihedral(term, table_.dihedrals[type]);
      case TermKind::improper:
        return add_improper(term, table_.impropers[type]);
      case TermKind::pair:
        return add_pair(term, table_.pairs[type]);
      case TermKind::cross:
        return add_cross(term, table_.crosses[type]);
    }
  }

  const Energies& sums() const { return sums_; }

 private:
  static std::size_t at(const LocalTerm& term, std::size_t i) {
    return static_cast<std::size_t>(term.atoms[i]);
  }

  // From atom j to atom i of a term, in the nearest images.
  Vec apart(const LocalTerm& term, std::size_t i, std::size_t j) const {
    Vec way = minus(atoms_.positions[at(term, i)], atoms_.positions[at(term, j)]);
    for (std::size_t d = 0; d < 3; ++d) {
      if (!box_.periodic[d]) continue;
      if (way[d] > half_[d]) way[d] -= length_[d];
      if (way[d] < -half_[d]) way[d] += length_[d];
    }
    return way;
  }

  void push(const LocalTerm& term, std::size_t i, const Vec& force) {
    add_to(forces_[at(term, i)], force);
  }

  // Two atoms with `force` along the way from the second to the first.
  void push_apart(const LocalTerm& term, std::size_t i, std::size_t j, const Vec& way,
                  double force_by_distance) {
    const Vec force = times(force_by_distance, way);
    push(term, i, force);
    push(term, j, times(-1, force));
    sums_.virial += dot(force, way);
  }

  // Energy of a spring, whose force is added.
  double add_spring(const LocalTerm& term, std::size_t i, std::size_t j, double k, double length) {
    const Vec way = apart(term, i, j);
    const double distance = norm(way);
    const double longer = distance - length;
    push_apart(term, i, j, way, -2 * k * longer / distance);
    return k * longer * longer;
  }

  void add_bond(const LocalTerm& term, const BondType& type) {
    sums_.bond += add_spring(term, 0, 1, type.k, type.length);
  }

  void add_angle(const LocalTerm& term, const BondedTable::Angle& type) {
    const Vec one = apart(term, 0, 1);
    const Vec other = apart(term, 2, 1);
    const double one_length = norm(one);
    const double other_length = norm(other);
    const double product = one_length * other_length;
    const double cosine = dot(one, other) / product;
    const double sine = norm(cross(one, other)) / product;
    const double wider = angle_of(cosine, sine) - type.angle;
    sums_.angle += type.k * wider * wider;
    const double torque = 2 * type.k * wider / std::max(sine, smallest_sine);
    const Vec one_way = times(1 / one_length, one);
    const Vec other_way = times(1 / other_length, other);
    const Vec on_one = times(torque / one_length, minus(other_way, times(cosine, one_way)));
    const Vec on_other = times(torque / other_length, minus(one_way, times(cosine, other_way)));
    push(term, 0, on_one);
    push(term, 2, on_other);
    push(term, 1, times(-1, sum(on_one, on_other)));
    if (type.urey_k != 0) {
      sums_.angle += add_spring(term, 0, 2, type.urey_k, type.urey_length);
    }
  }

  // The turn about the middle of three bonds (Blondel and Karplus 1996).
  struct Turn {
    Vec first, middle, last;  // F, G and H
    Vec a, b;                 // F x G and H x G
    double a_squared, b_squared, length;
    double cosine, sine;
  };

  // Of the four atoms from that one on.
  Turn turn_of(const LocalTerm& term, std::size_t begin = 0) const {
    Turn turn;
    turn.first = apart(term, begin, begin + 1);
    turn.middle = apart(term, begin + 1, begin + 2);
    turn.last = apart(term, begin + 3, begin + 2);
    turn.a = cross(turn.first, turn.middle);
    turn.b = cross(turn.last, turn.middle);
    turn.length = norm(turn.middle);
    const double least = smallest_sine * smallest_sine * turn.length * turn.length;
    turn.a_squared = std::max(dot(turn.a, turn.a), least * dot(turn.first, turn.first));
    turn.b_squared = std::max(dot(turn.b, turn.b), least * dot(turn.last, turn.last));
    const double product = std::sqrt(turn.a_squared * turn.b_squared);
    turn.cosine = dot(turn.a, turn.b) / product;
    turn.sine = dot(cross(turn.b, turn.a), turn.middle) / (product * turn.length);
    return turn;
  }

  // Forces where the energy grows by `slope` with the angle.
  void push_turn(const LocalTerm& term, const Turn& turn, double slope, std::size_t begin = 0) {
    const Vec on_first = times(slope * turn.length / turn.a_squared, turn.a);
    const Vec on_last = times(-slope * turn.length / turn.b_squared, turn.b);
    const double from_first = dot(turn.first, turn.middle) / (turn.a_squared * turn.length);
    const double from_last = dot(turn.last, turn.middle) / (turn.b_squared * turn.length);
    const Vec between = times(slope, minus(times(from_first, turn.a), times(from_last, turn.b)));
    push(term, begin, on_first);
    push(term, begin + 1, minus(times(-1, between), on_first));
    push(term, begin + 2, minus(between, on_last));
    push(term, begin + 3, on_last);
  }

  void add_cross(const LocalTerm& term, const CrossMap& map) {
    const Turn one = turn_of(term);
    const Turn other = turn_of(term, 1);
    const CrossMap::Value value =
        map.at(angle_of(one.cosine, one.sine), angle_of(other.cosine, other.sine));
    sums_.cross += value.energy;
    push_turn(term, one, value.slopes[0]);
    push_turn(term, other, value.slopes[1], 1);
  }

  void add_dihedral(const LocalTerm& term, const BondedTable::Dihedral& type) {
    const Turn turn = turn_of(term);
    // Of so many times the angle, by the theorem of sums.
    double cosine = 1;
    double sine = 0;
    for (int i = 0; i < type.periodicity; ++i) {
      const double next = cosine * turn.cosine - sine * turn.sine;
      sine = sine * turn.cosine + cosine * turn.sine;
      cosine = next;
    }
    sums_.dihedral += type.k * (1 + (cosine * type.cos_phase + sine * type.sin_phase));
    const double slope =
        -type.k * type.periodicity * (sine * type.cos_phase - cosine * type.sin_phase);
    push_turn(term, turn, slope);
    if (type.weight != 0) add_close_pair(term, type.weight);
  }

  // The ends of a dihedral, at any distance.
  void add_close_pair(const LocalTerm& term, double weight) {
    const std::size_t i = at(term, 0);
    const std::size_t j = at(term, 3);
    const LennardJones& pair = table_.close_pairs[static_cast<std::size_t>(
        atoms_.types[i] * table_.types + atoms_.types[j])];
    const Vec way = apart(term, 0, 3);
    const double inverse2 = 1 / dot(way, way);
    const double part = cube(pair.sigma * pair.sigma * inverse2);
    const double charged =
        weight * table_.coulomb * atoms_.charges[i] * atoms_.charges[j] * std::sqrt(inverse2);
    const double depth = 4 * weight * pair.epsilon;
    sums_.van_der_waals += depth * part * (part - 1);
    sums_.coulomb += charged;
    const double force = depth * part * (12 * part - 6) + charged;
    push_apart(term, 0, 3, way, force * inverse2);
  }

  void add_pair(const LocalTerm& term, const PairType& type) {
    const std::size_t i = at(term, 0);
    const std::size_t j = at(term, 1);
    const LennardJones& pair = table_.plain_pairs[static_cast<std::size_t>(
        atoms_.types[i] * table_.types + atoms_.types[j])];
    const Vec way = apart(term, 0, 1);
    const double square = dot(way, way);
    const double distance = std::sqrt(square);
    const double product = table_.coulomb * atoms_.charges[i] * atoms_.charges[j];
    double charged = type.coulomb;
    double pushed = type.coulomb;
    if (table_.ewald_beta > 0) {
      const double reduced = table_.ewald_beta * distance;
      const ErrorFunction meshed(reduced);
      charged -= meshed.value;
      pushed -= meshed.value - reduced * meshed.slope;
    }
    const double part = cube(pair.sigma * pair.sigma / square);
    const double depth = 4 * type.van_der_waals * pair.epsilon;
    sums_.van_der_waals += depth * part * (part - 1);
    sums_.coulomb += product * charged / distance;
    const double force = depth * part * (12 * part - 6) + product * pushed / distance;
    push_apart(term, 0, 1, way, force / square);
  }

  void add_improper(const LocalTerm& term, const BondedTable::Improper& type) {
    const Turn turn = turn_of(term);
    const double angle = angle_of(turn.cosine, turn.sine);
    const double wider = std::abs(angle) - type.angle;
    sums_.improper += type.k * wider * wider;
    push_turn(term, turn, 2 * type.k * (angle < 0 ? -wider : wider));
  }

  const BondedTable& table_;
  const Box& box_;
  const BondedAtoms& atoms_;
  std::vector<Vec>& forces_;
  Vec length_;
  Vec half_;
  Energies sums_;
};

}  // namespace

BondedTable::BondedTable(const Topology& topology, const Interaction& interaction, int type_count)
    : bonds(topology.bonds),
      pairs(topology.pairs),
      close_pairs(interaction.close_pairs.empty() ? interaction.pairs : interaction.close_pairs),
      plain_pairs(interaction.pairs),
      types(type_count),
      coulomb(interaction.coulomb),
      ewald_beta(interaction.ewald_beta) {
  for (const AngleType& type : topology.angles) {
    angles.push_back({type.k, type.angle * degree, type.urey_k, type.urey_length});
  }
  for (const DihedralType& type : topology.dihedrals) {
    dihedrals.push_back({type.k, type.periodicity, std::cos(type.phase * degree),
                         std::sin(type.phase * degree), type.weight});
  }
  for (const CrossType& type : topology.crosses) crosses.emplace_back(type);
  for (const ImproperType& type : topology.impropers) {
    impropers.push_back({type.k, type.angle * degree});
  }
}

// The series whose terms are all positive (Abramowitz and Stegun 1964, 7.1.6).
ErrorFunction::ErrorFunction(double x) {
  constexpr double all = 6;  // beyond it nothing is left
  value = 1;
  if (!(x < all)) return;
  constexpr int halvings = 6;
  const double square = x * x;
  const double little = square / (1 << halvings);
  constexpr int terms = 16;
  double bell = 1;
  for (int i = terms; i > 0; --i) bell = 1 - little / i * bell;
  for (int i = 0; i < halvings; ++i) bell *= bell;
  slope = 2 * std::numbers::inv_sqrtpi * bell;
  double sum = 1;
  double term = 1;
  for (int n = 1; sum + term != sum; ++n) {
    term *= 2 * square / (2 * n + 1);
    sum += term;
  }
  value = slope * x * sum;
}

// The angle is halved until the series of the inverse tangent is short.
double angle_of(double cosine, double sine) {
  constexpr double pi = std::numbers::pi;
  if (cosine < 0) {
    const double rest = angle_of(-cosine, std::abs(sine));
    return sine < 0 ? rest - pi : pi - rest;
  }
  const double length = std::sqrt(cosine * cosine + sine * sine);
  if (length == 0) return 0;
  double tangent = sine / (length + cosine);  // of half the angle
  constexpr int more_halvings = 2;
  for (int i = 0; i < more_halvings; ++i) {
    tangent = tangent / (1 + std::sqrt(1 + tangent * tangent));
  }
  constexpr int terms = 13;
  const double square = tangent * tangent;
  double series = 0;
  for (int i = terms; i >= 0; --i) series = 1.0 / (2 * i + 1) - square * series;
  return 8 * (tangent * series);
}

Energies compute_terms(std::span<const LocalTerm> terms, const BondedTable& table, const Box& box,
                       const BondedAtoms& atoms, std::vector<Vec>& forces) {
  TermSums sums(table, box, atoms, forces);
  for (const LocalTerm& term : terms) sums.add(term);
  return sums.sums();
}

}  // namespace md
