#include "mesh/refinement/ties.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "mesh/driver/fields.hpp"

namespace isthmus::mesh {
namespace {

/// Whether a block's face is one where its region ends within the grid.
bool is_open(const LevelTree& tree, std::int32_t region, const Point& place, std::size_t dimension,
             std::size_t side) {
  const std::int32_t end = side == 0 ? 0 : tree.cut(region).blocks(dimension) - 1;
  return place[dimension] == end && !tree.frame.is_outermost(tree.region(region), dimension, side);
}

/// A block's points, and those beyond the faces of the grid, which it fills, too.
Box held_by(const LevelTree& tree, std::int32_t region, const Point& place) {
  Box box = tree.cut(region).box(place);
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (tree.frame.is_periodic[d]) continue;
    const bool is_low = box.low[d] == 0;
    const bool is_high =
        box.high[d] == tree.frame.geometry_at(tree.region(region).level).whole.high[d];
    box = box.grown(d, is_low ? tree.frame.width : 0, is_high ? tree.frame.width : 0);
  }
  return box;
}

/// The turns round a periodic dimension of `size` points that bring `range` to points of `held`.
struct Turns {
  std::int32_t first = 0;
  std::int32_t last = 0;
};
Turns turns_of(const Box& range, const Box& held, std::size_t d, std::int32_t size) {
  const auto floored = [&](std::int32_t a) { return a >= 0 ? a / size : -((size - 1 - a) / size); };
  return {floored(range.low[d] - (held.high[d] - 1)), floored(range.high[d] - 1 - held.low[d])};
}

void add_pieces(const LevelTree& tree, std::int32_t parent, const Box& source, std::size_t slab,
                const Box& held, std::vector<TiedPiece>& pieces) {
  const Box whole = tree.frame.geometry_at(tree.region(parent).level).whole;
  std::array<Turns, dimension_count> turns;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (tree.frame.is_periodic[d]) turns[d] = turns_of(source, held, d, whole.extent(d));
  }
  Point turn;
  for (turn[2] = turns[2].first; turn[2] <= turns[2].last; ++turn[2]) {
    for (turn[1] = turns[1].first; turn[1] <= turns[1].last; ++turn[1]) {
      for (turn[0] = turns[0].first; turn[0] <= turns[0].last; ++turn[0]) {
        TiedPiece piece{slab, source, {}};
        for (std::size_t d = 0; d < dimension_count; ++d) {
          piece.shift[d] = turn[d] * whole.extent(d);
          piece.box = piece.box.moved(d, -piece.shift[d]);
        }
        piece.box = piece.box.intersection(held);
        if (!piece.box.is_empty()) pieces.push_back(piece);
      }
    }
  }
}

}  // namespace

std::int64_t Tie::points() const {
  std::int64_t points = 0;
  for (const TiedPiece& piece : pieces) points += piece.box.point_count();
  return points;
}

Box filled_by(const LevelTree& tree, std::int32_t region, const Point& place) {
  Box box = held_by(tree, region, place);
  for (std::size_t d = 0; d < dimension_count; ++d) {
    box = box.grown(d, is_open(tree, region, place, d, 0) ? tree.frame.layers : 0,
                    is_open(tree, region, place, d, 1) ? tree.frame.layers : 0);
  }
  return box;
}

std::vector<Box> open_ghosts(const LevelTree& tree, std::int32_t region, const Point& place) {
  // Over the other dimensions: the block, with ghosts of its own and those beyond faces of the
  // grid. Neighbours bring what lies beyond planes between blocks.
  Box box = filled_by(tree, region, place);
  std::vector<Box> ghosts;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    for (const std::size_t side : {0U, 1U}) {
      if (!is_open(tree, region, place, d, side)) continue;
      Box slab = box;
      if (side == 0) {
        slab.high[d] = slab.low[d] + tree.frame.layers;
      } else {
        slab.low[d] = slab.high[d] - tree.frame.layers;
      }
      ghosts.push_back(slab);
    }
    box = box.grown(d, is_open(tree, region, place, d, 0) ? -tree.frame.layers : 0,
                    is_open(tree, region, place, d, 1) ? -tree.frame.layers : 0);
  }
  return ghosts;
}

std::vector<Box> open_sources(const LevelTree& tree, std::int32_t region,
                              std::span<const Box> ghosts) {
  const Prolongation prolongation = tree.frame.prolongation_from(tree.region(region).level - 1);
  std::vector<Box> sources;
  for (const Box& slab : ghosts) sources.push_back(prolongation.source(slab));
  return sources;
}

