// isthmus/fabric/carrier/link_fault.hpp: what happens to connections, as events.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"

namespace isthmus::engine::fabric {

/// Something that a carrier deals with by itself, and that people should know.
struct LinkFault {
  enum class Kind {
    cut,      ///< A connection broke.
    stalled,  ///< It holds, but the peer takes nothing from it.
    resumed,  ///< It is there again, or the peer takes something again.
  };
  Kind kind{};
  ProcessId peer;
  unsigned slot = 0;              ///< Which of the pair's connections.
  unsigned connections_left = 0;  ///< Cut: how many the pair still has.
  TimeNs duration_ns = 0;         ///< Stalled: for how long; resumed: for how long it was so.
  std::size_t frames_resent = 0;  ///< Resumed: those that it had under way, whole or in part.
  std::string why = {};           ///< Cut: how it broke.
  std::string carrier = {};       ///< Of several carriers the one that did; it is no connection.
};

/// Called from a device's progress or try_send; must not call the device.
using FaultSink = std::function<void(const LinkFault&)>;

}  // namespace isthmus::engine::fabric
