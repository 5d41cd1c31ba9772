// mesh/thorn.hpp: a thorn: a module of an application that declares what it has and what it does.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mesh/patch.hpp"
#include "mesh/plan.hpp"

namespace isthmus::mesh {

/// When a routine is called.
enum class Bin : std::uint8_t {
  initial,        ///< Once: what the fields begin with.
  before_step,    ///< At the begin of each step, once time levels have gone on by one.
  step,           ///< It brings its functions from one step to the next by itself.
  right_side,     ///< Gives the derivatives in time of functions that a method of lines integrates.
  after_substep,  ///< Behind each substep of that method: constraints that are put right.
  after_step,     ///< At the end of each step.
  analysis,       ///< When something is put out: what follows from the state.
};

/// How a grid function is declared.
struct FunctionOptions {
  std::int32_t time_levels = 1;  ///< How many steps are kept, that of now included.
  Boundary boundary = {};        ///< Unless the parameter file says otherwise.
  std::array<std::int8_t, dimension_count> parity{1, 1, 1};
  bool is_staggered = false;
  std::string meaning = {};
  /// Its initial data are made beyond the grid's faces, too: boundaries come with the first step.
  bool begins_beyond = false;
};

struct FunctionDeclaration {
  std::string name;
  FunctionOptions options;
  /// The function that has its derivative in time, where a method of lines integrates it.
  std::optional<GridFunctionId> derivative;
};

/// Who solves an equation: successive overrelaxation in the order of a chessboard (Young 1954), or
/// conjugate gradients (Hestenes and Stiefel 1952), which take fewer sweeps where the coefficient
/// is far from 0, and wait for two sums of all points in each.
enum class EquationSolver : std::uint8_t { relaxation, conjugate_gradients };

/// The linear elliptic equation
///
///   laplacian f + coefficient f + source = 0
///
/// in flat space, by differences of second order, for a function whose boundaries are those of the
/// job, or `beyond` at all faces that are neither periodic nor mirrors. It is solved from what the
/// function has, until the norm of the left side is at most `tolerance`.
struct Equation {
  GridFunctionId function = {};
  GridFunctionId coefficient = {};  ///< none: 0; not greater than 0 anywhere, for it to converge
  GridFunctionId source = {};       ///< none: 0
  double tolerance = 1e-8;
  Reduced norm = Reduced::norm_max;
  std::int32_t sweeps = 10'000;  ///< over all points, at most
  double relaxation = 0;         ///< between 0 and 2; 0: what is best for the grid's boundaries
  bool may_fail = false;         ///< the job goes on where the norm stays greater
  std::optional<Boundary> beyond = {};
  EquationSolver solver = EquationSolver::relaxation;
};

struct ReductionDeclaration {
  std::string name;
  GridFunctionId function;
  std::string meaning = {};
  bool is_interpolation = false;
  std::vector<Probe> probes = {};
  std::optional<Equation> equation = {};  ///< it is of the left side, as it was left
  /// Of absolute values of complex numbers, whose real parts `function` has; none: of its own.
  GridFunctionId imaginary = {};
};

/// Two functions of a thorn that are the parts of one of complex numbers.
struct ComplexDeclaration {
  std::string name;
  GridFunctionId re;
  GridFunctionId im;
};

/// The least and greatest value, both allowed.
struct RealRange {
  double least = -std::numeric_limits<double>::infinity();
  double greatest = std::numeric_limits<double>::infinity();
};
struct IntegerRange {
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
};

struct RealParameter {
  double usual = 0;
  RealRange range;
};
struct IntegerParameter {
  std::int64_t usual = 0;
  IntegerRange range;
};
struct BooleanParameter {
  bool usual = false;
};
struct KeywordParameter {
  std::string usual;
  std::vector<std::string> allowed;
};

/// Any text. Routines do not see it: `Settled::text` has it where declarations follow from it.
struct TextParameter {
  std::string usual;
};

struct ParameterDeclaration {
  std::string name;
  std::variant<RealParameter, IntegerParameter, BooleanParameter, KeywordParameter, TextParameter>
      form;
  std::string meaning = {};
  bool is_steerable = false;  ///< May be changed while the job runs.
};

struct RoutineDeclaration {
  struct Read {
    GridFunctionId function;
    std::int32_t layers = 0;
  };
  std::string name;
  Bin bin = Bin::step;
  std::function<void(const Patch&)> routine;
  std::vector<Read> reads;
  std::vector<GridFunctionId> writes;
  std::vector<GridFunctionId> synchronized;  ///< Behind the routine.
  std::vector<ReductionId> reduced;          ///< Likewise.
  std::vector<ReductionId> used;             ///< Whose results it asks for.
  std::vector<ReductionId> solved = {};      ///< Equations, behind the routine.
  std::vector<std::string> before;  ///< names of routines of the bin, "thorn::routine" of others
  std::vector<std::string> after;
  double flops = 0;  ///< for a point
};

/// Declarations of one routine, as in `thorn.routine(...).reads({phi, 1}).writes(phi_new)`. Good
/// until the thorn declares another routine.
class RoutineBuilder {
 public:
  explicit RoutineBuilder(RoutineDeclaration& routine) : routine_(routine) {}

