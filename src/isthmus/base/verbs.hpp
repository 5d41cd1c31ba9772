// isthmus/base/verbs.hpp: what of a running job may be given another value, by name.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/error.hpp"

namespace isthmus::engine {

/// When a value that is set holds.
enum class TakesEffect { at_once, at_the_next_balancing_step };

/// Whose value a verb sets.
enum class VerbOf {
  job,           ///< There is one, in the process of the main program.
  each_process,  ///< Each has one of its own, which a wish for the job sets in all of them.
};

/// What the values of a verb are.
enum class VerbKind {
  text,
  number,
  choice,  ///< One of its choices.
  action,  ///< It has no value that stays: something is done whenever it is set.
};

/// Plain data.
struct Verb {
  std::string name;
  std::string metavar;  ///< What stands for the value: NAME, WHEN, ...
  std::string what;     ///< A sentence, with all values that there are.
  TakesEffect takes_effect = TakesEffect::at_once;
  VerbOf of = VerbOf::job;
  VerbKind kind = VerbKind::text;
  /// All values where it is a choice; else some that make sense, if any. For who draws controls.
  std::vector<std::string> choices = {};
  // Of a number.
  std::optional<double> least = {};
  std::optional<double> most = {};
  bool is_whole = false;
  std::function<std::string()> value = {};  ///< As `set` takes it; empty: there is none yet.
  /// ErrorCode::bad_input, without saying where, for a text that makes no sense; nothing has
  /// changed then.
  std::function<Expected<void>(const std::string& text)> set = {};
};

/// The verbs of one process. Who owns what can change adds them, before the process's PEs step or
/// on the thread of its first PE, and outlives the last use; who watches or steers a job needs to
/// know none of them. All other calls are for that thread.
class Verbs {
 public:
  /// Names differ.
  void add(Verb verb);
  std::span<const Verb> all() const { return verbs_; }
  /// Null if there is none of that name.
  const Verb* find(std::string_view name) const;
  /// ErrorCode::bad_input that names the verb, for one that there is not, or a wrong value.
  Expected<void> set(std::string_view name, const std::string& text) const;

 private:
  std::vector<Verb> verbs_;
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::TakesEffect;
using engine::Verb;
using engine::VerbKind;
using engine::VerbOf;

}  // namespace isthmus
