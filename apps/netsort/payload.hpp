// netsort/payload.hpp: what every element and every value carries about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "netsort/problem.hpp"

namespace netsort {

inline std::byte mark_of(std::int32_t element) { return static_cast<std::byte>(element); }

inline std::vector<std::byte> payload_of(const Problem& problem, std::int32_t element) {
  return std::vector<std::byte>(static_cast<std::size_t>(problem.payload_bytes), mark_of(element));
}

/// Throws std::runtime_error for another element's, or a part of it.
inline void expect_payload_of(const Problem& problem, std::int32_t element,
                              std::span<const std::byte> payload) {
  const std::byte mark = mark_of(element);
  const bool fits = std::ssize(payload) == problem.payload_bytes &&
                    (payload.empty() || (payload.front() == mark && payload.back() == mark));
  if (!fits) {
    throw std::runtime_error("the payload is not that of element " + std::to_string(element));
  }
}

}  // namespace netsort
