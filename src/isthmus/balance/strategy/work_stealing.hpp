// isthmus/balance/strategy/work_stealing.hpp: PEs that are done soon ask others for work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "isthmus/balance/strategy.hpp"
#include "isthmus/base/random.hpp"

namespace isthmus::engine::balance {

/// Whom a PE asks: some of its site, then some of all, drawn from the seed, each time so many more
/// when it has got something, until none of them had anything to give. For one step of the load
/// balancer.
class Thief {
 public:
  /// One of the PEs of its site or of all, by its position there; may be the thief itself.
  struct Victim {
    bool is_near = true;
    std::size_t position = 0;
  };

  Thief(std::size_t near_count, std::size_t pe_count, std::uint64_t seed)
      : near_count_(near_count), pe_count_(pe_count), random_(seed) {}

  /// None: it has asked enough.
  std::optional<Victim> next_victim();
  /// What came of asking.
  void got(std::size_t pieces);

 private:
  std::size_t near_count_;
  std::size_t pe_count_;
  Random random_;
  int refused_ = 0;  // in a row
  int left_ = 64;    // of all that it asks in the step
};

/// By turns: in each round every PE that is not done, those that end first going first, asks one
/// (Thief), and the two even out (pairing.hpp). In a job they ask whenever they have had an answer,
/// so that others come to other placements. Never makes the largest load larger.
/// O(rounds (objects log objects + PEs log PEs)).
Placement work_stealing(const Snapshot& snapshot, const Options& options);

}  // namespace isthmus::engine::balance
