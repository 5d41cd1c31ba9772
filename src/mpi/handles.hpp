// mpi/handles.hpp: what a rank has made and its program knows by handles.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "isthmus/isthmus.hpp"

namespace isthmus::engine::mpi {

/// What a handle stands for. Its number is part of the handle, so that one of another kind is
/// refused and never taken for this one.
enum class Kind : std::uint8_t {
  communicator = 1,
  group,
  request,
  datatype,
  operation,
  error_handler,
  info,
  window,
  file,
  message,
  session,
  // Of the tool interface.
  control_variable,
  performance_session,
  performance_variable,
};

/// Handles are numbers and no addresses: they stay right when the rank goes to another process.
/// Those of the standard lie below 4096 (MPI 5.0, 20.3.5); these do not, and fit a Fortran INTEGER.
class HandleNumber {
 public:
  static std::uint64_t encode(Kind kind, std::size_t index) {
    return (static_cast<std::uint64_t>(index) + first) << 4 | static_cast<std::uint64_t>(kind);
  }
  static std::optional<std::size_t> decode(Kind kind, std::uint64_t number) {
    if ((number & 15) != static_cast<std::uint64_t>(kind) || number >> 4 < first) return {};
    return static_cast<std::size_t>((number >> 4) - first);
  }

 private:
  static constexpr std::uint64_t first = 256;
};

template <class Handle>
std::uint64_t number_of(Handle handle) {
  return std::bit_cast<std::uint64_t>(handle);
}
template <class Handle>
Handle handle_of(std::uint64_t number) {
  return std::bit_cast<Handle>(number);
}

/// The things of one kind that a rank has; T is serializable. A reference is good until the next
/// `add`.
template <class T, Kind kind>
class HandleTable {
 public:
  std::uint64_t add(T value) {
    if (free_.empty()) {
      slots_.push_back(std::move(value));
      return HandleNumber::encode(kind, slots_.size() - 1);
    }
    const std::size_t index = free_.back();
    free_.pop_back();
    slots_[index] = std::move(value);
    return HandleNumber::encode(kind, index);
  }
  /// The same of a new T, which is made where it stays.
  std::uint64_t make() {
    if (free_.empty()) return add(T());
    const std::size_t index = free_.back();
    free_.pop_back();
    slots_[index].emplace();
    return HandleNumber::encode(kind, index);
  }
  /// Null for a number that is no handle of this kind, or of one that is gone.
  T* find(std::uint64_t number) {
    const auto index = HandleNumber::decode(kind, number);
    if (!index || *index >= slots_.size() || !slots_[*index]) return nullptr;
    return &*slots_[*index];
  }
  const T* find(std::uint64_t number) const { return const_cast<HandleTable*>(this)->find(number); }
  /// The number must be of one that is here.
  T remove(std::uint64_t number) {
    const std::size_t index = HandleNumber::decode(kind, number).value();
    T value = std::move(slots_[index].value());
    slots_[index].reset();
    free_.push_back(static_cast<std::uint32_t>(index));
    return value;
  }
  /// The same, of what nobody needs any more.
  void discard(std::uint64_t number) {
    const std::size_t index = HandleNumber::decode(kind, number).value();
    ISTHMUS_ASSERT(slots_[index].has_value());
    slots_[index].reset();
    free_.push_back(static_cast<std::uint32_t>(index));
  }
  std::size_t size() const { return slots_.size() - free_.size(); }

  /// Each that is here, by its number.
  template <class Visit>
  void for_each(Visit visit) {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i]) visit(HandleNumber::encode(kind, i), *slots_[i]);
    }
  }

  void serialize(auto& archive) { archive(slots_, free_); }

 private:
  std::vector<std::optional<T>> slots_;
  std::vector<std::uint32_t> free_;
};

}  // namespace isthmus::engine::mpi
