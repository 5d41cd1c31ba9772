#include "fracture/collector.hpp"

#include <algorithm>
#include <tuple>

namespace fracture {

Collector::Collector(int parts, const isthmus::Callback<void>& whole)
    : whole_(whole), missing_(parts) {}

void Collector::take(std::vector<NodeState> nodes, std::vector<CrackState> cracks) {
  nodes_.insert(nodes_.end(), nodes.begin(), nodes.end());
  cracks_.insert(cracks_.end(), cracks.begin(), cracks.end());
  if (--missing_ > 0) return;
  std::ranges::sort(nodes_, {},
                    [](const NodeState& node) { return std::tuple(node.place, node.element); });
  std::ranges::sort(cracks_, {},
                    [](const CrackState& crack) { return std::tuple(crack.element, crack.side); });
  isthmus::send(whole_);
}

}  // namespace fracture
