// isthmus/bootstrap/agreement/process_set.hpp: a few processes of a job, by rank.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <vector>

#include "isthmus/base/ids.hpp"

namespace isthmus::engine::bootstrap {

/// Small and seldom changed, so a vector in ascending order.
class ProcessSet {
 public:
  ProcessSet() = default;
  ProcessSet(std::initializer_list<ProcessId> processes) {
    for (const ProcessId process : processes) insert(process);
  }

  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }
  bool empty() const { return all_.empty(); }
  std::size_t size() const { return all_.size(); }
  bool contains(ProcessId process) const { return std::ranges::binary_search(all_, process); }
  /// Whether it was not there before.
  bool insert(ProcessId process) {
    const auto at = std::ranges::lower_bound(all_, process);
    if (at != all_.end() && *at == process) return false;
    all_.insert(at, process);
    return true;
  }
  /// Whether anybody was not there before.
  bool insert(const ProcessSet& others) {
    const std::size_t before = size();
    for (const ProcessId process : others) insert(process);
    return size() > before;
  }
  void erase(ProcessId process) { std::erase(all_, process); }
  void clear() { all_.clear(); }
  bool operator==(const ProcessSet&) const = default;

 private:
  std::vector<ProcessId> all_;
};

}  // namespace isthmus::engine::bootstrap
