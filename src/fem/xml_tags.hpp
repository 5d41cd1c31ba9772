// fem/xml_tags.hpp: the tags of an XML file, one after the other, and the text between them.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "isthmus/base/error.hpp"

namespace isthmus::fem {

/// Views the text.
struct Tag {
  std::string_view name;  ///< "/Piece" where it ends.
  std::map<std::string_view, std::string_view> attributes;
  bool is_whole = false;  ///< <.../>

  /// Empty where it is not there.
  std::string_view get(std::string_view attribute) const {
    const auto found = attributes.find(attribute);
    return found == attributes.end() ? std::string_view() : found->second;
  }
};

/// Goes through a file from its beginning to its end. Views text and name.
class Tags {
 public:
  Tags(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  /// bad_input that names file and line.
  std::unexpected<Error> wrong(std::string what, std::string expected) const;

  /// The next tag, comments left out; what is before it is content(). Fails at the end of the file.
  Expected<Tag> next();
  std::string_view content() const { return content_; }
  /// All that is behind the last tag, tags or not.
  std::string_view rest() const { return text_.substr(at_); }

 private:
  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
  std::string_view content_;
};

/// With the characters that stand for themselves in no XML.
std::string unescaped(std::string_view text);

}  // namespace isthmus::fem
