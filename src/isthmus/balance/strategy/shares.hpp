// isthmus/balance/strategy/shares.hpp: what each PE of a snapshot has, while PEs even out two by
// two.
#pragma once

#include <cstddef>
#include <vector>

#include "isthmus/balance/strategy/pairing.hpp"

namespace isthmus::engine::balance {

/// Begins with where objects are; refers to the snapshot. A piece's name is its object's position.
class Shares {
 public:
  explicit Shares(const Snapshot& snapshot);

  double load_s(PeId pe) const { return load_s_[pe.value]; }
  /// How many pieces changed hands.
  std::size_t even_out(PeId one, PeId other);
  Placement placement() const;

 private:
  const Snapshot& snapshot_;
  std::vector<Share> shares_;
  std::vector<double> load_s_;
};

}  // namespace isthmus::engine::balance
