#include "isthmus/base/readable_name.hpp"

namespace isthmus {

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

}  // namespace isthmus
