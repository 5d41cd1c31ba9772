// A project of its own that knows Isthmus by its installed package alone.
#include <cstdio>
#include <string>

#include "isthmus/base/error.hpp"

int main() {
  const isthmus::Expected<int> refused =
      isthmus::fail(isthmus::ErrorCode::bad_input, "no such site 'mars'", "grid.toml:7", "of 2");
  const std::string text = refused.error().text();
  std::puts(text.c_str());
  return text == "grid.toml:7: no such site 'mars' (expected of 2)" ? 0 : 1;
}
