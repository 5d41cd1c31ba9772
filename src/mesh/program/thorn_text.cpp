#include "mesh/program/thorn_text.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <iterator>

#include "mesh/flesh/function_table.hpp"
#include "mesh/flesh/parameter_values.hpp"
#include "mesh/flesh/schedule.hpp"
#include "mesh/flesh/settled.hpp"
#include "mesh/flesh/words.hpp"

namespace isthmus::mesh {

namespace {

/// "A;", with a meaning behind it where there is one.
std::string with_meaning(std::string text, const std::string& meaning) {
  return meaning.empty() ? text : text + ": " + meaning;
}

std::string counted(std::int64_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string text_of(const FunctionDeclaration& function, const FunctionTable& functions) {
  const FunctionOptions& options = function.options;
  std::vector<std::string> words;
  if (options.time_levels > 1) words.push_back(counted(options.time_levels, "time level"));
  words.push_back(boundary_words()[static_cast<std::size_t>(options.boundary.kind)]);
  if (options.is_staggered) words.emplace_back("at the centres of cells");
  if (function.derivative && functions.has(*function.derivative)) {
    words.push_back("evolved by " + functions.name(*function.derivative));
  }
  return joined(words);
}

std::string text_of(const RoutineDeclaration& routine, const FunctionTable& functions) {
  const auto name = [&](GridFunctionId id) {
    return functions.has(id) ? functions.name(id) : std::string("?");
  };
  std::vector<std::string> reads;
  for (const RoutineDeclaration::Read& read : routine.reads) {
    std::string text = name(read.function);
    if (read.layers > 0) text += " (" + counted(read.layers, "layer") + ")";
    reads.push_back(std::move(text));
  }
  const auto names = [&](const std::vector<GridFunctionId>& ids) {
    std::vector<std::string> words;
    for (const GridFunctionId id : ids) words.push_back(name(id));
    return joined(words);
  };
  std::string text = bin_name(routine.bin);
  if (!reads.empty()) text += "; reads " + joined(reads);
  if (!routine.writes.empty()) text += "; writes " + names(routine.writes);
  if (!routine.synchronized.empty()) text += "; synchronizes " + names(routine.synchronized);
  const auto reductions = [&](const std::vector<ReductionId>& ids) {
    std::vector<std::string> words;
    for (const ReductionId id : ids) {
      words.push_back(functions.has(id) ? functions[id].name() : std::string("?"));
    }
    return joined(words);
  };
  if (!routine.used.empty()) text += "; uses " + reductions(routine.used);
  if (!routine.solved.empty()) text += "; solves " + reductions(routine.solved);
  if (!routine.reduced.empty()) text += "; reduces " + reductions(routine.reduced);
  if (!routine.before.empty()) text += "; before " + joined(routine.before);
  if (!routine.after.empty()) text += "; after " + joined(routine.after);
  if (routine.flops > 0) text += "; " + shortest(routine.flops) + " flops a point";
  return text;
}

std::string value_text(const ParameterDeclaration& parameter, const ParameterValue& value) {
  if (std::holds_alternative<RealParameter>(parameter.form)) return shortest(value.real);
  if (std::holds_alternative<IntegerParameter>(parameter.form)) {
    return std::to_string(value.integer);
  }
  if (std::holds_alternative<BooleanParameter>(parameter.form)) {
    return value.integer != 0 ? "true" : "false";
  }
  const auto& allowed = std::get<KeywordParameter>(parameter.form).allowed;
  const auto index = static_cast<std::size_t>(value.integer);
  return index < allowed.size() ? allowed[index] : "?";
}

std::string operations_text(const Plan& plan, const std::vector<Operation>& operations) {
  const auto names = [&](const std::vector<std::int32_t>& fields) {
    std::vector<std::string> words;
    for (const std::int32_t field : fields) {
      words.push_back(plan.fields[static_cast<std::size_t>(field)].name);
    }
    return joined(words);
  };
  std::string text;
  for (const Operation& operation : operations) {
    switch (operation.kind) {
      case Operation::Kind::compute:
        text += "  " + operation.name + ": writes " + names(operation.writes) + ", at " +
                shortest(operation.time_offset) + " steps\n";
        break;
      case Operation::Kind::synchronize:
        text += "  synchronize " + names(operation.fields) + "\n";
        break;
      case Operation::Kind::reduce:
        for (const std::int32_t number : operation.reductions) {
          const Reduction& reduction = plan.reductions[static_cast<std::size_t>(number)];
          text += (reduction.is_interpolation ? "  interpolate " : "  reduce ") +
                  (reduction.imaginary >= 0
                       ? "absolute values of " + names({reduction.field, reduction.imaginary})
                       : names({reduction.field})) +
                  (reduction.is_interpolation
                       ? " at " + std::to_string(reduction.probes.size()) + " places"
                       : "") +
                  " to " + reduction.name + "\n";
        }
        break;
      case Operation::Kind::repeat:
        text += "  again until " +
                plan.reductions[static_cast<std::size_t>(operation.reductions.front())].name +
                " is at most " + shortest(operation.loop.enough) + ", " +
                counted(operation.loop.most, "time") + " at most\n";
        break;
      case Operation::Kind::rotate:
        text += "  go on by one: " + names(operation.fields) + "\n";
        break;
    }
  }
  return text;
}

}  // namespace

std::string text_of(const Thorn& thorn, const std::deque<Thorn>& all) {
  const FunctionTable functions(all, {});
  std::string text = with_meaning(thorn.name(), thorn.meaning()) + "\n";
  for (const FunctionDeclaration& function : thorn.functions()) {
    text +=
        with_meaning("  function   " + function.name + " (" + text_of(function, functions) + ")",
                     function.options.meaning) +
        "\n";
  }
  for (const ComplexDeclaration& one : thorn.complexes()) {
    const auto part = [&](GridFunctionId id) {
      return functions.has(id) ? functions.name(id) : "?";
    };
    text += "  complex    " + one.name + " (" + part(one.re) + ", " + part(one.im) + ")\n";
  }
  for (const ParameterDeclaration& parameter : thorn.parameters()) {
    text += with_meaning("  parameter  " + parameter.name + " = " + usual_text(parameter) + " (" +
                             allowed_text(parameter) +
                             (parameter.is_steerable ? "; may be changed while the job runs" : "") +
                             ")",
                         parameter.meaning) +
            "\n";
  }
  for (const ReductionDeclaration& reduction : thorn.reductions()) {
    const std::string of =
        (reduction.imaginary.function >= 0 ? "absolute values of " : "") +
        (functions.has(reduction.function) ? functions.name(reduction.function) : "?") +
        (functions.has(reduction.imaginary) ? ", " + functions.name(reduction.imaginary) : "");
    text += with_meaning((reduction.is_interpolation ? "  interpolation " : "  reduction  ") +
                             reduction.name + " (of " + of + ")",
                         reduction.meaning) +
            "\n";
  }
  for (const RoutineDeclaration& routine : thorn.routines()) {
    text += "  routine    " + routine.name + ": " + text_of(routine, functions) + "\n";
  }
  return text;
}

std::string text_of(const MeshFile& file, const Plan& plan, const std::deque<Thorn>& thorns) {
  const Frame frame = frame_of(file, plan);
  const auto& [whole, origin, spacing] = frame.geometry;
  std::string text = file.title.empty() ? file.file_name : file.title;
  const auto times = [](const auto& values) {
    return shortest(values[0]) + " x " + shortest(values[1]) + " x " + shortest(values[2]);
  };
  text += "\ngrid: " + times(whole.high) + " points, from (" + shortest(origin[0]) + ", " +
          shortest(origin[1]) + ", " + shortest(origin[2]) + "), " + times(spacing) + " apart\n";
  text += "steps: " + std::to_string(frame.steps) + " of " + shortest(frame.step_size) +
          ", to the time " + shortest(static_cast<double>(frame.steps) * frame.step_size) + "\n";
  const double bytes =
      8.0 * static_cast<double>(plan.fields.size()) * static_cast<double>(whole.point_count());
  text += "memory: " + counted(std::ssize(plan.fields), "field") + ", " +
          shortest(std::ceil(bytes / 1e4) / 1e2) + " MB without ghosts\n";
  text += "parameters\n";
  for (const Thorn& thorn : thorns) {
    if (std::ranges::find(file.thorns, thorn.name(), &NamedAt::name) == file.thorns.end()) continue;
    for (std::size_t i = 0; i < thorn.parameters().size(); ++i) {
      const auto number = static_cast<std::size_t>(thorn.first_parameter()) + i;
      const ParameterDeclaration& parameter = thorn.parameters()[i];
      const bool is_text = std::holds_alternative<TextParameter>(parameter.form);
      text += "  " + thorn.name() + "::" + parameter.name + " = " +
              (is_text ? in_quotes(text_of(file, thorn, parameter))
                       : value_text(parameter, plan.parameters[number])) +
              "\n";
    }
  }
  text += "once, to begin\n" + operations_text(plan, plan.initial);
  text += "each step\n" + operations_text(plan, plan.step);
  if (!plan.analysis.empty()) text += "for output\n" + operations_text(plan, plan.analysis);
  return text;
}

}  // namespace isthmus::mesh
