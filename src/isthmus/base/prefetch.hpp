// isthmus/base/prefetch.hpp: asking for memory before it is needed.
#pragma once

namespace isthmus::engine {

/// Starts to fetch the cache line for writing, away from other cores that have it. Only a hint.
inline void prefetch_to_write(const void* line) {
#ifdef __x86_64__
  // What the builtin comes to without processor-specific options leaves the line shared.
  asm volatile("prefetchw %0" : : "m"(*static_cast<const char*>(line)));
#else
  __builtin_prefetch(line, 1);
#endif
}

}  // namespace isthmus::engine
