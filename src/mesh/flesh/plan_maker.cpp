#include "mesh/flesh/plan_maker.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "mesh/flesh/declarations.hpp"
#include "mesh/flesh/function_table.hpp"
#include "mesh/flesh/lines.hpp"
#include "mesh/flesh/parameter_values.hpp"
#include "mesh/flesh/plan_boundaries.hpp"
#include "mesh/flesh/plan_check.hpp"
#include "mesh/flesh/plan_equations.hpp"
#include "mesh/flesh/plan_fields.hpp"
#include "mesh/flesh/plan_gradients.hpp"
#include "mesh/flesh/plan_lines.hpp"
#include "mesh/flesh/plan_output.hpp"
#include "mesh/flesh/schedule.hpp"
#include "mesh/flesh/words.hpp"

namespace isthmus::mesh {

namespace {

std::vector<const Thorn*> active_thorns(const std::deque<Thorn>& thorns, const MeshFile& file,
                                        std::vector<Error>& mistakes) {
  std::vector<std::string> names;
  for (const Thorn& thorn : thorns) names.push_back(thorn.name());
  for (const NamedAt& wanted : file.thorns) {
    if (std::ranges::find(names, wanted.name) != names.end()) continue;
    mistakes.push_back({ErrorCode::bad_input, "there is no thorn " + in_quotes(wanted.name),
                        file.where(wanted.line),
                        names.empty() ? "a library of thorns" : one_of(names, wanted.name)});
  }
  std::vector<const Thorn*> active;
  for (const Thorn& thorn : thorns) {
    if (std::ranges::find(file.thorns, thorn.name(), &NamedAt::name) != file.thorns.end()) {
      active.push_back(&thorn);
    }
  }
  return active;
}

class Maker {
 public:
  Maker(const std::deque<Thorn>& thorns, const MeshFile& file,
        const std::vector<const Thorn*>& active, std::vector<Error>& mistakes)
      : thorns_(thorns),
        file_(file),
        active_(active),
        functions_(thorns, active),
        mistakes_(mistakes),
        fields_(functions_, plan_) {}

  Plan make() {
    add_bin(Bin::initial, 0, plan_.initial);
    add_step();
    add_bin(Bin::analysis, 0, plan_.analysis);
    // Ghosts before the first step are made right for whoever reads them.
    std::vector<std::int32_t> needed = needed_at_begin(plan_);
    const auto made_beyond = std::ranges::stable_partition(
        needed, [&](std::int32_t field) { return !fields_.begins_beyond(field); });
    const std::vector<std::int32_t> beyond(made_beyond.begin(), made_beyond.end());
    needed.erase(made_beyond.begin(), made_beyond.end());
    synchronize(std::move(needed), "flesh::initial", 0, plan_.initial);
    merge_synchronizations();
    set_boundaries(plan_, file_, functions_, fields_, mistakes_);
    for (Relaxation& relaxation : relaxations_) finish(relaxation, plan_);
    for (Gradients& gradients : gradients_) gradients.finish(plan_, mistakes_);
    set_errors();
    check_output(plan_, file_, functions_, mistakes_);
    if (mistakes_.empty() && file_.mistakes.empty()) {
      if (auto end = check_end(file_, plan_); !end) mistakes_.push_back(std::move(end.error()));
    }
    if (mistakes_.empty()) {
      // Their ghosts are exchanged before the first step, as all are.
      Plan checked = plan_;
      synchronize(beyond, "flesh::initial", 0, checked.initial);
      for (std::string& fault : faults_of(checked)) note(std::move(fault), {});
    }
    return std::move(plan_);
  }

 private:
  void note(std::string what, std::string expected, std::string where = {}) {
    mistakes_.push_back(
        {ErrorCode::bad_input, std::move(what), std::move(where), std::move(expected)});
  }

