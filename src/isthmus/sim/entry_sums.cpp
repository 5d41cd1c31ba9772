#include "isthmus/sim/entry_sums.hpp"

#include <algorithm>

namespace isthmus::engine::sim {

void EntrySums::begin(const Message& message, TimeNs entry_ns, TimeNs waited_ns,
                      bool is_from_other_site) {
  EntrySum* sum = nullptr;
  if (message.ops != nullptr && message.ops->kind == PayloadOps::Kind::entry) {
    sum = &sums_[{message.collection, message.ops}];
    ++sum->messages;
    sum->waited_ns += waited_ns;
    if (is_from_other_site) sum->waited_other_sites_ns += waited_ns;
  }
  running_.push_back({sum, entry_ns, 0});
}

void EntrySums::end(TimeNs entry_ns) {
  if (running_.empty()) return;  // it has begun before anybody looked
  const Running ended = running_.back();
  running_.pop_back();
  const TimeNs whole_ns = entry_ns - ended.began_ns;
  if (!running_.empty()) running_.back().within_ns += whole_ns;
  if (ended.sum == nullptr) return;
  const TimeNs own_ns = whole_ns - ended.within_ns;
  ended.sum->time_ns += own_ns;
  ended.sum->longest_ns = std::max(ended.sum->longest_ns, own_ns);
}

}  // namespace isthmus::engine::sim
