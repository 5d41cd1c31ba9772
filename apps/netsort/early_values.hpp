// netsort/early_values.hpp: values of partners that are ahead.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace netsort {

/// Values that have come for stages of an element that it may not have done yet. Of one element; a
/// partner is seldom ahead by more than a stage or two.
class EarlyValues {
 public:
  void put(std::int32_t stage, std::int32_t value) { values_.emplace_back(stage, value); }
  /// That of the stage, which goes; false where it has not come.
  bool take(std::int32_t stage, std::int32_t& value) {
    const auto found = std::ranges::find(values_, stage, [](const auto& one) { return one.first; });
    if (found == values_.end()) return false;
    value = found->second;
    *found = values_.back();
    values_.pop_back();
    return true;
  }
  void serialize(auto& archive) { archive(values_); }

 private:
  std::vector<std::pair<std::int32_t, std::int32_t>> values_;  // stage and value
};

}  // namespace netsort
