#include "fracture/serial.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace fracture {

namespace {

struct Node {
  std::int32_t place = 0;
  Vec displacement = {};
  Vec velocity = {};
  Vec acceleration = {};
  Vec force = {};
  double mass = 0;
  double work = 0;
  Hold hold = {};
};

class WholeSolid {
 public:
  WholeSolid(const Problem& problem, const fem::Mesh& mesh)
      : problem_(problem),
        mesh_(mesh),
        per_(static_cast<std::size_t>(fem::nodes_per(mesh.kind))),
        node_of_(mesh.nodes),
        elements_(mesh.kind),
        at_place_(fem::elements_of_nodes(mesh)) {
    for (std::int32_t e = 0; e < mesh.element_count(); ++e) {
      elements_.add(mesh.points, mesh.nodes_of(e));
    }
    for (std::int32_t i = 0; i < mesh.node_count(); ++i) {
      Node node;
      node.place = i;
      node.velocity = first_velocity(problem, mesh.points[i]);
      node.hold = hold_at(problem, mesh.points[i]);
      for (std::size_t k = 0; k < 3; ++k) {
        if (node.hold.holds[k]) node.velocity[k] = node.hold.velocity[k];
      }
      nodes_.push_back(node);
    }
    const auto all = fem::facets_of(mesh);
    for (const fem::Facet& facet : all.value()) {
      if (facet.second >= 0) facets_.push_back(facet);
    }
    std::set<std::int32_t> places;
    for (std::size_t i = 0; i < facets_.size(); ++i) {
      if (!is_notch(problem, corners(facets_[i], false))) continue;
      broken_[i].stiffness = stiffness(i);
      const fem::FacetNodes nodes = nodes_of(i);
      places.insert(nodes.all().begin(), nodes.all().end());
    }
    for (const std::int32_t place : places) part_nodes(place);
    weigh();
  }

  void step() {
    const double t = problem_.step_s;
    for (Node& node : nodes_) {
      node.displacement += t * node.velocity + 0.5 * t * t * node.acceleration;
    }
    count_work();
    for (std::size_t e = 0; e < mesh_.group.size(); ++e) {
      elements_.strain(e, problem_.material, displacements(e));
    }
    find_forces();
    count_work();
    for (Node& node : nodes_) {
      const Vec fresh = by_force(node);
      node.velocity += 0.5 * t * (node.acceleration + fresh);
      node.acceleration = fresh;
    }
    if (!problem_.cohesion.breaks || !break_sides()) return;
    find_forces();
    for (Node& node : nodes_) node.acceleration = by_force(node);
  }

  Energies energies() const {
    Energies sum;
    for (const Node& node : nodes_) {
      sum.kinetic.add(0.5 * node.mass * dot(node.velocity, node.velocity));
      sum.external.add(node.work);
    }
    for (std::size_t e = 0; e < mesh_.group.size(); ++e) {
      sum.strain.add(elements_.energy(e, problem_.material, displacements(e)));
    }
    for (const auto& [i, side] : broken_) {
      for (const CohesivePoint& point : side.points) {
        sum.cohesive.add(area(i) / 3 * (point.work - point.heat));
        sum.friction.add(area(i) / 3 * point.heat);
      }
      if (!(side.peak > 0)) continue;
      sum.cracked.add(area(i) * side.damage(problem_.cohesion));
      sum.apart.add(1);
    }
    return sum;
  }

  std::vector<NodeState> nodes() const {
    std::map<std::pair<std::int32_t, std::int32_t>, NodeState> states;
    std::set<std::int32_t> seen;
    for (std::size_t corner = 0; corner < node_of_.size(); ++corner) {
      if (!seen.insert(node_of_[corner]).second) continue;
      const Node& node = nodes_[node_of_[corner]];
      const auto element = static_cast<std::int32_t>(corner / per_);
      states[{node.place, element}] = {node.place, element, node.displacement, node.velocity};
    }
    std::vector<NodeState> list;
    for (const auto& [key, state] : states) list.push_back(state);
    return list;
  }

  std::vector<CrackState> cracks() const {
    std::vector<CrackState> list;
    for (const auto& [i, side] : broken_) {
      list.push_back({facets_[i].first, facets_[i].side, side.damage(problem_.cohesion)});
    }
    return list;
  }

