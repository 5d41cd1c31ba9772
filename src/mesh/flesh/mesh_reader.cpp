#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "mesh/flesh/compression_reader.hpp"
#include "mesh/flesh/mesh_file.hpp"
#include "mesh/flesh/output_reader.hpp"
#include "mesh/flesh/refinement_reader.hpp"
#include "mesh/flesh/toml_reader.hpp"
#include "mesh/flesh/words.hpp"

namespace isthmus::mesh {

namespace {

constexpr std::size_t file_bytes_max = 16u << 20;
constexpr std::ptrdiff_t line_dots_max = 200;
constexpr double points_max = 1e12;
constexpr std::int64_t depth_max = 1000;
constexpr double length_min = 1e-100;
const std::vector<std::string> driver_words{"blocks", "serial"};
const std::vector<std::string> rule_words{"auto", "paper", "fixed"};

/// The keys of faces in [boundaries]: "all", "x", "x_lower".
struct FaceKey {
  std::string key;
  std::optional<std::size_t> dimension;
  std::optional<std::size_t> side;
};
std::vector<FaceKey> make_face_keys() {
  std::vector<FaceKey> keys{{"all", {}, {}}};
  for (std::size_t d = 0; d < dimension_count; ++d) keys.push_back({dimension_words()[d], d, {}});
  for (std::size_t d = 0; d < dimension_count; ++d) {
    keys.push_back({dimension_words()[d] + "_lower", d, 0});
    keys.push_back({dimension_words()[d] + "_upper", d, 1});
  }
  return keys;
}

class MeshReader {
 public:
  explicit MeshReader(const std::string& file_name) : mistakes_{file_name, {}} {
    file_.file_name = file_name;
  }

  MeshFile read(const toml::table& root) {
    const TomlTable top(root, "the parameter file", mistakes_);
    top.allow_only({"title", "library", "thorns", "grid", "time", "start", "parameters",
                    "boundaries", "driver", "compression", "refinement", "output"});
    file_.title = top.text_at("title").value_or("");
    if (top.has("library")) file_.libraries = top.names_at("library");
    if (top.has("thorns")) {
      file_.thorns = top.names_at("thorns");
      const toml::array* array = top.table().get("thorns")->as_array();
      if (array != nullptr && array->empty()) {
        mistakes_.note(top.line_at("thorns"), "no thorns are active",
                       "a line such as thorns = [\"wave\"]");
      }
    } else {
      mistakes_.note(1, "no thorns are active", "a line such as thorns = [\"wave\"]");
    }
    if (const auto grid = needed(top, "grid", "points = [64, 64, 64]")) read_grid(*grid);
    if (const auto time = needed(top, "time", "steps = 100")) read_time(*time);
    if (const auto start = top.table_at("start")) read_start(*start);
    if (const auto parameters = top.table_at("parameters")) read_parameters(*parameters);
    if (const auto boundaries = top.table_at("boundaries")) read_boundaries(*boundaries, "");
    if (const auto driver = top.table_at("driver")) read_driver(*driver);
    if (const auto compression = top.table_at("compression")) {
      file_.compression = read_compression(*compression);
      check_rule(file_.compression, file_.driver, mistakes_);
    }
    if (const auto refinement = top.table_at("refinement"))
      file_.refinement = read_refinement(*refinement);
    if (const auto output = top.table_at("output")) file_.output = read_output(*output);
    std::ranges::stable_sort(mistakes_.list, {}, &TomlTable::Mistake::line);
    for (TomlTable::Mistake& mistake : mistakes_.list) {
      file_.mistakes.push_back(std::move(mistake.error));
    }
    return std::move(file_);
  }

 private:
  std::optional<TomlTable> needed(const TomlTable& top, const std::string& key,
                                  const std::string& example) {
    if (!top.has(key)) {
      mistakes_.note(1, "there is no table [" + key + "]", "one with lines such as " + example);
    }
    return top.table_at(key);
  }

