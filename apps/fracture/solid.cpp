#include "fracture/solid.hpp"

#include <algorithm>
#include <utility>

namespace fracture {

namespace {

Vec unit(const Vec& a) { return 1 / length(a) * a; }

Vec normal_of_corners(const std::array<Vec, 3>& corners) {
  return cross(corners[1] - corners[0], corners[2] - corners[0]);
}

std::uint8_t bits_of(const Hold& hold) {
  unsigned bits = 0;
  for (unsigned i = 0; i < 3; ++i) bits |= hold.holds[i] ? 1U << i : 0U;
  return static_cast<std::uint8_t>(bits);
}

}  // namespace

Solid::Solid(fem::Piece piece, const Problem& problem)
    : piece_(std::move(piece)), problem_(problem), elements_(piece_.kind) {
  const auto nodes = static_cast<std::size_t>(piece_.node_count());
  find_facets();
  insertion_ = fem::Insertion(piece_, facets_);
  for (std::int32_t i = 0; i < piece_.element_count(); ++i) {
    const auto n = piece_.nodes_of(i);
    elements_.add(piece_.points, n);
    needed_.push_back(std::ranges::any_of(n, [&](std::int32_t node) { return piece_.owns(node); }));
  }
  displacement_.resize(nodes);
  velocity_.resize(nodes);
  acceleration_.resize(nodes);
  force_.resize(nodes);
  mass_.resize(nodes);
  work_.resize(nodes);
  holds_.resize(nodes);
  is_apart_.resize(nodes);
  for (std::int32_t i = 0; i < piece_.node_count(); ++i) {
    velocity_[i] = first_velocity(problem_, piece_.points[i]);
    const Hold hold = hold_at(problem_, piece_.points[i]);
    holds_[i] = bits_of(hold);
    for (std::size_t k = 0; k < 3; ++k) {
      if (hold.holds[k]) velocity_[i][k] = hold.velocity[k];
    }
    if (!piece_.owns(i)) continue;
    own_nodes_.push_back(i);
    weigh(i);
  }
  for (const fem::Link& link : piece_.links) {
    told_apart_.emplace_back(link.nodes_to.size());
    kept_apart_.emplace_back(link.nodes_from.size());
  }
  cut_notch();
}

void Solid::find_facets() {
  // No three elements share a side in a mesh that was read or made.
  const auto all = fem::facets_of(piece_.kind, piece_.nodes);
  for (const fem::Facet& facet : all.value()) {
    const auto owns = [&](std::int32_t node) { return piece_.owns(node); };
    if (facet.second < 0 || std::ranges::none_of(nodes_of(facet).all(), owns)) continue;
    facets_.push_back(facet);
    area_.push_back(0.5 * length(normal_of_corners({piece_.points[facet.nodes[0]],
                                                    piece_.points[facet.nodes[1]],
                                                    piece_.points[facet.nodes[2]]})));
    answers_.push_back(owns(*std::ranges::min_element(facet.nodes)));
  }
}

void Solid::cut_notch() {
  std::vector<std::int32_t> notch;
  for (std::size_t i = 0; i < facets_.size(); ++i) {
    if (!is_notch(problem_, corners_of(facets_[i], false))) continue;
    notch.push_back(static_cast<std::int32_t>(i));
    apart_.push_back(notch.back());
    CohesiveSide side;
    side.stiffness = problem_.cohesion.penalty * problem_.material.young / std::sqrt(area_[i]);
    sides_.push_back(side);
  }
  untie(notch);
}

void Solid::weigh(std::int32_t place) {
  for (const std::int32_t element : insertion_.elements_at(place)) {
    mass_[node_at(element, place)] = 0;
  }
  for (const std::int32_t element : insertion_.elements_at(place)) {
    const int corner = insertion_.corner_at(element, place);
    mass_[insertion_.node(element, corner)] +=
        mass_share(piece_.kind, static_cast<std::size_t>(corner)) * problem_.material.density *
        elements_.volume(static_cast<std::size_t>(element));
  }
}

bool Solid::untie(const std::vector<std::int32_t>& facets) {
  bool has_parted = false;
  std::vector<std::int32_t> places;
  for (const std::int32_t facet : facets) {
    insertion_.untie(facet);
    const fem::FacetNodes nodes = nodes_of(facets_[facet]);
    for (const std::int32_t place : nodes.all()) {
      if (piece_.owns(place)) places.push_back(place);
    }
  }
  std::ranges::sort(places);
  const auto rest = std::ranges::unique(places);
  places.erase(rest.begin(), rest.end());
  for (const std::int32_t place : places) {
    const auto fresh = insertion_.come_apart(place);
    if (fresh.empty()) continue;
    is_apart_[place] = 1;
    has_parted = true;
    adopt(fresh);
    for (const auto& [node, like] : fresh) own_nodes_.push_back(node);
    weigh(place);
  }
  return has_parted;
}

void Solid::adopt(const std::vector<fem::Insertion::Fresh>& fresh) {
  for (const auto& [node, like] : fresh) {
    displacement_.push_back(Vec(displacement_[like]));
    velocity_.push_back(Vec(velocity_[like]));
    acceleration_.push_back(Vec(acceleration_[like]));
    holds_.push_back(std::uint8_t{holds_[like]});
    force_.emplace_back();
    mass_.push_back(0);
    work_.push_back(0);
  }
}

void Solid::move() {
  const double t = problem_.step_s;
  for (const std::int32_t i : own_nodes_) {
    displacement_[i] += t * velocity_[i] + 0.5 * t * t * acceleration_[i];
  }
}

void Solid::give(std::size_t link, std::vector<std::int32_t>& apart, std::vector<double>& values) {
  const fem::Link& to = piece_.links[link];
  apart.clear();
  values.clear();
  const auto add = [&](std::int32_t node) {
    values.insert(values.end(), displacement_[node].begin(), displacement_[node].end());
  };
  for (std::size_t i = 0; i < to.nodes_to.size(); ++i) {
    const std::int32_t place = to.nodes_to[i];
    const auto position = static_cast<std::int32_t>(i);
    if (is_apart_[place] == 0) {
      add(place);
      continue;
    }
    if (told_apart_[link][i] == 0) apart.push_back(position);
    told_apart_[link][i] = 1;
    for (const std::int32_t element : to.elements_at_nodes_to[position]) {
      add(node_at(element, place));
    }
  }
}

bool Solid::take(std::size_t link, std::span<const std::int32_t> apart,
                 std::span<const double> values) {
  const fem::Link& from = piece_.links[link];
  std::vector<std::uint8_t>& kept = kept_apart_[link];
  for (const std::int32_t position : apart) {
    if (position < 0 || position >= std::ssize(kept) || kept[position] != 0) return false;
    kept[position] = 1;
    adopt(insertion_.keep_apart(from.nodes_from[position]));
  }
  std::size_t next = 0;
  bool is_whole = true;
  const auto set = [&](std::int32_t node) {
    is_whole = is_whole && next + 3 <= values.size();
    if (!is_whole) return;
    displacement_[node] = {values[next], values[next + 1], values[next + 2]};
    next += 3;
  };
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const std::int32_t place = from.nodes_from[i];
    if (kept[i] == 0) {
      set(place);
      continue;
    }
    for (const std::int32_t element : from.elements_at_nodes_from[static_cast<std::int32_t>(i)]) {
      set(node_at(element, place));
    }
  }
  return is_whole && next == values.size();
}

