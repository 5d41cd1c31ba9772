#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "isthmus/balance/snapshot_json.hpp"

namespace isthmus::engine::balance {

namespace {

constexpr double exact_max = 9007199254740992.0;  // 2^53: integers up to it are exact doubles
constexpr std::size_t name_bytes_max = 256;

enum class Kind { integer, real, pair };

/// A number or an array of numbers of the format, by its name within a group; and what the file
/// has for it.
struct Field {
  std::string_view group;
  std::string_view name;
  Kind kind;
  double most;
  bool is_array;
  bool is_required;
  std::vector<double> values = {};
  bool is_given = false;

  std::string path() const {
    return group.empty() ? std::string(name) : std::string(group) + "." + std::string(name);
  }
  std::string expected() const {
    if (kind == Kind::integer) {
      return "a whole number from 0 to " + std::to_string(static_cast<std::uint64_t>(most));
    }
    return kind == Kind::real ? "a number" : "two numbers in brackets";
  }
};

std::vector<Field> all_fields() {
  constexpr double id_max = 4294967294.0;
  constexpr double count_max = 4294967295.0;
  return {
      {"", "version", Kind::integer, 1, false, true},
      {"", "steps", Kind::integer, exact_max, false, false},
      {"pes", "site", Kind::integer, id_max, true, true},
      {"pes", "node", Kind::integer, id_max, true, false},
      {"pes", "speed", Kind::real, 0, true, false},
      {"pes", "background_s", Kind::real, 0, true, false},
      {"objects", "cpu_s", Kind::real, 0, true, true},
      {"objects", "pe", Kind::integer, id_max, true, true},
      {"objects", "pinned", Kind::integer, id_max, true, false},
      {"objects", "bytes", Kind::integer, exact_max, true, false},
      {"objects", "position", Kind::pair, 0, true, false},
      {"edges", "from", Kind::integer, id_max, true, true},
      {"edges", "to", Kind::integer, id_max, true, true},
      {"edges", "messages", Kind::integer, count_max, true, false},
      {"edges", "bytes", Kind::integer, exact_max, true, false},
      {"links", "wide_area_latency_s", Kind::real, 0, false, false},
      {"links", "wide_area_bytes_per_s", Kind::real, 0, false, false},
      {"links", "local_bytes_per_s", Kind::real, 0, false, false},
      {"links", "message_s", Kind::real, 0, false, false},
  };
}

constexpr std::array<std::string_view, 4> groups = {"pes", "objects", "edges", "links"};
constexpr std::string_view top_keys = "version, name, steps, sites, pes, objects, edges or links";

/// Takes the parser's events; keeps what the format knows and stops at the first that it does not.
/// Nothing nests deeper than the format does.
class Handler : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return wrong("null"); }
  bool boolean(bool value) override { return wrong(value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_float(number_float_t value, const string_t&) override { return number(value); }
  bool binary(binary_t&) override { return wrong("binary"); }

  bool string(string_t& value) override {
    if (depth_ == 1 && key_ == "name") {
      if (value.size() > name_bytes_max) return wrong("a longer name", "at most 256 bytes");
      name = value;
      return true;
    }
    if (!in_sites_) return wrong("a string");
    if (value.size() > name_bytes_max) return wrong("a longer name", "at most 256 bytes");
    if (sites.size() == topology::site_count_max) return wrong("one site more", "10000 at most");
    sites.push_back(value);
    return true;
  }

  bool start_object(std::size_t) override {
    if (depth_ == 0) {
      depth_ = 1;
      return true;
    }
    if (depth_ != 1 || std::ranges::find(groups, key_) == groups.end()) return wrong("an object");
    group_ = *std::ranges::find(groups, key_);
    depth_ = 2;
    return true;
  }

  bool key(string_t& given) override {
    key_ = given;
    field_ = nullptr;
    const std::string_view group = depth_ == 2 ? group_ : std::string_view();
    for (Field& field : fields) {
      if (field.group == group && field.name == given) field_ = &field;
    }
    const bool is_known = field_ != nullptr ||
                          (depth_ == 1 && (given == "name" || given == "sites")) ||
                          (depth_ == 1 && std::ranges::find(groups, given) != groups.end());
    if (!is_known) return refuse("unknown key '" + printable(given) + "'", keys_of(group));
    const std::string path = (group.empty() ? "" : std::string(group) + ".") + given;
    if (std::ranges::find(seen_, path) != seen_.end()) return refuse("is given twice", "once");
    seen_.push_back(path);
    if (field_ != nullptr) field_->is_given = true;
    return true;
  }

  bool end_object() override {
    --depth_;
    return true;
  }

  bool start_array(std::size_t) override {
    if (depth_ == 1 && key_ == "sites" && !in_sites_) {
      in_sites_ = has_sites = true;
      return true;
    }
    if (field_ == nullptr || !field_->is_array) return wrong("an array");
    if (!in_column_) {
      in_column_ = true;
      return true;
    }
    if (field_->kind != Kind::pair || in_pair_) return wrong("an array");
    in_pair_ = true;
    pair_length_ = 0;
    return true;
  }

  bool end_array() override {
    if (in_pair_) {
      in_pair_ = false;
      if (pair_length_ != 2) return wrong("fewer numbers");
      return true;
    }
    in_sites_ = in_column_ = false;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception&) override {
    if (!error) error_position = position;
    return false;
  }

  std::vector<Field> fields = all_fields();
  std::vector<std::string> sites;
  std::string name;
  bool has_sites = false;
  std::optional<Error> error;
  std::size_t error_position = 0;

 private:
  bool number(double value) {
    if (field_ == nullptr || depth_ == 0 || (field_->is_array && !in_column_)) {
      return wrong("a number");
    }
    if (field_->kind == Kind::pair) {
      if (!in_pair_) return wrong("a number");
      if (pair_length_++ == 2) return wrong("three numbers");
    } else if (field_->kind == Kind::integer &&
               !(value >= 0 && value <= field_->most && value == std::floor(value))) {
      std::array<char, 40> text{};
      std::snprintf(text.data(), text.size(), "'%.17g'", value);
      return wrong(text.data());
    }
    if (field_->values.size() >= edge_count_max) return wrong("one value more", "fewer");
    field_->values.push_back(value);
    return true;
  }

  std::string keys_of(std::string_view group) const {
    if (group.empty()) return std::string(top_keys);
    std::string names;
    for (const Field& field : fields) {
      if (field.group != group) continue;
      names += (names.empty() ? "" : ", ") + std::string(field.name);
    }
    return names;
  }

  static std::string printable(std::string_view text) {
    std::string result;
    for (const char c : text.substr(0, 40)) result += c >= 0x20 && c < 0x7f ? c : '?';
    return result;
  }

  std::string place() const {
    if (depth_ == 0) return "the file";
    std::string path = (depth_ == 2 ? std::string(group_) + "." : "") + printable(key_);
    if (in_sites_) return path + "[" + std::to_string(sites.size()) + "]";
    if (!in_column_) return path;
    const std::size_t read = field_->values.size();
    const bool is_overfull_pair = in_pair_ && pair_length_ > 2;
    const std::size_t index =
        field_->kind == Kind::pair ? read / 2 - (is_overfull_pair ? 1 : 0) : read;
    return path + "[" + std::to_string(index) + "]";
  }

  std::string expected_here() const {
    if (depth_ == 0) return "an object with " + std::string(top_keys);
    if (field_ != nullptr) {
      if (!field_->is_array || in_column_) return field_->expected();
      return "an array, each of " + field_->expected();
    }
    if (key_ == "sites") return in_sites_ ? "a name" : "an array of names";
    return key_ == "name" ? "a string" : "an object";
  }

  bool wrong(const std::string& found) { return wrong(found, expected_here()); }
  bool wrong(const std::string& found, const std::string& expected) {
    return refuse("found " + found, expected);
  }
  bool refuse(std::string what, std::string expected) {
    error = Error{ErrorCode::bad_input, place() + ": " + std::move(what), "", std::move(expected)};
    return false;
  }

  int depth_ = 0;
  std::string key_;
  std::string_view group_;
  Field* field_ = nullptr;
  std::vector<std::string> seen_;
  bool in_sites_ = false;
  bool in_column_ = false;
  bool in_pair_ = false;
  int pair_length_ = 0;  // of numbers in the pair that is open
};

/// The columns of a file that has been read, by path.
class Columns {
 public:
  explicit Columns(std::vector<Field>& fields) : fields_(fields) {}

  /// Its values; `length` times the default where the file has none.
  template <class Value>
  std::vector<Value> take(std::string_view path, std::size_t length, double otherwise) {
    Field& field = find(path);
    if (!field.is_given) return std::vector<Value>(length, static_cast<Value>(otherwise));
    std::vector<Value> result(field.values.begin(), field.values.end());
    field.values = {};
    return result;
  }
  template <class Tag>
  std::vector<Id<Tag>> take_ids(std::string_view path) {
    Field& field = find(path);
    std::vector<Id<Tag>> result;
    result.reserve(field.values.size());
    for (const double value : field.values) {
      result.push_back(Id<Tag>(static_cast<std::uint32_t>(value)));
    }
    field.values = {};
    return result;
  }
  double scalar(std::string_view path, double otherwise) {
    const Field& field = find(path);
    return field.values.empty() ? otherwise : field.values.front();
  }
  Field& find(std::string_view path) {
    for (Field& field : fields_) {
      if (field.path() == path) return field;
    }
    ISTHMUS_ASSERT(false);
    return fields_.front();
  }

 private:
  std::vector<Field>& fields_;
};

std::unexpected<Error> bad(std::string what, std::string where, std::string expected) {
  return fail(ErrorCode::bad_input, std::move(what), std::move(where), std::move(expected));
}

/// Each site one node, where the file knows of none.
std::vector<NodeId> nodes_by_site(const std::vector<SiteId>& sites) {
  std::vector<NodeId> nodes;
  for (const SiteId site : sites) nodes.push_back(NodeId(site.value));
  return nodes;
}

Expected<std::vector<Edge>> take_edges(Columns& columns, std::size_t objects) {
  const auto from = columns.take<std::uint32_t>("edges.from", 0, 0);
  const auto to = columns.take<std::uint32_t>("edges.to", 0, 0);
  const auto messages = columns.take<std::uint32_t>("edges.messages", from.size(), 1);
  const auto bytes = columns.take<std::uint64_t>("edges.bytes", from.size(), 0);
  const std::string expected = std::to_string(from.size()) + ", as edges.from has";
  const auto length = [](std::size_t count) { return std::to_string(count) + " values"; };
  if (to.size() != from.size()) return bad(length(to.size()), "edges.to", expected);
  if (messages.size() != from.size())
    return bad(length(messages.size()), "edges.messages", expected);
  if (bytes.size() != from.size()) return bad(length(bytes.size()), "edges.bytes", expected);
  std::vector<Edge> edges(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] >= objects || to[i] >= objects) {
      const bool is_sender = from[i] >= objects;
      return bad("no object " + std::to_string(is_sender ? from[i] : to[i]),
                 (is_sender ? "edges.from[" : "edges.to[") + std::to_string(i) + "]",
                 "one of " + std::to_string(objects) + " objects, the first is 0");
    }
    edges[i] = {from[i], to[i], messages[i], bytes[i]};
  }
  return edges;
}

