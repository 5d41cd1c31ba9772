// isthmus/balance/strategy.hpp: the ways of deciding where objects should live, by name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "isthmus/balance/snapshot.hpp"

namespace isthmus::engine::balance {

/// How grid_hybrid places the objects of a site on its PEs (Koenig 2007, 7.3.2).
enum class HybridMode {
  spread,        ///< As grid_comm does.
  border_seeds,  ///< Border objects beside those they talk with; the others as grid_comm does.
  seeds,         ///< All objects beside those they talk with, border objects first.
};

struct Options {
  std::uint64_t seed = 1;  ///< Of strategies that draw, and of METIS and Scotch.
  std::uint64_t step = 0;  ///< How many there were before in the job: `random` draws anew in each.
  /// Loads that differ by this share count as equal where messages are to decide (7.1.2).
  double tolerance = 0.1;
  /// A largest load above the least possible by no more than this share is good enough.
  double slack = 0.02;
  HybridMode hybrid_mode = HybridMode::seeds;
  /// grid_comm, grid_metis, grid_hybrid: decide as Koenig 2007, 7.1 to 7.3, writes it. Those named
  /// NAME:published set it themselves.
  bool as_published = false;
  /// `automatic`: how many periods as long as the snapshot's the decision is going to serve.
  double periods_ahead = 1.0;
  /// `automatic`: nothing moves for less than this share of the time.
  double gain_min = 0.02;
};

/// What a strategy never makes worse.
enum class Goal {
  none,
  load,    ///< The largest load.
  spread,  ///< The same, but for what is within 5 % of the least possible.
  cut,     ///< Messages between sites, unless loads gain.
  time,    ///< The expected time of a step.
};

/// Who decides in a running job. In a snapshot it is always one who sees all.
enum class Deciders {
  one,      ///< A PE that sees all.
  pairs,    ///< Two PEs about what these two have, in rounds.
  thieves,  ///< Whoever is asked about what the two have.
};

/// Pure: reads the snapshot, which must be valid, and the options alone; the same give the same
/// placement, in which pinned objects are where they were.
struct Strategy {
  std::string_view name;
  std::string_view what;
  Goal goal;
  Placement (*decide)(const Snapshot& snapshot, const Options& options);
  Deciders deciders = Deciders::one;
};

/// none, random, rotate, greedy, refine, grid_comm, grid_metis, grid_hybrid, these three as
/// grid_comm:published and so on, scotch_map, hierarchical, diffusion, work_stealing, auto.
std::span<const Strategy> strategies();
/// Null if there is none of this name.
const Strategy* find_strategy(std::string_view name);
std::string strategy_names();

}  // namespace isthmus::engine::balance