  /// Notes where the function's thorn is not active; its fields are not there then.
  bool is_active(const Scheduled& one, const char* verb, GridFunctionId id) {
    const auto& entry = functions_[id.function];
    if (entry.is_active) return true;
    note(one.name() + " " + verb + " " + functions_.name(id) + ", and thorn " +
             in_quotes(entry.thorn->name()) + " is not active",
         "it in 'thorns'", file_.where(line_of(*one.thorn)));
    return false;
  }
  bool is_active(const Scheduled& one, const char* verb, ReductionId id) {
    const auto& entry = functions_[id];
    if (!entry.is_active) {
      note(one.name() + " " + verb + " " + entry.name() + ", and thorn " +
               in_quotes(entry.thorn->name()) + " is not active",
           "it in 'thorns'", file_.where(line_of(*one.thorn)));
      return false;
    }
    return is_active(one, verb, entry.declaration->function);
  }
  int line_of(const Thorn& thorn) const {
    const auto found = std::ranges::find(file_.thorns, thorn.name(), &NamedAt::name);
    return found == file_.thorns.end() ? 1 : found->line;
  }

  // ------------------------------------------------------------------------------------------
  // Operations

  void synchronize(std::vector<std::int32_t> fields, std::string name, double time,
                   std::vector<Operation>& operations) {
    if (fields.empty()) return;
    Operation operation;
    operation.kind = Operation::Kind::synchronize;
    operation.name = std::move(name);
    operation.fields = std::move(fields);
    operation.time_offset = time;
    operations.push_back(std::move(operation));
  }

  void add_bin(Bin bin, double time, std::vector<Operation>& operations) {
    // Which routines there are, and in which order, is said once; right sides are called often.
    auto& ordered = ordered_[static_cast<std::size_t>(bin)];
    if (!ordered) ordered = schedule(thorns_, active_, functions_, bin, mistakes_);
    for (const Scheduled& one : *ordered) add_routine(one, time, operations);
  }

  void add_routine(const Scheduled& one, double time, std::vector<Operation>& operations) {
    const RoutineDeclaration& routine = *one.routine;
    Operation operation;
    operation.name = one.name();
    operation.routine = routine.routine;
    operation.time_offset = time;
    operation.flops = routine.flops;
    for (const auto& [id, layers] : routine.reads) {
      if (!is_active(one, "reads", id)) continue;
      const std::int32_t field = fields_.of(id);
      const auto known = std::ranges::find(operation.reads, field, &Operation::Read::field);
      if (known == operation.reads.end()) {
        operation.reads.push_back({field, layers});
      } else {
        known->layers = std::max(known->layers, layers);
      }
    }
    for (const GridFunctionId id : routine.writes) {
      if (is_active(one, "writes", id)) add_once(operation.writes, fields_.of(id));
    }
    for (const ReductionId id : routine.used) {
      if (is_active(one, "uses", id)) add_once(operation.reductions, id.number);
    }
    if (file_.refinement.is_on() && !operation.reductions.empty() &&
        (routine.bin == Bin::initial || routine.bin == Bin::after_step)) {
      note(one.name() + " uses " + functions_[routine.used.front()].name() +
               " before all levels have their part in it, and the file has [refinement]",
           "a routine of the next step, or of the analysis");
    }
    operations.push_back(std::move(operation));
    reduce(one, time, operations);
    for (const ReductionId id : routine.solved) solve(one, id, operations);
    std::vector<std::int32_t> synchronized;
    for (const GridFunctionId id : routine.synchronized) {
      if (is_active(one, "synchronizes", id)) add_once(synchronized, fields_.of(id));
    }
    // What the step bin makes is of the step's end, from what was at its begin.
    const bool is_evolved = routine.bin == Bin::step;
    synchronize(std::move(synchronized), one.name(), is_evolved ? 1 : time, operations);
  }

