#include "fem/xml_tags.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace isthmus::fem {

std::unexpected<Error> Tags::wrong(std::string what, std::string expected) const {
  const auto line =
      1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
  return fail(ErrorCode::bad_input, std::move(what), name_ + ":" + std::to_string(line),
              std::move(expected));
}

Expected<Tag> Tags::next() {
  std::size_t begin = text_.find('<', at_);
  if (begin != text_.npos) content_ = text_.substr(at_, begin - at_);
  std::size_t end = text_.npos;
  for (; begin != text_.npos; begin = text_.find('<', at_)) {
    at_ = begin;
    const std::string_view rest = text_.substr(begin);
    const bool is_comment = rest.starts_with("<!--");
    end = is_comment ? text_.find("-->", begin + 4) : text_.find('>', begin);
    if (end == text_.npos) return wrong("a tag without an end", ">");
    if (!is_comment && !rest.starts_with("<?") && !rest.starts_with("<!")) break;
    at_ = end + (is_comment ? 3 : 1);
  }
  if (begin == text_.npos) {
    at_ = text_.size();
    return wrong("the file ends early", "</VTKFile>");
  }
  Tag tag;
  std::string_view inside = text_.substr(begin + 1, end - begin - 1);
  if (inside.ends_with('/')) {
    tag.is_whole = true;
    inside.remove_suffix(1);
  }
  constexpr std::string_view space = " \t\r\n";
  tag.name = inside.substr(0, inside.find_first_of(space));
  inside.remove_prefix(tag.name.size());
  while (true) {
    inside.remove_prefix(std::min(inside.find_first_not_of(space), inside.size()));
    if (inside.empty()) break;
    const std::size_t quote = inside.find("=\"");
    const std::size_t close = quote == inside.npos ? quote : inside.find('"', quote + 2);
    if (close == inside.npos) return wrong("a tag that cannot be read", "name=\"value\"");
    tag.attributes[inside.substr(0, quote)] = inside.substr(quote + 2, close - quote - 2);
    inside.remove_prefix(close + 1);
  }
  at_ = end + 1;
  return tag;
}

std::string unescaped(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    bool found = false;
    for (const auto& [code, c] : {std::pair("&amp;", '&'), std::pair("&lt;", '<'),
                                  std::pair("&gt;", '>'), std::pair("&quot;", '"')}) {
      if (!text.starts_with(code)) continue;
      plain += c;
      text.remove_prefix(std::strlen(code));
      found = true;
      break;
    }
    if (found) continue;
    plain += text.front();
    text.remove_prefix(1);
  }
  return plain;
}

}  // namespace isthmus::fem
