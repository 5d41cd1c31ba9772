// md/cell_pair.hpp: one pair of cells, or a cell with itself: its list and when that is made anew.
#pragma once

#include "md/cell_grid.hpp"
#include "md/model.hpp"
#include "md/neighbour_list.hpp"
#include "md/positions.hpp"

namespace md {

/// Computes the forces between two cells from their positions at one step. The list is made anew
/// where atoms have changed cells, and where two could have come nearer by more than the skin.
class CellPair {
 public:
  CellPair() = default;
  CellPair(const Vec& shift, bool is_self) : shift_(shift), is_self_(is_self) {}

  /// With a cell itself `second` is the same. Each roster is told once and kept. `on_second` stays
  /// empty with a cell itself. Energies are added up at the steps that the model wants.
  void compute(const Positions& first, const Positions& second, const Model& model,
               Forces& on_first, Forces& on_second);

  bool is_self() const { return is_self_; }
  /// Pairs of atoms in the list.
  std::int64_t size() const { return list_.size(); }

  void serialize(auto& archive) { archive(shift_, is_self_, first_, second_, path_, list_); }

 private:
  Vec shift_ = {0, 0, 0};
  bool is_self_ = true;
  Roster first_;
  Roster second_;
  double path_ = 0;  // of both cells together, when the list was made
  NeighbourList list_;
};

}  // namespace md
