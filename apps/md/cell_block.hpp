// md/cell_block.hpp: two by two by two cells, and the terms whose atoms lie in them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "md/bonded_kernel.hpp"
#include "md/cell_grid.hpp"
#include "md/model.hpp"
#include "md/positions.hpp"

namespace md {

/// Computes the bonds, angles, dihedrals and impropers of a block of cells. Each term is one
/// block's, as CellGrid::corner_of says of the cells that its atoms are in; where a term reaches
/// over more than two cells it is nobody's, which the cell of its first atom notices.
class CellBlock {
 public:
  CellBlock() = default;
  explicit CellBlock(const Place& corner) : corner_(corner) {}

  /// `told` has the positions of all cells of the block at one step, in the order of
  /// CellGrid::block, and `found` becomes the forces on each. Rosters are told once and kept.
  void compute(std::span<const Positions* const> told, const Model& model,
               std::vector<Forces>& found);

  void serialize(auto& archive) { archive(corner_, cells_, terms_, atoms_); }

 private:
  struct Member {
    Roster roster;
    std::vector<std::int32_t> places;  // of the atoms that have terms here
    std::int64_t terms = 0;            // whose first atoms are in it
  };

  void find_terms(const Model& model);

  Place corner_ = {0, 0, 0};
  std::vector<Member> cells_;
  std::vector<LocalTerm> terms_;
  BondedAtoms atoms_;  // those of one cell after those of the one before
};

}  // namespace md
