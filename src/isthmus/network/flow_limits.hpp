// isthmus/network/flow_limits.hpp: how much may wait between the processes of a job.
#pragma once

#include <cstddef>

namespace isthmus::engine::network {

/// Before somebody waits for somebody else. Headers of messages included. Plain data.
struct FlowLimits {
  /// Of messages that a PE has not handled. A process one of whose PEs has more takes no more from
  /// other processes until half of that is handled.
  std::size_t queue_bytes = std::size_t{256} << 20;
  /// Of messages that a process has for others by one link class and that find no room. A process
  /// that has more handles none, but those of the runtime itself, until half of that has gone.
  std::size_t backlog_bytes = std::size_t{1} << 30;
};

}  // namespace isthmus::engine::network
