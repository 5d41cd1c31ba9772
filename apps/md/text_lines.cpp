#include "md/text_lines.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

namespace md {

namespace {

constexpr std::string_view space = " \t\r\f\v";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(space);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(space) - begin + 1);
}

// What a message shows of a word of any length.
std::string quoted(std::string_view word) {
  constexpr std::size_t most = 40;
  return "'" + std::string(word.substr(0, most)) + (word.size() > most ? "...'" : "'");
}

}  // namespace

isthmus::Expected<std::string> read_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return isthmus::fail(isthmus::ErrorCode::bad_input, "is a directory", path, "a file");
  }
  if (std::filesystem::is_character_file(path, error) && path != "/dev/stdin") {
    return isthmus::fail(isthmus::ErrorCode::bad_input, "is a device", path, "a file");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return isthmus::fail(isthmus::ErrorCode::bad_input,
                         isthmus::with_errno("cannot be opened", errno), path);
  }
  std::ostringstream text;
  text << file.rdbuf();
  if (file.bad()) {
    return isthmus::fail(isthmus::ErrorCode::bad_input,
                         isthmus::with_errno("cannot be read", errno), path);
  }
  return std::move(text).str();
}

bool TextLines::next() {
  words_.clear();
  while (words_.empty() && !text_.empty()) {
    const std::size_t end = std::min(text_.find('\n'), text_.size());
    std::string_view line = text_.substr(0, end);
    text_.remove_prefix(std::min(end + 1, text_.size()));
    ++line_;
    const std::size_t mark = mark_ == 0 ? line.npos : line.find(mark_);
    comment_ = mark == line.npos ? std::string_view() : trimmed(line.substr(mark + 1));
    line = line.substr(0, mark);
    for (std::size_t begin = 0; (begin = line.find_first_not_of(space, begin)) != line.npos;) {
      const std::size_t stop = std::min(line.find_first_of(space, begin), line.size());
      words_.push_back(line.substr(begin, stop - begin));
      begin = stop;
    }
  }
  return !words_.empty();
}

std::string TextLines::joined() const {
  std::string text;
  for (const std::string_view word : words_) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

std::unexpected<isthmus::Error> TextLines::wrong(std::string what, std::string expected) const {
  // Bytes of a file that is no text are not for a terminal.
  std::ranges::replace_if(what, [](char c) { return c < ' ' || c > '~'; }, '?');
  return isthmus::fail(isthmus::ErrorCode::bad_input, std::move(what),
                       name_ + ":" + std::to_string(line_), std::move(expected));
}

isthmus::Expected<std::int64_t> TextLines::integer(std::size_t i, const char* meaning,
                                                   std::int64_t least, std::int64_t most) const {
  if (i >= words_.size()) return wrong("the line ends early", meaning);
  const std::string_view word = words_[i];
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(word.begin(), word.end(), value);
  if (error != std::errc() || stop != word.end() || value < least || value > most) {
    return wrong(quoted(word), std::string(meaning) + ", " + std::to_string(least) + " to " +
                                   std::to_string(most));
  }
  return value;
}

isthmus::Expected<double> TextLines::number(std::size_t i, const char* meaning) const {
  if (i >= words_.size()) return wrong("the line ends early", meaning);
  std::string_view word = words_[i];
  if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
  double value = 0;
  const auto [stop, error] = std::from_chars(word.begin(), word.end(), value);
  if (error != std::errc() || stop != word.end() || !std::isfinite(value)) {
    return wrong(quoted(words_[i]), std::string(meaning) + ", a number");
  }
  return value;
}

}  // namespace md