 private:
  void find_forces() {
    for (Node& node : nodes_) node.force = {};
    AtNodes forces;
    for (std::size_t e = 0; e < mesh_.group.size(); ++e) {
      elements_.find_forces(e, forces);
      for (std::size_t k = 0; k < per_; ++k) nodes_[node_of_[per_ * e + k]].force += forces[k];
    }
    pull_together();
  }
  static Vec by_force(const Node& node) {
    Vec acceleration = 1 / node.mass * node.force;
    for (std::size_t k = 0; k < 3; ++k) {
      if (node.hold.holds[k]) acceleration[k] = 0;
    }
    return acceleration;
  }

  // Where an element has a place: its corner, counted through all elements.
  std::size_t corner(std::int32_t element, std::int32_t place) const {
    std::size_t at = per_ * static_cast<std::size_t>(element);
    while (mesh_.nodes[at] != place) ++at;
    return at;
  }
  Node& node(std::int32_t element, std::int32_t place) {
    return nodes_[node_of_[corner(element, place)]];
  }
  const Node& node(std::int32_t element, std::int32_t place) const {
    return nodes_[node_of_[corner(element, place)]];
  }

  AtNodes displacements(std::size_t e) const {
    AtNodes u;
    for (std::size_t k = 0; k < per_; ++k) u[k] = nodes_[node_of_[per_ * e + k]].displacement;
    return u;
  }
  fem::FacetNodes nodes_of(std::size_t facet) const {
    return fem::nodes_of(facets_[facet], mesh_.kind, mesh_.nodes);
  }

  std::array<Vec, 3> corners(const fem::Facet& facet, bool deformed) const {
    std::array<Vec, 3> points;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int32_t place = facet.nodes[k];
      points[k] = mesh_.points[place];
      if (deformed) {
        points[k] +=
            0.5 * (node(facet.first, place).displacement + node(facet.second, place).displacement);
      }
    }
    return points;
  }
  static Vec normal(const std::array<Vec, 3>& p) {
    const Vec across = cross(p[1] - p[0], p[2] - p[0]);
    return 1 / length(across) * across;
  }
  double area(std::size_t i) const {
    const auto p = corners(facets_[i], false);
    return 0.5 * length(cross(p[1] - p[0], p[2] - p[0]));
  }
  double stiffness(std::size_t i) const {
    return problem_.cohesion.penalty * problem_.material.young / std::sqrt(area(i));
  }

  // Which side of its second element a facet is: the one across from the corner that it lacks.
  std::size_t far_side(const fem::Facet& facet) const {
    const auto n = mesh_.nodes_of(facet.second).first(4);
    return static_cast<std::size_t>(
        std::ranges::find_if(n,
                             [&](std::int32_t place) {
                               return std::ranges::find(facet.nodes, place) == facet.nodes.end();
                             }) -
        n.begin());
  }

  void count_work() {
    for (Node& node : nodes_) {
      for (std::size_t k = 0; k < 3; ++k) {
        if (!node.hold.holds[k]) continue;
        node.work -= 0.5 * problem_.step_s * node.force[k] * node.velocity[k];
      }
    }
  }

  // True where nodes came apart.
  bool break_sides() {
    const Cohesion& cohesion = problem_.cohesion;
    std::set<std::int32_t> places;
    for (std::size_t i = 0; i < facets_.size(); ++i) {
      if (broken_.contains(i)) continue;
      const fem::Facet& facet = facets_[i];
      const Vec flat = normal(corners(facet, false));
      const Vec turned = normal(corners(facet, problem_.material.law != Law::linear));
      const Vec traction = 0.5 * (elements_.stress_at_side(facet.first, facet.side) * flat +
                                  elements_.stress_at_side(facet.second, far_side(facet)) * flat);
      const double pulls = effective_traction(cohesion, traction, turned);
      const double factor = strength_factor(cohesion, facet.first, facet.side);
      if (!(pulls >= factor * cohesion.strength)) continue;
      CohesiveSide& side = broken_[i];
      side.peak = pulls;
      side.first = traction;
      side.stiffness = stiffness(i);
      for (CohesivePoint& point : side.points) point.traction = traction;
      const fem::FacetNodes nodes = nodes_of(i);
      places.insert(nodes.all().begin(), nodes.all().end());
    }
    const std::size_t before = nodes_.size();
    for (const std::int32_t place : places) part_nodes(place);
    if (nodes_.size() == before) return false;
    weigh();
    return true;
  }

