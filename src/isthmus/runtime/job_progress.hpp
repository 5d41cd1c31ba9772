// isthmus/runtime/job_progress.hpp: how far a main program says that it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/shown.hpp"

namespace isthmus::engine::runtime {

/// For the main program's thread. Times are of the job's clock.
class JobProgress {
 public:
  void set(double done, double of, TimeNs now_ns);
  void begin(std::string_view phase, TimeNs now_ns);

  /// The program counts what it does in this phase, and has not done it all.
  bool is_on_its_way() const { return is_counted_ && done_ < of_; }
  /// How long the rest takes at the pace of this phase so far; none before there is one.
  std::optional<double> left_s() const;
  /// "time steps: 120 of 400, 12 s left"
  std::string text() const;
  /// Adds a row; none before the program has said something.
  void show(std::vector<ShownRow>& rows) const;

 private:
  // Of the phase, and so what follows.
  std::string phase_;
  TimeNs phase_ns_ = never_ns;
  bool is_counted_ = false;
  double first_done_ = 0;  // with what the count began: a job that goes on has done some before
  TimeNs first_ns_ = 0;
  double done_ = 0;
  double of_ = 0;
  TimeNs done_ns_ = 0;
};

}  // namespace isthmus::engine::runtime