  /// Whatever it reads, with so many layers of neighbours.
  RoutineBuilder& reads(GridFunctionId function, std::int32_t layers = 0) {
    routine_.reads.push_back({function, layers});
    return *this;
  }
  RoutineBuilder& writes(std::initializer_list<GridFunctionId> functions) {
    routine_.writes.insert(routine_.writes.end(), functions);
    return *this;
  }
  /// Ghosts and boundaries of these are filled when the routine is done.
  RoutineBuilder& synchronizes(std::initializer_list<GridFunctionId> functions) {
    routine_.synchronized.insert(routine_.synchronized.end(), functions);
    return *this;
  }
  /// When the routine is done, these are made of what their functions have.
  RoutineBuilder& reduces(std::initializer_list<ReductionId> reductions) {
    routine_.reduced.insert(routine_.reduced.end(), reductions);
    return *this;
  }
  /// When the routine is done, these equations are solved; for routines of Bin::initial.
  RoutineBuilder& solves(std::initializer_list<ReductionId> equations) {
    routine_.solved.insert(routine_.solved.end(), equations);
    return *this;
  }
  /// It asks for what these have come to, made earlier by a routine that `reduces` them. Blocks go
  /// on meanwhile: what lies between hides the time that a reduction takes.
  RoutineBuilder& uses(std::initializer_list<ReductionId> reductions) {
    routine_.used.insert(routine_.used.end(), reductions);
    return *this;
  }
  RoutineBuilder& before(std::string routine) {
    routine_.before.push_back(std::move(routine));
    return *this;
  }
  RoutineBuilder& after(std::string routine) {
    routine_.after.push_back(std::move(routine));
    return *this;
  }
  RoutineBuilder& flops(double a_point) {
    routine_.flops = a_point;
    return *this;
  }

 private:
  RoutineDeclaration& routine_;
};

/// What a thorn declares, gathered before any grid is there. Functions and parameters get numbers
/// that are those of the job, since a thorn is declared to the job's flesh: see `Flesh`.
class Thorn {
 public:
  /// The functions, parameters and reductions of thorns before it have the numbers below the given
  /// ones.
  Thorn(std::string name, std::string meaning, std::int32_t first_function,
        std::int32_t first_parameter, std::int32_t first_reduction = 0)
      : name_(std::move(name)),
        meaning_(std::move(meaning)),
        first_function_(first_function),
        first_parameter_(first_parameter),
        first_reduction_(first_reduction) {}

