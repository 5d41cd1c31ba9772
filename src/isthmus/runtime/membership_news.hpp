// isthmus/runtime/membership_news.hpp: how the processes of a job have changed.
#pragma once

#include <cstdint>
#include <vector>

#include "isthmus/base/ids.hpp"

namespace isthmus::engine {

/// Who has been lost, has left or has come where an epoch began, in rising order; nobody in the
/// first one, which is epoch 0. Plain data.
struct MembershipNews {
  std::uint32_t epoch = 0;
  std::vector<ProcessId> lost = {};
  std::vector<ProcessId> left = {};
  std::vector<ProcessId> come = {};
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::MembershipNews;

}  // namespace isthmus
