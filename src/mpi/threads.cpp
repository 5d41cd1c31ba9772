// Programs whose threads call MPI at once (MPI_THREAD_MULTIPLE). One is served at a time; while its
// call waits, the rank sets it aside for a thread that comes.
#include <utility>

#include "mpi/abi/mpi.h"
#include "mpi/rank.hpp"

namespace isthmus::engine::mpi {

std::int32_t Rank::most_of_threads() const {
  return machine_->threads() != nullptr ? MPI_THREAD_MULTIPLE : MPI_THREAD_SERIALIZED;
}

void Rank::expect_threads(std::int32_t level) {
  if (level != MPI_THREAD_MULTIPLE) return;
  machine_->threads()->tell_of_threads([self = proxy()] {
    if (Rank* const rank = self.local()) rank->let_threads_in();
  });
}

void Rank::let_threads_in() {
  const Waiting::For what = state_.waiting.what;
  if (runs_ || drives_ || machine_->has_ended() || what == Waiting::For::nothing ||
      what == Waiting::For::the_end) {
    return;
  }
  // A function of the program that MPI has called stands on the stack of the call that waits.
  CallingThreads& threads = *machine_->threads();
  if (!threads.are_waiting() || !upcalls_.empty() || !running_.empty()) return;
  set_aside_.insert_or_assign(threads.present_call(), std::exchange(state_.waiting, {}));
  threads.let_others_first();
  run();
}

void Rank::take_up_again() {
  auto waited = set_aside_.extract(machine_->threads()->present_call());
  state_.waiting = std::move(waited.mapped());
  // It has let others go first.
  if (state_.waiting.what == Waiting::For::turn) {
    state_.waiting.what = Waiting::For::nothing;
    return;
  }
  runs_ = false;
  look_again();
}

void Rank::answer_aside() {
  const Waiting present = std::exchange(state_.waiting, {});
  for (auto at = set_aside_.begin(); at != set_aside_.end();) {
    auto& [call, waiting] = *at;
    const bool is_turn = waiting.what == Waiting::For::turn;
    state_.waiting = std::move(waiting);
    const auto answer = is_turn ? std::nullopt : answer_wait();
    if (is_turn || (answer && state_.waiting.what != Waiting::For::the_end)) {
      machine_->threads()->answer_aside(
          call, answer ? std::optional(static_cast<std::uint64_t>(*answer)) : std::nullopt);
      at = set_aside_.erase(at);
    } else {
      waiting = std::move(state_.waiting);
      ++at;
    }
  }
  state_.waiting = present;
}

}  // namespace isthmus::engine::mpi
