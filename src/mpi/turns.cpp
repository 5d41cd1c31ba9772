#include "mpi/turns.hpp"

#include <algorithm>

#include "mpi/rank.hpp"

namespace isthmus::engine::mpi {

Turns& Turns::of_thread() {
  static thread_local Turns turns;
  return turns;
}

bool Turns::is_late(TimeNs limit_ns) {
  // A look at the clock takes a fifth of a short turn.
  constexpr std::size_t between_looks_max = 32;
  const bool is_late = settled_now_ns() - now_ns() > limit_ns;
  between_looks_ = is_late ? std::max<std::size_t>(1, between_looks_ / 4)
                           : std::min(between_looks_max, between_looks_ * 2);
  return is_late;
}

void Turns::let_all_go_on(TimeNs limit_ns) {
  std::size_t had = 0;
  std::size_t look = between_looks_;
  // Those added meanwhile are behind the others.
  while (had < ready_.size()) {
    if (had + 1 < ready_.size()) ready_[had + 1]->prefetch();
    ready_[had++]->have_turn();
    const bool is_last = had == ready_.size();
    if (had < look && !is_last) continue;
    if (is_late(limit_ns)) break;
    look = had + between_looks_;
  }
  for (; had < ready_.size(); ++had) ready_[had]->ask_for_turn();
  ready_.clear();
}

}  // namespace isthmus::engine::mpi
