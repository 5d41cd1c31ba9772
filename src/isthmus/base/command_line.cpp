#include "isthmus/base/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace isthmus::engine {

namespace {

/// "a, b or c" of "a,b,c".
std::string alternatives(std::string_view list) {
  std::string text;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    const std::string_view word = list.substr(0, comma);
    list.remove_prefix(std::min(comma + 1, list.size()));
    if (!text.empty()) text += list.empty() ? " or " : ", ";
    text += word;
  }
  return text;
}

/// "1" of "1.000000".
std::string_view without_zeros(std::string_view number) {
  if (!number.contains('.')) return number;
  number = number.substr(0, number.find_last_not_of('0') + 1);
  return number.ends_with('.') ? number.substr(0, number.size() - 1) : number;
}

std::string kind_of(const std::string& type) {
  if (type.starts_with("UINT") || type.starts_with("INT")) return "a whole number";
  return type.starts_with("FLOAT") ? "a number" : "a value";
}

/// What an option of such a type takes, as CLI11 names types ("INT:INT in [1 - 9]").
std::string expectation_of(const std::string& type) {
  return kind_of(type) + (type.starts_with("UINT") ? " of at least 0" : "");
}

/// "a whole number from 1 to 9" of CLI11's "1 to 9".
std::string expectation_of_range(const std::string& type, std::string_view range) {
  if (type.contains("NONNEGATIVE")) return "a number of at least 0";
  if (type.contains("POSITIVE")) return "a number above 0";
  const std::size_t middle = range.find(" to ");
  if (middle == range.npos) return kind_of(type);
  return kind_of(type) + " from " + std::string(without_zeros(range.substr(0, middle))) + " to " +
         std::string(without_zeros(range.substr(middle + 4)));
}

bool is_digits(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

Error about(const std::string& option, std::string what, std::string expected_what) {
  return {ErrorCode::bad_input, std::move(what), option, std::move(expected_what)};
}

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

/// Everything that can go wrong with one option, told by CLI11 as "NAME: MESSAGE".
class Complaint {
 public:
  Complaint(const CLI::App& app, std::string text) : text_(std::move(text)) {
    const std::size_t colon = text_.find(": ");
    if (colon == text_.npos) return;
    name_ = text_.substr(0, colon);
    message_ = std::string_view(text_).substr(colon + 2);
    if (name_ == "Could not convert") {  // "Could not convert: NAME = VALUE"
      const std::size_t equals = message_.find(" = ");
      if (equals == message_.npos) return;
      name_ = message_.substr(0, equals);
      value_ = message_.substr(equals + 3);
      is_unconverted_ = true;
    }
    find_option(app);
  }

  Error error() const {
    if (option_ == nullptr) return about({}, text_, "what --help says");
    if (is_unconverted_) return unconverted();
    if (cut(" required ", " missing")) return about(name_, "no value", expectation_of(type_));
    if (const auto count = cut("received ", "")) {
      return about(name_, "given " + std::string(*count) + " times", "once");
    }
    if (const auto range = cut(" not in range ", "")) {
      const std::size_t begin = message_.starts_with("Value ") ? 6 : 0;
      const std::string_view value = message_.substr(begin, message_.find(" not in ") - begin);
      return about(name_, in_quotes(value), expectation_of_range(type_, *range));
    }
    if (const auto list = cut(" not in {", "}")) {
      const std::string_view value = message_.substr(0, message_.find(" not in {"));
      return about(name_, in_quotes(value), alternatives(*list));
    }
    return about(name_, std::string(message_), "a value as --help says");
  }

 private:
  Error unconverted() const {
    const bool is_number = is_digits(value_) && kind_of(type_) == "a whole number";
    const bool is_negative = value_.starts_with('-');
    if (is_number && !(is_negative && type_.starts_with("UINT"))) {
      return about(name_, in_quotes(value_) + " is too " + (is_negative ? "small" : "large"),
                   expectation_of(type_) + " that fits");
    }
    return about(name_, in_quotes(value_), expectation_of(type_));
  }

  void find_option(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
      if (option->get_name() != name_) continue;
      option_ = option;
      type_ = option->get_type_name();
    }
    for (const CLI::App* verb : app.get_subcommands()) {
      if (option_ == nullptr) find_option(*verb);
    }
  }

  /// What stands behind `before` and ahead of `after`; empty where the message has no such words.
  std::optional<std::string_view> cut(std::string_view before, std::string_view after) const {
    const std::size_t at = message_.find(before);
    if (at == message_.npos || !message_.ends_with(after)) return std::nullopt;
    const std::size_t begin = at + before.size();
    return message_.substr(begin, message_.size() - after.size() - begin);
  }

  std::string text_;
  std::string name_;
  std::string_view message_;
  std::string_view value_;
  std::string type_;
  const CLI::Option* option_ = nullptr;
  bool is_unconverted_ = false;
};

/// The first word that nothing takes; CLI11 itself tells all of them, the last first.
Error unknown_word(const CLI::App& app, const std::string& known) {
  std::vector<std::string> rest = app.remaining(true);
  const std::string word = rest.empty() ? "" : rest.front();
  const char* kind = word.starts_with('-') ? " is not an option" : " means nothing here";
  return {ErrorCode::bad_input, in_quotes(word) + kind, {}, known};
}

bool is_finite(const std::string& number) {
  return std::isfinite(std::strtod(number.c_str(), nullptr));
}

/// Of digits.
bool is_too_large(const std::string& number) {
  errno = 0;
  std::strtoull(number.c_str(), nullptr, 10);
  return errno == ERANGE;
}

/// CLI11 takes -1, and all that is larger, for the largest number of 64 bits, and finds NaN in
/// every range.
Expected<void> refuse_odd_numbers(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    const std::string type = option->get_type_name();
    for (const std::string& value : option->results()) {
      if (type.starts_with("UINT") && value.starts_with('-')) {
        return std::unexpected(about(option->get_name(), in_quotes(value), expectation_of(type)));
      }
      if (type.starts_with("UINT") && is_too_large(value)) {
        return std::unexpected(about(option->get_name(), in_quotes(value) + " is too large",
                                     expectation_of(type) + " that fits"));
      }
      if (type.starts_with("FLOAT") && !is_finite(value)) {
        return std::unexpected(about(option->get_name(), in_quotes(value), "a finite number"));
      }
    }
  }
  for (const CLI::App* verb : app.get_subcommands()) {
    if (auto checked = refuse_odd_numbers(*verb); !checked) return checked;
  }
  return {};
}

}  // namespace

Expected<std::optional<std::string>> read_command_line(CLI::App& app,
                                                       const std::vector<std::string>& words,
                                                       const std::string& known) {
  std::vector<std::string> reversed(words.rbegin(), words.rend());  // the order CLI11 takes
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    return app.help();
  } catch (const CLI::ExtrasError&) {
    return std::unexpected(unknown_word(app, known));
  } catch (const CLI::RequiredError& error) {
    return fail(ErrorCode::bad_input, error.what(), {}, known);
  } catch (const CLI::ParseError& error) {
    std::string text = error.what();
    std::ranges::replace(text, '\n', ' ');
    return std::unexpected(Complaint(app, std::move(text)).error());
  }
  if (auto checked = refuse_odd_numbers(app); !checked) return forward_error(checked);
  return std::nullopt;
}

std::vector<std::string> words_of(int argc, const char* const* argv) {
  return {argv + std::min(argc, 1), argv + argc};
}

}  // namespace isthmus::engine
