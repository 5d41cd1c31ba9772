#include "isthmus/base/type_name.hpp"

#include <array>
#include <cctype>
#include <utility>

namespace isthmus::engine {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
}

}  // namespace

std::string normalized_name(std::string_view compiler_name) {
  std::string name;
  for (std::size_t i = 0; i < compiler_name.size(); ++i) {
    const char c = compiler_name[i];
    if (c == ' ') {
      // A space counts only between two words ("unsigned int").
      const bool between_words = !name.empty() && is_word(name.back()) &&
                                 i + 1 < compiler_name.size() && is_word(compiler_name[i + 1]);
      if (!between_words) continue;
    }
    name += c;
  }
  if (name.starts_with("&")) name.erase(0, 1);
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 7> spellings = {{
      {"std::__cxx11::", "std::"},
      {"std::__1::", "std::"},
      {"(anonymous namespace)", "{anonymous}"},
      {"<unnamed>", "{anonymous}"},
      {"long unsigned int", "unsigned long"},
      {"long int", "long"},
      // Reports, costs and images know a class by the name that programs have for it.
      {"isthmus::engine::", "isthmus::"},
  }};
  for (const auto& [from, to] : spellings) replace_all(name, from, to);
  return name;
}

}  // namespace isthmus::engine
