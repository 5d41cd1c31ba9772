#include "fem/base64.hpp"

namespace isthmus::fem {

namespace {

constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

void Base64Writer::finish() {
  const int rest = held_;
  if (rest > 0) {
    while (held_ > 0) put_byte(0);
    text_.resize(text_.size() - static_cast<std::size_t>(3 - rest));
    text_.append(static_cast<std::size_t>(3 - rest), '=');
  }
  std::fwrite(text_.data(), 1, text_.size(), file_);
  text_.clear();
}

void Base64Writer::put_group() {
  for (int shift = 18; shift >= 0; shift -= 6) text_ += digits[group_ >> shift & 63];
  held_ = 0;
  group_ = 0;
  if (text_.size() < 1 << 16) return;
  // The last group stays, as the end may have to change it.
  std::fwrite(text_.data(), 1, text_.size() - 4, file_);
  text_.erase(0, text_.size() - 4);
}

std::optional<std::string> from_base64(std::string_view text) {
  std::string bytes;
  std::uint32_t group = 0;
  int held = 0;
  int ends = 0;
  for (const char c : text) {
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
    std::uint32_t digit = 0;
    if (c >= 'A' && c <= 'Z')
      digit = static_cast<std::uint32_t>(c - 'A');
    else if (c >= 'a' && c <= 'z')
      digit = static_cast<std::uint32_t>(c - 'a') + 26;
    else if (c >= '0' && c <= '9')
      digit = static_cast<std::uint32_t>(c - '0') + 52;
    else if (c == '+')
      digit = 62;
    else if (c == '/')
      digit = 63;
    else if (c == '=')
      ++ends;
    else
      return {};
    if (ends > 2 || (ends > 0 && c != '=')) return {};
    group = group << 6 | digit;
    if (++held < 4) continue;
    for (int shift = 16; shift >= 0; shift -= 8) bytes += static_cast<char>(group >> shift & 255);
    held = 0;
    group = 0;
  }
  if (held != 0) return {};
  bytes.resize(bytes.size() - static_cast<std::size_t>(ends));
  return bytes;
}

}  // namespace isthmus::fem
