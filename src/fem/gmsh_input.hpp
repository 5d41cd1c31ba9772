// fem/gmsh_input.hpp: the values of a .msh file one after the other, as text or as bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fem/mesh.hpp"

namespace isthmus::fem {

/// Remembers the first thing that was wrong; from then on all values are 0, and is_good() says so:
/// loops of as many rounds as a file says ask it. The text and the name outlive it.
class GmshInput {
 public:
  GmshInput(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  bool is_good() const { return !error_; }
  Expected<void> outcome() const;
  /// Notes what is wrong here, with the file's name and the line, or the byte where values are
  /// bytes.
  void wrong(std::string what, std::string expected);

  /// From now on, values are bytes, and whether their order is the other one.
  void be_binary(bool is_swapped) {
    is_binary_ = true;
    is_swapped_ = is_swapped;
  }
  bool is_binary() const { return is_binary_; }

  // Of text, in either kind of file.

  /// The next word; empty at the end of the file.
  std::string_view word();
  /// Up to the end of the line, which is taken, too.
  std::string_view rest_of_line();
  std::int64_t integer_of_text(const char* meaning, std::int64_t least, std::int64_t most);
  /// Up to where this text ends. False where there is none.
  bool skip_behind(std::string_view text);
  /// Values of a section begin in the line after its name where they are bytes.
  void begin_values() {
    if (is_binary_) rest_of_line();
  }

  // Values.

  static constexpr std::int64_t number_max = 2147483647;
  /// Of 4 bytes.
  std::int64_t integer(const char* meaning, std::int64_t least = 0,
                       std::int64_t most = number_max) {
    return value(4, meaning, least, most);
  }
  /// Of 8 bytes, from 0 to number_max; beyond that no mesh of ours goes.
  std::int64_t size(const char* meaning) { return value(8, meaning, 0, number_max); }
  double real(const char* meaning);

  /// Four bytes as they are; nothing at the end of the file.
  std::optional<std::uint32_t> four_bytes();

 private:
  static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
  std::int64_t value(std::size_t bytes, const char* meaning, std::int64_t least, std::int64_t most);
  std::optional<std::uint64_t> take(std::size_t bytes);

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
  bool is_binary_ = false;
  bool is_swapped_ = false;
  std::optional<Error> error_;
};

}  // namespace isthmus::fem
