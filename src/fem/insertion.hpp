// fem/insertion.hpp: nodes that come apart where sides are no longer tied.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fem/adjacency.hpp"
#include "fem/piece.hpp"

namespace isthmus::fem {

/// Which node each corner of each element of a piece has, while sides are untied; middles of edges
/// count as corners, numbered as the element's nodes. To begin with all corners at a node have it.
/// When a side is untied, the elements at each of its nodes that are no longer tied to each other
/// there, by a chain of tied sides at that node, get nodes of their own (Pandolfi and Ortiz 2002).
/// So where a crack's front runs through a node, it stays one.
///
/// A node comes apart by the sides at it alone. A piece that holds all elements at a
/// node (Ghosts::By::owned_node, for those it owns) sees it come apart as every other piece does,
/// and as the whole mesh does, without being told. It is told of the nodes that others own, and
/// keeps each corner there apart. Plain data, serializable.
class Insertion {
 public:
  Insertion() = default;
  /// All sides tied. `facets` are those between two elements of the piece that may come apart; of
  /// the others nothing is known, and they tie nothing. Their numbers are their places.
  Insertion(const Piece& piece, std::span<const Facet> facets);

  /// The node of a corner: the piece's own number, or one from piece.node_count() on.
  std::int32_t node(std::int32_t element, int corner) const {
    return node_[number_of(element, corner)];
  }
  std::int32_t node_count() const { return node_count_; }
  /// The side is still tied.
  bool is_tied(std::int32_t facet) const { return is_tied_[facet] != 0; }
  /// The place in the mesh, as the piece numbers nodes, of any node.
  std::int32_t place_of(std::int32_t node) const {
    return node < place_count() ? node : fresh_place_[node - place_count()];
  }

  /// A node that has come about, at the place of another one, whose state it is to have.
  struct Fresh {
    std::int32_t node = 0;
    std::int32_t like = 0;

    bool operator==(const Fresh&) const = default;
  };
  void untie(std::int32_t facet) { is_tied_[facet] = 0; }
  /// Looks at the corners at a place, sides of which have been untied. The part with the first
  /// element keeps the node.
  std::vector<Fresh> come_apart(std::int32_t place);
  /// Gives each corner at the place a node of its own; once for each place.
  std::vector<Fresh> keep_apart(std::int32_t place);

  /// The elements at a place, ascending.
  std::span<const std::int32_t> elements_at(std::int32_t place) const { return at_[place]; }
  /// Which corner of the element lies at the place.
  int corner_at(std::int32_t element, std::int32_t place) const;

  void serialize(auto& archive) {
    archive(corners_, at_, facet_, across_, place_, node_, is_tied_, fresh_place_, node_count_);
  }

 private:
  std::size_t number_of(std::int32_t element, int corner) const {
    return static_cast<std::size_t>(corners_) * static_cast<std::size_t>(element) +
           static_cast<std::size_t>(corner);
  }
  std::int32_t place_count() const { return at_.size(); }
  std::int32_t add_node(std::int32_t place) {
    fresh_place_.push_back(place);
    return node_count_++;
  }

  int corners_ = 4;                        // of an element
  Lists at_;                               // the elements at each place
  std::vector<std::int32_t> facet_;        // four of each element; -1 where there is none
  std::vector<std::int32_t> across_;       // the element on the other side of each of them
  std::vector<std::int32_t> place_;        // of each corner of each element
  std::vector<std::int32_t> node_;         // of each corner of each element
  std::vector<std::uint8_t> is_tied_;      // each facet
  std::vector<std::int32_t> fresh_place_;  // of nodes from the piece's count on
  std::int32_t node_count_ = 0;
};

}  // namespace isthmus::fem
