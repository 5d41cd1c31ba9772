// mpi/datatype/datatype_plan.hpp: where the bytes of a datatype lie, as loops and lists.
//
// Built once with a type and then walked (plan_walk.hpp) to copy, from any byte on. The order is
// that of the type map. Displacements are in bytes from the address of an element, and absolute
// under MPI_BOTTOM.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace isthmus::engine::mpi {

struct Plan;
using PlanPtr = std::shared_ptr<const Plan>;

/// A plan at a displacement. No plan: no bytes.
struct Layout {
  std::int64_t offset = 0;
  PlanPtr plan;

  /// Bytes of data.
  std::int64_t bytes() const;
};

/// A part of a layout. Immutable; any thread may read it.
struct Plan {
  enum class Kind : std::uint8_t {
    run,     ///< `bytes` bytes in one piece.
    repeat,  ///< `count` times `child`, `stride` bytes from one to the next.
    blocks,  ///< A piece of memory at each of `offsets`.
    list,    ///< `children`, each at its one of `offsets`.
  };

  Kind kind = Kind::run;
  std::int64_t bytes = 0;  ///< Of data; never 0.
  std::int64_t count = 0;
  std::int64_t stride = 0;
  PlanPtr child;
  std::vector<std::int64_t> offsets;
  std::int64_t block_bytes = 0;  ///< Of all blocks; 0 where they differ.
  /// Bytes of data before each of the offsets, and all of them at the end; empty for equal blocks.
  std::vector<std::int64_t> first_bytes;
  std::vector<PlanPtr> children;
};

/// `bytes` bytes in one piece at `offset`.
Layout run_layout(std::int64_t offset, std::int64_t bytes);

/// `count` times the layout, `stride` bytes from one to the next.
Layout repeat_layout(const Layout& layout, std::int64_t count, std::int64_t stride);

/// Layouts one after the other become the shortest plan that is found easily: neighbours in memory
/// are merged, equal distances become a loop. One thread.
class LayoutList {
 public:
  /// `layout`, moved by `offset`.
  void add(const Layout& layout, std::int64_t offset);
  Layout finish();

 private:
  void close_blocks();
  void add_child(PlanPtr plan, std::int64_t offset);

  // Pieces of memory since the last child that is none.
  std::vector<std::int64_t> block_offsets_;
  std::vector<std::int64_t> block_bytes_;
  std::vector<std::int64_t> offsets_;
  std::vector<PlanPtr> children_;
};

}  // namespace isthmus::engine::mpi
