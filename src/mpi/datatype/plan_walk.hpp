// mpi/datatype/plan_walk.hpp: visits the memory of a datatype in the order of its type map, whole
// or from any byte on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "mpi/datatype/datatype_plan.hpp"

namespace isthmus::engine::mpi {

/// Hands pieces of memory to a Visitor, who has
///   void run(std::uintptr_t at, std::int64_t bytes);
///   void strided(std::uintptr_t at, std::int64_t block_bytes, std::int64_t count,
///                std::int64_t stride);
///   void scattered(std::uintptr_t at, std::int64_t count, std::int64_t stride,
///                  std::span<const std::int64_t> offsets, std::int64_t block_bytes);
///   void uneven(std::uintptr_t at, std::int64_t count, std::int64_t stride,
///               std::span<const std::int64_t> offsets, std::span<const std::int64_t> first_bytes);
/// The last two are `count` times blocks at the offsets, of `block_bytes` bytes each or as many as
/// from one of `first_bytes` to the next.
/// Addresses are integers: under MPI_BOTTOM they begin at 0, where no pointer may.
template <class Visitor>
class PlanWalk {
 public:
  explicit PlanWalk(Visitor& visitor) : visitor_(visitor) {}

  /// Bytes [first, first + bytes) of the data of `count` plans, the first one at `at`, `stride`
  /// bytes from one to the next. The bytes exist.
  void repeat(const Plan& plan, std::uintptr_t at, std::int64_t count, std::int64_t stride,
              std::int64_t first, std::int64_t bytes) {
    std::int64_t index = first / plan.bytes;
    if (const std::int64_t within = first % plan.bytes; within != 0) {
      const std::int64_t head = std::min(bytes, plan.bytes - within);
      part(plan, moved(at, index, stride), within, head);
      bytes -= head;
      ++index;
    }
    if (const std::int64_t full = bytes / plan.bytes; full != 0) {
      repeat_whole(plan, moved(at, index, stride), std::min(full, count), stride);
      index += full;
    }
    if (const std::int64_t tail = bytes % plan.bytes; tail != 0) {
      part(plan, moved(at, index, stride), 0, tail);
    }
  }

 private:
  static std::uintptr_t moved(std::uintptr_t at, std::int64_t index, std::int64_t stride) {
    return at + static_cast<std::uintptr_t>(index) * static_cast<std::uintptr_t>(stride);
  }
  static std::uintptr_t moved(std::uintptr_t at, std::int64_t offset) {
    return at + static_cast<std::uintptr_t>(offset);
  }

  void repeat_whole(const Plan& plan, std::uintptr_t at, std::int64_t count, std::int64_t stride) {
    if (plan.kind == Plan::Kind::run) {
      if (plan.bytes == stride) return visitor_.run(at, plan.bytes * count);
      return visitor_.strided(at, plan.bytes, count, stride);
    }
    if (plan.kind == Plan::Kind::blocks) {
      if (plan.block_bytes != 0) {
        return visitor_.scattered(at, count, stride, plan.offsets, plan.block_bytes);
      }
      return visitor_.uneven(at, count, stride, plan.offsets, plan.first_bytes);
    }
    for (std::int64_t i = 0; i < count; ++i, at = moved(at, stride)) whole(plan, at);
  }

  void whole(const Plan& plan, std::uintptr_t at) {
    switch (plan.kind) {
      case Plan::Kind::run:
        return visitor_.run(at, plan.bytes);
      case Plan::Kind::repeat:
        return repeat_whole(*plan.child, at, plan.count, plan.stride);
      case Plan::Kind::blocks:
        return repeat_whole(plan, at, 1, 0);
      case Plan::Kind::list:
        for (std::size_t i = 0; i < plan.offsets.size(); ++i) {
          whole(*plan.children[i], moved(at, plan.offsets[i]));
        }
    }
  }

  // Of one plan; bytes > 0.
  void part(const Plan& plan, std::uintptr_t at, std::int64_t first, std::int64_t bytes) {
    if (first == 0 && bytes == plan.bytes) return whole(plan, at);
    switch (plan.kind) {
      case Plan::Kind::run:
        return visitor_.run(moved(at, first), bytes);
      case Plan::Kind::repeat:
        return repeat(*plan.child, at, plan.count, plan.stride, first, bytes);
      case Plan::Kind::blocks:
        if (plan.block_bytes != 0) return part_of_equal_blocks(plan, at, first, bytes);
        [[fallthrough]];
      case Plan::Kind::list:
        return part_of_list(plan, at, first, bytes);
    }
  }

  void part_of_equal_blocks(const Plan& plan, std::uintptr_t at, std::int64_t first,
                            std::int64_t bytes) {
    std::int64_t block = first / plan.block_bytes;
    if (const std::int64_t within = first % plan.block_bytes; within != 0) {
      const std::int64_t head = std::min(bytes, plan.block_bytes - within);
      visitor_.run(moved(at, offset(plan, block) + within), head);
      bytes -= head;
      ++block;
    }
    const std::int64_t full = bytes / plan.block_bytes;
    const auto offsets =
        std::span(plan.offsets)
            .subspan(static_cast<std::size_t>(block), static_cast<std::size_t>(full));
    visitor_.scattered(at, 1, 0, offsets, plan.block_bytes);
    if (const std::int64_t tail = bytes % plan.block_bytes; tail != 0) {
      visitor_.run(moved(at, offset(plan, block + full)), tail);
    }
  }

  void part_of_list(const Plan& plan, std::uintptr_t at, std::int64_t first, std::int64_t bytes) {
    const auto after = std::ranges::upper_bound(plan.first_bytes, first);
    auto index = static_cast<std::size_t>(after - plan.first_bytes.begin()) - 1;
    for (std::int64_t within = first - plan.first_bytes[index]; bytes != 0; ++index, within = 0) {
      const std::int64_t here =
          std::min(bytes, plan.first_bytes[index + 1] - plan.first_bytes[index] - within);
      const std::uintptr_t place = moved(at, plan.offsets[index]);
      if (plan.kind == Plan::Kind::list) {
        part(*plan.children[index], place, within, here);
      } else {
        visitor_.run(moved(place, within), here);
      }
      bytes -= here;
    }
  }

  static std::int64_t offset(const Plan& plan, std::int64_t block) {
    return plan.offsets[static_cast<std::size_t>(block)];
  }

  Visitor& visitor_;
};

}  // namespace isthmus::engine::mpi
