// isthmus/balance/strategy/partition.hpp: graphs cut into parts of given weights, by METIS.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isthmus/balance/strategy/graph.hpp"

namespace isthmus::balance {

enum class CutInto {
  /// Parts of the targets' shares, by bisection, which keeps to the weights better than cutting
  /// into
  /// all parts at once.
  shares,
  /// As Koenig 2007, 7.2.2: equal pieces, cut at once by METIS's k-way method with its own slack
  /// (3 %). A part gets as many pieces, one numbered after the other, as its target is of the
  /// least,
  /// to the nearest whole number.
  multiples,
};

struct Cutting {
  std::uint64_t seed = 1;
  int tries = 1;                   ///< The cut with the fewest messages of so many counts.
  double slack = 0.001;            ///< Share by which a bisection may miss its weights.
  CutInto into = CutInto::shares;  ///< `multiples` has one try and no slack of the caller's.
};

/// The part of each vertex, 0 .. targets.size() - 1: parts of about the shares of the weight that
/// `targets` says (not negative, not all 0), few messages between them. Parts of target 0 stay
/// empty. METIS keeps one generator of random numbers a process, seeded here: one thread at a time.
/// Where METIS has nothing to work with (no edge, no more vertices than parts or pieces), the
/// heaviest vertex goes to the emptiest part.
std::vector<std::uint32_t> partition(const Graph& graph, std::span<const double> weights,
                                     std::span<const double> targets, const Cutting& cutting);

}  // namespace isthmus::balance
