// isthmus/base/atomic.hpp: what threads share, under names that a test can replace.
#pragma once

#include <atomic>
#include <mutex>

namespace isthmus::engine {

// Code whose threads meet without a message uses these names. tests/systematic compiles it with
// another file in the place of this one, where each access hands the turn to a seeded choice.
template <class T>
using Atomic = std::atomic<T>;
using Mutex = std::mutex;

/// Orders a store and a later load of one thread with those of another, where the one does so
/// often and the other seldom: light() on the frequent side costs nothing, heavy() on the other is
/// a system call that makes every running thread of the process pass a barrier (membarrier). Where
/// the system cannot do that, both are full fences.
class AsymmetricFence {
 public:
  AsymmetricFence() : is_system_wide_(has_system_barrier()) {}

  void light() const {
    if (is_system_wide_) {
      std::atomic_signal_fence(std::memory_order_seq_cst);
    } else {
      std::atomic_thread_fence(std::memory_order_seq_cst);
    }
  }
  void heavy() const;

 private:
  static bool has_system_barrier();

  const bool is_system_wide_;
};

/// The same between threads of different processes of one machine. What the system needs for it is
/// asked for once in each process, and all of them must have it: they tell each other.
class MachineFence {
 public:
  /// Asks for it.
  static bool is_available();
  /// Unless all have it: full fences.
  explicit MachineFence(bool all_have_it) : is_system_wide_(all_have_it) {}

  void light() const {
    if (is_system_wide_) {
      std::atomic_signal_fence(std::memory_order_seq_cst);
    } else {
      std::atomic_thread_fence(std::memory_order_seq_cst);
    }
  }
  void heavy() const;

 private:
  bool is_system_wide_;
};

}  // namespace isthmus::engine
