#include "mesh/flesh/refinement_reader.hpp"

#include <optional>
#include <string>

#include "mesh/flesh/words.hpp"

namespace isthmus::mesh {
namespace {

constexpr std::int64_t levels_max = 20;

CriterionSettings criterion_of(const TomlTable& table) {
  table.allow_only({"function", "above", "levels", "buffer", "efficiency", "shortest"});
  CriterionSettings criterion;
  criterion.line = table.line();
  criterion.function = table.text_at("function").value_or("");
  if (!table.has("function")) {
    table.mistakes().note(table.line(), "[refinement.criterion] has no 'function'",
                          "a line such as function = \"wave::roughness\"");
  }
  const auto count = [&](const char* key, std::int64_t least, std::int64_t greatest,
                         std::int32_t usual) {
    return static_cast<std::int32_t>(table.integer_at(key, least, greatest).value_or(usual));
  };
  criterion.above = table.real_at("above", -length_max, length_max).value_or(criterion.above);
  criterion.levels = count("levels", 1, levels_max, criterion.levels);
  criterion.buffer = count("buffer", 0, 1000, criterion.buffer);
  criterion.efficiency = table.real_at("efficiency", 0.01, 1).value_or(criterion.efficiency);
  criterion.shortest = count("shortest", 2, 1000, criterion.shortest);
  return criterion;
}

/// Nothing where it is none.
std::optional<LevelBox> box_of(const TomlTable& table, bool may_move) {
  table.allow_only({"level", "lower", "upper", "velocity", "follows"});
  LevelBox box;
  table.refuse_both("velocity", "follows");
  box.follows = table.text_at("follows").value_or("");
  box.velocity = table.reals_at("velocity", -length_max, length_max).value_or(box.velocity);
  const bool moves = table.has("velocity") || table.has("follows");
  if (moves && !may_move) {
    table.mistakes().note(table.line_at(table.has("velocity") ? "velocity" : "follows"),
                          "a box that moves, and no 'every' in [refinement]",
                          "a line such as every = 4: steps between two places of it");
  }
  box.line = table.line();
  box.level = static_cast<std::int32_t>(table.integer_at("level", 1, levels_max).value_or(1));
  for (const char* key : {"lower", "upper"}) {
    if (table.has(key)) continue;
    table.mistakes().note(table.line(), "[[refinement.box]] has no '" + std::string(key) + "'",
                          "a line such as " + std::string(key) + " = [-1, -1, -1]");
    return {};
  }
  const auto lower = table.reals_at("lower", -length_max, length_max);
  const auto upper = table.reals_at("upper", -length_max, length_max);
  if (!lower || !upper) return {};
  box.lower = *lower;
  box.upper = *upper;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (box.lower[d] <= box.upper[d]) continue;
    table.mistakes().note(table.line_at("lower"),
                          "the box goes from " + shortest(box.lower[d]) + " to " +
                              shortest(box.upper[d]) + " in " + dimension_words()[d],
                          "the lower end first");
    return {};
  }
  return box;
}

}  // namespace

RefinementSettings read_refinement(const TomlTable& table) {
  table.allow_only({"order", "every", "box", "criterion"});
  RefinementSettings refinement;
  refinement.line = table.line();
  refinement.order =
      static_cast<std::int32_t>(table.integer_at("order", 1, 5).value_or(refinement.order));
  refinement.every = table.integer_at("every", 0, count_max).value_or(0);
  table.refuse_both("box", "criterion");
  if (!table.has("box") && !table.has("criterion")) {
    table.mistakes().note(
        table.line(), "[refinement] has no boxes",
        "tables, each under a line [[refinement.box]], or one [refinement.criterion]");
  }
  if (const auto criterion = table.table_at("criterion")) {
    refinement.criterion = criterion_of(*criterion);
  }
  if (table.has("box")) {
    table.for_each_table("box", [&](const TomlTable& box) {
      if (const auto one = box_of(box, refinement.every > 0)) refinement.boxes.push_back(*one);
    });
  }
  return refinement;
}

}  // namespace isthmus::mesh
