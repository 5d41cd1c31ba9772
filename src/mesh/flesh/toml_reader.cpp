#include "mesh/flesh/toml_reader.hpp"

#include <algorithm>
#include <cmath>

#include "mesh/flesh/words.hpp"

namespace isthmus::mesh {

std::string kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "an integer";
    case toml::node_type::floating_point:
      return "a floating-point number";
    case toml::node_type::boolean:
      return "a boolean";
    default:
      return "a date or time";
  }
}

namespace {

std::string span_text(const std::string& least, const std::string& greatest) {
  return " from " + least + " to " + greatest;
}

}  // namespace

void TomlTable::Mistakes::note(int line, std::string what, std::string expected) {
  list.push_back({line, Error{ErrorCode::bad_input, std::move(what),
                              file_name + ":" + std::to_string(line), std::move(expected)}});
}

int TomlTable::line_at(std::string_view key) const {
  const toml::node* node = table_.get(key);
  return node == nullptr ? line() : line_of(*node);
}

void TomlTable::allow_only(const std::vector<std::string>& known) const {
  for (const auto& [key, value] : table_) {
    if (std::ranges::find(known, key.str()) != known.end()) continue;
    mistakes_.note(line_of(key), "unknown key " + in_quotes(key.str()) + " in " + title_,
                   one_of(known, key.str()));
  }
}

void TomlTable::note_kind(const toml::node& node, std::string_view key,
                          std::string expected) const {
  mistakes_.note(line_of(node), in_quotes(key) + " in " + title_ + " is " + kind_of(node),
                 std::move(expected));
}

std::optional<TomlTable> TomlTable::table_at(std::string_view key) const {
  const toml::node* node = table_.get(key);
  if (node == nullptr) return {};
  if (const toml::table* table = node->as_table()) {
    return TomlTable(*table, "[" + std::string(key) + "]", mistakes_);
  }
  note_kind(*node, key, "a table [" + std::string(key) + "]");
  return {};
}

std::optional<std::string> TomlTable::text_at(std::string_view key) const {
  const toml::node* node = table_.get(key);
  if (node == nullptr) return {};
  if (const auto* text = node->as_string()) return text->get();
  note_kind(*node, key, "a string in quotes");
  return {};
}

std::optional<std::string> TomlTable::word_at(std::string_view key,
                                              const std::vector<std::string>& known) const {
  const toml::node* node = table_.get(key);
  if (node == nullptr) return {};
  const auto* text = node->as_string();
  if (text == nullptr) {
    note_kind(*node, key, one_of(known, ""));
    return {};
  }
  if (std::ranges::find(known, text->get()) != known.end()) return text->get();
  mistakes_.note(line_of(*node), in_quotes(key) + " in " + title_ + " is " + in_quotes(text->get()),
                 one_of(known, text->get()));
  return {};
}

std::optional<std::int64_t> TomlTable::integer_of(const toml::node& node, std::string_view key,
                                                  std::int64_t least, std::int64_t greatest) const {
  const std::string expected =
      "an integer" + span_text(std::to_string(least), std::to_string(greatest));
  const auto* number = node.as_integer();
  if (number == nullptr) {
    note_kind(node, key, expected);
    return {};
  }
  if (number->get() >= least && number->get() <= greatest) return number->get();
  mistakes_.note(line_of(node),
                 in_quotes(key) + " in " + title_ + " is " + std::to_string(number->get()),
                 expected);
  return {};
}

std::optional<std::int64_t> TomlTable::integer_at(std::string_view key, std::int64_t least,
                                                  std::int64_t greatest) const {
  const toml::node* node = table_.get(key);
  if (node == nullptr) return {};
  return integer_of(*node, key, least, greatest);
}

std::optional<double> TomlTable::real_of(const toml::node& node, std::string_view key, double least,
                                         double greatest) const {
  const std::string expected = "a number" + span_text(shortest(least), shortest(greatest));
  if (!node.is_number()) {
    note_kind(node, key, expected);
    return {};
  }
  const double number = node.value<double>().value_or(0);
  if (std::isfinite(number) && number >= least && number <= greatest) return number;
  mistakes_.note(line_of(node), in_quotes(key) + " in " + title_ + " is " + shortest(number),
                 expected);
  return {};
}

