// mpi/tool/tool.hpp: what a rank keeps for tools that ask how it does (MPI 5.0, chapter 15).
#pragma once

#include <cstdint>

#include "mpi/handles.hpp"

namespace isthmus::engine::mpi {

/// What has happened to a rank so far.
struct Counters {
  std::uint64_t messages_sent = 0, bytes_sent = 0;
  std::uint64_t messages_received = 0, bytes_received = 0;
  std::uint64_t moves = 0;
  std::int32_t pe = -1;  ///< where it ran last
};

/// A handle of a variable: which one.
struct ControlHandle {
  std::int32_t variable = 0;
};
struct PerformanceHandle {
  std::uint64_t session = 0;
  std::int32_t variable = 0;
  /// Counters begin at 0 when they are started first, or set back.
  std::uint64_t base = 0, stopped_at = 0;
  bool is_started = false;
};
struct PerformanceSession {
  std::int32_t handles = 0;
};

struct Tool {
  std::int32_t initialized = 0;  ///< how often more than finalized
  HandleTable<ControlHandle, Kind::control_variable> controls;
  HandleTable<PerformanceSession, Kind::performance_session> sessions;
  HandleTable<PerformanceHandle, Kind::performance_variable> variables;

  void serialize(auto& archive) { archive(initialized, controls, sessions, variables); }
};

}  // namespace isthmus::engine::mpi
