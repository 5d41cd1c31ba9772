#include "isthmus/location/policy.hpp"

#include <algorithm>
#include <array>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::location {

std::span<const Policy* const> policies() {
  static constexpr std::array<const Policy*, 12> all = {&lazy_forwarding,
                                                        &jump_update,
                                                        &path_compression,
                                                        &broadcast_update,
                                                        &partitioned_update,
                                                        &eager_update,
                                                        &home_based,
                                                        &home_and_sender,
                                                        &adaptive,
                                                        &broadcast_update_published,
                                                        &partitioned_update_published,
                                                        &eager_update_published};
  return all;
}

std::uint8_t position_of(const Policy& policy) {
  const auto all = policies();
  const auto place = std::ranges::find(all, &policy);
  ISTHMUS_ASSERT(place != all.end());
  return static_cast<std::uint8_t>(place - all.begin());
}

const Policy* find_policy(std::string_view name) {
  for (const Policy* policy : policies()) {
    if (policy->name == name) return policy;
  }
  return nullptr;
}

std::string policy_names() {
  std::string names;
  for (const Policy* policy : policies()) {
    names += (names.empty() ? "" : ", ") + std::string(policy->name);
  }
  return names;
}

}  // namespace isthmus::engine::location
