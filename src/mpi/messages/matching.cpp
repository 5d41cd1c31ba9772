#include "mpi/messages/matching.hpp"

#include <algorithm>

namespace isthmus::mpi {

namespace {

Label label_of(const Wanted& exact) {
  return {exact.context, exact.source.value_or(0), exact.tag.value_or(0)};
}

}  // namespace

std::optional<std::uint64_t> Matching::arrive(const Label& label, std::uint64_t message) {
  const auto exact = exact_.find(label);
  const auto open = std::ranges::find_if(
      open_, [&](const auto& entry) { return entry.second.wanted.accepts(label); });
  if (exact == exact_.end() && open == open_.end()) {
    waiting_.emplace_hint(waiting_.end(), next_, Waiting{label, message});
    by_label_[label].push_back(next_++);
    return std::nullopt;
  }
  --posted_count_;
  const bool is_exact =
      open == open_.end() || (exact != exact_.end() && exact->second.front().number < open->first);
  if (!is_exact) {
    const std::uint64_t receive = open->second.receive;
    open_.erase(open);
    return receive;
  }
  const std::uint64_t receive = exact->second.front().receive;
  exact->second.pop_front();
  if (exact->second.empty()) exact_.erase(exact);
  return receive;
}

std::optional<std::uint64_t> Matching::post(const Wanted& wanted, std::uint64_t receive) {
  if (auto message = take(wanted)) return message;
  ++posted_count_;
  if (wanted.is_exact()) {
    exact_[label_of(wanted)].push_back({next_++, receive});
  } else {
    open_.emplace_hint(open_.end(), next_++, OpenReceive{wanted, receive});
  }
  return std::nullopt;
}

std::map<std::uint64_t, Matching::Waiting>::const_iterator Matching::find_waiting(
    const Wanted& wanted) const {
  if (wanted.is_exact()) {
    const auto found = by_label_.find(label_of(wanted));
    return found == by_label_.end() ? waiting_.end() : waiting_.find(found->second.front());
  }
  return std::ranges::find_if(
      waiting_, [&](const auto& entry) { return wanted.accepts(entry.second.label); });
}

std::optional<std::uint64_t> Matching::probe(const Wanted& wanted) const {
  const auto found = find_waiting(wanted);
  if (found == waiting_.end()) return std::nullopt;
  return found->second.message;
}

std::optional<std::uint64_t> Matching::take(const Wanted& wanted) {
  const auto found = find_waiting(wanted);
  if (found == waiting_.end()) return std::nullopt;
  return remove_waiting(found);
}

std::uint64_t Matching::remove_waiting(std::map<std::uint64_t, Waiting>::const_iterator found) {
  const std::uint64_t message = found->second.message;
  // The first of its label in any case: an open receive takes the oldest that fits, too.
  const auto line = by_label_.find(found->second.label);
  line->second.pop_front();
  if (line->second.empty()) by_label_.erase(line);
  waiting_.erase(found);
  return message;
}

bool Matching::cancel(const Wanted& wanted, std::uint64_t receive) {
  if (!wanted.is_exact()) {
    const bool was_there = std::erase_if(open_, [&](const auto& entry) {
                             return entry.second.receive == receive;
                           }) > 0;
    if (was_there) --posted_count_;
    return was_there;
  }
  const auto line = exact_.find(label_of(wanted));
  if (line == exact_.end()) return false;
  const auto found = std::ranges::find(line->second, receive, &Posted::receive);
  if (found == line->second.end()) return false;
  line->second.erase(found);
  if (line->second.empty()) exact_.erase(line);
  --posted_count_;
  return true;
}

}  // namespace isthmus::mpi
