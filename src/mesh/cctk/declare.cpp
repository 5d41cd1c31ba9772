// Declares the thorns of the library, and, once parameters are known, what follows from them.

#include <algorithm>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>
#include <string>

#include "mesh/cctk/elliptic.hpp"
#include "mesh/cctk/interpolation.hpp"
#include "mesh/cctk/parameters.hpp"
#include "mesh/cctk/piece.hpp"
#include "mesh/cctk/reductions.hpp"
#include "mesh/cctk/state.hpp"

namespace isthmus::cctk {

thread_local Recording* recording = nullptr;

namespace {

std::string joined(std::span<const char* const> words) {
  std::string text;
  for (const char* word : words) text += (text.empty() ? "" : ",") + std::string(word);
  return text;
}

/// What the mesh calls it.
std::string name_of_part(const Variable& variable, int part) {
  std::string name = variable.name;
  const int element = variable.is_complex ? part / 2 : part;
  if (element > 0) name += "_" + std::to_string(element + 1);
  if (variable.is_complex) name += part % 2 == 0 ? "_re" : "_im";
  return name;
}

int declare_parameter(isthmus_mesh_thorn* thorn, const Parameter& parameter) {
  const int is_steerable = parameter.is_steerable ? 1 : 0;
  double least = DBL_MAX;
  double greatest = -DBL_MAX;
  for (const Range& range : parameter.ranges) {
    least = std::min(least, std::isinf(range.least) ? -DBL_MAX : range.least);
    greatest = std::max(greatest, std::isinf(range.greatest) ? DBL_MAX : range.greatest);
  }
  if (parameter.ranges.empty()) std::swap(least, greatest);
  const auto whole = [](double limit) {
    return limit <= -9.2e18 ? LLONG_MIN : limit >= 9.2e18 ? LLONG_MAX : (long long)limit;
  };
  switch (parameter.type) {
    case ParameterType::real:
      return isthmus_mesh_declare_real(thorn, parameter.name, parameter.real, least, greatest,
                                       is_steerable, parameter.meaning);
    case ParameterType::integer:
      return isthmus_mesh_declare_integer(thorn, parameter.name, parameter.integer, whole(least),
                                          whole(greatest), is_steerable, parameter.meaning);
    case ParameterType::boolean:
      return isthmus_mesh_declare_boolean(thorn, parameter.name, (int)parameter.integer,
                                          is_steerable, parameter.meaning);
    case ParameterType::keyword:
      return isthmus_mesh_declare_keyword(thorn, parameter.name, parameter.text,
                                          joined(parameter.allowed).c_str(), is_steerable,
                                          parameter.meaning);
    case ParameterType::text:
      return isthmus_mesh_declare_text(thorn, parameter.name, parameter.text, parameter.meaning);
  }
  return -1;
}

/// Makes a plan of the schedule, as far as one bin goes.
class Planner {
 public:
  Planner(isthmus_mesh_settled* settled, Recording& record, Bin bin)
      : settled_(settled), record_(record), bin_(bin) {}

  void plan() {
    for (std::size_t i = 0; i < library.items.size(); ++i) {
      const Item& item = library.items[i];
      if (item.bin == bin_ && is_enabled(item)) add(static_cast<int>(i));
    }
    for (const int variable : known_) {
      if (!is_clean(variable)) pending_.insert(variable);
    }
    flush();
  }

  static bool is_enabled(const Item& item) {
    return is_active(item.thorn) &&
           std::ranges::all_of(item.conditions, [](const auto condition) { return condition(); });
  }

 private:
  struct Emitted {
    isthmus_mesh_thorn* thorn;
    int number;
    std::string name;
  };

