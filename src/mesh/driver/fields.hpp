// mesh/driver/fields.hpp: the memory of all fields of a block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

#include "mesh/patch.hpp"

namespace isthmus::mesh {

/// Memory that begins at a line of the cache.
template <class T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};

  LineAllocator() = default;
  template <class U>
  explicit LineAllocator(const LineAllocator<U>&) {}
  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), alignment));
  }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory, alignment); }
  bool operator==(const LineAllocator&) const = default;
};

/// Every field has the same box of points in memory: those of the block and ghosts around them.
/// Memory begins as zeros, each field's at a line of the cache. There may be none, for jobs whose
/// costs are charged and whose fields are not held.
class Fields {
 public:
  Fields() = default;
  Fields(std::size_t count, const Box& storage, bool has_memory = true);
  Fields(Fields&&) = default;
  Fields& operator=(Fields&&) = default;

  std::size_t count() const { return places_.size(); }
  const Box& storage() const { return storage_; }
  bool has_memory() const { return !memory_.empty(); }
  std::size_t bytes() const { return memory_.size() * sizeof(double); }

  View operator[](std::int32_t field) const { return {values(field), storage_}; }
  /// Of the first point of `storage()`.
  double* values(std::int32_t field) const { return values_[static_cast<std::size_t>(field)]; }
  /// By field; as a Patch takes them.
  std::span<double* const> all() const { return values_; }
  /// Which part of the memory a field has at this moment, and the values there: for who has to
  /// find them again behind a rotation.
  std::int32_t place(std::int32_t field) const { return places_[static_cast<std::size_t>(field)]; }
  View at_place(std::int32_t place) const {
    return {const_cast<double*>(memory_.data()) + stride_ * static_cast<std::size_t>(place),
            storage_};
  }

  /// What `fields` hold goes on by one, and the first gets the memory of the last.
  void rotate(std::span<const std::int32_t> fields);

  /// Other ghosts around the same points: what both have in memory is kept.
  void change_storage(const Box& storage);

  void serialize(auto& archive) {
    archive(storage_, stride_, places_, memory_);
    if constexpr (std::remove_reference_t<decltype(archive)>::is_reading) find_values();
  }

 private:
  void allocate();
  void find_values();

  Box storage_;
  std::size_t stride_ = 0;            // doubles from one place to the next
  std::vector<std::int32_t> places_;  // by field
  std::vector<double, LineAllocator<double>> memory_;
  std::vector<double*> values_;  // by field
};

/// Copies the points of `box` from one memory to another.
void copy_box(const View& from, const View& to, const Box& box);
/// Copies the points of `box` to those that lie `by` further in the dimension.
void copy_moved(const View& from, const View& to, const Box& box, std::size_t dimension,
                std::int32_t by);
/// Both ways across a plane of x: the points of `below`, which reach up to it and are of `lower`,
/// go to the same places of `upper`, whose indices are `by` greater, and as many layers above the
/// plane come from there. In one pass, since such rows are short: of each, what is read and what
/// is written share lines of the cache.
void swap_across_x(const View& lower, const View& upper, const Box& below, std::int32_t by);
/// Writes the points of `box` one after the other, and returns where the next goes.
double* pack(const View& from, const Box& box, double* to);
const double* unpack(const double* from, const View& to, const Box& box);

}  // namespace isthmus::mesh
