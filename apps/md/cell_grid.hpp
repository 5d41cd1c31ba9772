// md/cell_grid.hpp: the box cut into cells, and which of them are near enough to make pairs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "md/system.hpp"

namespace md {

/// A cell by its place in each dimension.
using Place = std::array<std::int32_t, 3>;

/// Equal cells, each with pairs of its own: one with itself and one with every cell in half of the
/// directions up to `away` cells, so that any two cells, and any two periodic images of cells, are
/// a pair of one of them (Koenig 2007, 8.2: with `away` 1, 14 pairs a cell). Atoms of cells that
/// are no pair are farther apart than the cutoff.
class CellGrid {
 public:
  CellGrid() = default;
  CellGrid(const Box& box, const Place& cells, int away);

  /// The same cells in a stretched box.
  CellGrid stretched(double stretch) const;

  const Box& box() const { return box_; }
  const Place& cells() const { return cells_; }
  int away() const { return away_; }
  int cell_count() const { return cells_[0] * cells_[1] * cells_[2]; }
  /// Directions that a cell has pairs in; direction 0 is the cell itself.
  int direction_count() const { return static_cast<int>(directions_.size()); }
  /// Pairs of cells, those with themselves included.
  int pair_count() const;
  double side(int dimension) const {
    return box_.length(dimension) / cells_[static_cast<std::size_t>(dimension)];
  }

  int number_of(const Place& cell) const {
    return (cell[0] * cells_[1] + cell[1]) * cells_[2] + cell[2];
  }
  Place place_of(int number) const;
  /// The cell that holds a point of the box; of a point outside, the nearest.
  Place cell_of(const Vec& position) const;

  /// The other cell of a pair, and what to add to its coordinates to have it beside the first.
  struct Partner {
    Place cell;
    Vec shift;
  };
  /// Of the pair that `cell` has in that direction; none beyond an open end.
  std::optional<Partner> partner(const Place& cell, int direction) const;

  /// One side of a pair.
  struct Part {
    Place first;        ///< The pair is this cell's,
    int direction = 0;  ///< in this direction.
    bool is_second = false;
  };
  /// All parts that a cell has in pairs, in the order in which it adds their forces up.
  std::vector<Part> parts_of(const Place& cell) const;

  /// The cells of a block: this one, its lowest corner, and those next above it in any dimensions;
  /// each once.
  std::vector<Place> block(const Place& corner) const;
  /// The corners of all blocks that a cell is in; ascending.
  std::vector<Place> corners_of(const Place& cell) const;
  /// The corner of the block that holds all these cells, a rule that chooses one of several; none
  /// where no block holds them.
  std::optional<Place> corner_of(std::span<const Place> cells) const;

  /// The cells that share a face, an edge or a corner with it, itself left out; by number.
  std::vector<Place> around(const Place& cell) const;

  /// How far in all two atoms may have gone out of their cells without being missed.
  double margin(double cutoff) const;

  /// How far a point lies outside of a cell; beyond an open end there is no outside.
  double distance_outside(const Place& cell, const Vec& position) const;

  void serialize(auto& archive) { archive(box_, cells_, away_, directions_); }

 private:
  std::optional<Partner> at_offset(const Place& cell, const Place& offset, int sign) const;

  Box box_;
  Place cells_ = {1, 1, 1};
  int away_ = 1;
  std::vector<Place> directions_;
};

/// One line where cells make no sense for such a cutoff: bad_input. Rigid groups, which are in one
/// cell, reach out of it by the length of a bond.
isthmus::Expected<void> validate(const CellGrid& grid, double cutoff, double skin, double bond = 0);

/// Cells of which `away` reach that far; 1 to 32 in each dimension.
Place fitting_cells(const Box& box, double reach, int away);

/// At most so many in all, above 0: as they are, or fewer of them where there are most.
Place at_most(std::int64_t count, Place cells);

}  // namespace md
