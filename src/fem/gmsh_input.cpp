#include "fem/gmsh_input.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <utility>

namespace isthmus::fem {

namespace {

std::string range(const char* meaning, std::int64_t least, std::int64_t most) {
  return std::string(meaning) + ", " + std::to_string(least) + " to " + std::to_string(most);
}

}  // namespace

Expected<void> GmshInput::outcome() const {
  if (error_) return std::unexpected(*error_);
  return {};
}

void GmshInput::wrong(std::string what, std::string expected) {
  if (error_) return;
  // Bytes of a file that is no text are not for a terminal.
  std::ranges::replace_if(what, [](char c) { return c < ' ' || c > '~'; }, '?');
  const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, text_.size()));
  const std::string place = is_binary_
                                ? ", byte " + std::to_string(at_)
                                : ":" + std::to_string(1 + std::count(text_.begin(), end, '\n'));
  error_ = Error{ErrorCode::bad_input, std::move(what), name_ + place, std::move(expected)};
}

std::string_view GmshInput::word() {
  while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  const std::size_t begin = at_;
  while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

std::string_view GmshInput::rest_of_line() {
  const std::size_t begin = at_;
  const std::size_t end = text_.find('\n', at_);
  at_ = end == text_.npos ? text_.size() : end + 1;
  return text_.substr(begin, end == text_.npos ? end : end - begin);
}

bool GmshInput::skip_behind(std::string_view text) {
  const std::size_t found = text_.find(text, at_);
  at_ = found == text_.npos ? text_.size() : found + text.size();
  return found != text_.npos;
}

std::int64_t GmshInput::integer_of_text(const char* meaning, std::int64_t least,
                                        std::int64_t most) {
  if (error_) return 0;
  const std::string_view text = word();
  std::int64_t value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty()) {
    wrong("the file ends early", meaning);
  } else if (status != std::errc() || end != text.data() + text.size() || value < least ||
             value > most) {
    wrong("'" + std::string(text.substr(0, 40)) + "'", range(meaning, least, most));
  }
  return error_ ? 0 : value;
}

double GmshInput::real(const char* meaning) {
  if (error_) return 0;
  double value = 0;
  if (is_binary_) {
    const auto bits = take(8);
    if (!bits) {
      wrong("the file ends early", meaning);
      return 0;
    }
    value = std::bit_cast<double>(*bits);
    if (!std::isfinite(value)) wrong("no number", std::string(meaning) + ", a number");
  } else {
    const std::string_view text = word();
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty()) {
      wrong("the file ends early", meaning);
    } else if (status != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
      wrong("'" + std::string(text.substr(0, 40)) + "'", std::string(meaning) + ", a number");
    }
  }
  return error_ ? 0 : value;
}

std::int64_t GmshInput::value(std::size_t bytes, const char* meaning, std::int64_t least,
                              std::int64_t most) {
  if (error_) return 0;
  if (!is_binary_) return integer_of_text(meaning, least, most);
  const auto bits = take(bytes);
  if (!bits) {
    wrong("the file ends early", meaning);
    return 0;
  }
  const std::int64_t value = bytes == 4 ? std::int64_t{static_cast<std::int32_t>(*bits)}
                                        : static_cast<std::int64_t>(*bits);
  if (value < least || value > most) wrong(std::to_string(value), range(meaning, least, most));
  return error_ ? 0 : value;
}

std::optional<std::uint32_t> GmshInput::four_bytes() {
  const auto bits = take(4);
  if (!bits) return {};
  return static_cast<std::uint32_t>(*bits);
}

// Little-endian where they are not swapped.
std::optional<std::uint64_t> GmshInput::take(std::size_t bytes) {
  if (text_.size() - at_ < bytes) return {};
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    const std::size_t from = at_ + (is_swapped_ ? i : bytes - 1 - i);
    value = value << 8 | static_cast<std::uint8_t>(text_[from]);
  }
  at_ += bytes;
  return value;
}

}  // namespace isthmus::fem
