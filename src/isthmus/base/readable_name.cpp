#include "isthmus/base/readable_name.hpp"

namespace isthmus::engine {

std::string readable_name(std::string_view text) {
  constexpr std::string_view nameless = "{anonymous}::";
  std::string readable;
  for (std::size_t at = text.find(nameless); at != text.npos; at = text.find(nameless)) {
    readable += text.substr(0, at);
    text.remove_prefix(at + nameless.size());
  }
  readable += text;
  return readable;
}

std::string without_parameters(const std::string& name) {
  if (!name.ends_with(')')) return name;
  int depth = 0;
  for (std::size_t at = name.size(); at-- > 0;) {
    depth += name[at] == ')' ? 1 : name[at] == '(' ? -1 : 0;
    if (depth == 0) return name.substr(0, at);
  }
  return name;
}

}  // namespace isthmus::engine
