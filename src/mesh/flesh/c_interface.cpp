// The functions of isthmus_mesh.h, and what opens libraries of thorns: whoever does has them, too.

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mesh/complex_function.hpp"
#include "mesh/flesh/flesh.hpp"
#include "mesh/flesh/library.hpp"
#include "mesh/flesh/words.hpp"
#include "mesh/isthmus_mesh.h"
#include "mesh/thorn_library.hpp"

using isthmus::mesh::Bin;
using isthmus::mesh::Boundary;
using isthmus::mesh::BoundaryKind;
using isthmus::mesh::Equation;
using isthmus::mesh::EquationSolver;
using isthmus::mesh::Flesh;
using isthmus::mesh::FunctionDeclaration;
using isthmus::mesh::GridFunctionId;
using isthmus::mesh::ParameterDeclaration;
using isthmus::mesh::Patch;
using isthmus::mesh::Reduced;
using isthmus::mesh::ReductionId;
using isthmus::mesh::RoutineDeclaration;
using isthmus::mesh::Settled;
using isthmus::mesh::Thorn;

/// For the duration of one isthmus_declare_thorns, or of one that declares later.
struct isthmus_mesh_thorn {
  std::function<void(std::string)> keep_mistake;
  Thorn& thorn;
  void* library = nullptr;  // as the loader knows it; null where the program has the thorn itself

  void note(const std::string& what) const {
    keep_mistake("thorn " + isthmus::mesh::in_quotes(thorn.name()) + ": " + what);
  }
};

struct isthmus_mesh_flesh {
  Flesh& flesh;
  void* library = nullptr;
  std::deque<isthmus_mesh_thorn> thorns = {};
};

struct isthmus_mesh_settled {
  const Settled& settled;
  std::deque<isthmus_mesh_thorn> thorns = {};
};

namespace {

std::string text_of(const char* text) { return text == nullptr ? "" : text; }

GridFunctionId id_of(isthmus_mesh_function function) { return {function.function, function.level}; }

const Patch& patch_of(const isthmus_mesh_patch* patch) {
  return *static_cast<const Patch*>(patch->job);
}

/// The patch in C, whose indices are inclusive.
isthmus_mesh_patch in_c(const Patch& patch) {
  isthmus_mesh_patch c{};
  for (std::size_t d = 0; d < isthmus::mesh::dimension_count; ++d) {
    c.low[d] = patch.box().low[d];
    c.high[d] = patch.box().high[d] - 1;
    c.first[d] = patch.storage().low[d];
    c.last[d] = patch.storage().high[d] - 1;
    c.whole[d] = patch.geometry().whole.extent(d);
    c.origin[d] = patch.geometry().origin[d];
    c.spacing[d] = patch.geometry().spacing[d];
  }
  c.time = patch.moment().time;
  c.step_size = patch.moment().step_size;
  c.step = patch.moment().step;
  c.job = &patch;
  return c;
}

int declare(isthmus_mesh_thorn* thorn, ParameterDeclaration declaration) {
  return thorn->thorn.parameter(std::move(declaration)).number;
}

/// Null, and a mistake, where the thorn has no such routine or function.
RoutineDeclaration* routine_of(isthmus_mesh_thorn* thorn, int routine) {
  RoutineDeclaration* declared = thorn->thorn.declared_routine(routine);
  if (declared == nullptr) thorn->note("there is no routine number " + std::to_string(routine));
  return declared;
}
FunctionDeclaration* function_of(isthmus_mesh_thorn* thorn, isthmus_mesh_function function) {
  FunctionDeclaration* declared = thorn->thorn.declared_function(id_of(function));
  if (declared == nullptr) {
    thorn->note("function number " + std::to_string(function.function) + " is none of its own");
  }
  return declared;
}

/// Nothing, and a mistake, where there is no such kind. Robin's takes the power for the speed.
std::optional<Boundary> boundary_of(isthmus_mesh_thorn* thorn, int kind, double value,
                                    double speed) {
  if (kind < ISTHMUS_MESH_PERIODIC || kind > ISTHMUS_MESH_ROBIN) {
    thorn->note("there is no kind of boundary " + std::to_string(kind));
    return std::nullopt;
  }
  if (kind != ISTHMUS_MESH_ROBIN) return Boundary{static_cast<BoundaryKind>(kind), value, speed};
  if (!(speed >= 1 && speed <= isthmus::mesh::falloff_max) || speed != std::floor(speed)) {
    thorn->note("a boundary falls off as power " + isthmus::mesh::shortest(speed) +
                " of the radius (expected 1 to " + std::to_string(isthmus::mesh::falloff_max) +
                ")");
    return std::nullopt;
  }
  return Boundary{BoundaryKind::robin, value, 1, static_cast<std::int32_t>(speed)};
}

Equation equation_of(const isthmus_mesh_equation& equation) {
  return {.function = id_of(equation.function),
          .coefficient = id_of(equation.coefficient),
          .source = id_of(equation.source),
          .tolerance = equation.tolerance,
          .norm = static_cast<Reduced>(equation.norm),
          .sweeps = equation.sweeps,
          .relaxation = equation.relaxation,
          .may_fail = equation.may_fail != 0,
          .solver = equation.solver == ISTHMUS_MESH_RELAXATION ||
                            equation.solver == ISTHMUS_MESH_CONJUGATE_GRADIENTS
                        ? static_cast<EquationSolver>(equation.solver)
                        : EquationSolver{0xFF}};
}

/// Blanks around words are not theirs; those within are.
std::vector<std::string> split(const std::string& words) {
  std::vector<std::string> result{""};
  for (const char c : words) {
    if (c == ',') {
      result.emplace_back();
    } else if (c != ' ' || !result.back().empty()) {
      result.back() += c;
    }
  }
  for (std::string& word : result) word.resize(word.find_last_not_of(' ') + 1);
  return result;
}

/// Names of a program and of the libraries below it go before those of a library that it opens: a
/// thorn's routine "advance" would be that of the C library. Says whose the routine is, where the
/// thorn's library has one of its own by that name.
std::string other_owner(void* library, isthmus_mesh_routine routine) {
  Dl_info found{};
  const auto* const address = reinterpret_cast<const void*>(routine);
  if (library == nullptr || dladdr(address, &found) == 0 || found.dli_sname == nullptr) return {};
  const void* const own = dlsym(library, found.dli_sname);
  if (own == nullptr || own == address) return {};
  return std::string(found.dli_sname) + "() of " + found.dli_fname;
}

std::string loader_error() {
  const char* text = dlerror();
  return text == nullptr ? "the loader says no more" : text;
}

}  // namespace