  /// From the solution's first guess to the function; see plan_equations.hpp.
  void solve(const Scheduled& one, ReductionId id, std::vector<Operation>& operations) {
    if (!is_active(one, "solves", id)) return;
    const Equation& equation = *functions_[id].declaration->equation;
    for (const GridFunctionId of : {equation.coefficient, equation.source}) {
      if (of.function >= 0 && !is_active(one, "solves an equation of", of)) return;
    }
    if (file_.refinement.is_on() && equation.solver != EquationSolver::relaxation) {
      note(one.name() + " solves " + functions_[id].name() +
               " by conjugate gradients, and the file has [refinement]",
           "relaxation, or a grid without levels");
      return;
    }
    Reduction& left_side = plan_.reductions[static_cast<std::size_t>(id.number)];
    if (left_side.field >= 0) {
      note(one.name() + " solves " + left_side.name + ", which has been solved before",
           "another equation");
      return;
    }
    if (equation.solver == EquationSolver::conjugate_gradients) {
      gradients_.emplace_back(equation, id, fields_, plan_);
      std::ranges::move(gradients_.back().operations(), std::back_inserter(operations));
      return;
    }
    Relaxation relaxation{.name = left_side.name,
                          .equation = equation,
                          .now = fields_.add_temporary(equation.function, "solution"),
                          .half = fields_.add_temporary(equation.function, "half"),
                          .left_side = fields_.add_temporary(equation.function, "left_side"),
                          .reduction = id,
                          .is_on_levels = file_.refinement.is_on()};
    left_side.field = fields_.of(relaxation.left_side);
    std::ranges::move(operations_of(relaxation, plan_), std::back_inserter(operations));
    relaxations_.push_back(std::move(relaxation));
  }

  /// Before ghosts are filled: the sooner it begins, the more of its time is hidden.
  void reduce(const Scheduled& one, double time, std::vector<Operation>& operations) {
    Operation operation;
    operation.kind = Operation::Kind::reduce;
    operation.name = one.name();
    operation.time_offset = time;
    for (const ReductionId id : one.routine->reduced) {
      if (is_active(one, "reduces", id)) add_once(operation.reductions, id.number);
    }
    if (operation.reductions.empty()) return;
    const Bin bin = one.routine->bin;
    if (file_.refinement.is_on() && bin != Bin::initial && bin != Bin::after_step &&
        bin != Bin::analysis) {
      note(one.name() + " reduces " + functions_[one.routine->reduced.front()].name() +
               " where levels are at different times, and the file has [refinement]",
           "a routine of initial, after_step or analysis");
    }
    operations.push_back(std::move(operation));
  }

  static void add_once(std::vector<std::int32_t>& list, std::int32_t number) {
    if (std::ranges::find(list, number) == list.end()) list.push_back(number);
  }

  void add_step() {
    add_rotations();
    add_bin(Bin::before_step, 0, plan_.step);
    add_bin(Bin::step, 0, plan_.step);
    add_lines();
    add_bin(Bin::after_step, 1, plan_.step);
  }

  /// Time levels go on by one. What a method of lines integrates goes on from where it is, so its
  /// level of now stays, and is copied.
  void add_rotations() {
    std::vector<std::pair<GridFunctionId, GridFunctionId>> copies;
    Operation copy;
    copy.name = "lines::keep_level";
    for (std::int32_t function = 0; function < functions_.count(); ++function) {
      const auto& [thorn, declaration, is_active] = functions_[function];
      const std::int32_t levels = declaration->options.time_levels;
      if (!is_active || levels < 2) continue;
      const bool is_evolved = declaration->derivative.has_value();
      Operation rotation;
      rotation.kind = Operation::Kind::rotate;
      rotation.name = functions_.name({function, 0});
      for (std::int32_t level = is_evolved ? 1 : 0; level < levels; ++level) {
        rotation.fields.push_back(fields_.of({function, level}));
      }
      if (rotation.fields.size() > 1) plan_.step.push_back(std::move(rotation));
      if (!is_evolved) continue;
      copies.push_back({{function, 0}, {function, 1}});
      copy.reads.push_back({fields_.of({function, 0}), 0});
      copy.writes.push_back(fields_.of({function, 1}));
    }
    if (copies.empty()) return;
    copy.routine = copy_routine(std::move(copies));
    plan_.step.push_back(std::move(copy));
  }

  void add_lines() {
    if (!check_evolved(active_, functions_, fields_.evolved(), mistakes_)) return;
    const std::vector<Stage> stages = stages_of(file_.time.method, file_.time.iterations);
    const bool has_sum = std::ranges::any_of(stages, &Stage::writes_sum);
    for (Evolved& function : fields_.evolved()) {
      function.begin = fields_.add_temporary(function.now, "begin");
      if (has_sum) function.sum = fields_.add_temporary(function.now, "sum");
    }
    for (std::size_t i = 0; i < stages.size(); ++i) {
      const Stage& stage = stages[i];
      add_bin(Bin::right_side, stage.time, plan_.step);
      add_update(stage, "lines::substep_" + std::to_string(i + 1));
      add_bin(Bin::after_substep, stage.time_after, plan_.step);
      std::vector<std::int32_t> fields;
      for (const Evolved& function : fields_.evolved()) fields.push_back(fields_.of(function.now));
      synchronize(std::move(fields), "lines::substep_" + std::to_string(i + 1), stage.time_after,
                  plan_.step);
    }
  }

