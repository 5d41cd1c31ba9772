#include "mobile/rank_chare.hpp"

#include <utility>

namespace isthmus::mobile::detail {

Task<void> RankChare::run_main(void (*main)(Rank&), Callback<Ending> done) {
  try {
    UserThread thread([this, main] { main(rank_); }, rank_.setup_.stack_bytes);
    rank_.thread_ = &thread;
    while (true) {
      thread.resume();
      rank_.open();
      if (thread.ended()) {
        rank_.refuse_unasked_arguments();
        break;
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
