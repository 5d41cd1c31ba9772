#include "netsort/serial.hpp"

#include <algorithm>

namespace netsort {

std::vector<std::int32_t> sorted(std::vector<std::int32_t> values) {
  std::ranges::sort(values);
  return values;
}

std::vector<std::int32_t> sorted_by(const Network& network, std::vector<std::int32_t> values) {
  for (std::int32_t stage = 0; stage < network.stage_count(); ++stage) {
    std::vector<std::int32_t> after(values.size());
    for (std::int32_t element = 0; element < network.size(); ++element) {
      const std::int32_t partner = network.partner(element, stage);
      after[static_cast<std::size_t>(element)] =
          kept(element, values[static_cast<std::size_t>(element)], partner,
               values[static_cast<std::size_t>(partner)]);
    }
    values = std::move(after);
  }
  return values;
}

}  // namespace netsort
