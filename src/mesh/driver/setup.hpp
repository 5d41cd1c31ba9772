// mesh/driver/setup.hpp: what a driver is told besides the plan.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mesh/driver/adaptation.hpp"
#include "mesh/ghosts/cut.hpp"
#include "mesh/ghosts/model.hpp"
#include "mesh/plan.hpp"

namespace isthmus::mesh {

/// What is charged in virtual time for jobs that hold no fields. Plain data.
struct Charges {
  double flops_a_point = 0;   ///< of a whole step; 0: what the operations say
  double flops_a_second = 0;  ///< of a PE of speed 1; 0: fields are held and operations done

  /// Of an operation for a point, where those of a whole step say `step_flops` together.
  double flops(const Operation& operation, double step_flops) const {
    if (flops_a_point <= 0) return operation.flops;
    return step_flops > 0 ? flops_a_point * operation.flops / step_flops : 0;
  }
};

/// Where ghosts are compressed by their sender, and uncompressed by who gets them. Plain data; may
/// be sent.
struct Packing {
  /// By dimension and plane, as in Depths: 1 where ghosts are compressed, 0 or nothing where not.
  std::array<std::vector<std::uint8_t>, dimension_count> planes;
  bool is_adapted = false;  ///< The rule of the adaptation decides at its planes.
  /// What jobs that hold no fields are charged, and how few bytes they send.
  std::optional<Codec> charged;

  bool is_ever_used() const;
  bool holds(std::size_t dimension, std::int32_t plane) const {
    const auto& all = planes[dimension];
    return !all.empty() && all[static_cast<std::size_t>(plane) % all.size()] != 0;
  }
};

/// Plain data; may be sent.
struct MeshSetup {
  Geometry geometry;
  double step_size = 1;
  double start_time = 0;        ///< of step 0, with which initial data are made
  std::int64_t start_step = 0;  ///< the first step that is done has so many before it
  Cut cut;                      ///< into blocks
  Depths depths;                ///< of its planes; 1 where there are none
  Packing packing;              ///< of ghosts at its planes
  Adaptation adaptation;        ///< of some planes, which begin as they are set up
  /// What is computed behind an event begins inside while ghosts are on their way: for one block a
  /// PE. Many blocks a PE wait for each other without it.
  bool interior_first = false;
  Charges charges;
  std::int32_t sync_every = 0;  ///< Steps between two points for the balancer and checkpoints.
  /// Where the grid is a region of a finer level: layers of ghosts at faces where it ends within
  /// the whole grid, which come from the coarser level.
  std::int32_t open_layers = 0;
  /// Where the grid is one of several regions: what is reduced is of all of them, once they know of
  /// each other.
  bool is_of_levels = false;

  std::int32_t depth(std::size_t dimension, std::int32_t plane) const {
    // Where a block is its own neighbour, nothing is waited for.
    if (cut.blocks(dimension) == 1 || depths.planes[dimension].empty()) return 1;
    return depths.at(dimension, plane);
  }
  /// Whether the grid that is cut ends there within the whole one.
  bool is_open(std::size_t dimension, std::size_t side, bool is_periodic) const {
    const auto& starts = cut.starts[dimension];
    const bool is_low = starts.front() == geometry.whole.low[dimension];
    const bool is_high = starts.back() == geometry.whole.high[dimension];
    return !(is_periodic ? is_low && is_high : (side == 0 ? is_low : is_high));
  }
  bool has_fields() const { return charges.flops_a_second <= 0; }
  /// What has been agreed for the planes of the adaptation.
  void change_planes(const DepthChange& change);
};

}  // namespace isthmus::mesh