  GridFunctionId function(std::string name, FunctionOptions options = {}) {
    functions_.push_back({std::move(name), std::move(options), std::nullopt});
    return {first_function_ + static_cast<std::int32_t>(functions_.size()) - 1, 0};
  }
  /// Two functions of this thorn are the parts of one of complex numbers, which is put out by that
  /// name. See declare_complex.
  void join_complex(std::string name, GridFunctionId re, GridFunctionId im) {
    complexes_.push_back({std::move(name), re, im});
  }
  /// A method of lines integrates `function`, one of this thorn's, whose derivative in time the
  /// routines of Bin::right_side write to `derivative`.
  void evolves(GridFunctionId function, GridFunctionId derivative) {
    functions_.at(static_cast<std::size_t>(function.function - first_function_)).derivative =
        derivative;
  }
  ParameterId parameter(ParameterDeclaration declaration) {
    parameters_.push_back(std::move(declaration));
    return {first_parameter_ + static_cast<std::int32_t>(parameters_.size()) - 1};
  }
  /// Of a function at one of its time levels, this thorn's or another's: see Reduced.
  ReductionId reduction(std::string name, GridFunctionId function, std::string meaning = {}) {
    reductions_.push_back({std::move(name), function, std::move(meaning)});
    return {first_reduction_ + static_cast<std::int32_t>(reductions_.size()) - 1};
  }
  /// Of the absolute values of complex numbers, which two functions have the parts of.
  ReductionId reduction(std::string name, GridFunctionId re, GridFunctionId im,
                        std::string meaning) {
    const ReductionId id = reduction(std::move(name), re, std::move(meaning));
    reductions_.back().imaginary = im;
    return id;
  }
  /// What a function has at places between the grid's points: see Probe. It is made and used as
  /// reductions are, and has a number among them.
  ReductionId interpolation(std::string name, GridFunctionId function,
                            const std::vector<Place>& places, std::int32_t order,
                            std::string meaning = {},
                            std::array<std::int8_t, dimension_count> derivative = {0, 0, 0}) {
    const ReductionId id = reduction(std::move(name), function, std::move(meaning));
    reductions_.back().is_interpolation = true;
    for (const Place& place : places) {
      reductions_.back().probes.push_back({place, order, derivative});
    }
    return id;
  }
  /// An equation that a routine `solves`. It has a number among those of reductions, and is used as
  /// they are: what it says is the norm of the left side where the solution was left.
  ReductionId equation(std::string name, const Equation& what, std::string meaning = {}) {
    const ReductionId id = reduction(std::move(name), what.function, std::move(meaning));
    reductions_.back().equation = what;
    return id;
  }
  RoutineBuilder routine(Bin bin, std::string name, std::function<void(const Patch&)> function) {
    routines_.push_back({.name = std::move(name),
                         .bin = bin,
                         .routine = std::move(function),
                         .reads = {},
                         .writes = {},
                         .synchronized = {},
                         .reduced = {},
                         .used = {},
                         .before = {},
                         .after = {}});
    return RoutineBuilder(routines_.back());
  }
  /// What was said of a function, a reduction or a routine before, for more to be said; null where
  /// there is none.
  FunctionDeclaration* declared_function(GridFunctionId id) {
    return at(functions_, id.function - first_function_);
  }
  ReductionDeclaration* declared_reduction(ReductionId id) {
    return at(reductions_, id.number - first_reduction_);
  }
  RoutineDeclaration* declared_routine(std::int32_t number) { return at(routines_, number); }

  const std::string& name() const { return name_; }
  const std::string& meaning() const { return meaning_; }
  std::int32_t first_function() const { return first_function_; }
  std::int32_t first_parameter() const { return first_parameter_; }
  std::int32_t first_reduction() const { return first_reduction_; }
  const std::vector<FunctionDeclaration>& functions() const { return functions_; }
  const std::vector<ComplexDeclaration>& complexes() const { return complexes_; }
  const std::vector<ParameterDeclaration>& parameters() const { return parameters_; }
  const std::vector<ReductionDeclaration>& reductions() const { return reductions_; }
  const std::vector<RoutineDeclaration>& routines() const { return routines_; }

 private:
  template <class T>
  static T* at(std::vector<T>& declarations, std::int32_t number) {
    const auto index = static_cast<std::size_t>(number);  // beyond all where it is negative
    return index < declarations.size() ? &declarations[index] : nullptr;
  }

  std::string name_;
  std::string meaning_;
  std::int32_t first_function_;
  std::int32_t first_parameter_;
  std::int32_t first_reduction_;
  std::vector<FunctionDeclaration> functions_;
  std::vector<ComplexDeclaration> complexes_;
  std::vector<ParameterDeclaration> parameters_;
  std::vector<ReductionDeclaration> reductions_;
  std::vector<RoutineDeclaration> routines_;
};

}  // namespace isthmus::mesh
