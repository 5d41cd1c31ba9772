// mesh/ghosts/cut.hpp: the planes that a grid is cut by, and how deep the ghosts at each are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/box.hpp"

namespace isthmus::mesh {

/// A grid cut into blocks by planes through all of it, so that in each dimension every block has
/// the neighbours' extent in the others. Plain data; may be sent.
struct Cut {
  /// Where each layer of blocks begins; the last entry is the grid's size.
  std::array<std::vector<std::int32_t>, dimension_count> starts{{{0, 1}, {0, 1}, {0, 1}}};

  std::int32_t blocks(std::size_t dimension) const {
    return static_cast<std::int32_t>(starts[dimension].size()) - 1;
  }
  Point blocks() const { return {blocks(0), blocks(1), blocks(2)}; }
  std::int64_t block_count() const { return std::int64_t{blocks(0)} * blocks(1) * blocks(2); }
  Box box(const Point& block) const;
  /// The thickness of a layer of blocks.
  std::int32_t extent(std::size_t dimension, std::int32_t layer) const {
    const auto i = static_cast<std::size_t>(layer);
    return starts[dimension][i + 1] - starts[dimension][i];
  }
  /// The most layers of ghosts that blocks can fill for each other at the plane in front of a layer
  /// of blocks: a block sends no points but its own.
  std::int32_t ghosts_at_most(std::size_t dimension, std::int32_t plane) const;

  void serialize(auto& archive) { archive(starts); }
  bool operator==(const Cut&) const = default;
};

/// Layers as equal as they come out, the first ones with one point more.
Cut even_cut(const Point& size, const Point& blocks);

/// How deep ghosts are at each plane: [dimension][plane], where a plane is in front of the layer of
/// blocks of its number. Plane 0 is at the grid's ends, and counts where they are joined.
struct Depths {
  std::array<std::vector<std::int32_t>, dimension_count> planes;

  /// The same for all planes of a cut.
  static Depths same(const Cut& cut, std::int32_t depth);
  /// Of the plane in front of a layer of blocks; `plane` may be the number of layers.
  std::int32_t at(std::size_t dimension, std::int32_t plane) const {
    const auto& all = planes[dimension];
    return all[static_cast<std::size_t>(plane) % all.size()];
  }
  std::int32_t deepest() const;

  void serialize(auto& archive) { archive(planes); }
  bool operator==(const Depths&) const = default;
};

/// A layer of blocks that is worked on at one speed, for a cut by the least longest time.
struct LayerWork {
  double speed = 1;      ///< layers of points in a unit of time; above 0
  double lost = 0;       ///< time in which it computes nothing, whatever it has
  double redundant = 0;  ///< layers of points that it computes beyond its own
};

/// Where layers begin that are together `size` points thick, so that all take as long as each
/// other, as near as whole points come to it: (points + redundant) / speed + lost. Each has one
/// point at least; so many there must be.
std::vector<std::int32_t> cut_layers(std::int32_t size, std::span<const LayerWork> layers);

}  // namespace isthmus::mesh
