#include "isthmus/object/placement.hpp"

namespace isthmus::engine::detail {

void PlacedKeys::sort() {
  begin_.assign(static_cast<std::size_t>(pes_.count) + 1, 0);
  for (const Placed& placed : placed_) ++begin_[placed.at + 1];
  for (std::size_t at = 1; at < begin_.size(); ++at) begin_[at] += begin_[at - 1];
  keys_.resize(placed_.size());
  std::vector<std::size_t> next(begin_);
  for (const Placed& placed : placed_) keys_[next[placed.at]++] = placed.key;
  placed_ = {};
}

}  // namespace isthmus::engine::detail