Cut cut_of(const Box& box, const Point& blocks) {
  Cut cut = even_cut({box.extent(0), box.extent(1), box.extent(2)}, blocks);
  for (std::size_t d = 0; d < dimension_count; ++d) {
    for (std::int32_t& start : cut.starts[d]) start += box.low[d];
  }
  return cut;
}

std::vector<TiedPiece> pieces_for_ghosts(const LevelTree& tree, std::int32_t region,
                                         const Point& place, const Point& there) {
  const std::int32_t parent = tree.region(region).parent;
  const std::vector<Box> sources = open_sources(tree, region, open_ghosts(tree, region, place));
  const Box held = held_by(tree, parent, there);
  std::vector<TiedPiece> pieces;
  for (std::size_t slab = 0; slab < sources.size(); ++slab) {
    add_pieces(tree, parent, sources[slab], slab, held, pieces);
  }
  return pieces;
}

std::vector<TiedPiece> pieces_for_all(const LevelTree& tree, std::int32_t region,
                                      const Point& place, const Point& there) {
  const std::int32_t parent = tree.region(region).parent;
  const Box all = filled_by(tree, region, place);
  std::vector<TiedPiece> pieces;
  add_pieces(tree, parent, open_sources(tree, region, {&all, 1}).front(), 0,
             held_by(tree, parent, there), pieces);
  return pieces;
}

std::vector<Tie> ties_to_before(const LevelChange& change, const Point& place) {
  const Box mine = held_by(change.now, change.region, place);
  const std::int32_t level = change.now.region(change.region).level;
  std::vector<Tie> ties;
  for (std::int32_t region = 0; std::cmp_less(region, change.before.regions.size()); ++region) {
    if (change.before.region(region).level != level) continue;
    for_each_place(change.before.cut(region), [&](const Point& there) {
      const Box common = mine.intersection(held_by(change.before, region, there));
      if (!common.is_empty()) ties.push_back({region, there, {{0, common, {}}}});
    });
  }
  return ties;
}

std::vector<Tie> ties_from_before(const LevelChange& change, std::int32_t region,
                                  const Point& place) {
  const Box mine = held_by(change.before, region, place);
  std::vector<Tie> ties;
  for_each_place(change.now.cut(change.region), [&](const Point& there) {
    const Box common = mine.intersection(held_by(change.now, change.region, there));
    if (!common.is_empty()) ties.push_back({change.region, there, {{0, common, {}}}});
  });
  return ties;
}

std::vector<TiedPiece> pieces_for_values(const LevelTree& tree, std::int32_t region,
                                         const Point& place, const Point& there) {
  const Box points = coarsened(tree.cut(region).box(place), tree.frame.is_refined());
  const Box box = points.intersection(tree.cut(tree.region(region).parent).box(there));
  if (box.is_empty()) return {};
  return {{0, box, {}}};
}

std::vector<Tie> ties_to_parent(const LevelTree& tree, std::int32_t region, const Point& place,
                                Pieces pieces) {
  const std::int32_t parent = tree.region(region).parent;
  std::vector<Tie> ties;
  if (parent < 0) return ties;
  for_each_place(tree.cut(parent), [&](const Point& there) {
    Tie tie{parent, there, pieces(tree, region, place, there)};
    if (!tie.pieces.empty()) ties.push_back(std::move(tie));
  });
  return ties;
}

std::vector<Tie> ties_to_children(const LevelTree& tree, std::int32_t region, const Point& place,
                                  Pieces pieces) {
  std::vector<Tie> ties;
  for (std::int32_t child = 0; std::cmp_less(child, tree.regions.size()); ++child) {
    if (tree.region(child).parent != region) continue;
    for_each_place(tree.cut(child), [&](const Point& there) {
      Tie tie{child, there, pieces(tree, child, there, place)};
      if (!tie.pieces.empty()) ties.push_back(std::move(tie));
    });
  }
  return ties;
}

void unpack_source(std::span<const Tie> ties, std::span<const std::span<const double>> values,
                   std::size_t slab, std::size_t field, std::size_t field_count, const View& to) {
  for (std::size_t i = 0; i < ties.size(); ++i) {
    const double* from = values[i].data();
    for (const TiedPiece& piece : ties[i].pieces) {
      const std::int64_t points = piece.box.point_count();
      if (piece.slab == slab) {
        Box box = piece.box;
        for (std::size_t d = 0; d < dimension_count; ++d) box = box.moved(d, piece.shift[d]);
        unpack(from + points * static_cast<std::int64_t>(field), to, box);
      }
      from += points * static_cast<std::int64_t>(field_count);
    }
  }
}

}  // namespace isthmus::mesh