std::optional<double> TomlTable::real_at(std::string_view key, double least,
                                         double greatest) const {
  const toml::node* node = table_.get(key);
  if (node == nullptr) return {};
  return real_of(*node, key, least, greatest);
}

const std::vector<std::string>& dimension_words() {
  static const std::vector<std::string> words{"x", "y", "z"};
  return words;
}

void TomlTable::refuse_both(const std::string& one, const std::string& other) const {
  if (!has(one) || !has(other)) return;
  mistakes_.note(line_at(other), "'" + other + "' in " + title_ + " stands beside '" + one + "'",
                 "one of the two");
}

std::optional<std::size_t> TomlTable::dimension_at(const std::string& key) const {
  const auto word = word_at(key, dimension_words());
  if (!word) return {};
  return static_cast<std::size_t>(std::ranges::find(dimension_words(), *word) -
                                  dimension_words().begin());
}

namespace {

template <class T, class Read>
std::optional<std::array<T, dimension_count>> each_at(const TomlTable& table,
                                                      const std::string& key, const Read& read) {
  const toml::node* node = table.table().get(key);
  if (node == nullptr) return {};
  std::array<T, dimension_count> values{};
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    const auto value = read(*node);
    if (!value) return {};
    values.fill(static_cast<T>(*value));
    return values;
  }
  if (array->size() != dimension_count) {
    table.mistakes().note(
        line_of(*node),
        "'" + key + "' in " + table.title() + " has " + std::to_string(array->size()) + " values",
        "3: for x, y and z");
    return {};
  }
  for (std::size_t d = 0; d < dimension_count; ++d) {
    const auto value = read(*array->get(d));
    if (!value) return {};
    values[d] = static_cast<T>(*value);
  }
  return values;
}

}  // namespace

std::optional<Point> TomlTable::counts_at(const std::string& key, std::int64_t most) const {
  return each_at<std::int32_t>(
      *this, key, [&](const toml::node& node) { return integer_of(node, key, 1, most); });
}

std::optional<std::array<double, dimension_count>> TomlTable::reals_at(const std::string& key,
                                                                       double least,
                                                                       double greatest) const {
  return each_at<double>(
      *this, key, [&](const toml::node& node) { return real_of(node, key, least, greatest); });
}

std::vector<NamedAt> TomlTable::names_at(const std::string& key) const {
  const toml::node& node = *table_.get(key);
  std::vector<NamedAt> names;
  if (const auto* text = node.as_string()) return {{text->get(), line_of(node)}};
  const toml::array* array = node.as_array();
  if (array == nullptr) {
    note_kind(node, key, "a string, or an array of strings");
    return names;
  }
  for (const toml::node& element : *array) {
    const auto* text = element.as_string();
    if (text == nullptr) {
      note_kind(element, key, "strings alone");
    } else if (std::ranges::find(names, text->get(), &NamedAt::name) != names.end()) {
      mistakes_.note(line_of(element),
                     in_quotes(text->get()) + " stands twice in '" + key + "' of " + title_);
    } else {
      names.push_back({text->get(), line_of(element)});
    }
  }
  return names;
}

void TomlTable::for_each_table(const std::string& key,
                               const std::function<void(const TomlTable&)>& read) const {
  const std::string title = "[[" + title_.substr(1, title_.size() - 2) + "." + key + "]]";
  const toml::node& node = *table_.get(key);
  const toml::array* array = node.as_array();
  const std::string expected = "tables, each under a line " + title;
  if (array == nullptr) return note_kind(node, key, expected);
  for (const toml::node& element : *array) {
    const toml::table* one = element.as_table();
    if (one == nullptr) {
      note_kind(element, key, expected);
      continue;
    }
    read(TomlTable(*one, title, mistakes_));
  }
}

}  // namespace isthmus::mesh