AtNodes Solid::displacements_of(std::int32_t element) const {
  AtNodes u;
  const int corners = fem::nodes_per(piece_.kind);
  for (int k = 0; k < corners; ++k) {
    u[static_cast<std::size_t>(k)] = displacement_[insertion_.node(element, k)];
  }
  return u;
}

std::array<Vec, 3> Solid::corners_of(const fem::Facet& facet, bool deformed) const {
  std::array<Vec, 3> corners;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::int32_t place = facet.nodes[k];
    corners[k] = piece_.points[place];
    if (!deformed) continue;
    corners[k] += 0.5 * (displacement_[node_at(facet.first, place)] +
                         displacement_[node_at(facet.second, place)]);
  }
  return corners;
}

std::size_t Solid::side_of(std::int32_t element, const fem::Facet& facet) const {
  std::size_t side = 0;
  const auto n = piece_.nodes_of(element);
  while (std::ranges::find(facet.nodes, n[side]) != facet.nodes.end()) ++side;
  return side;
}

Vec Solid::normal_of(const fem::Facet& facet) const {
  const bool deformed = problem_.material.law != Law::linear;
  return unit(normal_of_corners(corners_of(facet, deformed)));
}

bool Solid::break_sides() {
  const Cohesion& cohesion = problem_.cohesion;
  if (!cohesion.breaks) return false;
  std::vector<std::int32_t> fresh;
  for (std::size_t i = 0; i < facets_.size(); ++i) {
    const fem::Facet& facet = facets_[i];
    const auto number = static_cast<std::int32_t>(i);
    if (!insertion_.is_tied(number)) continue;
    // The traction on an area of the undeformed solid, as energies are.
    const Vec flat = unit(normal_of_corners(corners_of(facet, false)));
    Vec traction = elements_.stress_at_side(facet.first, facet.side) * flat;
    traction += elements_.stress_at_side(facet.second, side_of(facet.second, facet)) * flat;
    traction = 0.5 * traction;
    const double pulls = effective_traction(cohesion, traction, normal_of(facet));
    const double factor = strength_factor(cohesion, piece_.elements[facet.first], facet.side);
    if (!(pulls >= factor * cohesion.strength)) continue;
    CohesiveSide side;
    side.peak = pulls;
    side.first = traction;
    side.stiffness = cohesion.penalty * problem_.material.young / std::sqrt(area_[i]);
    for (CohesivePoint& point : side.points) point.traction = traction;
    const auto at = std::ranges::lower_bound(apart_, number) - apart_.begin();
    apart_.insert(apart_.begin() + at, number);
    sides_.insert(sides_.begin() + at, side);
    fresh.push_back(number);
  }
  return untie(fresh);
}

