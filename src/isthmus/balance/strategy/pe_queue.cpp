#include "isthmus/balance/strategy/pe_queue.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::balance {

namespace {

constexpr int classes_max = 64;

/// 16 steps to the double; without logarithms, which libraries round differently.
int step_of(double speed) {
  int exponent = 0;
  const double mantissa = std::frexp(speed, &exponent);  // in [0.5, 1)
  return exponent * 16 + static_cast<int>((mantissa - 0.5) * 32.0);
}

}  // namespace

PeQueue::PeQueue(const Snapshot& snapshot, std::span<const PeId> pes,
                 const std::vector<double>& loads_s)
    : snapshot_(snapshot), loads_s_(loads_s), class_of_(snapshot.pe_count(), 0) {
  ISTHMUS_ASSERT(!pes.empty());
  for (const PeId pe : pes) {
    const int step = step_of(snapshot.pes.speed[pe.value]);
    auto found = std::ranges::find(classes_, step, &Class::speed_step);
    if (found == classes_.end() && classes_.size() < classes_max) {
      found = classes_.insert(classes_.end(), {step});
    } else if (found == classes_.end()) {
      const auto away = [step](const Class& group) { return std::abs(group.speed_step - step); };
      found = std::ranges::min_element(classes_, {}, away);
    }
    class_of_[pe.value] = static_cast<std::uint8_t>(found - classes_.begin());
    found->heap.emplace_back(loads_s[pe.value], pe.value);
  }
  for (Class& group : classes_) std::ranges::make_heap(group.heap, std::greater());
}

const PeQueue::Entry& PeQueue::first_of(Class& group) {
  while (group.heap.front().first != loads_s_[group.heap.front().second]) {
    std::ranges::pop_heap(group.heap, std::greater());
    group.heap.pop_back();
  }
  return group.heap.front();
}

PeId PeQueue::ends_first(double cpu_s) {
  Entry best;
  bool is_first = true;
  for (Class& group : classes_) {
    const Entry& entry = first_of(group);
    const Entry end = {entry.first + cpu_s / snapshot_.pes.speed[entry.second], entry.second};
    if (is_first || end < best) best = end;
    is_first = false;
  }
  return PeId(best.second);
}

PeId PeQueue::least_loaded() {
  Entry best;
  bool is_first = true;
  for (Class& group : classes_) {
    const Entry& entry = first_of(group);
    if (is_first || entry < best) best = entry;
    is_first = false;
  }
  return PeId(best.second);
}

void PeQueue::update(PeId pe) {
  std::vector<Entry>& heap = classes_[class_of_[pe.value]].heap;
  heap.emplace_back(loads_s_[pe.value], pe.value);
  std::ranges::push_heap(heap, std::greater());
}

}  // namespace isthmus::engine::balance
