#include "isthmus/base/error.hpp"

#include <system_error>

namespace isthmus::engine {

std::string Error::text() const {
  std::string line;
  if (!where.empty()) line += where + ": ";
  line += what;
  if (!expected_what.empty()) line += " (expected " + expected_what + ")";
  return line;
}

std::string with_errno(std::string what, int error_number) {
  return what + ": " + std::generic_category().message(error_number);
}

}  // namespace isthmus::engine
