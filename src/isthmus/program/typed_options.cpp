#include "isthmus/program/typed_options.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <utility>

#include "isthmus/program/option_row.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::program {

CLI::Option* Typed::declare(CLI::App& app, const OptionRow& row, Value& value) {
  const std::string name = "--" + std::string(row.name);
  if (row.kind == Kind::flag) return app.add_flag(name, value.flag, row.help);
  if (row.kind == Kind::count) return app.add_option(name, value.number, row.help);
  CLI::Option* const option =
      row.repeats ? app.add_option(name, value.texts, row.help)->allow_extra_args(false)
                  : app.add_option(name, value.text, row.help);
  option->type_name(std::string(row.metavar));
  if (row.optional) option->expected(0, 1);
  return row.kind == Kind::word && row.name != "carrier" ? option->check(CLI::IsMember(row.words))
                                                         : option;
}

Typed::Typed(CLI::App& app, bool everything) {
  for (const OptionRow& row : option_rows()) {
    Value& value = values_[row.name];
    value.option = declare(app, row, value);
    const bool is_shown = everything || row.shown == Shown::usually;
    value.option->group(is_shown ? std::string(title_of(row.group)) : std::string());
  }
}

bool Typed::has(std::string_view name) const { return values_.at(name).option->count() > 0; }

Expected<void> read_duration(const std::string& text, const char* option, TimeNs& to) {
  if (text.empty()) return {};
  Expected<std::int64_t> duration = topology::parse_duration_ns(text);
  if (!duration) {
    duration.error().where = option;
    return forward_error(duration);
  }
  to = *duration;
  return {};
}

}  // namespace isthmus::engine::program
