// fracture/solid.hpp: a part of the solid, stepped in time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "fem/insertion.hpp"
#include "fem/piece.hpp"
#include "fracture/elements.hpp"
#include "fracture/energies.hpp"
#include "fracture/problem.hpp"

namespace fracture {

/// What a node is known by in the whole solid: its place in the mesh, and the first element of
/// those that have it. Its state at the end of a step.
struct NodeState {
  std::int32_t place = 0;
  std::int32_t element = 0;
  Vec displacement = {};
  Vec velocity = {};

  bool operator==(const NodeState&) const = default;
};

/// A side that has come apart, known by its first element and its side there.
struct CrackState {
  std::int32_t element = 0;
  std::int32_t side = 0;
  double damage = 0;

  bool operator==(const CrackState&) const = default;
};

/// Central differences on one piece of the mesh (Ghosts::By::owned_node, one layer). It moves the
/// nodes that it owns; of the nodes that others own it is given where they are. Whatever happens at
/// a node it owns, it computes from all elements and sides there in the order of the whole mesh, so
/// the same bits come out on any pieces. Plain data, serializable; a step is
///
///     move();  give(link) -> take(link) of the others;  settle();
class Solid {
 public:
  Solid() = default;
  Solid(fem::Piece piece, const Problem& problem);

  const fem::Piece& piece() const { return piece_; }

  /// The owned nodes go where they are at the end of the step.
  void move();
  /// What the part at the other end of a link has to know of this step: places of that link that
  /// came apart since the last time (positions in nodes_to), and displacements.
  void give(std::size_t link, std::vector<std::int32_t>& apart, std::vector<double>& values);
  /// The same from there. False where it cannot be.
  bool take(std::size_t link, std::span<const std::int32_t> apart, std::span<const double> values);
  /// Stresses, forces, velocities; then sides come apart: the step is done. Those that do have the
  /// velocity that the forces before gave them, so that no energy comes from nowhere.
  void settle();

  /// Elements that a step computes: its own and, of others, those at nodes that it owns.
  std::int64_t effort() const { return std::ranges::count(needed_, 1); }
  std::int64_t own_elements() const { return std::ranges::count(piece_.layer, 0); }
  /// Sides that have come apart and that it computes.
  std::int64_t sides_apart() const { return std::ssize(apart_); }
  /// Its share: of the nodes it owns, its own elements, the sides it answers for.
  Energies energies() const;
  std::vector<NodeState> nodes() const;
  std::vector<CrackState> cracks() const;

  void serialize(auto& archive) {
    archive(piece_, problem_, facets_, area_, answers_, insertion_, elements_, needed_);
    archive(own_nodes_, displacement_, velocity_, acceleration_, force_, mass_, work_, holds_);
    archive(apart_, sides_, is_apart_, told_apart_, kept_apart_);
  }

 private:
  AtNodes displacements_of(std::int32_t element) const;
  fem::FacetNodes nodes_of(const fem::Facet& facet) const {
    return fem::nodes_of(facet, piece_.kind, piece_.nodes);
  }
  std::int32_t node_at(std::int32_t element, std::int32_t place) const {
    return insertion_.node(element, insertion_.corner_at(element, place));
  }
  std::array<Vec, 3> corners_of(const fem::Facet& facet, bool deformed) const;
  /// Which side of its second element a facet is.
  std::size_t side_of(std::int32_t element, const fem::Facet& facet) const;
  /// Of the undeformed side under small strains, else of the middle between its two sides.
  Vec normal_of(const fem::Facet& facet) const;
  void find_facets();
  void cut_notch();
  void weigh(std::int32_t place);
  bool untie(const std::vector<std::int32_t>& facets);
  void adopt(const std::vector<fem::Insertion::Fresh>& fresh);
  /// True where nodes came apart.
  bool break_sides();
  void add_forces();
  void add_cohesion();
  void find_forces();
  Vec acceleration_by_force(std::int32_t node) const;
  void count_grip_work();

  fem::Piece piece_;
  Problem problem_;
  std::vector<fem::Facet> facets_;     // between two elements, with a node that it owns
  std::vector<double> area_;           // of each of them, m^2
  std::vector<std::uint8_t> answers_;  // for the facet; others may hold it, too
  fem::Insertion insertion_;
  Elements elements_;
  std::vector<std::uint8_t> needed_;  // elements at a node that it owns
  std::vector<std::int32_t> own_nodes_;
  std::vector<Vec> displacement_;  // of each node, as what follows
  std::vector<Vec> velocity_;
  std::vector<Vec> acceleration_;
  std::vector<Vec> force_;
  std::vector<double> mass_;
  std::vector<double> work_;            // of grips
  std::vector<std::uint8_t> holds_;     // of grips, a bit a direction
  std::vector<std::int32_t> apart_;     // facets, ascending
  std::vector<CohesiveSide> sides_;     // of each of those
  std::vector<std::uint8_t> is_apart_;  // of each place that it owns: has more nodes than one
  // Of each link, the places that are told and taken corner by corner.
  std::vector<std::vector<std::uint8_t>> told_apart_;
  std::vector<std::vector<std::uint8_t>> kept_apart_;
};

}  // namespace fracture
