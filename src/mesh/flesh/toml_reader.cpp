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

}  // namespace isthmus::mesh
