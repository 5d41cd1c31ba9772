// isthmus/program/typed_options.hpp: the words of a command line, by option.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace isthmus::engine::program {

struct OptionRow;

/// The command line as typed, before its options are checked against each other. Values are had by
/// an option's name without its dashes, which must be one of option_rows().
class Typed {
 public:
  /// `everything`: --help lists what is shown on wish as well.
  Typed(CLI::App& app, bool everything);
  Typed(const Typed&) = delete;  // the app knows where its values are

  bool has(std::string_view name) const;
  /// Empty where it is not given.
  const std::string& text(std::string_view name) const { return values_.at(name).text; }
  const std::vector<std::string>& texts(std::string_view name) const {
    return values_.at(name).texts;
  }
  bool flag(std::string_view name) const { return values_.at(name).flag; }
  std::optional<int> number(std::string_view name) const {
    return has(name) ? std::optional(values_.at(name).number) : std::nullopt;
  }

 private:
  struct Value {
    CLI::Option* option = nullptr;
    std::string text = {};
    std::vector<std::string> texts = {};
    int number = 0;
    bool flag = false;
  };

  static CLI::Option* declare(CLI::App& app, const OptionRow& row, Value& value);

  std::map<std::string_view, Value> values_;
};

/// What `text` of `option` says, into `to`, in nanoseconds; an empty text leaves that as it is.
Expected<void> read_duration(const std::string& text, const char* option, TimeNs& to);

}  // namespace isthmus::engine::program