Expected<Snapshot> build(Handler& handler) {
  Columns columns(handler.fields);
  if (!handler.has_sites) return bad("no key 'sites'", "", "the names of the sites");
  for (const Field& field : handler.fields) {
    if (field.is_required && !field.is_given) {
      return bad("no key '" + field.path() + "'", "", "a snapshot of version 1");
    }
  }
  if (columns.scalar("version", 0) != 1) return bad("found another", "version", "1");
  Snapshot snapshot;
  snapshot.name = std::move(handler.name);
  snapshot.sites = std::move(handler.sites);
  snapshot.steps = static_cast<std::uint64_t>(columns.scalar("steps", 1));
  PeColumns& pes = snapshot.pes;
  pes.site = columns.take_ids<SiteTag>("pes.site");
  pes.node = columns.find("pes.node").is_given ? columns.take_ids<NodeTag>("pes.node")
                                               : nodes_by_site(pes.site);
  pes.speed = columns.take<double>("pes.speed", pes.size(), 1.0);
  pes.background_s = columns.take<double>("pes.background_s", pes.size(), 0.0);
  ObjectColumns& objects = snapshot.objects;
  objects.cpu_s = columns.take<double>("objects.cpu_s", 0, 0);
  objects.pe = columns.take_ids<PeTag>("objects.pe");
  objects.bytes = columns.take<std::uint64_t>("objects.bytes", objects.size(), 0);
  objects.is_pinned.assign(objects.size(), 0);
  for (const auto i : columns.take<std::uint32_t>("objects.pinned", 0, 0)) {
    if (i >= objects.size()) {
      return bad("no object " + std::to_string(i), "objects.pinned",
                 "numbers below " + std::to_string(objects.size()));
    }
    objects.is_pinned[i] = 1;
  }
  const std::vector<double>& places = columns.find("objects.position").values;
  for (std::size_t i = 0; i + 1 < places.size(); i += 2) {
    objects.position.push_back({static_cast<float>(places[i]), static_cast<float>(places[i + 1])});
  }
  auto edges = take_edges(columns, objects.size());
  if (!edges) return forward_error(edges);
  snapshot.set_edges(std::move(*edges));
  snapshot.links = {columns.scalar("links.wide_area_latency_s", 0),
                    columns.scalar("links.wide_area_bytes_per_s", 0),
                    columns.scalar("links.local_bytes_per_s", 0),
                    columns.scalar("links.message_s", 0)};
  if (auto checked = validate(snapshot); !checked) return forward_error(checked);
  return snapshot;
}

}  // namespace