  void add(int number) {
    const Item& item = library.items[static_cast<std::size_t>(number)];
    if (item.applies_boundaries) {
      for (const int variable : selected_) want(variable);
      return;
    }
    record_.selected.clear();
    record_.synchronized.clear();
    record_.reduced.clear();
    record_.interpolated.clear();
    record_.solve.reset();
    if (item.selects) call_to_settle(item);
    const std::set<int> reduced = record_.reduced;
    const std::set<int> interpolated = record_.interpolated;
    set_reduced_by(item, reduced);
    set_interpolated_by(item, interpolated);
    reduce_before(numbers_of(reduced, reductions_of));
    reduce_before(numbers_of(interpolated, interpolations_of));
    const std::set<int> chosen = record_.selected;
    const std::set<int> asked = record_.synchronized;
    if (!item.selects || !item.accesses.empty() || !reduced.empty() || !interpolated.empty()) {
      const std::optional<Solve> solve = record_.solve;
      const auto use_all = [&] {
        for (const auto& used :
             {numbers_of(reduced, reductions_of), numbers_of(interpolated, interpolations_of)}) {
          for (const auto& [one, variable] : used) {
            isthmus_mesh_uses(last_->thorn, last_->number, one);
          }
        }
      };
      if (solve) {
        emit(item, std::string(item.name) + "_before", item.routine);
        use_all();
        this->solve(*solve, item);
      }
      emit(item, item.name, solve ? item.again : item.routine);
      for (int part = 0; solve && part < parts_of(solve->variable); ++part) {
        isthmus_mesh_uses(last_->thorn, last_->number, equation_of(solve->variable, part));
      }
      use_all();
    }
    selected_.insert(chosen.begin(), chosen.end());
    for (const int variable : item.synchronized) want(variable);
    for (const int variable : asked) want(variable);
  }

  /// Reductions are made behind the routine before the one that asks for them, where they are not
  /// of now anyway.
  void reduce_before(const std::map<int, int>& numbers) {
    for (const auto& [number, variable] : numbers) {
      if (!reduced_[variable].insert(number).second) continue;
      if (!last_) emit_routine(nothing_, "reductions", nullptr);
      isthmus_mesh_reduces(last_->thorn, last_->number, number);
    }
  }
  /// Reductions or interpolations of variables by their numbers in the job.
  std::map<int, int> numbers_of(const std::set<int>& variables,
                                std::vector<int> (*of_one)(int, bool)) const {
    std::map<int, int> numbers;
    for (const int variable : variables) {
      for (const int number : of_one(variable, bin_ == Bin::analysis)) numbers[number] = variable;
    }
    return numbers;
  }
  static std::vector<int> reductions_of(int variable, bool is_of_analysis) {
    std::vector<int> all;
    const bool is_complex = library.variables[static_cast<std::size_t>(variable)].is_complex;
    for (int part = 0; part < parts_of(variable) + (is_complex ? 1 : 0); ++part) {
      all.push_back(reduction_of(variable, is_of_analysis, part));
    }
    return all;
  }
  static std::vector<int> interpolations_of(int variable, bool is_of_analysis) {
    std::vector<int> all;
    for (int part = 0; part < parts_of(variable); ++part) {
      all.push_back(interpolation_of(variable, is_of_analysis, part));
    }
    return all;
  }

  bool is_clean(int variable) const { return clean_.contains(variable); }

  /// A method of lines fills ghosts of what it evolves by itself.
  bool is_evolved(int variable) const {
    return bin_ == Bin::after_substep && std::ranges::any_of(record_.evolved, [&](const auto& one) {
             return one.first == variable;
           });
  }

  void want(int variable) {
    if (is_evolved(variable) ||
        library.variables[static_cast<std::size_t>(variable)].elements > 0) {
      return;
    }
    known_.insert(variable);
    if (bin_ == Bin::initial) record_.bounded.insert(variable);
    if (!is_clean(variable)) pending_.insert(variable);
  }

  /// Ghosts are filled as late as those who read neighbours allow: what is written again meanwhile
  /// is exchanged once.
  void flush() {
    if (pending_.empty()) return;
    if (!last_) emit_routine(nothing_, "ghosts", nullptr);
    for (const int variable : pending_) {
      for (int part = 0; part < parts_of(variable); ++part) {
        isthmus_mesh_synchronizes(last_->thorn, last_->number, function_of(variable, 0, part));
      }
      clean_.insert(variable);
    }
    pending_.clear();
  }

  /// Behind the last routine.
  void solve(const Solve& solve, const Item& item) {
    for (int part = 0; part < parts_of(solve.variable); ++part) solve_part(solve, part);
    set_solved_by(item, solve);
    clean_.erase(solve.variable);
  }