  void add_update(const Stage& stage, std::string name) {
    Operation update;
    update.name = std::move(name);
    update.time_offset = stage.time;
    for (const Evolved& function : fields_.evolved()) {
      const std::int32_t now = fields_.of(function.now);
      update.reads.push_back({fields_.of(function.derivative), 0});
      if (stage.reads_now()) update.reads.push_back({now, 0});
      if (stage.reads_begin()) update.reads.push_back({fields_.of(function.begin), 0});
      if (stage.reads_sum()) update.reads.push_back({fields_.of(function.sum), 0});
      update.writes.push_back(now);
      if (stage.is_first) update.writes.push_back(fields_.of(function.begin));
      if (stage.writes_sum()) update.writes.push_back(fields_.of(function.sum));
      update.flops += stage.flops();
    }
    update.routine = update_routine(stage, fields_.evolved());
    plan_.step.push_back(std::move(update));
  }

  /// Neighbours in the list become one: fewer events.
  void merge_synchronizations() {
    for (auto* list : {&plan_.initial, &plan_.step, &plan_.analysis}) {
      std::vector<Operation> merged;
      for (Operation& operation : *list) {
        const auto is_synchronization = [](const Operation& one) {
          return one.kind == Operation::Kind::synchronize;
        };
        if (!merged.empty() && is_synchronization(merged.back()) && is_synchronization(operation) &&
            operation.loop.number < 0) {
          for (const std::int32_t field : operation.fields) add_once(merged.back().fields, field);
        } else {
          merged.push_back(std::move(operation));
        }
      }
      *list = std::move(merged);
    }
  }

  /// Old levels of a function have its error, too; what a method of lines keeps has none.
  void set_errors() {
    for (const ErrorSetting& setting : file_.compression.errors) {
      bool is_known = false;
      for (Field& field : plan_.fields) {
        if (field.id.function >= functions_.count()) continue;
        if (functions_.name({field.id.function, 0}) != setting.function) continue;
        field.admitted_error = setting.error;
        is_known = true;
      }
      if (is_known) continue;
      note_function("an error of ", {setting.function, setting.line}, plan_, file_, functions_,
                    mistakes_);
    }
  }

  const std::deque<Thorn>& thorns_;
  const MeshFile& file_;
  const std::vector<const Thorn*>& active_;
  FunctionTable functions_;
  std::vector<Error>& mistakes_;
  Plan plan_;
  PlanFields fields_;
  std::vector<Relaxation> relaxations_;
  std::vector<Gradients> gradients_;
  std::array<std::optional<std::vector<Scheduled>>, 7> ordered_;
};

}  // namespace

MadePlan make_plan(const std::deque<Thorn>& declared, const MeshFile& file,
                   const std::vector<LateDeclaration>& later) {
  std::deque<Thorn> thorns = declared;
  MadePlan made;
  made.mistakes = check_declarations(thorns);
  bool is_sound = made.mistakes.empty();
  const auto active = active_thorns(thorns, file, made.mistakes);
  std::vector<ParameterValue> values = parameter_values(thorns, file, made.mistakes);
  // Numbers of unsound declarations may be anything, and what a thorn lacks that is misspelt would
  // be found missing everywhere.
  if (!is_sound || active.size() != file.thorns.size()) return made;
  const std::size_t known = made.mistakes.size();
  for (const LateDeclaration& declare : later)
    declare(Settled(thorns, file, values, made.mistakes));
  std::ranges::copy(check_declarations(thorns), std::back_inserter(made.mistakes));
  is_sound = made.mistakes.size() == known;
  if (!is_sound) return made;
  std::vector<Error> mistakes;
  made.plan = Maker(thorns, file, active, mistakes).make();
  made.plan.parameters = std::move(values);
  made.mistakes.insert(made.mistakes.end(), mistakes.begin(), mistakes.end());
  return made;
}

}  // namespace isthmus::mesh
