// fracture/collector.hpp: puts the parts together again.
#pragma once

#include <vector>

#include "fracture/solid.hpp"
#include "isthmus/isthmus.hpp"

namespace fracture {

/// Lives on PE 0, where the main program reads what has come once it is whole.
class Collector : public isthmus::Chare<Collector> {
 public:
  /// `whole` is told when all parts have sent what they know.
  Collector(int parts, const isthmus::Callback<void>& whole);

  void take(std::vector<NodeState> nodes, std::vector<CrackState> cracks);

  /// By place and first element; by element and side.
  const std::vector<NodeState>& nodes() const { return nodes_; }
  const std::vector<CrackState>& cracks() const { return cracks_; }

 private:
  std::vector<NodeState> nodes_;
  std::vector<CrackState> cracks_;
  isthmus::Callback<void> whole_;
  int missing_;
};

}  // namespace fracture
