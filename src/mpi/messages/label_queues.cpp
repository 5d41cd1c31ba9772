#include "mpi/messages/label_queues.hpp"

#include <utility>

namespace isthmus::engine::mpi {

namespace {
constexpr std::size_t first_lines = 16;
}  // namespace

std::size_t LabelQueues::place_of(const Label& label) const {
  const std::size_t mask = lines_.size() - 1;
  std::size_t place = LabelHash()(label) & mask;
  while (lines_[place].first != none && lines_[place].label != label) place = (place + 1) & mask;
  return place;
}

void LabelQueues::grow() {
  const std::vector<Line> before = std::exchange(lines_, {});
  lines_.resize(before.empty() ? first_lines : 2 * before.size());
  for (const Line& line : before) {
    if (line.first != none) lines_[place_of(line.label)] = line;
  }
}

void LabelQueues::push(const Label& label, std::uint64_t order, std::uint64_t value) {
  if (2 * (line_count_ + 1) > lines_.size()) grow();
  std::uint32_t index = free_;
  if (index == none) {
    index = static_cast<std::uint32_t>(entries_.size());
    entries_.emplace_back();
  } else {
    free_ = entries_[index].after;
  }
  Line& line = lines_[place_of(label)];
  if (line.first == none) {
    line = {label, index, none};
    ++line_count_;
  } else {
    entries_[line.last].after = index;
  }
  entries_[index] = {label, order, value, line.last, none, youngest_, none};
  line.last = index;
  (youngest_ == none ? oldest_ : entries_[youngest_].younger) = index;
  youngest_ = index;
  ++count_;
}

const LabelQueues::Entry* LabelQueues::front(const Label& label) const {
  if (count_ == 0) return nullptr;
  const Line& line = lines_[place_of(label)];
  return line.first == none ? nullptr : &entries_[line.first];
}

const LabelQueues::Entry* LabelQueues::find(const Label& label, std::uint64_t value) const {
  for (const Entry* entry = front(label); entry != nullptr;
       entry = entry->after == none ? nullptr : &entries_[entry->after]) {
    if (entry->value == value) return entry;
  }
  return nullptr;
}

void LabelQueues::remove(const Entry& entry) {
  const auto index = static_cast<std::uint32_t>(&entry - entries_.data());
  const std::size_t place = place_of(entry.label);
  Line& line = lines_[place];
  (entry.before == none ? line.first : entries_[entry.before].after) = entry.after;
  (entry.after == none ? line.last : entries_[entry.after].before) = entry.before;
  (entry.older == none ? oldest_ : entries_[entry.older].younger) = entry.younger;
  (entry.younger == none ? youngest_ : entries_[entry.younger].older) = entry.older;
  if (line.first == none) remove_line(place);
  entries_[index].after = free_;
  free_ = index;
  --count_;
}

/// Those behind it that are not where their hash says may move up into the gap, so that a search
/// still meets no gap before it finds them.
void LabelQueues::remove_line(std::size_t place) {
  --line_count_;
  const std::size_t mask = lines_.size() - 1;
  std::size_t gap = place;
  for (std::size_t next = (gap + 1) & mask; lines_[next].first != none; next = (next + 1) & mask) {
    const std::size_t wanted = LabelHash()(lines_[next].label) & mask;
    if (((next - wanted) & mask) < ((next - gap) & mask)) continue;
    lines_[gap] = lines_[next];
    gap = next;
  }
  lines_[gap] = {};
}

}  // namespace isthmus::engine::mpi
