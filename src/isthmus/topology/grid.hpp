// isthmus/topology/grid.hpp: what a user says about sites, nodes and links; the grid file as data.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/error.hpp"

namespace isthmus::engine::topology {

// Plain data, filled by read_grid, by uniform_grid or by hand. Members named `line` and `file` say
// where a thing was written (0 and "" when nowhere) and take no part in comparisons.

inline constexpr int pe_count_max = 1'000'000;
inline constexpr int site_count_max = 10'000;

/// How two PEs are joined, from the nearest to the farthest.
enum class LinkKind { same_process, same_node, same_site, between_sites };
inline constexpr std::array<LinkKind, 4> link_kinds = {
    LinkKind::same_process, LinkKind::same_node, LinkKind::same_site, LinkKind::between_sites};

/// "between_sites" and so on, as the grid file spells it.
std::string_view to_string(LinkKind kind);

/// One device of a chain with its parameters as text; the fabric knows which devices exist and
/// what their parameters mean (units.hpp reads the usual ones).
struct DeviceSpec {
  std::string name;
  std::map<std::string, std::string> parameters = {};
  int line = 0;
  std::string file = {};
  std::map<std::string, int> parameter_lines = {};

  /// "grid.toml:12" for an error about this device, or about one of its parameters.
  std::string where(const std::string& parameter = {}) const;
  bool operator==(const DeviceSpec& other) const;
};

/// What a link was found to be, one way. It slows nothing: that is what `delay` does.
struct MeasuredLink {
  std::optional<std::int64_t> latency_ns = {};
  std::optional<double> bandwidth_bytes_per_s = {};

  bool operator==(const MeasuredLink&) const = default;
};

/// A named chain: top device first, carrier last. A device may stand in it more than once, with
/// the same parameters each time.
struct LinkClass {
  std::string name;
  std::vector<DeviceSpec> chain = {};
  MeasuredLink measured = {};

  /// The first device of that name, or nullptr.
  DeviceSpec* find(std::string_view device);
  const DeviceSpec* find(std::string_view device) const;
  /// Sets a parameter of every device of that name; false when the chain has none.
  bool set(std::string_view device, const std::string& parameter, const std::string& value);
  bool operator==(const LinkClass&) const = default;
};

/// How the processes of a node are reached where that is not by its address and any port: texts
/// HOST:PORT, or empty. The node's second process has the port after the first one's, and so on.
struct Reach {
  std::string listen = {};     ///< Where they listen for other processes.
  std::string advertise = {};  ///< What the others are told instead.
  std::string relay = {};      ///< Where other sites meet them who can only call out themselves.

  bool operator==(const Reach&) const = default;
};

/// A machine: its PEs are split evenly among its processes, the first ones taking one more where
/// that does not come out.
struct Node {
  std::string name;
  int pes = 1;
  int processes = 1;
  double speed = 1.0;  ///< Relative to other nodes' PEs.
  std::string address = "127.0.0.1";
  int line = 0;
  bool has_speed = false;  ///< Somebody has said or measured its speed; takes no part either.
  /// One for each PE where they differ; else empty. Takes the place of `speed`.
  std::vector<double> pe_speeds = {};
  Reach reach = {};

  /// Else its PEs have 1 for want of anything better.
  bool says_speed() const { return has_speed || speed != 1.0 || !pe_speeds.empty(); }
  /// Of the PE so far behind the node's first.
  double speed_of(int pe) const {
    return pe_speeds.empty() ? speed : pe_speeds[static_cast<std::size_t>(pe)];
  }
  bool operator==(const Node& other) const;
};

struct Site {
  std::string name;
  std::vector<Node> nodes = {};
  int line = 0;

  bool operator==(const Site& other) const;
};

/// A pair of sites with a link class of its own. A directed one counts from a to b alone, and wins
/// over one for both directions. `link_class` names an entry of Grid::link_classes or a LinkKind.
struct LinkOverride {
  std::string site_a;
  std::string site_b;
  std::string link_class = "between_sites";
  bool directed = false;
  int line = 0;

  bool operator==(const LinkOverride& other) const;
};

/// What the runtime is to find out itself when the job starts. `sites`: the written ones say which
/// link class joins two nodes, but not which nodes form a site.
struct ProbeWishes {
  bool sites = false;
  bool links = false;  ///< Latency and bandwidth between sites.
  bool speeds = false;

  bool has_any() const { return sites || links || speeds; }
  bool operator==(const ProbeWishes&) const = default;
};

/// Reads "sites", "links" and "speeds", separated by commas. ErrorCode::bad_input.
Expected<ProbeWishes> parse_probe_wishes(std::string_view text);

/// local within a process, shm on a node, tcp in a site, delay over tcp between sites.
LinkClass default_link(LinkKind kind);
std::map<LinkKind, LinkClass> default_links();

/// What the file says of how the runtime works, as text: who starts a job knows what it means.
struct Tuning {
  std::string key;
  std::string value;
  int line = 0;

  bool operator==(const Tuning& other) const { return key == other.key && value == other.value; }
};

struct Grid {
  std::string name = {};
  ProbeWishes probe = {};
  /// What leaves a site goes through its first process, the gateway, to that of the other site.
  bool gateways = false;
  /// PEs of gateways have other things to do than objects: no mapping and no balancer puts any
  /// there.
  bool gateways_reserved = false;
  std::vector<Site> sites = {};
  std::map<LinkKind, LinkClass> links = default_links();  ///< All four kinds, always.
  std::map<std::string, LinkClass> link_classes = {};     ///< By name; used by `overrides`.
  std::vector<LinkOverride> overrides = {};
  std::vector<Tuning> tuning = {};  ///< By key, each once.
  std::string file_name = {};

  /// The class of that name among link_classes and links, or nullptr.
  const LinkClass* find_class(std::string_view class_name) const;
  /// Whether it says how fast any of its PEs is, so that the others' 1 means something, too.
  bool says_speeds() const;
  /// Whether there are gateways, and they are reserved.
  bool reserves_gateways() const { return gateways && gateways_reserved && sites.size() > 1; }
  /// "file:line", or the file alone, or "".
  std::string where(int line) const;
  bool operator==(const Grid& other) const;
};

/// Sites "site0", "site1", ... with one node each. Checks nothing: validate() does.
Grid uniform_grid(int sites, int pes_per_site, int processes_per_site = 1);

/// The first thing that makes no sense, as ErrorCode::bad_input with file:line where known.
Expected<void> validate(const Grid& grid);

/// Reads the format of docs/formats/grid.md; `file_name` is for messages. The grid is valid.
/// Errors are ErrorCode::bad_input; the one that stands first in the file is reported.
Expected<Grid> read_grid(std::string_view text, const std::string& file_name);

/// read_grid on a file's contents; a file that cannot be read is ErrorCode::bad_input too.
Expected<Grid> load_grid(const std::string& path);

/// A grid file that reads back to an equal grid, if the grid is valid and measured bandwidths have
/// at most six significant digits.
std::string to_toml(const Grid& grid);

/// What is allowed but probably not meant, a line each. `core_count` is this machine's, 0 when
/// unknown.
std::vector<std::string> warnings(const Grid& grid, int core_count);

}  // namespace isthmus::engine::topology
