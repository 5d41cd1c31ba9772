#include "mobile/rank_chare.hpp"

#include <utility>

namespace isthmus::mobile::detail {

Task<void> RankChare::run_main(void (*main)(Rank&), Begin begin) {
  if (begin.goes_on) rank_.go_on_from(std::move(begin.kept), begin.setup);
  rank_.paused_ =
      std::make_unique<UserThread>([this, main] { main(rank_); }, rank_.setup_.stack_bytes);
  return go_on(begin.done);
}

Task<void> RankChare::go_on(Callback<Ending> done) {
  try {
    std::unique_ptr<UserThread> thread = std::move(rank_.paused_);
    rank_.thread_ = thread.get();
    while (true) {
      thread->resume();
      rank_.open();
      if (thread->has_ended()) {
        rank_.refuse_unasked();
        break;
      }
      if (std::exchange(rank_.is_at_checkpoint_, false)) {
        Ending ending;
        ending.is_at_checkpoint = true;
        if (rank_.rank() == 0) ending.kept = rank_.keep_();
        // No coroutine waits now, as none could be kept.
        rank_.paused_ = std::move(thread);
        isthmus::send(done, ending);
        co_return;
      }
      const Future<void> awaited = std::move(*rank_.awaited_);
      rank_.awaited_.reset();
      co_await awaited;
    }
  } catch (const BadInput& bad) {
    rank_.ending_.bad_input = true;
    rank_.ending_.what = bad.error().what;
    rank_.ending_.where = bad.error().where;
    rank_.ending_.expected_what = bad.error().expected_what;
  }
  rank_.thread_ = nullptr;
  isthmus::send(done, rank_.ending_);
}

}  // namespace isthmus::mobile::detail
