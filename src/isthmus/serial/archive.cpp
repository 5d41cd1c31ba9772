#include "isthmus/serial/archive.hpp"

#include <string>
#include <utility>

namespace isthmus::engine::serial {

void Reader::fail(const char* reason, std::string_view what) {
  if (!is_ok()) return;
  reason_ = reason;
  what_ = what;
}

Expected<void> Reader::failure() const {
  std::string where = "byte " + std::to_string(position_) + " of " + std::to_string(size_);
  if (is_ok()) {
    return isthmus::engine::fail(
        ErrorCode::malformed, std::to_string(remaining()) + " bytes left over after the last value",
        std::move(where), "the end");
  }
  std::string what = "cannot decode";
  if (!what_.empty()) what.append(" ").append(what_);
  return isthmus::engine::fail(ErrorCode::malformed, what.append(": ").append(reason_),
                               std::move(where));
}

}  // namespace isthmus::engine::serial
