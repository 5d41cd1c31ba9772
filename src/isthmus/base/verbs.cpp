#include "isthmus/base/verbs.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine {

void Verbs::add(Verb verb) {
  ISTHMUS_ASSERT(find(verb.name) == nullptr);
  verbs_.push_back(std::move(verb));
}

const Verb* Verbs::find(std::string_view name) const {
  const auto found = std::ranges::find(verbs_, name, &Verb::name);
  return found == verbs_.end() ? nullptr : &*found;
}

Expected<void> Verbs::set(std::string_view name, const std::string& text) const {
  const Verb* const verb = find(name);
  if (verb == nullptr) {
    std::string known;
    for (const Verb& one : verbs_) known += (known.empty() ? "" : ", ") + one.name;
    return fail(ErrorCode::bad_input, "nothing called '" + std::string(name) + "' changes here", {},
                known.empty() ? "no such word: nothing does" : "one of " + known);
  }
  Expected<void> done = verb->set(text);
  if (!done) done.error().where = verb->name;
  return done;
}

}  // namespace isthmus::engine
