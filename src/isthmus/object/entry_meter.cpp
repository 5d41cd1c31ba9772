#include "isthmus/object/entry_meter.hpp"

#include <algorithm>
#include <utility>

namespace isthmus::engine {

/// The time since the last reading is of what runs.
void EntryMeter::spend() {
  pe_.settle();
  const TimeNs now_ns = pe_.clock().now_ns();
  const TimeNs since_ns = std::exchange(read_ns_, now_ns);
  if (!running_.empty()) running_.back().time_ns += now_ns - since_ns;
}

void EntryMeter::begin(CollectionId array, const Entry& entry) {
  spend();
  EntryFigures& figures = figures_[{array, &entry}];
  figures.array = array;
  figures.entry = &entry;
  ++figures.calls;
  if (sched::TimeAccount* const account = pe_.account()) {
    const sched::TimeAccount::Wait wait = account->take_wait();
    figures.waited_ns += wait.for_ns;
    if (wait.site != own_site_) figures.waited_other_sites_ns += wait.for_ns;
  }
  running_.push_back({&figures, 0});
}

void EntryMeter::end() {
  spend();
  const Running ended = running_.back();
  running_.pop_back();
  ended.figures->time_ns += ended.time_ns;
  ended.figures->longest_ns = std::max(ended.figures->longest_ns, ended.time_ns);
}

std::vector<EntryFigures> EntryMeter::figures() const {
  std::vector<EntryFigures> all;
  all.reserve(figures_.size());
  for (const auto& [which, figures] : figures_) all.push_back(figures);
  return all;
}

}  // namespace isthmus::engine
