#include "isthmus/fabric/datagram/received_numbers.hpp"

#include <algorithm>

namespace isthmus::engine::fabric::datagram {

bool ReceivedNumbers::note(std::uint64_t number) {
  if (number < floor_) return false;
  // The first range that is not above the number; nearly always the first of all.
  auto at =
      std::ranges::find_if(ranges_, [&](const Range& range) { return range.first <= number + 1; });
  if (at == ranges_.end() || at->end < number) {
    at = ranges_.insert(at, {number, number + 1});
  } else if (at->end == number) {
    ++at->end;
  } else if (at->first == number + 1) {
    at->first = number;
    const auto below = at + 1;
    if (below != ranges_.end() && below->end == number) {
      at->first = below->first;
      ranges_.erase(below);
    }
    return true;
  } else {
    return false;
  }
  if (at != ranges_.begin() && (at - 1)->first == at->end) {
    (at - 1)->first = at->first;
    ranges_.erase(at);
  }
  if (ranges_.size() > ranges_max) {
    floor_ = ranges_.back().end;
    ranges_.pop_back();
  }
  return true;
}

void ReceivedNumbers::forget_before(std::uint64_t number) {
  if (number <= floor_) return;
  floor_ = number;
  while (!ranges_.empty() && ranges_.back().first < floor_) {
    ranges_.back().first = std::min(floor_, ranges_.back().end);
    if (ranges_.back().first < ranges_.back().end) break;
    ranges_.pop_back();
  }
}

Ranges ReceivedNumbers::newest(std::size_t count_max) const {
  Ranges newest;
  newest.count = std::min({count_max, ranges_max, ranges_.size()});
  std::copy_n(ranges_.begin(), newest.count, newest.range.begin());
  return newest;
}

}  // namespace isthmus::engine::fabric::datagram
