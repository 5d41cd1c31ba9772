#include "mesh/flesh/output_reader.hpp"

#include <utility>

namespace isthmus::mesh {
namespace {

constexpr std::int64_t order_max = 5;

std::string function_at(const TomlTable& table) {
  if (!table.has("function")) {
    table.mistakes().note(table.line(), table.title() + " has no 'function'",
                          "a line such as function = \"wave::phi\"");
  }
  return table.text_at("function").value_or("");
}

SliceSettings slice_of(const TomlTable& table, std::int64_t usual) {
  table.allow_only({"function", "across", "at", "order", "every"});
  SliceSettings slice;
  slice.line = table.line();
  slice.function = function_at(table);
  slice.across = table.dimension_at("across").value_or(slice.across);
  slice.at = table.real_at("at", -length_max, length_max).value_or(slice.at);
  slice.order = static_cast<std::int32_t>(table.integer_at("order", 0, order_max).value_or(0));
  slice.every = table.integer_at("every", 0, count_max).value_or(usual);
  return slice;
}

PointSettings point_of(const TomlTable& table, std::int64_t usual) {
  table.allow_only({"function", "at", "order", "every"});
  PointSettings point;
  point.line = table.line();
  point.function = function_at(table);
  if (!table.has("at")) {
    table.mistakes().note(table.line(), table.title() + " has no 'at'",
                          "a line such as at = [0.0, 0.5, 0.0]");
  }
  point.at = table.reals_at("at", -length_max, length_max).value_or(point.at);
  point.order =
      static_cast<std::int32_t>(table.integer_at("order", 0, order_max).value_or(point.order));
  point.every = table.integer_at("every", 0, count_max).value_or(usual);
  return point;
}

/// What nobody has said how often to put out is put out never: that is a mistake, unless it is
/// said.
void check_every(const TomlTable& output, const TomlTable& table, int line, const char* what) {
  if (table.has("every") || output.has("every")) return;
  table.mistakes().note(line, std::string(what) + " is put out at no step: there is no 'every'",
                        "a line such as every = 10: steps between two outputs");
}

}  // namespace

OutputSettings read_output(const TomlTable& table) {
  table.allow_only({"folder", "every", "functions", "norms", "norms_every", "slice", "point"});
  OutputSettings output;
  output.folder = table.text_at("folder").value_or(output.folder);
  if (output.folder.empty()) {
    table.mistakes().note(table.line_at("folder"), "'folder' in [output] is empty", "a path");
  }
  output.every = table.integer_at("every", 0, count_max).value_or(0);
  output.norms_every = table.integer_at("norms_every", 0, count_max).value_or(output.every);
  if (table.has("functions")) {
    output.functions = table.names_at("functions");
    check_every(table, table, table.line_at("functions"), "'functions' in [output]");
  }
  if (table.has("norms")) output.norms = table.names_at("norms");
  if (table.has("slice")) {
    table.for_each_table("slice", [&](const TomlTable& slice) {
      check_every(table, slice, slice.line(), "the slice");
      output.slices.push_back(slice_of(slice, output.every));
    });
  }
  if (table.has("point")) {
    table.for_each_table("point", [&](const TomlTable& point) {
      check_every(table, point, point.line(), "the point");
      output.points.push_back(point_of(point, output.every));
    });
  }
  return output;
}

}  // namespace isthmus::mesh
