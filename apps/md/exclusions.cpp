#include "md/exclusions.hpp"

#include <algorithm>
#include <cmath>

namespace md {

ExclusionFilter::ExclusionFilter(const Exclusions& excluded, const Positions& atoms,
                                 const Roster& roster, const Vec& shift)
    : excluded_(excluded), atoms_(atoms), shift_(shift) {
  if (excluded.topology == nullptr || !excluded.topology->has_excluded()) return;
  for (std::size_t i = 0; i < roster.size(); ++i) {
    if (excluded.topology->excluded(roster.ids[i]).empty()) continue;
    places_.emplace_back(roster.ids[i], static_cast<std::int32_t>(i));
  }
  std::ranges::sort(places_);
}

// Lists of small boxes hold farther images, too, on which everything acts.
bool ExclusionFilter::is_nearest_image(const Vec& position, std::size_t place) const {
  const Vec other = {atoms_.x[place] + shift_[0], atoms_.y[place] + shift_[1],
                     atoms_.z[place] + shift_[2]};
  for (std::size_t d = 0; d < 3; ++d) {
    if (!excluded_.box->periodic[d]) continue;
    if (std::abs(position[d] - other[d]) > 0.5 * excluded_.box->length(static_cast<int>(d))) {
      return false;
    }
  }
  return true;
}

std::size_t ExclusionFilter::keep(std::int64_t atom, const Vec& position,
                                  std::span<std::int32_t> near) const {
  std::size_t count = near.size();
  for (const std::int64_t id : excluded_.topology->excluded(atom)) {
    const auto found =
        std::ranges::lower_bound(places_, id, {}, [](const auto& entry) { return entry.first; });
    if (found == places_.end() || found->first != id) continue;
    const auto some = near.first(count);
    const auto at = std::ranges::lower_bound(some, found->second);
    if (at == some.end() || *at != found->second) continue;
    if (!is_nearest_image(position, static_cast<std::size_t>(found->second))) continue;
    std::copy(at + 1, some.end(), at);
    --count;
  }
  return count;
}

}  // namespace md