namespace isthmus::mesh {

Thorn& declare_thorn(isthmus_mesh_flesh* flesh, std::string name, std::string meaning) {
  return flesh->flesh.declare(std::move(name), std::move(meaning));
}

GridFunctionId find_function(isthmus_mesh_flesh* flesh, std::string_view name) {
  return flesh->flesh.find_function(name);
}

ReductionId find_reduction(isthmus_mesh_flesh* flesh, std::string_view name) {
  return flesh->flesh.find_reduction(name);
}

void declare_by(Flesh& flesh, void (*declare)(isthmus_mesh_flesh*)) {
  isthmus_mesh_flesh handle{flesh};
  declare(&handle);
}

Expected<void> open_library(Flesh& flesh, const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return fail(ErrorCode::bad_input, "cannot open a library of thorns: " + loader_error(), {},
                "a shared library");
  }
  void* found = dlsym(library, "isthmus_declare_thorns");
  if (found == nullptr) {
    return fail(ErrorCode::bad_input, path + " declares no thorns", {},
                "a function isthmus_declare_thorns in it");
  }
  isthmus_mesh_flesh handle{flesh, library};
  reinterpret_cast<void (*)(isthmus_mesh_flesh*)>(found)(&handle);
  return {};
}

}  // namespace isthmus::mesh

