// isthmus/bootstrap/relay/relay_options.hpp: which processes meet at a relay.
#pragma once

#include <string>
#include <vector>

#include "isthmus/base/ids.hpp"
#include "isthmus/base/socket.hpp"

namespace isthmus::engine::bootstrap {

/// How processes of different sites meet where nobody can call one of them.
struct RelayOptions {
  std::string token = {};              ///< The relay's secret; not the job's.
  HostPort own = {};                   ///< Where others meet this process; an empty host: nowhere.
  std::vector<HostPort> of_rank = {};  ///< Where this process meets each other one; likewise.

  /// An empty host where the process is called directly.
  HostPort relay_of(ProcessId rank) const {
    return rank.value < of_rank.size() ? of_rank[rank.value] : HostPort();
  }
};

}  // namespace isthmus::engine::bootstrap
