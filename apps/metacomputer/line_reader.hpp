// metacomputer/line_reader.hpp: a text file by lines of words, and what is wrong in which of them.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

#include "isthmus/base/error.hpp"

namespace metacomputer {

/// One owner. Lines may end with CR LF.
class LineReader {
 public:
  /// ErrorCode::bad_input where the file cannot be opened.
  static isthmus::Expected<LineReader> open(const std::string& path);

  /// The words of the next line, comments and empty lines left out where those are no content:
  /// lines that begin with `comment`. Empty at the end of the file.
  const std::vector<std::string_view>& next(char comment);

  /// True where the file ended because it could not be read on.
  bool is_broken() const { return file_.bad(); }
  std::unexpected<isthmus::Error> wrong(std::string what, std::string expected_what) const;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::ifstream file_;
  std::string line_;
  std::vector<std::string_view> words_;
  std::size_t number_ = 0;
};

/// False for anything but the whole of a finite number.
template <class T>
bool read_number(std::string_view word, T& number) {
  if constexpr (std::is_same_v<T, float>) {
    // What is too small for a float is 0, and no fault of the file's.
    double wide = 0;
    if (!read_number(word, wide)) return false;
    number = static_cast<float>(wide);
    return std::isfinite(number);
  }
  if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
  const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (status != std::errc() || end != word.data() + word.size()) return false;
  if constexpr (std::is_floating_point_v<T>) return std::isfinite(number);
  return true;
}

}  // namespace metacomputer
