#include "mpi/messages/matching.hpp"

#include <algorithm>

namespace isthmus::engine::mpi {

namespace {

Label label_of(const Wanted& exact) {
  return {exact.context, exact.source.value_or(0), exact.tag.value_or(0)};
}

}  // namespace

std::optional<std::uint64_t> Matching::receive_for(const Label& label) {
  const LabelQueues::Entry* const exact = exact_.front(label);
  const auto open = std::ranges::find_if(
      open_, [&](const auto& entry) { return entry.second.wanted.accepts(label); });
  if (open != open_.end() && (exact == nullptr || open->first < exact->order)) {
    const std::uint64_t receive = open->second.receive;
    open_.erase(open);
    return receive;
  }
  if (exact == nullptr) return std::nullopt;
  const std::uint64_t receive = exact->value;
  exact_.remove(*exact);
  return receive;
}

std::optional<std::uint64_t> Matching::post(const Wanted& wanted, std::uint64_t receive) {
  if (auto message = take(wanted)) return message;
  if (wanted.is_exact()) {
    exact_.push(label_of(wanted), next_++, receive);
  } else {
    open_.emplace_hint(open_.end(), next_++, OpenReceive{wanted, receive});
  }
  return std::nullopt;
}

const LabelQueues::Entry* Matching::find_waiting(const Wanted& wanted) const {
  if (wanted.is_exact()) return waiting_.front(label_of(wanted));
  const LabelQueues::Entry* entry = waiting_.oldest();
  while (entry != nullptr && !wanted.accepts(entry->label)) entry = waiting_.younger(*entry);
  return entry;
}

std::optional<std::uint64_t> Matching::probe(const Wanted& wanted) const {
  const LabelQueues::Entry* const found = find_waiting(wanted);
  if (found == nullptr) return std::nullopt;
  return found->value;
}

std::optional<std::uint64_t> Matching::take(const Wanted& wanted) {
  const LabelQueues::Entry* const found = find_waiting(wanted);
  if (found == nullptr) return std::nullopt;
  const std::uint64_t message = found->value;
  waiting_.remove(*found);
  return message;
}

bool Matching::cancel(const Wanted& wanted, std::uint64_t receive) {
  if (!wanted.is_exact()) {
    return std::erase_if(open_,
                         [&](const auto& entry) { return entry.second.receive == receive; }) > 0;
  }
  const LabelQueues::Entry* const found = exact_.find(label_of(wanted), receive);
  if (found == nullptr) return false;
  exact_.remove(*found);
  return true;
}

}  // namespace isthmus::engine::mpi
