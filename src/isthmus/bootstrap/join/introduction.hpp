// isthmus/bootstrap/join/introduction.hpp: what processes that a manager started together tell each
// other.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/bootstrap/job_key.hpp"
#include "isthmus/bootstrap/manager/manager.hpp"

namespace isthmus::engine::bootstrap {

/// What has to be known of a process before anybody can say what the job looks like.
struct Introduction {
  std::string hostname = {};
  std::vector<int> cpus = {};    ///< On which it may run, in rising order.
  std::uint64_t options_id = 0;  ///< The same number where the same job was asked for.
  bool has_key = false;          ///< To show where the sites meet.
  bool operator==(const Introduction&) const = default;
};

Bytes encode(const Introduction& introduction);
/// ErrorCode::malformed for bytes that are none, or another version's.
Expected<Introduction> decode_introduction(std::span<const std::byte> bytes);

/// Everybody's, by the manager's rank. ErrorCode::bad_input, the same for all, where somebody asks
/// for another job or is no process of Isthmus.
Expected<std::vector<Introduction>> introduce(Manager& manager, Introduction self,
                                              TimeNs timeout_ns);

/// Of this process, as the system allows it at the moment.
std::vector<int> usable_cpus();

}  // namespace isthmus::engine::bootstrap
