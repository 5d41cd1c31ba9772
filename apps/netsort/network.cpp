#include "netsort/network.hpp"

#include <bit>

#include "isthmus/base/assert.hpp"

namespace netsort {

namespace {

constexpr std::int64_t size_max = std::int64_t{1} << 20;

}  // namespace

bool Network::exists_for(std::int64_t size) {
  return size >= 2 && size <= size_max && std::has_single_bit(static_cast<std::uint64_t>(size));
}

Network::Network(std::int32_t size)
    : size_(size), lg_size_(std::countr_zero(static_cast<std::uint32_t>(size))) {
  ISTHMUS_ASSERT(exists_for(size));
}

// Merge m, of m stages, makes sorted runs of 2^m elements out of those of 2^(m - 1). Its first
// stage compares the runs of a pair from their outer ends inwards, which spares turning one of them
// over; the others compare at half the distance of the one before.
std::int32_t Network::partner(std::int32_t element, std::int32_t stage) const {
  std::int32_t merge = 1;
  while (stage >= merge) stage -= merge++;
  const std::int32_t run = std::int32_t{1} << merge;
  return element ^ (stage == 0 ? run - 1 : run >> (stage + 1));
}

}  // namespace netsort
