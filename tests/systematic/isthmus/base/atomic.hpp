// tests/systematic/isthmus/base/atomic.hpp: in place of the library's, each access a step of a run.
#pragma once

#include <atomic>
#include <cstring>
#include <source_location>
#include <type_traits>
#include <utility>

#include "systematic/interleaving.hpp"

namespace isthmus::engine {

/// As std::atomic, of as many bytes. Outside a run a plain value.
template <class T>
class Atomic {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 8);
  using Place = std::source_location;
  using Order = std::memory_order;

 public:
  constexpr Atomic() noexcept : value_{} {}
  constexpr Atomic(T value) noexcept : value_(value) {}
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load(Order = std::memory_order_seq_cst, const Place& where = Place::current()) const {
    systematic::Interleaving* run = systematic::Interleaving::current();
    if (run == nullptr) return value_;
    run->step("load", where);
    const std::uint64_t bits = run->load(&value_, sizeof(T));
    run->note(bits);
    return from_bits(bits);
  }

  void store(T value, Order order = std::memory_order_seq_cst,
             const Place& where = Place::current()) {
    systematic::Interleaving* run = systematic::Interleaving::current();
    if (run == nullptr) {
      value_ = value;
      return;
    }
    run->step("store", where);
    run->note(to_bits(value));
    run->store(&value_, sizeof(T), to_bits(value));
    if (order == std::memory_order_seq_cst) run->drain_own();
  }

  T exchange(T value, Order = std::memory_order_seq_cst, const Place& where = Place::current()) {
    return update("exchange", [&](T) { return value; }, where);
  }
  T fetch_add(T more, Order = std::memory_order_seq_cst, const Place& where = Place::current()) {
    return update("add", [&](T old) { return static_cast<T>(old + more); }, where);
  }
  T fetch_sub(T less, Order = std::memory_order_seq_cst, const Place& where = Place::current()) {
    return update("sub", [&](T old) { return static_cast<T>(old - less); }, where);
  }

  bool compare_exchange_strong(T& expected, T desired, Order = std::memory_order_seq_cst,
                               const Place& where = Place::current()) {
    return compare_exchange(expected, desired, false, where);
  }
  /// Fails now and then for no reason, as it may.
  bool compare_exchange_weak(T& expected, T desired, Order = std::memory_order_seq_cst,
                             const Place& where = Place::current()) {
    return compare_exchange(expected, desired, true, where);
  }

 private:
  static std::uint64_t to_bits(T value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    return bits;
  }
  static T from_bits(std::uint64_t bits) {
    T value;
    std::memcpy(&value, &bits, sizeof(T));
    return value;
  }

  template <class Change>
  T update(const char* what, const Change& change, const Place& where) {
    systematic::Interleaving* run = systematic::Interleaving::current();
    if (run != nullptr) {
      run->step(what, where);
      run->drain_own();
    }
    const T old = value_;
    value_ = change(old);
    if (run != nullptr) run->note(to_bits(value_));
    return old;
  }

  bool compare_exchange(T& expected, T desired, bool weak, const Place& where) {
    constexpr unsigned chance_to_fail = 16;
    systematic::Interleaving* run = systematic::Interleaving::current();
    if (run != nullptr) {
      run->step("compare-exchange", where);
      run->drain_own();
      run->note(to_bits(value_));
    }
    if (value_ != expected || (weak && run != nullptr && run->happens(chance_to_fail))) {
      expected = value_;
      return false;
    }
    value_ = desired;
    return true;
  }

  T value_;
};

class Mutex {
  using Place = std::source_location;

 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void lock(const Place& where = Place::current()) {
    if (systematic::Interleaving* run = systematic::Interleaving::current()) {
      run->wait("lock", [this] { return !is_locked_; }, never_ns, where);
      run->drain_own();
    }
    is_locked_ = true;
  }
  bool try_lock(const Place& where = Place::current()) {
    if (systematic::Interleaving* run = systematic::Interleaving::current()) {
      run->step("try to lock", where);
      run->drain_own();
      run->note(is_locked_ ? 0 : 1);
    }
    return !std::exchange(is_locked_, true);
  }
  void unlock(const Place& where = Place::current()) {
    if (systematic::Interleaving* run = systematic::Interleaving::current()) {
      run->step("unlock", where);
      run->drain_own();
    }
    is_locked_ = false;
  }

 private:
  bool is_locked_ = false;
};

/// Both kinds of machine, as the run has it.
class AsymmetricFence {
  using Place = std::source_location;

 public:
  AsymmetricFence() {}

  void light(const Place& where = Place::current()) const {
    systematic::Interleaving* run = systematic::Interleaving::current();
    if (run == nullptr || run->machine().has_system_barrier) return;
    run->step("fence", where);
    run->drain_own();
  }
  void heavy(const Place& where = Place::current()) const {
    systematic::Interleaving* run = systematic::Interleaving::current();
    if (run == nullptr) return;
    if (run->machine().has_system_barrier) {
      run->step("barrier for all threads", where);
      run->drain_all();
    } else {
      run->step("fence", where);
      run->drain_own();
    }
  }
};

/// Of the kind that it is told to be.
class MachineFence {
  using Place = std::source_location;

 public:
  static bool is_available() { return false; }
  explicit MachineFence(bool all_have_it) : is_system_wide_(all_have_it) {}

  void light(const Place& where = Place::current()) const {
    if (is_system_wide_) return;
    heavy(where);
  }
  void heavy(const Place& where = Place::current()) const {
    systematic::Interleaving* run = systematic::Interleaving::current();
    if (run == nullptr) return;
    run->step(is_system_wide_ ? "barrier for all processes" : "fence", where);
    if (is_system_wide_) {
      run->drain_all();
    } else {
      run->drain_own();
    }
  }

 private:
  bool is_system_wide_;
};

}  // namespace isthmus::engine