void Solid::add_forces() {
  for (const std::int32_t i : own_nodes_) force_[i] = {};
  const int corners = fem::nodes_per(piece_.kind);
  AtNodes forces;
  for (std::int32_t e = 0; e < piece_.element_count(); ++e) {
    if (needed_[e] == 0) continue;
    elements_.find_forces(e, forces);
    for (int k = 0; k < corners; ++k) {
      force_[insertion_.node(e, k)] += forces[static_cast<std::size_t>(k)];
    }
  }
}

void Solid::add_cohesion() {
  for (std::size_t i = 0; i < apart_.size(); ++i) {
    const fem::Facet& facet = facets_[apart_[i]];
    const Vec normal = normal_of(facet);
    const fem::FacetNodes nodes = nodes_of(facet);
    std::array<std::int32_t, 6> one = {};
    std::array<std::int32_t, 6> other = {};
    std::array<Vec, 3> opening = {};
    for (std::size_t k = 0; k < nodes.count; ++k) {
      one[k] = node_at(facet.first, nodes.nodes[k]);
      other[k] = node_at(facet.second, nodes.nodes[k]);
      add_shares(nodes.count, k, displacement_[other[k]] - displacement_[one[k]], opening);
    }
    std::array<Vec, 3> traction;
    for (std::size_t p = 0; p < 3; ++p) {
      traction[p] = pull(problem_.cohesion, sides_[i], sides_[i].points[p], opening[p], normal);
    }
    for (std::size_t k = 0; k < nodes.count; ++k) {
      if (!piece_.owns(nodes.nodes[k]) || one[k] == other[k]) continue;
      const Vec pulled = area_[apart_[i]] / 3 * sum_of_shares(nodes.count, k, traction);
      force_[one[k]] += pulled;
      force_[other[k]] += -1.0 * pulled;
    }
  }
}

