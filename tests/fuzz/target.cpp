#include "fuzz/target.hpp"

#include <cstdio>
#include <cstdlib>

namespace isthmus::engine::fuzz {

void require(bool condition, std::string_view what) {
  if (condition) return;
  std::fprintf(stderr, "isthmus: fuzzing: does not hold: %.*s\n", static_cast<int>(what.size()),
               what.data());
  std::abort();
}

}  // namespace isthmus::engine::fuzz
