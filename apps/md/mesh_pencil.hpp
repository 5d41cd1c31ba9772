// md/mesh_pencil.hpp: a part of the mesh of charges, as far as one object computes it; plain data.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "md/cell_grid.hpp"
#include "md/mesh_ewald.hpp"
#include "md/positions.hpp"
#include "md/spline.hpp"

namespace md {

/// Row and column of a pencil; pencils are numbered row by row.
using PencilPlace = std::array<std::int32_t, 2>;

/// A cell of charges as it takes part: owns nothing.
struct ChargedCell {
  const Positions* positions;
  const std::vector<double>* charges;
};

/// The numbers, ascending, of the pencils that atoms of a cell may give charge to, wherever they
/// are while the cell has them.
std::vector<int> pencils_of_cell(const EwaldMesh& mesh, const CellGrid& grid, double cutoff,
                                 const Place& cell);
/// The other way round.
std::vector<int> cells_of_pencil(const EwaldMesh& mesh, const CellGrid& grid, double cutoff,
                                 int pencil);

/// What a pencil is told by others, in the order of a step.
enum class Turning : std::uint8_t {
  to_y,    ///< By its row: charges, of which all waves along z are known.
  to_x,    ///< By its column: along y, too.
  back_y,  ///< By its column: potentials, of which all places along x are known.
  back_z,  ///< By its row: along y, too.
};
constexpr Turning turnings[] = {Turning::to_y, Turning::to_x, Turning::back_y, Turning::back_z};
constexpr bool is_by_row(Turning turning) {
  return turning == Turning::to_y || turning == Turning::back_z;
}

/// A pencil is as long as the mesh: first along z, where it spreads charges and finds forces, for
/// the transforms in between along y and x. Others hand it what it lacks. In each of the three it
/// has a share of the points, and its place says which: points along x by its row and y by its
/// column; then x by row and z by column; then y by row and z by column.
/// A charge's sum at a point is that of all atoms, cell by cell, however the mesh is cut.
class MeshPencil {
 public:
  MeshPencil() = default;
  MeshPencil(const EwaldMesh& mesh, const PencilPlace& place);

  /// How many tell it and are told of each turning, itself included.
  int peers(Turning turning) const { return is_by_row(turning) ? counts_[1] : counts_[0]; }

  /// Spreads the charges of its cells, in their order, and transforms along z. The box is that of
  /// all calls up to the next.
  void spread(const EwaldMesh& mesh, const Box& box, std::span<const ChargedCell> cells);
  /// What the peer at that place of the row or column is told of a turning, when the pencil has
  /// done the one before.
  std::vector<Complex> part_for(Turning turning, int peer) const;
  /// What the peer at that place tells; true when all have, and the pencil has done the turning.
  /// False, too, where the part has another size than it should, which never becomes whole.
  bool take(const EwaldMesh& mesh, Turning turning, int peer, std::span<const Complex> part);
  /// The forces of its points on each of the cells' atoms that they act on, with energy and virial
  /// in the first one's. To be called after `back_z`, with what `spread` was called with.
  std::vector<Forces> forces(const EwaldMesh& mesh, std::span<const ChargedCell> cells) const;

  void serialize(auto& archive) {
    archive(points_, counts_, place_, waves_, values_, coming_, come_, energy_, virial_);
  }

 private:
  // A share of the points of a dimension.
  struct Range {
    std::int32_t begin;
    std::int32_t end;
    std::size_t size() const { return static_cast<std::size_t>(end - begin); }
  };
  struct Reach;

  Range range(int dimension, int axis, int place) const;
  Range own(int dimension, int axis) const {
    return range(dimension, axis, place_[static_cast<std::size_t>(axis)]);
  }
  std::size_t share_of(Turning turning, int peer, std::size_t& begin) const;
  void apply(const EwaldMesh& mesh);
  template <class Use>
  void for_points(const Reach& reach, Use use) const;
  Reach reach_of(const EwaldMesh& mesh, const std::array<Spline, 3>& splines) const;

  Place points_ = {0, 0, 0};
  std::array<std::int32_t, 2> counts_ = {0, 0};
  PencilPlace place_ = {0, 0};
  MeshWaves waves_;
  std::vector<Complex> values_;                 // of the present turning
  std::array<std::vector<Complex>, 4> coming_;  // of each, until it is whole
  std::array<std::int32_t, 4> come_ = {0, 0, 0, 0};
  double energy_ = 0;
  double virial_ = 0;
};

/// All pencils in loops, one after the other: the forces on each cell, by pencil in the order in
/// which the cell adds them. The box is the grid's as it was at the beginning, and stretched as the
/// first cell's is.
std::vector<std::vector<Forces>> compute_mesh(const EwaldMesh& mesh, const CellGrid& grid,
                                              double cutoff, const std::vector<ChargedCell>& cells);

}  // namespace md
