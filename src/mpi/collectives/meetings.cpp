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

/// Indices of the members in the order of their numbers, which mostly lie close together: who comes
/// first differs from one meeting to the next.
std::vector<std::uint32_t> in_order(std::span<const Meeting::Member> members) {
  std::vector<std::uint32_t> order;
  order.reserve(members.size());
  const auto [least, most] = std::ranges::minmax(members, {}, &Meeting::Member::number);
  const auto range = static_cast<std::size_t>(most.number - least.number) + 1;
  if (range > 4 * members.size()) {
    for (std::uint32_t i = 0; i < members.size(); ++i) order.push_back(i);
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return members[i].number; });
    return order;
  }
  constexpr std::uint32_t nobody = ~std::uint32_t{0};
  std::vector<std::uint32_t> at(range, nobody);
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    at[static_cast<std::size_t>(members[i].number - least.number)] = i;
  }
  for (const std::uint32_t i : at) {
    if (i != nobody) order.push_back(i);
  }
  return order;
}

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

std::span<const std::byte> Meeting::combined() {
  if (bytes == 0) return {};
  // The result is where the second one was.
  const auto combine = [this](Run& left, const Run& right) {
    combine_values(operation, type, left.value, right.value);
    left.value = right.value;
  };
  std::vector<Run> runs;
  for (const std::uint32_t i : in_order(members)) {
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
