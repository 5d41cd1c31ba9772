#include "isthmus/store/plan.hpp"

#include <algorithm>
#include <cmath>

namespace isthmus::engine::store {

TimeNs interval(TimeNs cost_ns, TimeNs between_failures_ns) {
  const auto cost = static_cast<double>(cost_ns);
  const auto between = static_cast<double>(between_failures_ns);
  if (cost >= between / 2) return between_failures_ns;
  return static_cast<TimeNs>(std::sqrt(2 * cost * between) - cost);
}

}  // namespace isthmus::engine::store
