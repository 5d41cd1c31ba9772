// md/shared.hpp: a value that many objects of a process read and none writes.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace md {

/// Copies of it share one value, so a multicast within a process copies nothing; between processes
/// the value itself travels. It never changes, so any thread may read it.
template <class T>
class Shared {
 public:
  Shared() = default;
  explicit Shared(T value) : value_(std::make_shared<const T>(std::move(value))) {}

  explicit operator bool() const { return value_ != nullptr; }
  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  void reset() { value_.reset(); }

  void serialize(auto& archive) {
    bool is_there = value_ != nullptr;
    archive(is_there);
    if constexpr (std::remove_reference_t<decltype(archive)>::is_reading) {
      T value;
      if (is_there) archive(value);
      value_ = is_there ? std::make_shared<const T>(std::move(value)) : nullptr;
    } else if (is_there) {
      archive(const_cast<T&>(*value_));  // which writing does not change
    }
  }

 private:
  std::shared_ptr<const T> value_;
};

}  // namespace md
