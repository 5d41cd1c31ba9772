#include "mpi/collectives/meetings.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "mpi/collectives/values.hpp"

namespace isthmus::engine::mpi {

namespace {

/// Values combined already, of 2^level numbers from position * 2^level on.
struct Run {
  std::int32_t position = 0;
  int level = 0;
  std::span<std::byte> value = {};
};

}  // namespace

void Meeting::add(const Member& member, const Brought& brought) {
  if (members.empty()) {
    kind = brought.kind;
    operation = brought.operation;
    type = brought.type;
    bytes = brought.value.size();
  }
  members.push_back(member);
  values.insert(values.end(), brought.value.begin(), brought.value.end());
}

void Meeting::sort() {
  if (std::ranges::is_sorted(members, {}, &Member::number)) return;
  std::vector<std::size_t> order(members.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return members[i].number; });
  std::vector<Member> sorted_members;
  std::vector<std::byte> sorted_values;
  sorted_values.reserve(values.size());
  for (const std::size_t i : order) {
    sorted_members.push_back(members[i]);
    const auto value = std::span(values).subspan(i * bytes, bytes);
    sorted_values.insert(sorted_values.end(), value.begin(), value.end());
  }
  members = std::move(sorted_members);
  values = std::move(sorted_values);
}

std::span<const std::byte> Meeting::combined() {
  if (bytes == 0) return {};
  sort();
  // The result is where the second one was.
  const auto combine = [this](Run& left, const Run& right) {
    combine_values(operation, type, left.value, right.value);
    left.value = right.value;
  };
  std::vector<Run> runs;
  for (std::size_t i = 0; i < members.size(); ++i) {
    runs.push_back({members[i].number, 0, std::span(values).subspan(i * bytes, bytes)});
    while (runs.size() > 1) {
      Run& left = runs[runs.size() - 2];
      const Run& right = runs.back();
      const bool are_siblings = left.level == right.level && left.position % 2 == 0 &&
                                right.position == left.position + 1;
      if (!are_siblings) break;
      combine(left, right);
      left.position /= 2;
      ++left.level;
      runs.pop_back();
    }
  }
  Run& all = runs.front();
  for (std::size_t i = 1; i < runs.size(); ++i) combine(all, runs[i]);
  return all.value;
}

Meeting& Meetings::of(const CollectiveName& name) {
  const auto found = std::ranges::find(meetings_, name, &Meeting::name);
  if (found != meetings_.end()) return *found;
  if (spare_.empty()) spare_.emplace_back();
  meetings_.push_back(std::move(spare_.back()));
  spare_.pop_back();
  Meeting& made = meetings_.back();
  made.name = name;
  made.is_apart = false;
  made.apart_count = 0;
  made.members.clear();
  made.values.clear();
  return made;
}

void Meetings::remove(const CollectiveName& name) {
  const auto found = std::ranges::find(meetings_, name, &Meeting::name);
  if (found == meetings_.end()) return;
  spare_.push_back(std::move(*found));
  meetings_.erase(found);
}

}  // namespace isthmus::engine::mpi
