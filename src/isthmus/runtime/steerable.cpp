#include "isthmus/runtime/steerable.hpp"

#include <algorithm>

namespace isthmus::engine::detail {

Verb verb_of(const Steerable<bool>& value, std::string_view name, std::string_view what) {
  return {.name = std::string(name),
          .metavar = "WHETHER",
          .what = std::string(what),
          .kind = VerbKind::choice,
          .choices = {"yes", "no"},
          .value = [value] { return std::string(*value ? "yes" : "no"); },
          .set = [value](const std::string& text) -> Expected<void> {
            if (text != "yes" && text != "no") {
              return fail(ErrorCode::bad_input, "'" + text + "'", {}, "yes or no");
            }
            value.set(text == "yes");
            return {};
          }};
}

Verb verb_of(const Steerable<std::string>& value, std::string_view name, std::string_view what,
             std::vector<std::string> words) {
  return {.name = std::string(name),
          .metavar = words.empty() ? "TEXT" : "WORD",
          .what = std::string(what),
          .kind = words.empty() ? VerbKind::text : VerbKind::choice,
          .choices = words,
          .value = [value] { return *value; },
          .set = [value, words = std::move(words)](const std::string& text) -> Expected<void> {
            if (!words.empty() && std::ranges::find(words, text) == words.end()) {
              std::string known;
              for (const std::string& word : words) known += (known.empty() ? "" : ", ") + word;
              return fail(ErrorCode::bad_input, "'" + text + "'", {}, "one of " + known);
            }
            value.set(text);
            return {};
          }};
}

}  // namespace isthmus::engine::detail
