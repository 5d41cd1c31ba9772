#include "isthmus/watch/spread.hpp"

#include <algorithm>
#include <compare>
#include <utility>

namespace isthmus::engine::watch {

ShownRow spread_row(const std::string& site, std::string of, std::string figure,
                    std::vector<double> values) {
  // A peer may have sent what is no number.
  const auto less = [](double a, double b) { return std::is_lt(std::strong_order(a, b)); };
  double sum = 0;
  for (const double value : values) sum += value;
  const auto [least, most] = std::ranges::minmax(values, less);
  const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, half, less);
  const double median =
      values.size() % 2 == 1 ? *half : (*std::max_element(values.begin(), half, less) + *half) / 2;
  return {.panel = "spread",
          .figures = {{"count", static_cast<double>(values.size())},
                      {"least", least},
                      {"median", median},
                      {"most", most},
                      {"sum", sum}},
          .words = {{"site", site}, {"of", std::move(of)}, {"figure", std::move(figure)}}};
}

}  // namespace isthmus::engine::watch