  void read_grid(const TomlTable& table) {
    table.allow_only({"points", "origin", "spacing", "domain"});
    if (!table.has("points")) {
      mistakes_.note(table.line(), "[grid] has no 'points'",
                     "a line such as points = [64, 64, 64]");
    }
    const auto points = table.counts_at("points", count_max);
    has_points_ = points.has_value();
    file_.grid.points = points.value_or(file_.grid.points);
    double all = 1;
    for (const std::int32_t count : file_.grid.points) all *= count;
    if (all > points_max) {
      mistakes_.note(table.line_at("points"), "the grid has " + shortest(all) + " points",
                     "at most " + shortest(points_max));
    }
    table.refuse_both("spacing", "domain");
    table.refuse_both("origin", "domain");
    if (!table.has("spacing") && !table.has("domain")) {
      mistakes_.note(table.line(), "[grid] has no 'spacing'",
                     "a line such as spacing = 0.1, or domain = [[0, 1], [0, 1], [0, 1]]");
    }
    const auto& settings = file_.grid;
    file_.grid.origin = table.reals_at("origin", -length_max, length_max).value_or(settings.origin);
    file_.grid.spacing =
        table.reals_at("spacing", length_min, length_max).value_or(settings.spacing);
    read_domain(table);
  }

  void read_domain(const TomlTable& table) {
    const toml::node* node = table.table().get("domain");
    if (node == nullptr) return;
    const std::string expected = "an array of [lower, upper] for x, y and z";
    const toml::array* array = node->as_array();
    if (array == nullptr) return table.note_kind(*node, "domain", expected);
    std::array<std::array<double, 2>, dimension_count> domain{};
    if (array->size() != dimension_count) {
      return mistakes_.note(line_of(*node),
                            "'domain' in [grid] has " + std::to_string(array->size()) + " values",
                            expected);
    }
    for (std::size_t d = 0; d < dimension_count; ++d) {
      const toml::array* ends = array->get(d)->as_array();
      if (ends == nullptr || ends->size() != 2) {
        return mistakes_.note(line_of(*array->get(d)),
                              "'domain' in [grid] has no two ends in " + dimension_words()[d],
                              expected);
      }
      for (std::size_t side = 0; side < 2; ++side) {
        const auto end = table.real_of(*ends->get(side), "domain", -length_max, length_max);
        if (!end) return;
        domain[d][side] = *end;
      }
      if (domain[d][0] >= domain[d][1]) {
        return mistakes_.note(line_of(*array->get(d)),
                              "'domain' in [grid] goes from " + shortest(domain[d][0]) + " to " +
                                  shortest(domain[d][1]) + " in " + dimension_words()[d],
                              "the lower end first");
      }
    }
    file_.grid.domain = domain;
  }

  void read_time(const TomlTable& table) {
    table.allow_only({"steps", "until", "courant", "step", "method", "iterations"});
    TimeSettings& time = file_.time;
    table.refuse_both("steps", "until");
    table.refuse_both("courant", "step");
    if (!table.has("steps") && !table.has("until")) {
      mistakes_.note(table.line(), "[time] does not say when to end",
                     "a line such as steps = 100, or until = 1.0");
    }
    if (!table.has("courant") && !table.has("step")) {
      mistakes_.note(table.line(), "[time] does not say how long a step is",
                     "a line such as courant = 0.25, or step = 0.01");
    }
    time.steps = table.integer_at("steps", 0, steps_max);
    time.until = table.real_at("until", length_min, length_max);
    time.until_line = table.has("until") ? table.line_at("until") : 0;
    time.courant = table.real_at("courant", 1e-6, 100);
    time.step_size = table.real_at("step", length_min, length_max);
    if (const auto word = table.word_at("method", method_words())) {
      const auto at = std::ranges::find(method_words(), *word) - method_words().begin();
      time.method = static_cast<Method>(at);
    }
    time.iterations = table.integer_at("iterations", 1, 100).value_or(time.iterations);
    if (table.has("iterations") && time.method != Method::icn) {
      mistakes_.note(table.line_at("iterations"), "'iterations' in [time] without method = \"icn\"",
                     "no such line, or iterative Crank-Nicholson");
    }
  }

