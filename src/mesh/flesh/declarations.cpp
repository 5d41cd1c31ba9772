#include "mesh/flesh/declarations.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>
#include <type_traits>

#include "mesh/flesh/function_table.hpp"
#include "mesh/flesh/parameter_values.hpp"
#include "mesh/flesh/words.hpp"
#include "mesh/lagrange.hpp"

namespace isthmus::mesh {

namespace {

// [boundaries] has these keys for faces.
const std::vector<std::string> reserved_names{"all",     "x",       "y",       "z",
                                              "x_lower", "x_upper", "y_lower", "y_upper",
                                              "z_lower", "z_upper", "lines"};
constexpr std::int32_t time_levels_max = 16;
constexpr std::int32_t layers_max = 64;

class Checker {
 public:
  explicit Checker(const std::deque<Thorn>& thorns) : thorns_(thorns), functions_(thorns, {}) {}

  std::vector<Error> check() {
    std::set<std::string> names;
    for (std::size_t i = 0; i < thorns_.size(); ++i) {
      const Thorn& thorn = thorns_[i];
      const std::string shown = "thorn " + in_quotes(thorn.name());
      if (!is_name(thorn.name())) {
        note(shown + " has a name that is none", "letters, digits and '_', not a digit first");
      } else if (std::ranges::find(reserved_names, thorn.name()) != reserved_names.end()) {
        note(shown + " has a name that parameter files have for something else");
      }
      if (!names.insert(thorn.name()).second) note(shown + " is declared twice");
      if (i + 1 < thorns_.size()) check_numbers(thorn, thorns_[i + 1]);
      check_names(thorn);
      for (const FunctionDeclaration& function : thorn.functions()) check(thorn, function);
      for (const ComplexDeclaration& one : thorn.complexes()) check(thorn, one);
      for (const ParameterDeclaration& parameter : thorn.parameters()) check(thorn, parameter);
      for (const ReductionDeclaration& reduction : thorn.reductions()) check(thorn, reduction);
      for (const RoutineDeclaration& routine : thorn.routines()) check(thorn, routine);
    }
    return std::move(mistakes_);
  }

 private:
  void note(std::string what, std::string expected = {}) {
    mistakes_.push_back({ErrorCode::bad_input, std::move(what), {}, std::move(expected)});
  }

  void check(const Thorn& thorn, const ReductionDeclaration& reduction) {
    const std::string kind = reduction.equation           ? "equation "
                             : reduction.is_interpolation ? "interpolation "
                                                          : "reduction ";
    const std::string shown = kind + in_quotes(thorn.name() + "::" + reduction.name);
    if (!functions_.has(reduction.function)) note_unknown(shown, "is of", reduction.function);
    if (reduction.equation) check(shown, *reduction.equation);
    if (reduction.imaginary.function >= 0) check_parts(shown, reduction);
    for (const Probe& probe : reduction.probes) {
      const auto is_right = [](std::int8_t n) { return n >= 0 && n <= 2; };
      if (!std::ranges::all_of(probe.derivative, is_right)) {
        note(shown + " is of a derivative that is none", "0 to 2 in each dimension");
        break;
      }
      if (probe.order >= 0 && probe.order <= lagrange_order_max) continue;
      note(shown + " is of order " + std::to_string(probe.order),
           "0 to " + std::to_string(lagrange_order_max));
      break;
    }
  }

  /// Of absolute values of complex numbers.
  void check_parts(const std::string& shown, const ReductionDeclaration& reduction) {
    const GridFunctionId re = reduction.function;
    const GridFunctionId im = reduction.imaginary;
    if (!functions_.has(im)) return note_unknown(shown, "is of", im);
    if (functions_.has(re) && functions_[re.function].thorn != functions_[im.function].thorn) {
      note(shown + " is of parts that two thorns have", "both parts of one thorn");
    }
  }

  /// Of a function; one where it is none.
  std::int32_t levels_of(GridFunctionId function) const {
    if (!functions_.has(function)) return 1;
    const FunctionOptions& options = functions_[function.function].declaration->options;
    return std::clamp(options.time_levels, 1, time_levels_max);
  }

  void check(const Thorn& thorn, const ComplexDeclaration& one) {
    const std::string shown = "complex function " + in_quotes(thorn.name() + "::" + one.name);
    if (!is_name(one.name)) {
      note(shown + " has a name that is none", "letters, digits and '_', not a digit first");
    }
    for (const GridFunctionId part : {one.re, one.im}) {
      const bool is_own = functions_.has(part) && functions_[part.function].thorn == &thorn;
      if (!is_own || part.level != 0) note(shown + " has a part that is no function of its thorn");
    }
  }

