#include "isthmus/runtime/job_progress.hpp"

#include <algorithm>
#include <cstdio>

namespace isthmus::engine::runtime {

namespace {

double seconds_of(TimeNs duration_ns) { return static_cast<double>(duration_ns) * 1e-9; }

}  // namespace

void JobProgress::set(double done, double of, TimeNs now_ns) {
  // One that counts from the beginning again does something else.
  if (!is_counted_ || done < done_) {
    first_done_ = done;
    first_ns_ = now_ns;
  }
  is_counted_ = true;
  done_ = done;
  of_ = of;
  done_ns_ = now_ns;
}

void JobProgress::begin(std::string_view phase, TimeNs now_ns) {
  phase_ = phase;
  phase_ns_ = now_ns;
  is_counted_ = false;
}

std::optional<double> JobProgress::left_s() const {
  if (!is_counted_ || done_ <= first_done_ || done_ns_ <= first_ns_) return std::nullopt;
  return (of_ - done_) * seconds_of(done_ns_ - first_ns_) / (done_ - first_done_);
}

std::string JobProgress::text() const {
  if (!is_counted_) return phase_;
  char text[96];
  std::snprintf(text, sizeof(text), "%.10g of %.10g", done_, of_);
  std::string line = (phase_.empty() ? "" : phase_ + ": ") + text;
  if (const std::optional<double> left = left_s()) {
    const double seconds = std::max(0.0, *left);
    if (seconds < 100) {
      std::snprintf(text, sizeof(text), ", %.0f s left", seconds);
    } else {
      std::snprintf(text, sizeof(text), ", %.0f min left", seconds / 60);
    }
    line += text;
  }
  return line;
}

void JobProgress::show(std::vector<ShownRow>& rows) const {
  if (!is_counted_ && phase_ns_ == never_ns) return;
  ShownRow row{.panel = "program"};
  if (phase_ns_ != never_ns) {
    row.words.push_back({"phase", phase_});
    row.figures.push_back({"phase_began_s", seconds_of(phase_ns_)});
  }
  if (is_counted_) {
    row.figures.push_back({"done", done_});
    row.figures.push_back({"of", of_});
    row.figures.push_back({"done_at_s", seconds_of(done_ns_)});
    row.figures.push_back({"first_done", first_done_});
    row.figures.push_back({"first_at_s", seconds_of(first_ns_)});
  }
  rows.push_back(std::move(row));
}

}  // namespace isthmus::engine::runtime
