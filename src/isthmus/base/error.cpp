#include "isthmus/base/error.hpp"

#include <algorithm>
#include <system_error>

namespace isthmus::engine {

std::string Error::text() const {
  std::string line;
  if (!where.empty()) line += where + ": ";
  line += what;
  if (!expected_what.empty()) line += " (expected " + expected_what + ")";
  // What is quoted may be of a file that is no text: it stays one line, and harms no terminal.
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  std::ranges::replace_if(line, is_control, '?');
  return line;
}

std::string with_errno(std::string what, int error_number) {
  return what + ": " + std::generic_category().message(error_number);
}

}  // namespace isthmus::engine
