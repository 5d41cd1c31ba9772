#include "isthmus/base/assert.hpp"

#include <cstdio>
#include <cstdlib>

namespace isthmus::engine {

void assertion_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
  std::abort();
}

}  // namespace isthmus::engine
