#include "mesh/flesh/parameter_values.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "mesh/flesh/words.hpp"

namespace isthmus::mesh {

namespace {

std::string value_text(const ParameterSetting::Value& value) {
  return std::visit(
      [](const auto& given) -> std::string {
        using Given = std::remove_cvref_t<decltype(given)>;
        if constexpr (std::is_same_v<Given, bool>) return given ? "true" : "false";
        if constexpr (std::is_same_v<Given, std::string>) return in_quotes(given);
        if constexpr (std::is_same_v<Given, double>) return shortest(given);
        if constexpr (std::is_same_v<Given, std::int64_t>) return std::to_string(given);
      },
      value);
}

// Tells texts apart where values of two jobs are compared; a text stays in the file.
std::int64_t number_of_text(std::string_view text) {
  // Fowler, Noll and Vo's hash.
  std::uint64_t hash = 14695981039346656037U;
  for (const char letter : text) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211U;
  }
  return static_cast<std::int64_t>(hash);
}

/// Nothing where the parameter cannot have that value.
std::optional<ParameterValue> read_value(const ParameterDeclaration& parameter,
                                         const ParameterSetting::Value& given) {
  ParameterValue value{};
  if (const auto* real = std::get_if<RealParameter>(&parameter.form)) {
    if (const auto* number = std::get_if<double>(&given)) {
      value.real = *number;
    } else if (const auto* integer = std::get_if<std::int64_t>(&given)) {
      value.real = static_cast<double>(*integer);
    } else {
      return {};
    }
    const bool is_right = std::isfinite(value.real) && value.real >= real->range.least &&
                          value.real <= real->range.greatest;
    return is_right ? std::optional(value) : std::nullopt;
  }
  if (const auto* integer = std::get_if<IntegerParameter>(&parameter.form)) {
    const auto* number = std::get_if<std::int64_t>(&given);
    if (number == nullptr || *number < integer->range.least || *number > integer->range.greatest) {
      return {};
    }
    value.integer = *number;
    return value;
  }
  if (std::holds_alternative<BooleanParameter>(parameter.form)) {
    const auto* flag = std::get_if<bool>(&given);
    if (flag == nullptr) return {};
    value.integer = *flag ? 1 : 0;
    return value;
  }
  const auto* word = std::get_if<std::string>(&given);
  if (word == nullptr) return {};
  if (std::holds_alternative<TextParameter>(parameter.form)) {
    value.integer = number_of_text(*word);
    return value;
  }
  const auto& keyword = std::get<KeywordParameter>(parameter.form);
  const auto found = std::ranges::find(keyword.allowed, *word);
  if (found == keyword.allowed.end()) return {};
  value.integer = found - keyword.allowed.begin();
  return value;
}

ParameterValue usual_value(const ParameterDeclaration& parameter) {
  ParameterValue value{};
  if (const auto* real = std::get_if<RealParameter>(&parameter.form)) value.real = real->usual;
  if (const auto* number = std::get_if<IntegerParameter>(&parameter.form)) {
    value.integer = number->usual;
  }
  if (const auto* flag = std::get_if<BooleanParameter>(&parameter.form)) {
    value.integer = flag->usual ? 1 : 0;
  }
  if (const auto* keyword = std::get_if<KeywordParameter>(&parameter.form)) {
    value.integer = std::ranges::find(keyword->allowed, keyword->usual) - keyword->allowed.begin();
  }
  if (const auto* text = std::get_if<TextParameter>(&parameter.form)) {
    value.integer = number_of_text(text->usual);
  }
  return value;
}

std::string span_text(const char* kind, bool has_least, const std::string& least, bool has_greatest,
                      const std::string& greatest) {
  std::string text = kind;
  if (has_least && has_greatest) return text + " from " + least + " to " + greatest;
  if (has_least) return text + " of at least " + least;
  if (has_greatest) return text + " of at most " + greatest;
  return text;
}

}  // namespace

