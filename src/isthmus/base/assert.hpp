// isthmus/base/assert.hpp: assertions for programmer errors. The world's errors are values
// (error.hpp).
#pragma once

namespace isthmus::engine {

/// Prints "file:line: assertion failed: condition" and aborts.
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace isthmus::engine

/// Cheap; stays on in every build.
#define ISTHMUS_ASSERT(condition)     \
  ((condition) ? static_cast<void>(0) \
               : ::isthmus::engine::assertion_failed(#condition, __FILE__, __LINE__))

/// Expensive; on in debug and sanitizer builds alone.
#ifdef ISTHMUS_VERIFY
#define ISTHMUS_VERIFY_THAT(condition) ISTHMUS_ASSERT(condition)
#else
#define ISTHMUS_VERIFY_THAT(condition) static_cast<void>(0)
#endif