  // The elements at a place that hang together there have one node: each takes the least number of
  // those that it is tied to, until nothing changes.
  void part_nodes(std::int32_t place) {
    const auto elements = at_place_[place];
    std::map<std::int32_t, std::int32_t> least;
    for (const std::int32_t e : elements) least[e] = e;
    for (bool changed = true; std::exchange(changed, false);) {
      for (const std::int32_t e : elements) {
        for (const std::size_t i : facets_at(e)) {
          const fem::Facet& facet = facets_[i];
          if (broken_.contains(i)) continue;
          const fem::FacetNodes nodes = nodes_of(i);
          if (std::ranges::find(nodes.all(), place) == nodes.all().end()) continue;
          const std::int32_t both = std::min(least.at(facet.first), least.at(facet.second));
          changed |= least.at(facet.first) != both || least.at(facet.second) != both;
          least[facet.first] = least[facet.second] = both;
        }
      }
    }
    std::map<std::int32_t, std::int32_t> given;  // nodes by the first element that has them
    std::set<std::int32_t> taken;
    for (const std::int32_t e : elements) {
      std::int32_t& number = node_of_[corner(e, place)];
      if (least[e] == e) {
        given[e] = number;
        if (!taken.insert(number).second) {
          given[e] = static_cast<std::int32_t>(nodes_.size());
          Node fresh = nodes_[number];
          fresh.work = 0;
          fresh.force = {};
          nodes_.push_back(fresh);
        }
      }
      number = given.at(least[e]);
    }
  }

  const std::vector<std::size_t>& facets_at(std::int32_t element) {
    if (facets_at_.empty()) {
      facets_at_.resize(mesh_.group.size());
      for (std::size_t i = 0; i < facets_.size(); ++i) {
        facets_at_[facets_[i].first].push_back(i);
        facets_at_[facets_[i].second].push_back(i);
      }
    }
    return facets_at_[element];
  }

  void weigh() {
    for (Node& node : nodes_) node.mass = 0;
    for (std::size_t e = 0; e < mesh_.group.size(); ++e) {
      for (std::size_t k = 0; k < per_; ++k) {
        nodes_[node_of_[per_ * e + k]].mass +=
            mass_share(mesh_.kind, k) * problem_.material.density * elements_.volume(e);
      }
    }
  }

  void pull_together() {
    for (auto& [i, side] : broken_) {
      const fem::Facet& facet = facets_[i];
      const Vec across = normal(corners(facet, problem_.material.law != Law::linear));
      const fem::FacetNodes places = nodes_of(i);
      std::array<Vec, 3> opening = {};
      for (std::size_t k = 0; k < places.count; ++k) {
        add_shares(places.count, k,
                   node(facet.second, places.nodes[k]).displacement -
                       node(facet.first, places.nodes[k]).displacement,
                   opening);
      }
      std::array<Vec, 3> traction;
      for (std::size_t p = 0; p < 3; ++p) {
        traction[p] = pull(problem_.cohesion, side, side.points[p], opening[p], across);
      }
      for (std::size_t k = 0; k < places.count; ++k) {
        Node& one = node(facet.first, places.nodes[k]);
        Node& other = node(facet.second, places.nodes[k]);
        if (&one == &other) continue;
        const Vec pulled = area(i) / 3 * sum_of_shares(places.count, k, traction);
        one.force += pulled;
        other.force += -1.0 * pulled;
      }
    }
  }

  const Problem& problem_;
  const fem::Mesh& mesh_;
  std::size_t per_;                    // nodes of an element
  std::vector<std::int32_t> node_of_;  // of each corner of each element
  Elements elements_;
  fem::Lists at_place_;
  std::vector<Node> nodes_;
  std::vector<fem::Facet> facets_;
  std::vector<std::vector<std::size_t>> facets_at_;  // of each element
  std::map<std::size_t, CohesiveSide> broken_;       // by facet
};

}  // namespace

Solution solve_serial(const Problem& problem, const fem::Mesh& mesh) {
  WholeSolid solid(problem, mesh);
  Solution solution;
  solution.start = solid.energies();
  for (int i = 0; i < problem.steps; ++i) solid.step();
  solution.end = solid.energies();
  solution.nodes = solid.nodes();
  solution.cracks = solid.cracks();
  return solution;
}

}  // namespace fracture
