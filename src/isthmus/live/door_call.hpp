// isthmus/live/door_call.hpp: one request at the job's door, which is answered later.
#pragma once

#include <string>
#include <utility>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/socket.hpp"

namespace isthmus::engine::live {

/// Never blocks. One thread.
class DoorCall {
 public:
  /// `request`: one line, without its end. `door` leads to the door.
  DoorCall(Socket door, std::string request, TimeNs deadline_ns)
      : door_(std::move(door)), request_(std::move(request) + "\n"), deadline_ns_(deadline_ns) {}

  enum class State { waits, answered, failed };
  /// Sends and receives what can be at once.
  State progress();
  /// One line, without its end; once it is answered.
  std::string take_answer() { return std::move(answer_); }

  int descriptor() const { return door_.descriptor(); }
  /// For what `poll` is to wait.
  short awaits() const;
  TimeNs deadline_ns() const { return deadline_ns_; }

 private:
  Socket door_;
  std::string request_;  // what is left of it
  std::string answer_;
  TimeNs deadline_ns_;
};

}  // namespace isthmus::engine::live