  void check(const std::string& shown, const Equation& equation) {
    for (const GridFunctionId id : {equation.coefficient, equation.source}) {
      if (id.function >= 0 && !functions_.has(id)) note_unknown(shown, "is of", id);
    }
    if (functions_.has(equation.function) &&
        functions_[equation.function.function].declaration->options.is_staggered) {
      note(shown + " is of a function at the centres of cells", "one at the grid's points");
    }
    if (!(std::isfinite(equation.tolerance) && equation.tolerance > 0)) {
      note(shown + " has a tolerance of " + shortest(equation.tolerance), "more than 0");
    }
    if (!(equation.relaxation >= 0 && equation.relaxation < 2)) {
      note(shown + " has a relaxation of " + shortest(equation.relaxation),
           "more than 0 and less than 2, or 0 for the best one");
    }
    if (static_cast<std::size_t>(equation.norm) >= reduced_count) {
      note(shown + " has a norm that there is not", "one that reductions have");
    }
    if (equation.sweeps < 1) {
      note(shown + " is solved by " + std::to_string(equation.sweeps) + " sweeps", "1 at least");
    }
    if (equation.solver > EquationSolver::conjugate_gradients) {
      note(shown + " has a solver that there is not", "relaxation or conjugate gradients");
    }
    if (!equation.beyond) return;
    check(shown, *equation.beyond);
    if (equation.beyond->kind == BoundaryKind::another) {
      note(shown + " has beyond the faces the boundary of another function", "one of its own");
    }
  }

  void check_numbers(const Thorn& thorn, const Thorn& next) {
    const auto functions = static_cast<std::size_t>(next.first_function() - thorn.first_function());
    const auto parameters =
        static_cast<std::size_t>(next.first_parameter() - thorn.first_parameter());
    const auto reductions =
        static_cast<std::size_t>(next.first_reduction() - thorn.first_reduction());
    if (thorn.functions().size() != functions || thorn.parameters().size() != parameters ||
        thorn.reductions().size() != reductions) {
      note("thorn " + in_quotes(thorn.name()) +
               " declares functions, parameters or reductions behind thorn " +
               in_quotes(next.name()),
           "one thorn to be complete before the next is declared");
    }
  }

  void check_names(const Thorn& thorn) {
    const auto check_all = [&](const auto& declarations, const char* kind) {
      std::set<std::string> names;
      for (const auto& declaration : declarations) {
        const std::string shown =
            std::string(kind) + " " + in_quotes(thorn.name() + "::" + declaration.name);
        const bool is_parameter =
            std::is_same_v<std::remove_cvref_t<decltype(declaration)>, ParameterDeclaration>;
        if (is_parameter ? !is_element_name(declaration.name) : !is_name(declaration.name)) {
          note(shown + " has a name that is none", "letters, digits and '_', not a digit first");
        }
        if (!names.insert(declaration.name).second) note(shown + " is declared twice");
      }
    };
    check_all(thorn.functions(), "grid function");
    check_all(thorn.parameters(), "parameter");
    check_all(thorn.reductions(), "reduction");
    check_all(thorn.routines(), "routine");
    // "phi_p" is "phi" of the step before.
    std::set<std::string> names;
    for (const FunctionDeclaration& function : thorn.functions()) {
      std::string name = function.name;
      const std::int32_t levels = std::clamp(function.options.time_levels, 1, time_levels_max);
      for (std::int32_t level = 0; level < levels; ++level, name += "_p") {
        if (!names.insert(name).second && level > 0) {
          note("grid function " + in_quotes(thorn.name() + "::" + name) +
               " is also a time level of another");
        }
      }
    }
    // What is put out is named by any of these.
    for (const ComplexDeclaration& one : thorn.complexes()) {
      std::string name = one.name;
      const std::int32_t levels = std::min(levels_of(one.re), levels_of(one.im));
      for (std::int32_t level = 0; level < levels; ++level, name += "_p") {
        if (names.insert(name).second) continue;
        note("complex function " + in_quotes(thorn.name() + "::" + name) +
             " has the name of another function");
        break;
      }
    }
    for (const ReductionDeclaration& reduction : thorn.reductions()) {
      if (!names.contains(reduction.name)) continue;
      note("reduction " + in_quotes(thorn.name() + "::" + reduction.name) +
           " has the name of a grid function");
    }
  }

  void check(const Thorn& thorn, const FunctionDeclaration& function) {
    const std::string shown = "grid function " + in_quotes(thorn.name() + "::" + function.name);
    const FunctionOptions& options = function.options;
    if (options.time_levels < 1 || options.time_levels > time_levels_max) {
      note(shown + " has " + std::to_string(options.time_levels) + " time levels",
           "1 to " + std::to_string(time_levels_max));
    }
    for (const std::int8_t sign : options.parity) {
      if (std::abs(sign) != 1)
        note(shown + " has a sign that is " + std::to_string(sign), "1 or -1");
    }
    check(shown, options.boundary);
    if (!function.derivative) return;
    if (!functions_.has(*function.derivative)) {
      note(shown + " is evolved, but there is no function that has its derivative");
    } else if (functions_[function.derivative->function].declaration == &function) {
      note(shown + " is its own derivative");
    }
  }