void Solid::count_grip_work() {
  for (const std::int32_t i : own_nodes_) {
    if (holds_[i] == 0) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      if ((holds_[i] >> k & 1) == 0) continue;
      work_[i] -= 0.5 * problem_.step_s * force_[i][k] * velocity_[i][k];
    }
  }
}

void Solid::find_forces() {
  add_forces();
  add_cohesion();
}

Vec Solid::acceleration_by_force(std::int32_t node) const {
  Vec acceleration = 1 / mass_[node] * force_[node];
  for (std::size_t k = 0; k < 3; ++k) {
    if ((holds_[node] >> k & 1) != 0) acceleration[k] = 0;
  }
  return acceleration;
}

void Solid::settle() {
  count_grip_work();
  for (std::int32_t e = 0; e < piece_.element_count(); ++e) {
    if (needed_[e] == 0) continue;
    elements_.strain(e, problem_.material, displacements_of(e));
  }
  find_forces();
  count_grip_work();
  for (const std::int32_t i : own_nodes_) {
    const Vec fresh = acceleration_by_force(i);
    velocity_[i] += 0.5 * problem_.step_s * (acceleration_[i] + fresh);
    acceleration_[i] = fresh;
  }
  if (!break_sides()) return;
  find_forces();
  for (const std::int32_t i : own_nodes_) acceleration_[i] = acceleration_by_force(i);
}

Energies Solid::energies() const {
  Energies sum;
  for (const std::int32_t i : own_nodes_) {
    sum.kinetic.add(0.5 * mass_[i] * dot(velocity_[i], velocity_[i]));
    sum.external.add(work_[i]);
  }
  for (std::int32_t e = 0; e < piece_.element_count(); ++e) {
    if (piece_.layer[e] != 0) continue;
    sum.strain.add(elements_.energy(e, problem_.material, displacements_of(e)));
  }
  for (std::size_t i = 0; i < apart_.size(); ++i) {
    if (answers_[apart_[i]] == 0) continue;
    const double area = area_[apart_[i]];
    for (const CohesivePoint& point : sides_[i].points) {
      sum.cohesive.add(area / 3 * (point.work - point.heat));
      sum.friction.add(area / 3 * point.heat);
    }
    if (!(sides_[i].peak > 0)) continue;
    sum.cracked.add(area * sides_[i].damage(problem_.cohesion));
    sum.apart.add(1);
  }
  return sum;
}

std::vector<NodeState> Solid::nodes() const {
  std::vector<NodeState> states;
  std::vector<std::uint8_t> is_told(displacement_.size(), 0);
  for (std::int32_t place = 0; place < piece_.node_count(); ++place) {
    if (!piece_.owns(place)) continue;
    for (const std::int32_t element : insertion_.elements_at(place)) {
      const std::int32_t node = node_at(element, place);
      if (std::exchange(is_told[node], 1) != 0) continue;
      states.push_back(
          {piece_.places[place], piece_.elements[element], displacement_[node], velocity_[node]});
    }
  }
  return states;
}

std::vector<CrackState> Solid::cracks() const {
  std::vector<CrackState> states;
  for (std::size_t i = 0; i < apart_.size(); ++i) {
    if (answers_[apart_[i]] == 0) continue;
    const fem::Facet& facet = facets_[apart_[i]];
    states.push_back(
        {piece_.elements[facet.first], facet.side, sides_[i].damage(problem_.cohesion)});
  }
  return states;
}

}  // namespace fracture
