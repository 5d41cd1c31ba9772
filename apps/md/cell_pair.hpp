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

  void serialize(auto& archive) {
    archive(shift_, is_self_, first_, second_, first_then_, second_then_, reach_, path_, free_path_,
            list_);
  }

 private:
  void follow_the_box(const Positions& now, const Box& box);
  bool is_stale(const Positions& first, const Positions& second, double cutoff);

  Vec shift_ = {0, 0, 0};  // in the box of the beginning
  bool is_self_ = true;
  Roster first_;
  Roster second_;
  // Where the atoms were when the list was made, and what it reached, both stretched as the box has
  // been since; without rosters.
  Positions first_then_;
  Positions second_then_;
  double reach_ = 0;
  // Of both cells together when it was last known how far atoms had gone since, and how much
  // farther they may before that is looked at again.
  double path_ = 0;
  double free_path_ = 0;
  NeighbourList list_;
};

}  // namespace md
