#include "mesh/flesh/plan_lines.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "mesh/flesh/words.hpp"

namespace isthmus::mesh {

bool check_evolved(const std::vector<const Thorn*>& active, const FunctionTable& functions,
                   const std::vector<Evolved>& evolved, std::vector<Error>& mistakes) {
  const auto note = [&](std::string what, std::string expected) {
    mistakes.push_back({ErrorCode::bad_input, std::move(what), {}, std::move(expected)});
  };
  std::vector<const RoutineDeclaration*> right_sides;
  std::string first;
  for (const Thorn* thorn : active) {
    for (const RoutineDeclaration& routine : thorn->routines()) {
      const bool is_of_lines = routine.bin == Bin::right_side || routine.bin == Bin::after_substep;
      if (is_of_lines && first.empty()) first = thorn->name() + "::" + routine.name;
      if (routine.bin == Bin::right_side) right_sides.push_back(&routine);
    }
  }
  if (evolved.empty()) {
    if (!first.empty()) {
      note(first + " belongs to a method of lines, and no function is evolved by one",
           "a function that is declared as evolved");
    }
    return false;
  }
  bool is_right = true;
  for (const Evolved& function : evolved) {
    const std::string name = functions.name(function.now);
    if (!functions[function.derivative.function].is_active) {
      note(name + " is evolved by " + functions.name(function.derivative) + ", and thorn " +
               in_quotes(functions[function.derivative.function].thorn->name()) + " is not active",
           "it in 'thorns'");
      is_right = false;
      continue;
    }
    const bool is_written = std::ranges::any_of(right_sides, [&](const auto* routine) {
      return std::ranges::find(routine->writes, function.derivative) != routine->writes.end();
    });
    if (is_written) continue;
    note(name + " is evolved, and no routine of right_side writes " +
             functions.name(function.derivative),
         "one that does");
    is_right = false;
  }
  return is_right;
}

}  // namespace isthmus::mesh
