// isthmus/network/alert.hpp: something that the runtime deals with, and that somebody should know.
#pragma once

#include <cstdint>
#include <string>

#include "isthmus/base/clock.hpp"

namespace isthmus::engine {

/// Something has happened to a running job, without ending it but for the last kind. Plain data;
/// may be sent.
struct Alert {
  enum class Kind : std::uint8_t {
    connection_cut,      ///< One of the connections between two processes broke.
    connection_back,     ///< It is there again.
    waits_for_room,      ///< A process has more for others than finds room (network::FlowLimits).
    connection_stalled,  ///< It holds, but the other process takes nothing from it.
    memory_high,         ///< A process has more memory than the user has set as a limit for alerts.
    stalled,             ///< The job can make no more progress, and ends.
  };
  Kind kind{};
  std::uint32_t process = 0;  ///< The one that noticed.
  std::uint32_t peer = 0;     ///< At the connection's other end; else `process`.
  std::string link_class = {};
  std::uint32_t connections_left = 0;  ///< Cut: how many the two processes still have.
  TimeNs duration_ns = 0;              ///< Stalled: for how long; back: for how long it was so.
  std::uint64_t frames_resent = 0;     ///< Back: those that it had under way, whole or in part.
  std::string text = {};               ///< A sentence that says it to people.
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::Alert;

}  // namespace isthmus
