// mesh/refinement/ties.hpp: which points the blocks of two levels have for each other.
//
// A tree of regions, each cut into blocks. Pure functions of it, which the block that sends and the
// one that receives compute each by itself; so messages carry values alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/ghosts/cut.hpp"
#include "mesh/refinement/hierarchy.hpp"

namespace isthmus::mesh {

/// All regions and their cuts. Plain data; may be sent.
struct LevelTree {
  LevelFrame frame;
  std::vector<Region> regions;
  std::vector<Cut> cuts;  ///< by region; blocks begin at its box's low end

  const Cut& cut(std::int32_t region) const { return cuts[static_cast<std::size_t>(region)]; }
  const Region& region(std::int32_t number) const {
    return regions[static_cast<std::size_t>(number)];
  }
};

/// A region that comes into being while a job runs, and what there was before. Plain data; may be
/// sent.
struct LevelChange {
  LevelTree now;
  LevelTree before;
  std::int32_t region = 0;  ///< of now
};

/// Points of a coarser block that a finer one needs, or gets back.
struct TiedPiece {
  std::size_t slab = 0;  ///< of the finer block's ghosts
  Box box;               ///< where the coarser block has them
  Point shift{0, 0, 0};  ///< from there to where the finer one needs them, over periodic ends
};

/// Between a block and one of another region.
struct Tie {
  std::int32_t region = 0;
  Point place{0, 0, 0};
  std::vector<TiedPiece> pieces;

  std::int64_t points() const;
};

/// The ghosts of a block beyond faces where its region ends, each once.
std::vector<Box> open_ghosts(const LevelTree& tree, std::int32_t region, const Point& place);
/// By box of ghosts, the points of the parent that it is made of.
std::vector<Box> open_sources(const LevelTree& tree, std::int32_t region,
                              std::span<const Box> ghosts);

/// A box cut into so many blocks in each dimension, as even as they come out.
Cut cut_of(const Box& box, const Point& blocks);

/// What a block of a region and one of its parent, `there`, have for each other: points of the
/// parent that ghosts are made of, or points of the parent that get the finer one's values.
std::vector<TiedPiece> pieces_for_ghosts(const LevelTree& tree, std::int32_t region,
                                         const Point& place, const Point& there);
std::vector<TiedPiece> pieces_for_values(const LevelTree& tree, std::int32_t region,
                                         const Point& place, const Point& there);
/// Which of the two is asked for.
using Pieces = std::vector<TiedPiece> (*)(const LevelTree&, std::int32_t, const Point&,
                                          const Point&);

/// All of a block's with blocks of its region's parent, in the order of their places, and with
/// those of its region's children.
std::vector<Tie> ties_to_parent(const LevelTree& tree, std::int32_t region, const Point& place,
                                Pieces pieces);
std::vector<Tie> ties_to_children(const LevelTree& tree, std::int32_t region, const Point& place,
                                  Pieces pieces);

/// All points that a block of a region fills by itself: its own, those beyond faces of the whole
/// grid, and ghosts where the region ends.
Box filled_by(const LevelTree& tree, std::int32_t region, const Point& place);
/// As pieces_for_ghosts, of all of these.
std::vector<TiedPiece> pieces_for_all(const LevelTree& tree, std::int32_t region,
                                      const Point& place, const Point& there);
/// The blocks of all regions that were of the new one's level which have points of a block of it,
/// and the other way round; `Tie::region` is of what was before, or the new one.
std::vector<Tie> ties_to_before(const LevelChange& change, const Point& place);
std::vector<Tie> ties_from_before(const LevelChange& change, std::int32_t region,
                                  const Point& place);

/// Puts values that came for the pieces of ties, as many each as there are fields, into the memory
/// of a box of sources: those of one field and one slab. Pieces come one after the other, and for
/// each of them the fields.
void unpack_source(std::span<const Tie> ties, std::span<const std::span<const double>> values,
                   std::size_t slab, std::size_t field, std::size_t field_count, const View& to);

/// Calls `what(place)` for all blocks of the cut.
template <class What>
void for_each_place(const Cut& cut, What&& what) {
  Point place;
  const Point blocks = cut.blocks();
  for (place[2] = 0; place[2] < blocks[2]; ++place[2]) {
    for (place[1] = 0; place[1] < blocks[1]; ++place[1]) {
      for (place[0] = 0; place[0] < blocks[0]; ++place[0]) what(place);
    }
  }
}

}  // namespace isthmus::mesh