Expected<Snapshot> read_snapshot(std::string_view text, const std::string& file_name) {
  if (text.size() > snapshot_bytes_max) {
    return bad("too large", file_name, "at most " + std::to_string(snapshot_bytes_max) + " bytes");
  }
  Handler handler;
  const bool is_read = nlohmann::json::sax_parse(text.begin(), text.end(), &handler);
  if (handler.error) {
    handler.error->where = file_name;
    return std::unexpected(*handler.error);
  }
  if (!is_read) {
    const std::size_t end = std::min(handler.error_position, text.size());
    const auto line =
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    return bad("not JSON from here on", file_name + ":" + std::to_string(line),
               "a snapshot, as isthmus balance generate writes it");
  }
  auto snapshot = build(handler);
  if (!snapshot) {
    Error& error = snapshot.error();
    if (!error.where.empty()) error.what = error.where + ": " + error.what;
    error.where = file_name;
  }
  return snapshot;
}

Expected<Snapshot> load_snapshot(const std::string& path) {
  const std::string expected = "a snapshot that can be read";
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return bad("is a directory", path, expected);
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return bad(with_errno("cannot open", errno), path, expected);
  std::string text;
  std::string block(std::size_t{1} << 20, '\0');
  while (text.size() <= snapshot_bytes_max) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    text.append(block, 0, static_cast<std::size_t>(file.gcount()));
    if (!file) break;
  }
  if (file.bad()) return bad(with_errno("cannot read", errno), path, expected);
  return read_snapshot(text, path);
}

}  // namespace isthmus::engine::balance
