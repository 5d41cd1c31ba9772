// isthmus/fabric/datagram/received_numbers.hpp: which datagrams have come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "isthmus/fabric/datagram/format.hpp"

namespace isthmus::engine::fabric::datagram {

/// Bounded: of more than ranges_max runs of numbers the lowest is forgotten, and counts as come.
class ReceivedNumbers {
 public:
  /// False where it has come before, or is so old that nobody asks for it.
  bool note(std::uint64_t number);
  /// Nobody asks for those before it any more.
  void forget_before(std::uint64_t number);

  /// The highest first, at most so many.
  Ranges newest(std::size_t count_max) const;
  std::size_t count() const { return ranges_.size(); }
  /// Whether one before the highest is missing.
  bool has_gap() const { return ranges_.size() > 1; }

 private:
  std::vector<Range> ranges_;  // the highest first
  std::uint64_t floor_ = 0;
};

}  // namespace isthmus::engine::fabric::datagram
