#include "mesh/flesh/compression_reader.hpp"

namespace isthmus::mesh {
namespace {

constexpr double error_max = 1e100;
constexpr double left_min = 1e-6;
constexpr double bandwidth_max = 1e15;

std::optional<ChargedCompression> charged_at(const TomlTable& table) {
  table.allow_only({"left", "pack", "unpack"});
  for (const char* key : {"left", "pack", "unpack"}) {
    if (table.has(key)) continue;
    table.mistakes().note(table.line(), table.title() + " has no '" + key + "'",
                          "{ left = 0.4, pack = 100e6, unpack = 300e6 }, say");
    return {};
  }
  const auto left = table.real_at("left", left_min, 1);
  const auto pack = table.real_at("pack", 1, bandwidth_max);
  const auto unpack = table.real_at("unpack", 1, bandwidth_max);
  if (!left || !pack || !unpack) return {};
  return ChargedCompression{*left, *pack, *unpack};
}

}  // namespace

const std::vector<std::string>& compression_words() {
  static const std::vector<std::string> words{"never", "always", "adapt"};
  return words;
}

CompressionSettings read_compression(const TomlTable& table) {
  table.allow_only({"between_sites", "errors", "charged"});
  CompressionSettings compression;
  compression.line = table.line();
  compression.between_sites = table.word_at("between_sites", compression_words());
  if (const auto errors = table.table_at("errors")) {
    for (const auto& [key, node] : errors->table()) {
      const std::string function(key.str());
      const auto error = errors->real_of(node, function, 0, error_max);
      if (error) compression.errors.push_back({function, *error, line_of(key)});
    }
  }
  if (const auto charged = table.table_at("charged")) compression.charged = charged_at(*charged);
  return compression;
}

void check_rule(const CompressionSettings& compression, const DriverSettings& driver,
                TomlTable::Mistakes& mistakes) {
  if (compression.between_sites != "adapt" || driver.rule != "fixed") return;
  mistakes.note(compression.line,
                "between_sites = \"adapt\" in [compression], and no rule that does",
                "rule = \"auto\" or \"paper\" in [driver]");
}

}  // namespace isthmus::mesh
