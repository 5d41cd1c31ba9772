// mpi/points.hpp: where all ranks of a job stand still together, to be balanced and to be kept.
#pragma once

#include <cstdint>
#include <string_view>

#include "isthmus/isthmus.hpp"
#include "mpi/abi/functions.hpp"

namespace isthmus::engine::mpi {

/// Which of the blocking collective calls of MPI_COMM_WORLD are points. All ranks make them in the
/// same order, so a call is known by its number, and a rank stands at a point before its call is
/// served: nothing of the call has begun then.
struct PointPlan {
  /// Every so many calls of one function; 0: none.
  std::uint64_t every_calls = 0;
  std::uint32_t call = 0;
  /// So long after the last point, the next call of any of them; 0: never.
  TimeNs period_ns = 0;
  /// The job takes checkpoints: ranks say what they cannot be kept with.
  bool is_kept = false;

  bool is_any() const { return every_calls != 0 || period_ns != 0; }
};

/// The trap of `isthmus_balancing_point` (isthmus_mpi.h), which is a point and nothing else.
inline constexpr std::uint32_t balancing_point_call =
    static_cast<std::uint32_t>(function_names.size());

/// "MPI_Barrier:5", or "MPI_Barrier" for each of its calls. ErrorCode::bad_input.
Expected<PointPlan> read_points(std::string_view text);

/// How far a rank is with them. In jobs with a period rank 0 asks all, when it is over, how many
/// calls each has begun; who is asked stands still before the next one until it is told which call
/// is the point: the first that nobody has begun.
struct Points {
  std::uint64_t begun = 0;  ///< calls that count, the present one among them
  std::uint64_t next = 0;   ///< the number of the one that is a point; 0: not known
  bool is_asked = false;
  bool is_held = false;  ///< stands still until it is told
  // Of rank 0.
  std::uint64_t timers = 0;  ///< that it has begun; the last one counts
  bool is_timing = false;    ///< and is yet to ring
  std::int32_t answers = 0;
  std::uint64_t latest = 0;  ///< of those that have answered
};

}  // namespace isthmus::engine::mpi