  void read_parameters(const TomlTable& table) {
    for (const auto& [thorn, node] : table.table()) {
      const toml::table* settings = node.as_table();
      if (settings == nullptr) {
        table.note_kind(node, thorn.str(), "a table [parameters.THORN]");
        continue;
      }
      for (const auto& [name, value] : *settings) {
        read_parameter(std::string(thorn.str()), std::string(name.str()), value, line_of(name));
      }
    }
    std::ranges::stable_sort(file_.parameters, {}, &ParameterSetting::line);
    std::ranges::stable_sort(file_.arrays, {}, &ArraySetting::line);
  }

  /// Of an array, each of its values.
  void read_parameter(const std::string& thorn, const std::string& name, const toml::node& value,
                      int line) {
    if (const auto* array = value.as_array()) {
      file_.arrays.push_back({thorn, name, array->size(), line});
      for (std::size_t i = 0; i < array->size(); ++i) {
        read_parameter(thorn, name + "[" + std::to_string(i) + "]", *array->get(i), line);
      }
      return;
    }
    ParameterSetting setting{thorn, name, false, line};
    if (const auto* text = value.as_string()) {
      setting.value = text->get();
    } else if (const auto* integer = value.as_integer()) {
      setting.value = integer->get();
    } else if (const auto* real = value.as_floating_point()) {
      setting.value = real->get();
    } else if (const auto* flag = value.as_boolean()) {
      setting.value = flag->get();
    } else {
      return mistakes_.note(
          line, in_quotes(name) + " of thorn " + in_quotes(thorn) + " is " + kind_of(value),
          "a number, a string, true, false or an array of such");
    }
    file_.parameters.push_back(std::move(setting));
  }

  void read_boundaries(const TomlTable& table, const std::string& of) {
    static const std::vector<FaceKey> faces = make_face_keys();
    for (const FaceKey& face : faces) {
      if (!table.has(face.key)) continue;
      if (auto setting = boundary_at(table, face.key)) {
        setting->of = of;
        setting->dimension = face.dimension;
        setting->side = face.side;
        setting->line = table.line_at(face.key);
        file_.boundaries.push_back(std::move(*setting));
      }
    }
    for (const auto& [key, node] : table.table()) {
      if (std::ranges::find(faces, key.str(), &FaceKey::key) != faces.end()) continue;
      const toml::table* inner = node.as_table();
      if (inner == nullptr || !of.empty()) {
        std::vector<std::string> known;
        for (const FaceKey& face : faces) known.push_back(face.key);
        mistakes_.note(
            line_of(key), "unknown key " + in_quotes(key.str()) + " in " + table.title(),
            one_of(known, key.str()) + (of.empty() ? ", or a table [boundaries.THORN]" : ""));
        continue;
      }
      const std::string name(key.str());
      read_boundaries(TomlTable(*inner, "[boundaries." + name + "]", mistakes_), name);
    }
  }

