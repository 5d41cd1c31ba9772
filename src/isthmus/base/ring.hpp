// isthmus/base/ring.hpp: a growing circular queue without atomics.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine {

/// First in, first out, for one thread. Begins with a cache line of pointers, grows by doubling and
/// never shrinks; push_back is amortized O(1) and invalidates nothing but references to elements.
template <class T>
class Ring {
 public:
  bool empty() const { return head_ == tail_; }
  std::size_t size() const { return tail_ - head_; }

  void push_back(T value) {
    if (size() == capacity_) [[unlikely]]
      grow();
    slots_[tail_++ & (capacity_ - 1)] = std::move(value);
  }
  /// Fetches what is in front. Only a hint.
  void expect_pop() const {
    __builtin_prefetch(static_cast<const void*>(&slots_[head_ & (capacity_ - 1)]));
  }
  /// visit(const T&) for each, the oldest first.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t at = head_; at != tail_; ++at) visit(slots_[at & (capacity_ - 1)]);
  }
  T& front() { return slots_[head_ & (capacity_ - 1)]; }
  T pop_front() {
    ISTHMUS_VERIFY_THAT(!empty());
    return std::move(slots_[head_++ & (capacity_ - 1)]);
  }

 private:
  void grow() {
    const std::size_t capacity = capacity_ == 0 ? 8 : capacity_ * 2;
    auto slots = std::make_unique<T[]>(capacity);
    const std::size_t count = size();
    for (std::size_t i = 0; i < count; ++i) {
      slots[i] = std::move(slots_[(head_ + i) & (capacity_ - 1)]);
    }
    slots_ = std::move(slots);
    capacity_ = capacity;
    head_ = 0;
    tail_ = count;
  }

  std::unique_ptr<T[]> slots_;
  std::size_t capacity_ = 0;  // a power of two, or 0 before the first push
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
};

}  // namespace isthmus::engine
