// isthmus/door/door_way.hpp: how a thread of the job's own process comes to its door.
#pragma once

#include <mutex>
#include <string>

#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/door/job_entry.hpp"

namespace isthmus::engine::door {

/// Where the door is, while it is open: a job that goes on without some of its processes has one
/// after the other. Any thread.
class DoorWay {
 public:
  /// The door of `entry` is open from now on.
  void lead_to(const JobEntry& entry);
  /// It is no longer.
  void close();
  /// A connection to it, which may be handed a request. ErrorCode::unreachable where there is none,
  /// or too many wait there. Does not block.
  Expected<Socket> call() const;

 private:
  mutable std::mutex lock_;
  Socket directory_;  // no socket, but a descriptor that is owned as one; none: it is closed
  std::string name_;
};

}  // namespace isthmus::engine::door