std::string allowed_text(const ParameterDeclaration& parameter, std::string_view given) {
  if (const auto* real = std::get_if<RealParameter>(&parameter.form)) {
    const auto [least, greatest] = real->range;
    return span_text("a number", std::isfinite(least), shortest(least), std::isfinite(greatest),
                     shortest(greatest));
  }
  if (const auto* integer = std::get_if<IntegerParameter>(&parameter.form)) {
    const IntegerRange none;
    const auto [least, greatest] = integer->range;
    return span_text("an integer", least != none.least, std::to_string(least),
                     greatest != none.greatest, std::to_string(greatest));
  }
  if (std::holds_alternative<BooleanParameter>(parameter.form)) return "true or false";
  if (std::holds_alternative<TextParameter>(parameter.form)) return "a text";
  return one_of(std::get<KeywordParameter>(parameter.form).allowed, given);
}

std::string usual_text(const ParameterDeclaration& parameter) {
  if (const auto* real = std::get_if<RealParameter>(&parameter.form)) return shortest(real->usual);
  if (const auto* integer = std::get_if<IntegerParameter>(&parameter.form)) {
    return std::to_string(integer->usual);
  }
  if (const auto* flag = std::get_if<BooleanParameter>(&parameter.form)) {
    return flag->usual ? "true" : "false";
  }
  if (const auto* text = std::get_if<TextParameter>(&parameter.form)) return in_quotes(text->usual);
  return std::get<KeywordParameter>(parameter.form).usual;
}

namespace {

/// Gives parameters what the file says, and notes what is wrong in that.
class Valuer {
 public:
  Valuer(const std::deque<Thorn>& thorns, const MeshFile& file, std::vector<Error>& mistakes)
      : thorns_(thorns), file_(file), mistakes_(mistakes) {
    for (const Thorn& thorn : thorns) {
      for (const ParameterDeclaration& parameter : thorn.parameters()) {
        values_.push_back(usual_value(parameter));
      }
    }
  }

  std::vector<ParameterValue> values() {
    for (const ArraySetting& array : file_.arrays) check(array);
    for (const ParameterSetting& setting : file_.parameters) set(setting);
    return std::move(values_);
  }

 private:
  void note(int line, std::string what, std::string expected) {
    mistakes_.push_back(
        {ErrorCode::bad_input, std::move(what), file_.where(line), std::move(expected)});
  }
  static std::string shown(const std::string& name, const std::string& thorn) {
    return in_quotes(name) + " of thorn " + in_quotes(thorn);
  }

  /// Null where it is no active one, which is noted.
  const Thorn* active_thorn(const std::string& name, int line) {
    const auto thorn = std::ranges::find(thorns_, name, &Thorn::name);
    if (thorn == thorns_.end()) {
      std::vector<std::string> names;
      for (const Thorn& one : thorns_) names.push_back(one.name());
      note(line, "parameters of thorn " + in_quotes(name) + ", which there is not",
           one_of(names, name));
      return nullptr;
    }
    if (std::ranges::find(file_.thorns, name, &NamedAt::name) == file_.thorns.end()) {
      note(line, "parameters of thorn " + in_quotes(name) + ", which is not active",
           "it in 'thorns'");
      return nullptr;
    }
    return &*thorn;
  }
  static const ParameterDeclaration* find(const Thorn& thorn, const std::string& name) {
    const auto& all = thorn.parameters();
    const auto found = std::ranges::find(all, name, &ParameterDeclaration::name);
    return found == all.end() ? nullptr : &*found;
  }
  /// How many elements an array of parameters has; 0 where it is none.
  static std::size_t elements_of(const Thorn& thorn, const std::string& name) {
    std::set<std::string> elements;
    for (const ParameterDeclaration& parameter : thorn.parameters()) {
      std::string_view element = parameter.name;
      while (!element.empty() && array_of(element) != name) element = array_of(element);
      if (!element.empty()) elements.emplace(element);
    }
    return elements.size();
  }