  /// Each part to half of the tolerance: see isthmus::mesh::ComplexEquation.
  void solve_part(const Solve& solve, int part) {
    const auto function = [](int variable, int its_part) {
      const bool is_there = variable >= 0 && its_part < parts_of(variable);
      return is_there ? function_of(variable, 0, its_part) : isthmus_mesh_function{-1, 0};
    };
    isthmus_mesh_equation equation = isthmus_mesh_usual_equation(function(solve.variable, part));
    equation.coefficient = function(solve.coefficient, 0);
    equation.source = function(solve.source, part);
    equation.tolerance = solve.tolerance / parts_of(solve.variable);
    equation.norm = ISTHMUS_MESH_NORM_1;
    equation.sweeps = solve.sweeps;
    equation.may_fail = 1;
    equation.solver =
        solve.is_by_gradients ? ISTHMUS_MESH_CONJUGATE_GRADIENTS : ISTHMUS_MESH_RELAXATION;
    const auto& variable = library.variables[static_cast<std::size_t>(solve.variable)];
    isthmus_mesh_thorn* thorn = isthmus_mesh_active_thorn(settled_, variable.thorn);
    if (thorn == nullptr) return;
    const int number = equation_of(solve.variable, part);
    isthmus_mesh_set_equation(thorn, number, &equation);
    isthmus_mesh_set_equation_boundary(thorn, number,
                                       solve.has_robin ? ISTHMUS_MESH_ROBIN : ISTHMUS_MESH_FIXED,
                                       part == 0 ? solve.value : 0, solve.falloff);
    isthmus_mesh_solves(last_->thorn, last_->number, number);
  }

  void emit(const Item& item, const std::string& name, isthmus_mesh_routine routine) {
    if (bin_ == Bin::initial) {
      // What has been made everywhere has its ghosts in Cactus: here they come from where it was.
      for (const Access& access : item.accesses) {
        if (access.has_neighbours && access.level == 0 && !is_clean(access.variable) &&
            written_.contains({access.variable, 0})) {
          pending_.insert(access.variable);
        }
      }
    }
    const bool waits = std::ranges::any_of(item.accesses, [&](const Access& access) {
      return access.has_neighbours && access.level == 0 && pending_.contains(access.variable);
    });
    if (waits) flush();
    emit_routine(item, name.c_str(), routine);
    for (const Access& access : item.accesses) {
      const Variable& variable = library.variables[static_cast<std::size_t>(access.variable)];
      if (variable.is_coordinate) continue;
      for (int part = 0; part < variable.parts(); ++part) {
        const auto function = function_of(access.variable, access.level, part);
        if (access.is_read || keeps_some(access)) {
          isthmus_mesh_reads(last_->thorn, last_->number, function,
                             access.has_neighbours ? ghost_size() : 0);
        }
        if (access.is_written) isthmus_mesh_writes(last_->thorn, last_->number, function);
      }
      if (!access.is_written) continue;
      if (access.level == 0) {
        clean_.erase(access.variable);
        reduced_.erase(access.variable);
      }
    }
    const bool is_inside = std::ranges::any_of(item.accesses, &Access::has_neighbours);
    for (const Access& access : item.accesses) {
      if (!access.is_written) continue;
      written_.insert({access.variable, access.level});
      if (bin_ == Bin::initial && is_inside) record_.bounded.insert(access.variable);
    }
  }

  /// Whether points that a routine does not write have something to keep.
  bool keeps_some(const Access& access) const {
    if (access.is_written && written_.contains({access.variable, access.level})) return true;
    const bool is_new = library.variables[static_cast<std::size_t>(access.variable)].levels > 1 &&
                        access.level == 0 && bin_ == Bin::step;
    return access.is_partial && !is_new && (bin_ == Bin::step || bin_ == Bin::after_substep);
  }

  void emit_routine(const Item& item, const char* name, isthmus_mesh_routine routine) {
    static constexpr auto nothing = [](const isthmus_mesh_patch*) {};
    const char* thorn_name = item.thorn == nullptr ? first_active() : item.thorn;
    isthmus_mesh_thorn* thorn = isthmus_mesh_active_thorn(settled_, thorn_name);
    const std::string full = name + (item.thorn == nullptr ? "_" + bin_text() : std::string());
    const int number = isthmus_mesh_declare_routine(thorn, in_mesh(), full.c_str(),
                                                    routine == nullptr ? +nothing : routine);
    if (last_) isthmus_mesh_after(thorn, number, last_->name.c_str());
    last_ = Emitted{thorn, number, std::string(thorn_name) + "::" + full};
  }