  /// Without what it is for.
  std::optional<BoundarySetting> boundary_at(const TomlTable& table, const std::string& key) {
    BoundarySetting setting;
    Boundary& boundary = setting.boundary;
    const toml::node& node = *table.table().get(key);
    if (node.is_table()) {
      const TomlTable one(*node.as_table(), "'" + key + "' of " + table.title(), mistakes_);
      one.allow_only({"kind", "value", "speed", "falloff", "half_beyond", "function"});
      const auto kind = kind_at(one, "kind");
      if (!one.has("kind")) {
        mistakes_.note(one.line(), one.title() + " has no 'kind'", one_of(boundary_words(), ""));
      }
      if (!kind) return {};
      boundary.kind = *kind;
      boundary.value = one.real_at("value", -length_max, length_max).value_or(boundary.value);
      boundary.speed = one.real_at("speed", length_min, length_max).value_or(boundary.speed);
      boundary.falloff = static_cast<std::int32_t>(
          one.integer_at("falloff", 1, falloff_max).value_or(boundary.falloff));
      if (const toml::node* half = one.table().get("half_beyond")) {
        const auto* flag = half->as_boolean();
        if (flag == nullptr) one.note_kind(*half, "half_beyond", "true or false");
        boundary.is_half_beyond = flag != nullptr && flag->get();
      }
      setting.function = one.text_at("function").value_or("");
      if (*kind == BoundaryKind::another && !one.has("function")) {
        mistakes_.note(one.line(), one.title() + " has no 'function'",
                       "the one whose boundary it is, such as function = \"wave::phi\"");
      }
      if (one.has("function") && *kind != BoundaryKind::another) {
        mistakes_.note(one.line_at("function"), "'function' in " + one.title() + " has no meaning",
                       "it for kind = \"another\" alone");
      }
      if (one.has("half_beyond") && *kind != BoundaryKind::reflected) {
        mistakes_.note(one.line_at("half_beyond"),
                       "'half_beyond' in " + one.title() + " has no meaning",
                       "it for kind = \"reflected\" alone");
      }
      if (one.has("value") && *kind != BoundaryKind::value && *kind != BoundaryKind::radiative &&
          *kind != BoundaryKind::robin) {
        mistakes_.note(one.line_at("value"), "'value' in " + one.title() + " has no meaning",
                       "it for kind = \"value\", \"radiative\" or \"robin\" alone");
      }
      if (one.has("falloff") && *kind != BoundaryKind::robin) {
        mistakes_.note(one.line_at("falloff"), "'falloff' in " + one.title() + " has no meaning",
                       "it for kind = \"robin\" alone");
      }
      if (one.has("speed") && *kind != BoundaryKind::radiative) {
        mistakes_.note(one.line_at("speed"), "'speed' in " + one.title() + " has no meaning",
                       "it for kind = \"radiative\" alone");
      }
      return setting;
    }
    const auto kind = kind_at(table, key);
    if (!kind) return {};
    boundary.kind = *kind;
    if (boundary.kind == BoundaryKind::another) {
      mistakes_.note(
          table.line_at(key), "'" + key + "' of " + table.title() + " has no 'function'",
          "a line such as " + key + " = { kind = \"another\", function = \"wave::phi\" }");
    }
    return setting;
  }

  static std::optional<BoundaryKind> kind_at(const TomlTable& table, const std::string& key) {
    const auto word = table.word_at(key, boundary_words());
    if (!word) return {};
    return static_cast<BoundaryKind>(std::ranges::find(boundary_words(), *word) -
                                     boundary_words().begin());
  }

  void read_driver(const TomlTable& table) {
    table.allow_only({"kind", "blocks", "blocks_per_pe", "processors", "cut", "interior_gain",
                      "depth", "wide_depth", "rule"});
    DriverSettings& driver = file_.driver;
    driver.line = table.line();
    driver.kind = table.word_at("kind", driver_words).value_or(driver.kind);
    table.refuse_both("blocks", "blocks_per_pe");
    driver.blocks = table.counts_at("blocks", count_max);
    driver.blocks_per_pe = static_cast<std::int32_t>(
        table.integer_at("blocks_per_pe", 1, 1'000'000).value_or(driver.blocks_per_pe));
    driver.processors = table.counts_at("processors", count_max);
    driver.cut = table.dimension_at("cut");
    driver.interior_gains = gains_at(table, "interior_gain");
    driver.depth = table.counts_at("depth", depth_max);
    driver.wide_depth = table.counts_at("wide_depth", depth_max);
    driver.rule = table.word_at("rule", rule_words).value_or(driver.rule);
    for (std::size_t d = 0; driver.blocks && has_points_ && d < dimension_count; ++d) {
      if ((*driver.blocks)[d] <= file_.grid.points[d]) continue;
      mistakes_.note(table.line_at("blocks"),
                     std::to_string((*driver.blocks)[d]) + " blocks in " + dimension_words()[d] +
                         " for " + std::to_string(file_.grid.points[d]) + " points",
                     "at most one block for each point");
    }
    double all = 1;
    for (const std::int32_t count : driver.blocks.value_or(Point{1, 1, 1})) all *= count;
    if (all > static_cast<double>(blocks_max)) {
      mistakes_.note(table.line_at("blocks"), "the grid has " + shortest(all) + " blocks",
                     "at most " + std::to_string(blocks_max));
    }
  }
  /// A number, or an array of them.
  static std::vector<double> gains_at(const TomlTable& table, const std::string& key) {
    const toml::node* node = table.table().get(key);
    if (node == nullptr) return {};
    std::vector<double> gains;
    const auto take = [&](const toml::node& one) {
      constexpr double most = 100;
      if (const auto gain = table.real_of(one, key, 0, most)) gains.push_back(*gain);
    };
    if (const toml::array* array = node->as_array()) {
      for (const toml::node& one : *array) take(one);
    } else {
      take(*node);
    }
    return gains;
  }