  /// As a parameter file may have it; what its kind does not use may be anything.
  void check(const std::string& shown, const Boundary& boundary) {
    const bool is_radiative = boundary.kind == BoundaryKind::radiative;
    const bool is_robin = boundary.kind == BoundaryKind::robin;
    if ((is_radiative || is_robin || boundary.kind == BoundaryKind::value) &&
        !std::isfinite(boundary.value)) {
      note(shown + " has a boundary whose value is " + shortest(boundary.value), "a number");
    }
    if (is_radiative && !(std::isfinite(boundary.speed) && boundary.speed > 0)) {
      note(shown + " has a radiative boundary whose speed is " + shortest(boundary.speed),
           "a number greater than 0");
    }
    if (boundary.kind == BoundaryKind::another && !functions_.has(boundary.of)) {
      note(shown + " has the boundary of a function that is not declared");
    }
    if (is_robin && (boundary.falloff < 1 || boundary.falloff > falloff_max)) {
      note(shown + " has a boundary that falls off as power " + std::to_string(boundary.falloff),
           "1 to " + std::to_string(falloff_max));
    }
  }

  void check(const Thorn& thorn, const ParameterDeclaration& parameter) {
    const std::string shown = "parameter " + in_quotes(thorn.name() + "::" + parameter.name);
    const bool is_right = std::visit(
        [](const auto& form) {
          using Form = std::remove_cvref_t<decltype(form)>;
          if constexpr (std::is_same_v<Form, KeywordParameter>) {
            return std::ranges::find(form.allowed, form.usual) != form.allowed.end();
          } else if constexpr (std::is_same_v<Form, BooleanParameter> ||
                               std::is_same_v<Form, TextParameter>) {
            return true;
          } else {
            return form.usual >= form.range.least && form.usual <= form.range.greatest;
          }
        },
        parameter.form);
    if (!is_right) {
      note(shown + " is usually " + usual_text(parameter), allowed_text(parameter));
    }
    if (parameter.is_steerable && std::holds_alternative<TextParameter>(parameter.form)) {
      note(shown + " is a text, which nobody can change while a job runs");
    }
  }

  void check(const Thorn& thorn, const RoutineDeclaration& routine) {
    const std::string shown = thorn.name() + "::" + routine.name;
    if (!routine.routine) note(shown + " has no function to call");
    for (const RoutineDeclaration::Read& read : routine.reads) {
      if (!functions_.has(read.function)) note_unknown(shown, "reads", read.function);
      if (read.layers < 0 || read.layers > layers_max) {
        note(shown + " reads " + std::to_string(read.layers) + " layers of neighbours",
             "0 to " + std::to_string(layers_max));
      }
    }
    for (const GridFunctionId id : routine.writes) {
      if (!functions_.has(id)) note_unknown(shown, "writes", id);
    }
    for (const GridFunctionId id : routine.synchronized) {
      if (!functions_.has(id)) note_unknown(shown, "synchronizes", id);
    }
    for (const ReductionId id : routine.reduced) {
      if (!functions_.has(id)) note(shown + " reduces to what is not declared");
    }
    for (const ReductionId id : routine.used) {
      if (!functions_.has(id)) note(shown + " uses a reduction that is not declared");
    }
    for (const ReductionId id : routine.solved) {
      if (!functions_.has(id) || !functions_[id].declaration->equation) {
        note(shown + " solves what is not declared as an equation");
      } else if (routine.bin != Bin::initial) {
        note(shown + " solves an equation", "routines of the bin 'initial' alone to do so");
      }
    }
    for (const ReductionId id : routine.reduced) {
      if (functions_.has(id) && functions_[id].declaration->equation) {
        note(shown + " reduces " + in_quotes(functions_[id].name()), "an equation to be solved");
      }
    }
  }

  void note_unknown(const std::string& shown, const std::string& verb, GridFunctionId id) {
    if (functions_.has({id.function, 0})) {
      note(shown + " " + verb + " time level " + std::to_string(id.level) + " of " +
           functions_.name({id.function, 0}) + ", which has " +
           std::to_string(functions_[id.function].declaration->options.time_levels));
    } else {
      note(shown + " " + verb + " a grid function that is not declared");
    }
  }

  const std::deque<Thorn>& thorns_;
  FunctionTable functions_;
  std::vector<Error> mistakes_;
};

}  // namespace

std::vector<Error> check_declarations(const std::deque<Thorn>& thorns) {
  return Checker(thorns).check();
}

}  // namespace isthmus::mesh