  static const char* first_active() {
    for (const Thorn& thorn : library.thorns) {
      if (is_active(thorn.name)) return thorn.name;
    }
    return "";
  }
  std::string bin_text() const { return std::to_string(static_cast<int>(bin_)); }
  isthmus_mesh_bin in_mesh() const {
    switch (bin_) {
      case Bin::settle:
      case Bin::initial:
        return ISTHMUS_MESH_INITIAL;
      case Bin::step:
        return ISTHMUS_MESH_STEP;
      case Bin::right_side:
        return ISTHMUS_MESH_RIGHT_SIDE;
      case Bin::after_substep:
        return ISTHMUS_MESH_AFTER_SUBSTEP;
      case Bin::analysis:
        return ISTHMUS_MESH_ANALYSIS;
    }
    return ISTHMUS_MESH_INITIAL;
  }

  isthmus_mesh_settled* settled_;
  Recording& record_;
  Bin bin_;
  Item nothing_{};
  std::optional<Emitted> last_;
  std::set<int> pending_;                 // to be synchronized
  std::set<int> clean_;                   // synchronized since they were written
  std::set<int> known_;                   // that are ever synchronized
  std::set<int> selected_;                // for boundaries
  std::map<int, std::set<int>> reduced_;  // by variable: what has been made since it was written
  std::set<std::pair<int, int>> written_;
};

isthmus_mesh_thorn* thorn_of(isthmus_mesh_settled* settled, int variable) {
  const auto& entry = library.variables[static_cast<std::size_t>(variable)];
  return isthmus_mesh_active_thorn(settled, entry.thorn);
}

/// A value is a real number: the imaginary part of what is complex has 0.
void say_boundary(isthmus_mesh_thorn* thorn, int variable, const Recording::Choice& choice) {
  const bool is_complex = library.variables[static_cast<std::size_t>(variable)].is_complex;
  for (int part = 0; part < parts_of(variable); ++part) {
    const auto function = function_of(variable, 0, part);
    if (choice.kind == ISTHMUS_MESH_ANOTHER) {
      isthmus_mesh_share_boundary(thorn, function, function_of(choice.from, 0, part));
    } else {
      const bool is_imaginary = is_complex && part % 2 == 1;
      isthmus_mesh_set_boundary(thorn, function, choice.kind, is_imaginary ? 0 : choice.value,
                                choice.speed);
    }
  }
}

void say_of_functions(isthmus_mesh_settled* settled, const Recording& record) {
  for (const auto& [variable, choice] : record.boundaries) {
    if (auto* thorn = thorn_of(settled, variable)) say_boundary(thorn, variable, choice);
  }
  for (std::size_t i = 0; i < library.variables.size(); ++i) {
    const auto variable = static_cast<int>(i);
    if (library.variables[i].is_coordinate || record.bounded.contains(variable)) continue;
    auto* thorn = thorn_of(settled, variable);
    for (int part = 0; thorn != nullptr && part < parts_of(variable); ++part) {
      isthmus_mesh_begin_beyond(thorn, function_of(variable, 0, part));
    }
  }
  for (const auto& [variable, signs] : record.signs) {
    auto* thorn = thorn_of(settled, variable);
    for (int part = 0; thorn != nullptr && part < parts_of(variable); ++part) {
      isthmus_mesh_set_parity(thorn, function_of(variable, 0, part), signs.data());
    }
  }
  for (const auto& [variable, derivative] : record.evolved) {
    auto* thorn = thorn_of(settled, variable);
    for (int part = 0; thorn != nullptr && part < parts_of(variable); ++part) {
      isthmus_mesh_declare_evolved(thorn, function_of(variable, 0, part),
                                   function_of(derivative, 0, part));
    }
  }
}

/// A variable whose boundary nobody selects stays there as it began.
void begin_with_fixed(Recording& record) {
  for (std::size_t i = 0; i < library.variables.size(); ++i) {
    if (!library.variables[i].is_coordinate) record.boundaries[static_cast<int>(i)] = {};
  }
}

void settle(isthmus_mesh_settled* settled) {
  const std::scoped_lock guard(parameters_lock());
  load_texts([&](int parameter) {
    std::string text(
        static_cast<std::size_t>(isthmus_mesh_settled_text(settled, parameter, nullptr, 0)), '\0');
    isthmus_mesh_settled_text(settled, parameter, text.data(), static_cast<int>(text.size()));
    return text;
  });
  load_parameters([&](int parameter, ParameterType type) {
    Library::Value value{};
    if (type == ParameterType::real) {
      value.real = isthmus_mesh_settled_real(settled, parameter);
    } else {
      value.integer = isthmus_mesh_settled_integer(settled, parameter);
    }
    return value;
  });
  find_active(settled);
  for (const std::string& mistake : mistakes_of_parameters()) {
    isthmus_mesh_refuse(settled, mistake.c_str());
  }
  forget_places();
  Recording record;
  record.settled = settled;
  recording = &record;
  begin_with_fixed(record);
  try {
    for (const Item& item : library.items) {
      if (item.bin == Bin::settle && Planner::is_enabled(item)) call_to_settle(item);
    }
    for (const Bin bin :
         {Bin::initial, Bin::step, Bin::right_side, Bin::after_substep, Bin::analysis}) {
      Planner(settled, record, bin).plan();
    }
  } catch (const std::exception& problem) {
    isthmus_mesh_refuse(settled, problem.what());
  }
  say_of_functions(settled, record);
  recording = nullptr;
}

/// What may be asked for of a complex variable as a whole.
void declare_complex(isthmus_mesh_thorn* thorn, int number) {
  const Variable& variable = library.variables[static_cast<std::size_t>(number)];
  const auto parts_from = [&](int part) {
    return isthmus_mesh_complex{function_of(number, 0, part), function_of(number, 0, part + 1)};
  };
  for (int part = 0; part < variable.parts(); part += 2) {
    std::string name = name_of_part(variable, part);
    name.resize(name.size() - std::strlen("_re"));
    isthmus_mesh_join_complex(thorn, name.c_str(), parts_from(part));
  }
  if (!library.reduces || variable.elements > 0) return;
  for (const bool is_of_analysis : {false, true}) {
    const std::string name =
        (is_of_analysis ? "analysed_absolute_" : "of_absolute_") + std::string(variable.name);
    set_reduction(number, is_of_analysis, absolute_part,
                  isthmus_mesh_declare_complex_reduction(thorn, name.c_str(), parts_from(0), ""));
  }
}

/// Equations, interpolations and reductions that a variable may be asked for.
void declare_more(isthmus_mesh_thorn* thorn, int number) {
  const Variable& variable = library.variables[static_cast<std::size_t>(number)];
  if (variable.is_complex) declare_complex(thorn, number);
  for (int part = 0; part < variable.parts(); ++part) {
    const std::string own = name_of_part(variable, part);
    const auto function = function_of(number, 0, part);
    if (library.solves) {
      const isthmus_mesh_equation equation = isthmus_mesh_usual_equation(function);
      const std::string name = "equation_of_" + own;
      set_equation(number, part, isthmus_mesh_declare_equation(thorn, name.c_str(), &equation, ""));
    }
    for (const bool is_of_analysis : {false, true}) {
      if (library.interpolates) {
        const std::string name = (is_of_analysis ? "analysed_places_" : "places_") + own;
        set_interpolation(
            number, is_of_analysis, part,
            isthmus_mesh_declare_interpolation(thorn, name.c_str(), function, nullptr, 0, 1, ""));
      }
      if (!library.reduces) continue;
      const std::string name = (is_of_analysis ? "analysed_" : "of_") + own;
      set_reduction(number, is_of_analysis, part,
                    isthmus_mesh_declare_reduction(thorn, name.c_str(), function, ""));
    }
  }
}

}  // namespace

void declare(isthmus_mesh_flesh* flesh) {
  for (const Thorn& thorn : library.thorns) {
    isthmus_mesh_thorn* declared = isthmus_mesh_declare_thorn(flesh, thorn.name, thorn.meaning);
    for (std::size_t i = 0; i < library.variables.size(); ++i) {
      const Variable& variable = library.variables[i];
      if (variable.is_coordinate || std::strcmp(variable.thorn, thorn.name) != 0) continue;
      for (int part = 0; part < variable.parts(); ++part) {
        const auto function = isthmus_mesh_declare_function(
            declared, name_of_part(variable, part).c_str(), variable.levels, "");
        if (part == 0) set_function(static_cast<int>(i), function);
        isthmus_mesh_set_boundary(declared, function, ISTHMUS_MESH_FIXED, 0, 1);
      }
      declare_more(declared, static_cast<int>(i));
    }
    for (std::size_t i = 0; i < library.parameters.size(); ++i) {
      const Parameter& parameter = library.parameters[i];
      if (std::strcmp(parameter.thorn, thorn.name) != 0) continue;
      set_number(static_cast<int>(i), declare_parameter(declared, parameter));
    }
  }
  isthmus_mesh_declare_later(flesh, settle);
}

}  // namespace isthmus::cctk
