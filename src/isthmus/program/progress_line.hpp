// isthmus/program/progress_line.hpp: on a terminal, how far the program is.
#pragma once

#include <cstdio>

#include "isthmus/base/clock.hpp"
#include "isthmus/runtime/job_progress.hpp"

namespace isthmus::engine::program {

/// One line, which is written over and over, and gone when what was counted has been done, another
/// phase begins, or at the end. For the main program's thread.
class ProgressLine {
 public:
  static constexpr TimeNs least_interval_ns = 200'000'000;

  /// Both outlive it.
  ProgressLine(std::FILE* terminal, const Clock& clock) : terminal_(terminal), clock_(clock) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  void show(const runtime::JobProgress& progress);

 private:
  void clear();

  std::FILE* terminal_;
  const Clock& clock_;
  TimeNs shown_ns_ = never_ns;
  bool is_there_ = false;
};

}  // namespace isthmus::engine::program
