#include "mobile/rank_chare.hpp"

#include <utility>

namespace isthmus::mobile::detail {

Task<void> Station::run_main(void (*main)(Node&), Callback<Ending> done) {
  try {
    UserThread thread([this, main] { main(node_); }, node_.setup_.stack_bytes);
    node_.thread_ = &thread;
    while (true) {
      thread.resume();
      node_.open();
      if (thread.ended()) {
        node_.refuse_unasked_arguments();
        break;
      }
      const Future<void> wish = std::move(*node_.wish_);
      node_.wish_.reset();
      co_await wish;
    }
  } catch (const BadInput& bad) {
    node_.ending_.bad_input = true;
    node_.ending_.what = bad.error().what;
    node_.ending_.where = bad.error().where;
    node_.ending_.expected_what = bad.error().expected_what;
  }
  node_.thread_ = nullptr;
  isthmus::send(done, node_.ending_);
}

}  // namespace isthmus::mobile::detail
