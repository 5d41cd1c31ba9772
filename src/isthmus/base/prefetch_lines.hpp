// isthmus/base/prefetch_lines.hpp: asking for more than one cache line before they are needed.
#pragma once

#include <cstddef>

namespace isthmus::engine {

inline constexpr std::size_t cache_line_bytes = 64;

/// Starts to fetch the lines of so many bytes from there on. Only a hint.
inline void prefetch_lines(const void* begin, std::size_t bytes) {
  const char* const first = static_cast<const char*>(begin);
  for (std::size_t at = 0; at < bytes; at += cache_line_bytes) __builtin_prefetch(first + at);
}

}  // namespace isthmus::engine