extern "C" {

double* isthmus_mesh_values(const isthmus_mesh_patch* patch, isthmus_mesh_function function) {
  return patch_of(patch).values(id_of(function));
}

double isthmus_mesh_real(const isthmus_mesh_patch* patch, int parameter) {
  return patch_of(patch).real({parameter});
}

long long isthmus_mesh_integer(const isthmus_mesh_patch* patch, int parameter) {
  return patch_of(patch).integer({parameter});
}

double isthmus_mesh_reduced(const isthmus_mesh_patch* patch, int reduction,
                            enum isthmus_mesh_reduced_value what) {
  return patch_of(patch).reduced({reduction}, static_cast<Reduced>(what));
}

const double* isthmus_mesh_interpolated(const isthmus_mesh_patch* patch, int interpolation) {
  return patch_of(patch).interpolated({interpolation}).data();
}

isthmus_mesh_thorn* isthmus_mesh_declare_thorn(isthmus_mesh_flesh* flesh, const char* name,
                                               const char* meaning) {
  Thorn& thorn = flesh->flesh.declare(text_of(name), text_of(meaning));
  const auto keep = [&owner = flesh->flesh](std::string what) { owner.note(std::move(what)); };
  return &flesh->thorns.emplace_back(keep, thorn, flesh->library);
}

isthmus_mesh_function isthmus_mesh_declare_function(isthmus_mesh_thorn* thorn, const char* name,
                                                    int time_levels, const char* meaning) {
  const GridFunctionId id = thorn->thorn.function(
      text_of(name), {.time_levels = time_levels, .boundary = {}, .meaning = text_of(meaning)});
  return {id.function, id.level};
}

isthmus_mesh_complex isthmus_mesh_declare_complex(isthmus_mesh_thorn* thorn, const char* name,
                                                  int time_levels, const char* meaning) {
  const auto id = isthmus::mesh::declare_complex(
      thorn->thorn, text_of(name),
      {.time_levels = time_levels, .boundary = {}, .meaning = text_of(meaning)});
  return {{id.re.function, id.re.level}, {id.im.function, id.im.level}};
}

void isthmus_mesh_join_complex(isthmus_mesh_thorn* thorn, const char* name,
                               isthmus_mesh_complex parts) {
  thorn->thorn.join_complex(text_of(name), id_of(parts.re), id_of(parts.im));
}

void isthmus_mesh_set_boundary(isthmus_mesh_thorn* thorn, isthmus_mesh_function function,
                               enum isthmus_mesh_boundary kind, double value, double speed) {
  FunctionDeclaration* declared = function_of(thorn, function);
  if (declared == nullptr) return;
  if (const auto boundary = boundary_of(thorn, kind, value, speed)) {
    declared->options.boundary = *boundary;
  }
}

void isthmus_mesh_share_boundary(isthmus_mesh_thorn* thorn, isthmus_mesh_function function,
                                 isthmus_mesh_function other) {
  FunctionDeclaration* declared = function_of(thorn, function);
  if (declared == nullptr) return;
  declared->options.boundary = {.kind = BoundaryKind::another, .of = {other.function, 0}};
}

void isthmus_mesh_set_parity(isthmus_mesh_thorn* thorn, isthmus_mesh_function function,
                             const int parity[3]) {
  FunctionDeclaration* declared = function_of(thorn, function);
  if (declared == nullptr) return;
  for (std::size_t d = 0; d < isthmus::mesh::dimension_count; ++d) {
    declared->options.parity[d] = static_cast<std::int8_t>(std::clamp(parity[d], -100, 100));
  }
}

void isthmus_mesh_begin_beyond(isthmus_mesh_thorn* thorn, isthmus_mesh_function function) {
  FunctionDeclaration* declared = function_of(thorn, function);
  if (declared != nullptr) declared->options.begins_beyond = true;
}

void isthmus_mesh_declare_evolved(isthmus_mesh_thorn* thorn, isthmus_mesh_function function,
                                  isthmus_mesh_function derivative) {
  FunctionDeclaration* declared = function_of(thorn, function);
  if (declared != nullptr) declared->derivative = id_of(derivative);
}

int isthmus_mesh_declare_reduction(isthmus_mesh_thorn* thorn, const char* name,
                                   isthmus_mesh_function function, const char* meaning) {
  return thorn->thorn.reduction(text_of(name), id_of(function), text_of(meaning)).number;
}

int isthmus_mesh_declare_complex_reduction(isthmus_mesh_thorn* thorn, const char* name,
                                           isthmus_mesh_complex function, const char* meaning) {
  return thorn->thorn
      .reduction(text_of(name), id_of(function.re), id_of(function.im), text_of(meaning))
      .number;
}

int isthmus_mesh_declare_interpolation(isthmus_mesh_thorn* thorn, const char* name,
                                       isthmus_mesh_function function, const double* places,
                                       int count, int order, const char* meaning) {
  std::vector<isthmus::mesh::Place> all;
  for (int i = 0; i < count; ++i, places += 3) all.push_back({places[0], places[1], places[2]});
  return thorn->thorn.interpolation(text_of(name), id_of(function), all, order, text_of(meaning))
      .number;
}

isthmus_mesh_equation isthmus_mesh_usual_equation(isthmus_mesh_function function) {
  const Equation usual;
  isthmus_mesh_equation equation{};
  equation.function = function;
  equation.coefficient = equation.source = {-1, 0};
  equation.tolerance = usual.tolerance;
  equation.norm = static_cast<isthmus_mesh_reduced_value>(usual.norm);
  equation.sweeps = usual.sweeps;
  return equation;
}

int isthmus_mesh_declare_equation(isthmus_mesh_thorn* thorn, const char* name,
                                  const isthmus_mesh_equation* equation, const char* meaning) {
  return thorn->thorn.equation(text_of(name), equation_of(*equation), text_of(meaning)).number;
}

void isthmus_mesh_set_equation(isthmus_mesh_thorn* thorn, int number,
                               const isthmus_mesh_equation* equation) {
  auto* declared = thorn->thorn.declared_reduction({number});
  if (declared == nullptr || !declared->equation) {
    return thorn->note("it sets what is no equation of its own");
  }
  declared->function = id_of(equation->function);
  const auto beyond = declared->equation->beyond;
  declared->equation = equation_of(*equation);
  declared->equation->beyond = beyond;
}

void isthmus_mesh_set_equation_boundary(isthmus_mesh_thorn* thorn, int number,
                                        enum isthmus_mesh_boundary kind, double value,
                                        double speed) {
  auto* declared = thorn->thorn.declared_reduction({number});
  if (declared == nullptr || !declared->equation) {
    return thorn->note("it sets what is no equation of its own");
  }
  declared->equation->beyond = boundary_of(thorn, kind, value, speed);
}

void isthmus_mesh_solves(isthmus_mesh_thorn* thorn, int routine, int equation) {
  if (auto* declared = routine_of(thorn, routine)) declared->solved.push_back({equation});
}

void isthmus_mesh_add_place(isthmus_mesh_thorn* thorn, int interpolation, const double place[3],
                            int order, const int derivative[3]) {
  auto* declared = thorn->thorn.declared_reduction({interpolation});
  if (declared == nullptr || !declared->is_interpolation) {
    return thorn->note("it adds a place to what is no interpolation of its own");
  }
  isthmus::mesh::Probe probe{{place[0], place[1], place[2]}, order};
  for (std::size_t d = 0; derivative != nullptr && d < isthmus::mesh::dimension_count; ++d) {
    probe.derivative[d] = static_cast<std::int8_t>(std::clamp(derivative[d], -1, 100));
  }
  declared->probes.push_back(probe);
}

int isthmus_mesh_find_reduction(isthmus_mesh_flesh* flesh, const char* name) {
  return flesh->flesh.find_reduction(text_of(name)).number;
}

isthmus_mesh_function isthmus_mesh_find_function(isthmus_mesh_flesh* flesh, const char* name) {
  const GridFunctionId id = flesh->flesh.find_function(text_of(name));
  return {id.function, id.level};
}

int isthmus_mesh_declare_real(isthmus_mesh_thorn* thorn, const char* name, double usual,
                              double least, double greatest, int is_steerable,
                              const char* meaning) {
  // The greatest numbers there are stand for no limit.
  constexpr double most = std::numeric_limits<double>::max();
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const isthmus::mesh::RealRange range{least <= -most ? -infinite : least,
                                       greatest >= most ? infinite : greatest};
  return declare(thorn, {text_of(name), isthmus::mesh::RealParameter{usual, range},
                         text_of(meaning), is_steerable != 0});
}

int isthmus_mesh_declare_integer(isthmus_mesh_thorn* thorn, const char* name, long long usual,
                                 long long least, long long greatest, int is_steerable,
                                 const char* meaning) {
  return declare(thorn, {text_of(name), isthmus::mesh::IntegerParameter{usual, {least, greatest}},
                         text_of(meaning), is_steerable != 0});
}

int isthmus_mesh_declare_boolean(isthmus_mesh_thorn* thorn, const char* name, int usual,
                                 int is_steerable, const char* meaning) {
  return declare(thorn, {text_of(name), isthmus::mesh::BooleanParameter{usual != 0},
                         text_of(meaning), is_steerable != 0});
}

int isthmus_mesh_declare_keyword(isthmus_mesh_thorn* thorn, const char* name, const char* usual,
                                 const char* allowed, int is_steerable, const char* meaning) {
  return declare(thorn, {text_of(name),
                         isthmus::mesh::KeywordParameter{text_of(usual), split(text_of(allowed))},
                         text_of(meaning), is_steerable != 0});
}

int isthmus_mesh_declare_text(isthmus_mesh_thorn* thorn, const char* name, const char* usual,
                              const char* meaning) {
  return declare(thorn, {text_of(name), isthmus::mesh::TextParameter{text_of(usual)},
                         text_of(meaning), false});
}

int isthmus_mesh_declare_routine(isthmus_mesh_thorn* thorn, enum isthmus_mesh_bin bin,
                                 const char* name, isthmus_mesh_routine routine) {
  if (bin < ISTHMUS_MESH_INITIAL || bin > ISTHMUS_MESH_ANALYSIS) {
    thorn->note("routine " + isthmus::mesh::in_quotes(text_of(name)) + " is of no bin");
    bin = ISTHMUS_MESH_INITIAL;
  }
  if (const std::string other = other_owner(thorn->library, routine); !other.empty()) {
    thorn->note("routine " + isthmus::mesh::in_quotes(text_of(name)) + " would be " + other +
                " (expected a library that is linked with -Wl,-Bsymbolic)");
  }
  std::function<void(const Patch&)> function;
  if (routine != nullptr) {
    function = [routine](const Patch& patch) {
      const isthmus_mesh_patch c = in_c(patch);
      routine(&c);
    };
  }
  thorn->thorn.routine(static_cast<Bin>(bin), text_of(name), std::move(function));
  return static_cast<int>(thorn->thorn.routines().size()) - 1;
}

void isthmus_mesh_reads(isthmus_mesh_thorn* thorn, int routine, isthmus_mesh_function function,
                        int layers) {
  if (auto* declared = routine_of(thorn, routine)) {
    declared->reads.push_back({id_of(function), layers});
  }
}

void isthmus_mesh_writes(isthmus_mesh_thorn* thorn, int routine, isthmus_mesh_function function) {
  if (auto* declared = routine_of(thorn, routine)) declared->writes.push_back(id_of(function));
}

void isthmus_mesh_synchronizes(isthmus_mesh_thorn* thorn, int routine,
                               isthmus_mesh_function function) {
  if (auto* declared = routine_of(thorn, routine)) {
    declared->synchronized.push_back(id_of(function));
  }
}

void isthmus_mesh_reduces(isthmus_mesh_thorn* thorn, int routine, int reduction) {
  if (auto* declared = routine_of(thorn, routine)) declared->reduced.push_back({reduction});
}

void isthmus_mesh_uses(isthmus_mesh_thorn* thorn, int routine, int reduction) {
  if (auto* declared = routine_of(thorn, routine)) declared->used.push_back({reduction});
}

void isthmus_mesh_before(isthmus_mesh_thorn* thorn, int routine, const char* other) {
  if (auto* declared = routine_of(thorn, routine)) declared->before.push_back(text_of(other));
}

void isthmus_mesh_after(isthmus_mesh_thorn* thorn, int routine, const char* other) {
  if (auto* declared = routine_of(thorn, routine)) declared->after.push_back(text_of(other));
}

void isthmus_mesh_flops(isthmus_mesh_thorn* thorn, int routine, double a_point) {
  if (auto* declared = routine_of(thorn, routine)) declared->flops = a_point;
}

void isthmus_mesh_declare_later(isthmus_mesh_flesh* flesh, isthmus_mesh_later later) {
  flesh->flesh.declare_later([later](const Settled& settled) {
    isthmus_mesh_settled handle{settled};
    later(&handle);
  });
}

isthmus_mesh_thorn* isthmus_mesh_active_thorn(isthmus_mesh_settled* settled, const char* name) {
  Thorn* const thorn = settled->settled.active(text_of(name));
  if (thorn == nullptr) return nullptr;
  for (isthmus_mesh_thorn& known : settled->thorns) {
    if (&known.thorn == thorn) return &known;
  }
  const auto keep = [&owner = settled->settled](std::string what) {
    owner.refuse(std::move(what));
  };
  return &settled->thorns.emplace_back(keep, *thorn);
}

double isthmus_mesh_settled_real(const isthmus_mesh_settled* settled, int parameter) {
  return settled->settled.value({parameter}).real;
}

long long isthmus_mesh_settled_integer(const isthmus_mesh_settled* settled, int parameter) {
  return settled->settled.value({parameter}).integer;
}

int isthmus_mesh_settled_text(const isthmus_mesh_settled* settled, int parameter, char* to,
                              int letters) {
  const std::string_view text = settled->settled.text({parameter});
  if (to != nullptr && letters >= 0) {
    const std::size_t count = text.copy(to, static_cast<std::size_t>(letters));
    to[count] = '\0';
  }
  return static_cast<int>(text.size());
}

void isthmus_mesh_refuse(isthmus_mesh_settled* settled, const char* what) {
  settled->settled.refuse(text_of(what));
}

}  // extern "C"
