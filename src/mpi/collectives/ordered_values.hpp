// mpi/collectives/ordered_values.hpp: values of ranks, combined in one order wherever they meet.
#pragma once

#include <cstddef>
#include <vector>

#include "mpi/collectives/bundle.hpp"

namespace isthmus::engine::mpi {

/// Values combined as far as they are neighbours in one fixed binary tree over their positions, as
/// the chares' reductions in order have them (object/ordered.hpp), so that a result is the same,
/// bit for bit, wherever ranks are. All values have one size.
class OrderedValues {
 public:
  /// Operation and type are those of the part, which outlives this.
  explicit OrderedValues(const Part& head) : head_(head) {}

  /// Puts together what may be.
  void join(std::vector<Piece>& runs) const;
  /// All of them, from the first to the last.
  std::vector<std::byte> fold(std::vector<Piece> runs) const;
  /// To each of `own`, values of one position each, the values of all positions up to it, or before
  /// it: none of the first, which is empty. `others` has the other positions.
  std::vector<Piece> prefixes(std::vector<Piece> own, std::vector<Piece> others,
                              bool is_exclusive) const;

 private:
  void combine(std::vector<std::byte>& into, std::vector<std::byte> more) const;
  void push(std::vector<Piece>& joined, Piece run) const;

  const Part& head_;
};

}  // namespace isthmus::engine::mpi
