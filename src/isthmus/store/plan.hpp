// isthmus/store/plan.hpp: what a job's user wants of checkpoints.
#pragma once

#include <cstdint>
#include <string>

#include "isthmus/base/clock.hpp"
#include "isthmus/store/compression.hpp"
#include "isthmus/store/partners.hpp"

namespace isthmus::engine::store {

/// When a point at which the job is whole becomes a checkpoint.
enum class When : std::uint8_t {
  never,
  always,     ///< At each of them.
  every,      ///< At the first one so long after the last checkpoint.
  automatic,  ///< The same, by what a checkpoint costs and how often something fails, see interval.
};

/// What becomes of a job that has lost a process.
enum class OnLoss : std::uint8_t {
  end,
  go_on,  ///< Those that are left go on from the last checkpoint.
};

/// Plain data.
struct Plan {
  When when = When::never;
  TimeNs every_ns = 0;  ///< For When::every.
  /// For When::automatic: the mean time between failures of all that the job runs on.
  TimeNs between_failures_ns = 3'600'000'000'000;
  /// Checkpoints that stay, the newest ones; at least 1.
  std::uint32_t keep = 2;
  OnLoss on_loss = OnLoss::end;
  /// What processes and the partners that hold their images are not to have in common.
  Apart apart = Apart::node;
  /// Sites keep what they send to others, so that a site that is lost can be made again alone.
  bool site_logs = false;
  /// How much a process keeps for that. While it would be more, the site that most is kept for will
  /// not be made again alone.
  std::size_t site_log_bytes = std::size_t{1} << 30;
  /// Of images, wherever they go.
  Compression compression = Compression::none;
  /// What the job runs, for who reads the list of checkpoints.
  std::string program = {};
};

/// The time between two checkpoints that costs least in the long run, where one costs `cost_ns` and
/// something fails every `between_failures_ns`, both above 0: sqrt(2 C M) - C for C < 2 M (Young
/// 1974; Daly 2006, eq. 37, to first order), else M. Pure.
TimeNs interval(TimeNs cost_ns, TimeNs between_failures_ns);

}  // namespace isthmus::engine::store