  void check(const ArraySetting& array) {
    // What is in an array that is wrong is not told, too.
    if (is_wrong(array.name, array.thorn)) return;
    const Thorn* thorn = active_thorn(array.thorn, array.line);
    if (thorn == nullptr) return wrong_.push_back(array);
    if (is_given_again(array.thorn, array.name, array.line)) return wrong_.push_back(array);
    const std::size_t count = elements_of(*thorn, array.name);
    if (count == array.size) return;
    wrong_.push_back(array);
    if (const auto* parameter = find(*thorn, array.name)) {
      return note(array.line, shown(array.name, array.thorn) + " is an array",
                  allowed_text(*parameter));
    }
    if (count == 0) return note_unknown(*thorn, array.name, array.line);
    note(array.line,
         shown(array.name, array.thorn) + " has " + std::to_string(array.size) +
             (array.size == 1 ? " value" : " values"),
         std::to_string(count));
  }
  /// An element by itself and in its array; of one name alone TOML would tell.
  bool is_given_again(const std::string& thorn, const std::string& name, int line) {
    const auto [at, is_first] = given_.try_emplace({thorn, name}, line);
    if (is_first) return false;
    note(line, shown(name, thorn) + " stands in line " + std::to_string(at->second) + ", too",
         "its array, or it by itself");
    return true;
  }
  /// Whether it is in an array of which it has been told what is wrong.
  bool is_wrong(std::string_view name, const std::string& thorn) const {
    for (name = array_of(name); !name.empty(); name = array_of(name)) {
      const auto is_that = [&](const ArraySetting& one) {
        return one.thorn == thorn && one.name == name;
      };
      if (std::ranges::any_of(wrong_, is_that)) return true;
    }
    return false;
  }

  void note_unknown(const Thorn& thorn, const std::string& name, int line) {
    std::vector<std::string> names;
    for (const ParameterDeclaration& one : thorn.parameters()) {
      const std::string_view whole = whole_of(one.name);
      if (names.empty() || names.back() != whole) names.emplace_back(whole);
    }
    note(line, "thorn " + in_quotes(thorn.name()) + " has no parameter " + in_quotes(name),
         names.empty() ? "none: it has no parameters" : one_of(names, whole_of(name)));
  }
  /// "x" of "x[2][0]".
  static std::string_view whole_of(std::string_view name) {
    while (!array_of(name).empty()) name = array_of(name);
    return name;
  }

  void set(const ParameterSetting& setting) {
    if (is_wrong(setting.name, setting.thorn)) return;
    const Thorn* thorn = active_thorn(setting.thorn, setting.line);
    if (thorn == nullptr) return;
    if (is_given_again(setting.thorn, setting.name, setting.line)) return;
    const ParameterDeclaration* parameter = find(*thorn, setting.name);
    if (parameter == nullptr) return note_no_value(*thorn, setting);
    const auto value = read_value(*parameter, setting.value);
    if (!value) {
      const auto* word = std::get_if<std::string>(&setting.value);
      return note(setting.line,
                  shown(setting.name, setting.thorn) + " is " + value_text(setting.value),
                  allowed_text(*parameter, word != nullptr ? *word : ""));
    }
    const auto number = thorn->first_parameter() + (parameter - thorn->parameters().data());
    // Where a thorn is not complete before the next, its numbers end in another's.
    if (number < std::ssize(values_)) values_[static_cast<std::size_t>(number)] = *value;
  }
  /// Of a name that is no parameter's, but may be an array's or beyond one.
  void note_no_value(const Thorn& thorn, const ParameterSetting& setting) {
    if (const std::size_t count = elements_of(thorn, setting.name)) {
      return note(setting.line,
                  shown(setting.name, setting.thorn) + " is " + value_text(setting.value),
                  "an array of " + std::to_string(count) + " values");
    }
    const std::string array(array_of(setting.name));
    const std::size_t count = array.empty() ? 0 : elements_of(thorn, array);
    if (count == 0) return note_unknown(thorn, setting.name, setting.line);
    note(setting.line, shown(setting.name, setting.thorn) + " is beyond the array",
         array + "[0] to " + array + "[" + std::to_string(count - 1) + "]");
  }

  const std::deque<Thorn>& thorns_;
  const MeshFile& file_;
  std::vector<Error>& mistakes_;
  std::vector<ParameterValue> values_;
  std::vector<ArraySetting> wrong_;
  std::map<std::pair<std::string, std::string>, int> given_;  // by thorn and name: the line
};

}  // namespace

std::vector<ParameterValue> parameter_values(const std::deque<Thorn>& thorns, const MeshFile& file,
                                             std::vector<Error>& mistakes) {
  return Valuer(thorns, file, mistakes).values();
}

}  // namespace isthmus::mesh
