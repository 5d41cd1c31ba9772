// md/text_lines.hpp: a text file as lines of words, and numbers read strictly from them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/error.hpp"

namespace md {

/// Whole content of a file. bad_input where it cannot be read.
isthmus::Expected<std::string> read_file(const std::string& path);

/// Goes through the lines of a text, without comments (behind `mark`, where there is one) and empty
/// lines. Views the text.
class TextLines {
 public:
  TextLines(std::string_view text, std::string name, char mark = '#')
      : text_(text), name_(std::move(name)), mark_(mark) {}

  /// False at the end of the text.
  bool next();

  std::size_t size() const { return words_.size(); }
  std::string_view word(std::size_t i) const { return i < words_.size() ? words_[i] : ""; }
  /// All words, one space between.
  std::string joined() const;
  /// What stands behind the mark in the line, without spaces around.
  std::string_view comment() const { return comment_; }

  /// bad_input that names file and line.
  std::unexpected<isthmus::Error> wrong(std::string what, std::string expected) const;

  /// Word i as a whole number between bounds.
  isthmus::Expected<std::int64_t> integer(std::size_t i, const char* meaning, std::int64_t least,
                                          std::int64_t most) const;
  /// Word i as a finite number.
  isthmus::Expected<double> number(std::size_t i, const char* meaning) const;

 private:
  std::string_view text_;
  std::string name_;
  char mark_;  // 0: there are no comments
  std::vector<std::string_view> words_;
  std::string_view comment_;
  int line_ = 0;
};

}  // namespace md
