// mpi/own_process/turns.hpp: which of a program's threads has the runtime.
#pragma once

#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <utility>

namespace isthmus::engine::mpi {

/// One thread has it at a time. Those that come for the first time go before those that come back,
/// and a thread that has it may take it once more, and gives it back as often.
///
/// Thread rule: any thread; `take` and `take_again` block.
class Turns {
 public:
  void take() {
    if (has_it()) {
      ++depth_;
      return;
    }
    if (!try_it()) {
      std::unique_lock held(lock_);
      ++arriving_;
      if (ring_) ring_();
      changed_.wait(held, [this] { return try_it(); });
      --arriving_;
    }
    own_it();
  }
  /// False where another thread has it.
  bool try_take() {
    if (has_it()) {
      ++depth_;
      return true;
    }
    if (!try_it()) return false;
    own_it();
    return true;
  }
  /// By one that has given it to others: false where `is_answered` comes first, and it need not.
  bool take_again(const std::atomic<bool>& is_answered) {
    std::unique_lock held(lock_);
    ++returning_;
    bool has_it = false;
    changed_.wait(held, [&] {
      if (is_answered.load()) return true;
      has_it = arriving_.load() == 0 && try_it();
      return has_it;
    });
    --returning_;
    if (has_it) own_it();
    return has_it;
  }
  void give() {
    if (--depth_ > 0) return;
    holder_.store(pthread_t{}, std::memory_order_relaxed);
    is_taken_.store(false);
    // Who waits has said so before it looked, so one of the two sees the other.
    if (arriving_.load() + returning_.load() > 0) notify();
  }
  /// Those that come back look whether they are answered.
  void notify() {
    {
      const std::lock_guard held(lock_);
    }
    changed_.notify_all();
  }
  /// `ring` is called when a thread comes while another one has it, which may let it in.
  void ring_with(std::function<void()> ring) {
    const std::lock_guard held(lock_);
    ring_ = std::move(ring);
  }
  /// Whether anybody waits who has not been served yet.
  bool are_wanted() const { return arriving_.load() > 0; }

 private:
  bool try_it() {
    bool is_taken = false;
    return is_taken_.compare_exchange_strong(is_taken, true);
  }
  bool has_it() const { return holder_.load(std::memory_order_relaxed) == pthread_self(); }
  void own_it() {
    holder_.store(pthread_self(), std::memory_order_relaxed);
    depth_ = 1;
  }

  std::atomic<bool> is_taken_ = false;
  std::atomic<pthread_t> holder_ = {};  ///< only its own thread finds itself there
  int depth_ = 0;
  std::atomic<int> arriving_ = 0;  ///< changed under the lock, as the next
  std::atomic<int> returning_ = 0;
  std::mutex lock_;  ///< of those that wait
  std::condition_variable changed_;
  std::function<void()> ring_;
};

}  // namespace isthmus::engine::mpi
