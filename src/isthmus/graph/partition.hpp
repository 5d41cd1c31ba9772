// isthmus/graph/partition.hpp: graphs cut into parts of given weights, by METIS or Scotch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/graph/graph.hpp"

namespace isthmus::graph {

enum class CutInto {
  /// Parts of the targets' shares, by bisection, which keeps to the weights better than cutting
  /// into all parts at once, and is slower where there are many.
  shares,
  /// Such parts, all at once: METIS's k-way method (Karypis and Kumar 1998) with its own slack of
  /// 3 %.
  shares_at_once,
  /// As Koenig 2007, 7.2.2: equal pieces, cut at once by METIS's k-way method with its own slack. A
  /// part gets as many pieces, one numbered after the other, as its target is of the least, to the
  /// nearest whole number.
  multiples,
};

enum class CutBy : std::uint8_t {
  metis,
  /// Dual recursive bipartitioning (Pellegrini and Roman 1996), with Scotch's own slack. Into
  /// shares, whichever CutInto says.
  scotch,
};

struct Cutting {
  std::uint64_t seed = 1;
  int tries = 1;                   ///< The cut with the least weight of so many counts.
  double slack = 0.001;            ///< Share by which a bisection may miss its weights.
  CutInto into = CutInto::shares;  ///< All but `shares` have one try and METIS's slack.
  CutBy by = CutBy::metis;
  /// Weights count things: METIS has them as they are, whole and `counts_max` in all at most, where
  /// it else has shares of a thousand million.
  bool counts = false;
};

/// METIS sums weights in 32 bits, and multiplies sums by up to 1 + slack.
inline constexpr double counts_max = 2e9;

/// The part of each vertex, 0 .. targets.size() - 1: parts of about the shares of the weight that
/// `targets` says (not negative, not all 0), little weight of edges between them. Parts of target 0
/// stay empty; so may others where there are few vertices. `weights` has a number, not negative,
/// for each vertex; empty: all are alike. Where there is nothing to work with (no edge, no more
/// vertices than parts or pieces), the heaviest vertex goes to the emptiest part. ErrorCode::io
/// where METIS or Scotch fails, bad_input for counts that METIS cannot have. The cut is the same
/// for the same seed. METIS keeps one generator of random numbers a process, seeded here: one
/// thread at a time. Scotch has its own in each call.
Expected<std::vector<std::uint32_t>> cut(const Graph& graph, std::span<const double> weights,
                                         std::span<const double> targets, const Cutting& cutting);

/// Cuts likewise; without regard to edges where METIS or Scotch fails, which is worse but no reason
/// to end a job.
std::vector<std::uint32_t> partition(const Graph& graph, std::span<const double> weights,
                                     std::span<const double> targets, const Cutting& cutting);

}  // namespace isthmus::graph