  void read_start(const TomlTable& table) {
    table.allow_only({"from"});
    file_.start = {table.text_at("from").value_or(""), table.line_at("from")};
    if (!table.has("from") || file_.start.from.empty()) {
      mistakes_.note(table.line(), "[start] has no path", "a line such as from = \"out\"");
    }
  }

  MeshFile file_;
  bool has_points_ = false;
  TomlTable::Mistakes mistakes_;
};

/// The parser recurses as deep as keys are dotted.
Expected<void> check_text(std::string_view text, const std::string& file_name) {
  if (text.size() > file_bytes_max) {
    return fail(ErrorCode::bad_input, "the file is too large", file_name, "at most 16 MiB");
  }
  std::ptrdiff_t dots = 0;
  int line = 1;
  for (const char c : text) {
    dots = c == '\n' ? 0 : dots + (c == '.');
    line += c == '\n';
    if (dots > line_dots_max) {
      return fail(ErrorCode::bad_input, "too many dots in a line",
                  file_name + ":" + std::to_string(line), "at most 200");
    }
  }
  return {};
}

}  // namespace

const std::vector<std::string>& method_words() {
  static const std::vector<std::string> words{"rk2", "rk3", "rk4", "icn"};
  return words;
}

const std::vector<std::string>& boundary_words() {
  static const std::vector<std::string> words{"periodic",  "fixed",     "copied", "value",
                                              "reflected", "radiative", "robin",  "another"};
  return words;
}

Expected<MeshFile> read_mesh_file(std::string_view text, const std::string& file_name) {
  if (auto checked = check_text(text, file_name); !checked) return forward_error(checked);
  const toml::parse_result parsed = toml::parse(text, file_name);
  if (!parsed) {
    const toml::source_position at = parsed.error().source().begin;
    std::string what(parsed.error().description());
    std::ranges::replace_if(what, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return fail(ErrorCode::bad_input, "not TOML: " + what.substr(0, 200),
                file_name + ":" + std::to_string(at.line) + ":" + std::to_string(at.column));
  }
  return MeshReader(file_name).read(parsed.table());
}

Expected<std::string> text_of_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  std::error_code none;
  if (!stream || std::filesystem::is_directory(path, none)) {
    return fail(ErrorCode::bad_input, "cannot read the parameter file", path, "a file in TOML");
  }
  if (stream.peek() == std::ifstream::traits_type::eof() && !stream.bad()) {
    return fail(ErrorCode::bad_input, "the parameter file is empty", path,
                "thorns = [...], [grid] and [time]");
  }
  if (!(text << stream.rdbuf())) {
    return fail(ErrorCode::bad_input, "cannot read the parameter file", path, "a file in TOML");
  }
  return text.str();
}

Expected<MeshFile> load_mesh_file(const std::string& path) {
  const auto text = text_of_file(path);
  if (!text) return std::unexpected(text.error());
  return read_mesh_file(*text, path);
}

}  // namespace isthmus::mesh
