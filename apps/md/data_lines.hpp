// md/data_lines.hpp: the lines of a data file's sections, one after the other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "md/text_lines.hpp"

namespace md {

/// Stands at a line, or behind the last one. Views the text.
class DataLines {
 public:
  DataLines(std::string_view text, const std::string& name) : lines_(text, name) {}

  const TextLines* operator->() const { return &lines_; }
  const TextLines& operator*() const { return lines_; }
  bool has_line() const { return has_line_; }

  bool advance() {
    has_line_ = lines_.next();
    return has_line_;
  }

  /// Calls `use` at each of the next so many lines, and goes on to the line behind.
  template <class Use>
  isthmus::Expected<void> for_each(std::int64_t count, const char* what, Use use) {
    for (std::int64_t i = 0; i < count; ++i) {
      if (!advance()) {
        return lines_.wrong("the file ends after " + std::to_string(i) + " of " +
                                std::to_string(count) + " " + what,
                            "all of them");
      }
      if (isthmus::Expected<void> used = use(); !used) return used;
    }
    advance();
    return {};
  }

  /// A type's number in the present line, from 0 on; in the file from 1.
  isthmus::Expected<std::size_t> type_at(std::size_t word, std::int64_t types,
                                         const char* what) const {
    const auto type = lines_.integer(word, what, 1, types > 1 ? types : 1);
    if (!type) return std::unexpected(type.error());
    return static_cast<std::size_t>(*type - 1);
  }

  std::unexpected<isthmus::Error> repeated_type(std::size_t type) const {
    return lines_.wrong("type " + std::to_string(type + 1) + " a second time", "each once");
  }

 private:
  TextLines lines_;
  bool has_line_ = false;
};

}  // namespace md
