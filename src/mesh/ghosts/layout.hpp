// mesh/ghosts/layout.hpp: which blocks a grid is cut into, and which PE has which.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/ghosts/cut.hpp"

namespace isthmus::mesh {

/// What PEs at the border of a site lose, so that they get fewer points. For each border that they
/// face; a site in between faces two.
struct FacingCost {
  double lost_points = 0;       ///< that a PE of speed 1 computes in the time that cannot be hidden
  double redundant_layers = 0;  ///< of points, on average over the operations of a step
  /// Instead of both: how much more points the others of the site get, as 0.2; by site, or one for
  /// all.
  std::vector<double> interior_gains = {};
};

/// What is to be laid out. Zeros mean that it is chosen.
struct LayoutWishes {
  Point size{1, 1, 1};
  std::array<bool, dimension_count> is_periodic{};
  /// PEs in each dimension: their product is the number of PEs that hold objects.
  Point processors{0, 0, 0};
  /// Blocks in each dimension; else as many for each PE as `blocks_per_pe`.
  Point blocks{0, 0, 0};
  std::int32_t blocks_per_pe = 1;
  /// In which sites have slabs beside each other: that with most points, unless it is said.
  std::optional<std::size_t> between_sites = std::nullopt;
  FacingCost facing = {};
};

/// Blocks and where they begin. A pure function of wishes and topology, so the same on every PE.
struct Layout {
  Cut cut;
  Point processors{1, 1, 1};  ///< 0 where blocks are dealt out without a lattice of PEs
  std::size_t between_sites = 0;
  std::vector<PeId> pes;  ///< by block, the first dimension fastest
  /// What joins the PEs at each plane where they are farthest apart. By plane as in Depths; the
  /// plane at the ends of a dimension that is not periodic has `same_process`.
  std::array<std::vector<topology::LinkKind>, dimension_count> links;

  std::size_t number(const Point& block) const;
  PeId pe(const Point& block) const { return pes[number(block)]; }
  /// One depth for each kind of link.
  Depths depths(const std::map<topology::LinkKind, std::int32_t>& by_link) const;
};

/// Sites get slabs of the grid, one behind the other, in the order of their PEs. Within a lattice
/// of PEs, each gets a share of the points by its speed and by what it loses at the border of its
/// site; the shares of a lattice are cut by planes, so PEs of different speeds beside each other
/// have what suits the slowest. Without a lattice (blocks that none divides) equal blocks are dealt
/// out in order, by speed. Of what is left to choose, that with least surface. ErrorCode::bad_input
/// where it cannot be.
Expected<Layout> lay_out(const LayoutWishes& wishes, const topology::Topology& topology);

/// A mapping for an array of blocks, as Layout has them.
class BlockMapping {
 public:
  BlockMapping() = default;
  explicit BlockMapping(const Layout& layout) : blocks_(layout.cut.blocks()), pes_(layout.pes) {}

  PeId operator()(const Index3& index, const MapContext& context) const {
    const std::int64_t number =
        index[0] + blocks_[0] * (index[1] + std::int64_t{blocks_[1]} * index[2]);
    return context.members().stand_in(pes_[static_cast<std::size_t>(number)]);
  }
  void serialize(auto& archive) { archive(blocks_, pes_); }

 private:
  Point blocks_{0, 0, 0};
  std::vector<PeId> pes_;
};

}  // namespace isthmus::mesh
