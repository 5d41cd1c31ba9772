#include "metacomputer/line_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>

namespace metacomputer {

using isthmus::ErrorCode;
using isthmus::Expected;

Expected<LineReader> LineReader::open(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return isthmus::fail(ErrorCode::bad_input, "is a directory", path, "a file");
  }
  if (std::filesystem::is_character_file(path, ignored) && path != "/dev/stdin") {
    return isthmus::fail(ErrorCode::bad_input, "is a device", path, "a file, which has an end");
  }
  LineReader reader;
  reader.path_ = path;
  errno = 0;
  reader.file_.open(path);
  if (!reader.file_) {
    return isthmus::fail(ErrorCode::bad_input, isthmus::with_errno("cannot be opened", errno), path,
                         "a file");
  }
  return reader;
}

const std::vector<std::string_view>& LineReader::next(char comment) {
  words_.clear();
  while (words_.empty() && std::getline(file_, line_)) {
    ++number_;
    if (line_.starts_with(comment)) continue;
    const std::string_view line = line_;
    constexpr std::string_view blanks = " \t\r";
    for (std::size_t at = line.find_first_not_of(blanks); at != line.npos;) {
      const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
      words_.push_back(line.substr(at, end - at));
      at = line.find_first_not_of(blanks, end);
    }
  }
  return words_;
}

std::unexpected<isthmus::Error> LineReader::wrong(std::string what,
                                                  std::string expected_what) const {
  return isthmus::fail(ErrorCode::bad_input, std::move(what), path_ + ":" + std::to_string(number_),
                       std::move(expected_what));
}

}  // namespace metacomputer
