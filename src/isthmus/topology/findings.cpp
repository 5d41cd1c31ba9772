#include "isthmus/topology/findings.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::topology {

namespace {

constexpr std::uint32_t nobody = UINT32_MAX;

/// Not measured, or to three digits that a file can say.
MeasuredLink measured(std::int64_t latency_ns, double bandwidth_bytes_per_s) {
  MeasuredLink result;
  if (latency_ns > 0) {
    std::int64_t unit = 1;
    while (latency_ns / unit >= 1'000) unit *= 10;
    result.latency_ns = (latency_ns + unit / 2) / unit * unit;
  }
  if (bandwidth_bytes_per_s > 0) {
    const double bits_per_s = bandwidth_bytes_per_s * 8;
    double unit = 1;
    while (bits_per_s / unit >= 1'000) unit *= 10;
    const double rounded = std::round(bits_per_s / unit) * unit;
    const auto said = parse_bandwidth_bytes_per_s(format_bandwidth(rounded / 8));
    if (said) result.bandwidth_bytes_per_s = *said;
  }
  return result;
}

class Regrouping {
 public:
  Regrouping(const Findings& findings, const Topology& written)
      : findings_(findings), written_(written) {
    found_.grid.name = written.grid().name;
    found_.grid.file_name = written.grid().file_name;
    found_.grid.links = written.grid().links;
    found_.grid.gateways = written.grid().gateways;
    found_.grid.gateways_reserved = written.grid().gateways_reserved;
  }

  Expected<FoundGrid> run() {
    if (auto checked = check(); !checked) return forward_error(checked);
    order_nodes();
    if (is_of_speeds_alone()) {
      keep_sites();
    } else {
      make_sites();
      make_links();
    }
    number_ranks();
    if (auto valid = validate(found_.grid); !valid) return wrong(valid.error().text());
    return std::move(found_);
  }

 private:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;

  std::uint32_t site_of(NodeId node) const {
    return findings_.site_of_node.empty() ? written_.site_of(node).value
                                          : findings_.site_of_node[node.value];
  }

  static std::unexpected<Error> wrong(const std::string& what) {
    return fail(ErrorCode::malformed, "findings that do not fit the grid: " + what);
  }

  Expected<void> check() const {
    const auto nodes = static_cast<std::size_t>(written_.node_count());
    if (!findings_.site_of_node.empty() && findings_.site_of_node.size() != nodes) {
      return wrong("another number of nodes");
    }
    const auto pes = static_cast<std::size_t>(written_.pe_count());
    for (const auto& of_pes : {findings_.speed_of_pe, findings_.share_of_pe}) {
      if (!of_pes.empty() && of_pes.size() != pes) return wrong("another number of PEs");
    }
    std::uint32_t sites = 0;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (site_of(NodeId(node)) > sites) return wrong("sites out of order");
      sites = std::max(sites, site_of(NodeId(node)) + 1);
    }
    for (const LinkFinding& link : findings_.links) {
      if (link.site_a >= link.site_b || link.site_b >= sites) return wrong("a link of no sites");
      const double bandwidth = link.bandwidth_bytes_per_s;
      if (link.latency_ns < 0 || link.latency_ns > duration_max_ns ||
          !(bandwidth >= 0 && bandwidth <= 1e14)) {
        return wrong("a link that cannot be");
      }
    }
    for (const std::int64_t latency_ns : findings_.latency_ns) {
      if (latency_ns < 0 || latency_ns > duration_max_ns) return wrong("a latency that cannot be");
    }
    return {};
  }

  bool is_of_speeds_alone() const {
    return findings_.site_of_node.empty() && findings_.links.empty() &&
           std::ranges::all_of(findings_.latency_ns, [](auto latency) { return latency == 0; });
  }

  /// Also the classes of links that nothing is joined by yet.
  void keep_sites() {
    found_.grid = written_.grid();
    found_.grid.probe = {};
    std::uint32_t at = 0;
    for (Site& site : found_.grid.sites) {
      for (Node& node : site.nodes) set_speeds(node, NodeId(at++));
    }
  }

  void order_nodes() {
    for (int node = 0; node < written_.node_count(); ++node) found_.nodes.push_back(NodeId(node));
    std::ranges::stable_sort(found_.nodes, {}, [&](NodeId node) { return site_of(node); });
    first_node_.assign(1, found_.nodes.front());
    for (const NodeId node : found_.nodes) {
      if (site_of(node) != site_of(first_node_.back())) first_node_.push_back(node);
    }
  }

  /// The written site that has just the nodes of this one.
  SiteId same_as_written(std::uint32_t site) const {
    const SiteId candidate = written_.site_of(first_node_[site]);
    const NodeRange nodes = written_.nodes_of(candidate);
    const auto belongs = [&](NodeId node) { return site_of(node) == site; };
    const auto size = std::ranges::count_if(found_.nodes, belongs);
    const bool is_same = size == nodes.count && std::all_of(nodes.begin(), nodes.end(), belongs);
    return is_same ? candidate : SiteId();
  }

  void make_sites() {
    std::set<std::string, std::less<>> names;
    std::vector<SiteId> kept;
    for (std::uint32_t site = 0; site < first_node_.size(); ++site) {
      kept.push_back(same_as_written(site));
      if (kept.back()) names.emplace(written_.site_name(kept.back()));
    }
    int number = 0;
    for (std::uint32_t site = 0; site < first_node_.size(); ++site) {
      Site made;
      if (kept[site]) made.name = written_.site_name(kept[site]);
      while (made.name.empty()) {
        std::string name = "site" + std::to_string(number++);
        if (names.insert(name).second) made.name = std::move(name);
      }
      found_.grid.sites.push_back(std::move(made));
    }
    std::map<std::uint32_t, const Node*> nodes;
    std::uint32_t at = 0;
    for (const Site& site : written_.grid().sites) {
      for (const Node& node : site.nodes) nodes.emplace(at++, &node);
    }
    for (const NodeId node : found_.nodes) add_node(*nodes.at(node.value), node);
  }

  void add_node(const Node& written, NodeId id) {
    Site& site = found_.grid.sites[site_of(id)];
    Node node = written;
    node.line = 0;
    const auto is_taken = [&](const std::string& name) {
      return std::ranges::find(site.nodes, name, &Node::name) != site.nodes.end();
    };
    for (int copy = 2; is_taken(node.name); ++copy) {
      node.name = written.name + "-" + std::to_string(copy);
    }
    set_speeds(node, id);
    site.nodes.push_back(std::move(node));
  }

  void set_speeds(Node& node, NodeId id) const {
    if (findings_.speed_of_pe.empty()) return;
    node.pe_speeds.clear();
    for (const PeId pe : written_.pes_of(id)) {
      node.pe_speeds.push_back(findings_.speed_of_pe[pe.value]);
    }
    node.speed = node.pe_speeds.front();
    node.has_speed = true;
    const bool differ =
        std::ranges::any_of(node.pe_speeds, [&](double speed) { return speed != node.speed; });
    if (!differ) node.pe_speeds.clear();
  }

  /// From one found site to another, as it was written between their first nodes.
  const LinkClass& class_between(std::uint32_t from, std::uint32_t to) const {
    const SiteId a = written_.site_of(first_node_[from]);
    const SiteId b = written_.site_of(first_node_[to]);
    return written_.link_class(a, b);
  }

  void make_links() {
    for (const LinkKind kind : link_kinds) {
      MeasuredLink& known = found_.grid.links.at(kind).measured;
      const std::int64_t latency_ns = findings_.latency_ns[static_cast<std::size_t>(kind)];
      if (latency_ns > 0) known.latency_ns = measured(latency_ns, 0).latency_ns;
    }
    const auto sites = static_cast<std::uint32_t>(first_node_.size());
    const bool are_many = sites > static_cast<std::uint32_t>(own_classes_sites_max);
    if (findings_.site_of_node.empty() && (findings_.links.empty() || are_many)) {
      found_.grid.link_classes = written_.grid().link_classes;
      found_.grid.overrides = written_.grid().overrides;
      return;
    }
    if (are_many) return set_general(class_between(0, 1), {});
    std::map<Pair, MeasuredLink> of_pair;
    for (const LinkFinding& link : findings_.links) {
      of_pair[{link.site_a, link.site_b}] = measured(link.latency_ns, link.bandwidth_bytes_per_s);
    }
    for (std::uint32_t a = 0; a < sites; ++a) {
      for (std::uint32_t b = a + 1; b < sites; ++b) add_pair(a, b, of_pair[{a, b}]);
    }
  }

  void set_general(const LinkClass& written, const MeasuredLink& known) {
    LinkClass& general = found_.grid.links.at(LinkKind::between_sites);
    const MeasuredLink before = general.measured;
    general = written;
    general.name = to_string(LinkKind::between_sites);
    general.measured = known.latency_ns || known.bandwidth_bytes_per_s ? known : before;
  }

  void add_pair(std::uint32_t a, std::uint32_t b, const MeasuredLink& known) {
    const LinkClass& there = class_between(a, b);
    const LinkClass& back = class_between(b, a);
    const bool is_directed = &there != &back && there.chain != back.chain;
    if (first_node_.size() == 2 && !is_directed) return set_general(there, known);
    add_override(a, b, there, known, is_directed);
    if (is_directed) add_override(b, a, back, known, true);
  }

  void add_override(std::uint32_t from, std::uint32_t to, const LinkClass& written,
                    const MeasuredLink& known, bool is_directed) {
    Grid& grid = found_.grid;
    const std::string joint = is_directed ? "->" : "-";
    const std::string wanted = printable(grid.sites[from].name + joint + grid.sites[to].name);
    LinkClass link = written;
    link.name = wanted;
    for (int copy = 2; grid.find_class(link.name) != nullptr; ++copy) {
      link.name = wanted + " " + std::to_string(copy);
    }
    if (known.latency_ns) link.measured.latency_ns = known.latency_ns;
    if (known.bandwidth_bytes_per_s) {
      link.measured.bandwidth_bytes_per_s = known.bandwidth_bytes_per_s;
    }
    grid.overrides.push_back({grid.sites[from].name, grid.sites[to].name, link.name, is_directed});
    grid.link_classes.emplace(link.name, std::move(link));
  }

  void number_ranks() {
    std::uint32_t last = nobody;
    for (const NodeId node : found_.nodes) {
      for (const PeId pe : written_.pes_of(node)) {
        const ProcessId process = written_.process_of(pe);
        if (process.value != last) found_.ranks.push_back(process);
        last = process.value;
      }
    }
  }

  const Findings& findings_;
  const Topology& written_;
  FoundGrid found_;
  std::vector<NodeId> first_node_;  // by found site
};

}  // namespace

Expected<FoundGrid> apply(const Findings& findings, const Topology& written) {
  return Regrouping(findings, written).run();
}

}  // namespace isthmus::engine::topology
