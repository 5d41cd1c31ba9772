// isthmus/runtime/live_timeline.hpp: timelines of a part of a run, begun and ended while it runs.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/verbs.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/runtime/timeline.hpp"

namespace isthmus::engine::runtime {

/// Has the PEs of a process followed from when somebody says so until it says that it is enough,
/// and writes that to a file then. One at a time. While none is recorded it costs nothing. Outlives
/// the process's last step; its functions are for the thread of the first PE.
class LiveTimeline {
 public:
  /// The process outlives the last call, and the log this.
  LiveTimeline(Process& process, Log& log) : process_(process), log_(log) {}
  LiveTimeline(const LiveTimeline&) = delete;
  LiveTimeline& operator=(const LiveTimeline&) = delete;

  /// Adds `timeline`, of each process: a file begins one, `end` ends it.
  void add_verbs(Verbs& verbs);
  /// After the last step: writes what is still recorded.
  void conclude();

 private:
  Expected<void> set(const std::string& text);
  Expected<void> begin(const std::string& file);
  void end();
  void write();

  Process& process_;
  Log& log_;
  std::string file_;  // as it was said; empty: nothing is recorded
  std::unique_ptr<Timeline> timeline_;
  bool is_ending_ = false;
  Atomic<int> followed_ = 0;  // PEs; the last one that leaves writes
  Atomic<bool> is_recorded_ = false;
};

}  // namespace isthmus::engine::runtime
