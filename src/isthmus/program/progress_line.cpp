#include "isthmus/program/progress_line.hpp"

#include <utility>

namespace isthmus::engine::program {

void ProgressLine::show(const runtime::JobProgress& progress) {
  if (!progress.is_on_its_way()) return clear();
  const TimeNs now_ns = clock_.now_ns();
  if (shown_ns_ != never_ns && now_ns - shown_ns_ < least_interval_ns) return;
  shown_ns_ = now_ns;
  is_there_ = true;
  std::fprintf(terminal_, "\r\033[K%s ", progress.text().c_str());
  std::fflush(terminal_);
}

void ProgressLine::clear() {
  if (!std::exchange(is_there_, false)) return;
  std::fputs("\r\033[K", terminal_);
  std::fflush(terminal_);
}

}  // namespace isthmus::engine::program
