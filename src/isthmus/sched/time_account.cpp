#include "isthmus/sched/time_account.hpp"

namespace isthmus::engine::sched {

void TimeAccount::explain_by(Work work, PeId source) {
  if (source != self_) waker_ = source;
  if (work != Work::entry) return;
  last_wait_ = {std::exchange(unexplained_ns_, 0), site_of_(std::exchange(waker_, self_))};
  const std::size_t site = last_wait_.site.value;
  if (waited_ns_.size() <= site) waited_ns_.resize(site + 1);
  waited_ns_[site] += last_wait_.for_ns;
}

TimeSums TimeAccount::read() {
  spend(clock_.now_ns());
  const auto sum_of = [this](Work work) { return sums_[static_cast<unsigned>(work)]; };
  return {.entry_ns = sum_of(Work::entry),
          .runtime_ns = sum_of(Work::runtime),
          .balancing_ns = sum_of(Work::balancing),
          .waited_ns = waited_ns_,
          .idle_ns = sums_[idle] + unexplained_ns_};
}

}  // namespace isthmus::engine::sched
