// mesh/ghosts/model.hpp: how long a step takes, from what its parts cost (Allen et al. 2001, 3.3).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/ghosts/cut.hpp"
#include "mesh/ghosts/ghost_plan.hpp"
#include "mesh/ghosts/layout.hpp"

namespace isthmus::mesh {

/// What a message costs the PEs at its ends, of speed 1, and its way between them. Between two
/// sites there is one line for each direction, which all share.
struct LinkCost {
  double send_s = 0;
  double receive_s = 0;
  double send_byte_s = 0;  ///< more, for each byte
  double receive_byte_s = 0;
  double latency_s = 0;
  double bandwidth = 0;  ///< bytes a second; 0: unlimited
};

/// What compression does to messages between sites. Plain data; may be sent.
struct Codec {
  std::string name;
  double pack_bandwidth = 0;  ///< bytes a second, of what goes in, on a PE of speed 1
  double unpack_bandwidth = 0;
  double factor = 1;  ///< of the bytes that are left

  double pack_s(double bytes) const { return bytes / pack_bandwidth; }
  double unpack_s(double bytes) const { return bytes / unpack_bandwidth; }
};

/// Between two PEs, for one message: t_compr + size x factor / bandwidth, as the paper has it, and
/// the latency.
double transfer_s(double bytes, const LinkCost& link, const std::optional<Codec>& codec);

struct ModelInput {
  const GhostPlan* plan = nullptr;
  /// By operation of the step: seconds for a point on a PE of speed 1; 0 where it computes nothing.
  std::vector<double> point_costs;
  std::array<bool, dimension_count> is_periodic{};
  std::array<LinkCost, 4> links;  ///< by topology::LinkKind; blocks on one PE read each other's
  std::optional<Codec> codec;
  /// A block computes the points that need no ghosts while it waits for them. Blocks that share a
  /// PE compute while others wait in any case.
  bool is_interior_first = false;
};

/// Means of a step, in seconds, once the steps have settled.
struct Prediction {
  double step_s = 0;  ///< of the PE that takes longest, for which the others wait
  /// All points, none of them twice, by all PEs together: what no step can be faster than.
  double ideal_s = 0;
  double efficiency = 0;  ///< ideal_s / step_s
  double efficiency_average =
      0;                   ///< the same with the mean of all PEs' times in place of the longest
  double work_s = 0;       ///< of the PE that works longest: points, messages, compression
  double redundant_s = 0;  ///< of the PE that computes most twice: that
  double wait_s = 0;  ///< of the block that waits longest: between what it sends and what it gets
  double line_s = 0;  ///< of the line between sites that is busy longest
  double far_bytes = 0;  ///< between sites, all together, before compression
  enum class Bound : std::uint8_t { work, wait, line } bound = Bound::work;
};

/// A PE computes, packs and sends without a break where others wait for it: the least time of a
/// step is the longest of (1) the work of a PE, (2) the work of two blocks beside each other, on
/// average, and what each waits for the other, (3) the time that a line between sites needs for all
/// that goes over it. Waits are latencies and the time on the line, at each event once for each
/// dimension, since the messages of one carry ghosts of those before it.
Prediction predict(const ModelInput& input, const Layout& layout, const Depths& depths,
                   const topology::Topology& topology);

/// What is chosen for planes between sites, and what comes of it.
struct Choice {
  std::int32_t depth = 1;
  std::optional<Codec> codec;
  Prediction prediction;
};

/// All depths of planes between sites up to `deepest` that the blocks' thickness admits, without
/// compression and with each codec. Other planes have depth 1.
std::vector<Choice> predict_choices(const ModelInput& input, const Layout& layout,
                                    const topology::Topology& topology, std::int32_t deepest,
                                    const std::vector<Codec>& codecs);
/// That with the shortest step; of those that are as good as it but for `slack`, the least deep.
const Choice& best_of(const std::vector<Choice>& choices, double slack = 0);

}  // namespace isthmus::mesh
