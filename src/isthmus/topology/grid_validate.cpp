#include <algorithm>
#include <cstdint>
#include <set>
#include <unordered_map>

#include "isthmus/base/socket.hpp"
#include "isthmus/topology/grid.hpp"
#include "isthmus/topology/grid_text.hpp"

namespace isthmus::engine::topology {

namespace {

using Check = Expected<void>;

Check check_name(std::string_view name, std::string_view what, const std::string& where) {
  const bool fits = !name.empty() && name.size() <= name_bytes_max && is_utf8(name) &&
                    std::ranges::none_of(name, [](char c) {
                      return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
                    });
  if (fits) return {};
  return fail(ErrorCode::bad_input, std::string(what) + " is empty, too long or unprintable", where,
              "1 to " + std::to_string(name_bytes_max) + " printable bytes of UTF-8");
}

/// HOST:PORT, or nothing. The ports of the processes follow each other.
Check check_host_port(const std::string& text, std::string_view key, int processes, bool any_port,
                      const std::string& where) {
  if (text.empty()) return {};
  const auto at = parse_host_port(text);
  const int last_port = at ? at->port + processes - 1 : 0;
  if (at && at->host.size() <= name_bytes_max && last_port <= 65535 && (at->port > 0 || any_port)) {
    return {};
  }
  std::string expected = "HOST:PORT, as in node1:7000 or [::1]:7000";
  if (!any_port) expected += ", and a port above 0";
  if (processes > 1) expected += ", with ports for " + count_of(processes, "process", "es");
  return fail(ErrorCode::bad_input, in_quotes(key) + " is " + in_quotes(text), where,
              std::move(expected));
}

Check check_reach(const Node& node, const std::string& where) {
  for (const auto& step :
       {check_host_port(node.reach.listen, "listen", node.processes, true, where),
        check_host_port(node.reach.advertise, "advertise", node.processes, true, where),
        check_host_port(node.reach.relay, "relay", 1, false, where)}) {
    if (!step) return step;
  }
  return {};
}

Check check_node(const Node& node, const std::string& where) {
  const auto wrong = [&](const std::string& what, std::string expected) {
    return fail(ErrorCode::bad_input, "node '" + node.name + "' has " + what, where,
                std::move(expected));
  };
  if (auto named = check_name(node.name, "a node's name", where); !named) return named;
  if (node.pes < 1 || node.pes > pe_count_max) {
    return wrong(count_of(node.pes, "PE"), "1 to " + std::to_string(pe_count_max));
  }
  if (node.processes < 1 || node.processes > node.pes) {
    return wrong(count_of(node.processes, "process", "es") + " for " + count_of(node.pes, "PE"),
                 "1 to as many processes as PEs");
  }
  if (!(node.speed >= speed_min && node.speed <= speed_max)) {
    return wrong("speed " + shortest(node.speed), speed_expected);
  }
  for (const double speed : node.pe_speeds) {
    if (!(speed >= speed_min && speed <= speed_max)) {
      return wrong("speed " + shortest(speed), speed_expected);
    }
  }
  if (!node.pe_speeds.empty() && node.pe_speeds.size() != static_cast<std::size_t>(node.pes)) {
    return wrong(count_of(static_cast<long long>(node.pe_speeds.size()), "speed") + " for " +
                     count_of(node.pes, "PE"),
                 "one number, or one for each PE");
  }
  const bool address_fits =
      !node.address.empty() && node.address.size() <= name_bytes_max &&
      std::ranges::all_of(node.address, [](char c) { return c > 0x20 && c < 0x7f; });
  if (!address_fits) return wrong("no usable address", "a host name or an IP address");
  return check_reach(node, where);
}

Check check_sites(const Grid& grid) {
  if (grid.sites.empty()) {
    return fail(ErrorCode::bad_input, "the grid has no site", grid.file_name,
                "at least one [[site]]");
  }
  if (grid.sites.size() > static_cast<std::size_t>(site_count_max)) {
    return fail(ErrorCode::bad_input, "the grid has too many sites", grid.file_name,
                "at most " + std::to_string(site_count_max));
  }
  std::unordered_map<std::string_view, int> line_of_site;
  std::int64_t pe_count = 0;
  for (const Site& site : grid.sites) {
    const std::string where = grid.where(site.line);
    if (auto named = check_name(site.name, "a site's name", where); !named) return named;
    if (const auto [at, is_new] = line_of_site.emplace(site.name, site.line); !is_new) {
      return fail(ErrorCode::bad_input, "site '" + site.name + "' stands twice", where,
                  "another name" + seen_at(at->second));
    }
    if (site.nodes.empty()) {
      return fail(ErrorCode::bad_input, "site '" + site.name + "' has no node", where,
                  "at least one");
    }
    std::unordered_map<std::string_view, int> line_of_node;
    for (const Node& node : site.nodes) {
      const std::string node_where = grid.where(node.line);
      if (auto checked = check_node(node, node_where); !checked) return checked;
      if (const auto [at, is_new] = line_of_node.emplace(node.name, node.line); !is_new) {
        return fail(ErrorCode::bad_input,
                    "node '" + node.name + "' stands twice in site '" + site.name + "'", node_where,
                    "another name" + seen_at(at->second));
      }
      pe_count += node.pes;
      if (pe_count > pe_count_max) {
        return fail(ErrorCode::bad_input, "the grid has too many PEs", node_where,
                    "at most " + std::to_string(pe_count_max) + " in all");
      }
    }
  }
  return {};
}

Check check_chain(const Grid& grid, const LinkClass& link) {
  if (link.measured.latency_ns.value_or(0) < 0 ||
      !(link.measured.bandwidth_bytes_per_s.value_or(1) > 0)) {
    return fail(ErrorCode::bad_input, "link class '" + link.name + "' has a negative measurement",
                grid.file_name, "a latency of at least 0, a bandwidth above it");
  }
  if (link.chain.empty()) {
    return fail(ErrorCode::bad_input, "link class '" + link.name + "' has an empty chain",
                grid.file_name, "at least a carrier, such as tcp");
  }
  if (link.chain.size() > chain_length_max) {
    return fail(ErrorCode::bad_input, "link class '" + link.name + "' has too long a chain",
                link.chain.front().where(), "at most " + std::to_string(chain_length_max));
  }
  for (const DeviceSpec& device : link.chain) {
    if (!is_device_name(device.name)) {
      return fail(ErrorCode::bad_input, in_quotes(device.name) + " is no device name",
                  device.where(), device_name_expected);
    }
    for (const auto& [parameter, value] : device.parameters) {
      if (!parameter.empty() && is_utf8(parameter) && is_utf8(value)) continue;
      return fail(ErrorCode::bad_input, "a parameter of device '" + device.name + "' is no text",
                  device.where(), "a name and a value in UTF-8");
    }
    if (*link.find(device.name) != device) {
      return fail(ErrorCode::bad_input,
                  "device '" + device.name + "' stands twice in one chain and differs",
                  device.where(), "the same parameters each time");
    }
  }
  return {};
}

Check check_links(const Grid& grid) {
  for (const LinkKind kind : link_kinds) {
    const auto at = grid.links.find(kind);
    if (at == grid.links.end()) {
      return fail(ErrorCode::bad_input, "no link class for " + std::string(to_string(kind)),
                  grid.file_name, "one for every kind of link");
    }
    if (auto checked = check_chain(grid, at->second); !checked) return checked;
  }
  for (const auto& [name, link] : grid.link_classes) {
    if (auto named = check_name(name, "a link class's name", grid.file_name); !named) return named;
    const std::string where = link.chain.empty() ? grid.file_name : link.chain.front().where();
    if (std::ranges::find(link_kinds, name, to_string) != link_kinds.end()) {
      return fail(ErrorCode::bad_input, "link class '" + name + "' has the name of a kind of link",
                  where, "another name");
    }
    if (auto checked = check_chain(grid, link); !checked) return checked;
  }
  return {};
}

Check check_overrides(const Grid& grid) {
  std::vector<std::string> site_names;
  for (const Site& site : grid.sites) site_names.push_back(site.name);
  const std::set<std::string_view> known(site_names.begin(), site_names.end());
  std::map<std::pair<std::string, std::string>, int> seen[2];
  for (const LinkOverride& pair : grid.overrides) {
    const std::string where = grid.where(pair.line);
    for (const std::string& site : {pair.site_a, pair.site_b}) {
      if (known.contains(site)) continue;
      return fail(ErrorCode::bad_input, "unknown site '" + printable(site) + "' in [[between]]",
                  where, one_of(site_names, site));
    }
    if (pair.site_a == pair.site_b) {
      return fail(ErrorCode::bad_input, "[[between]] joins site '" + pair.site_a + "' with itself",
                  where, "two different sites");
    }
    if (grid.find_class(pair.link_class) == nullptr) {
      std::vector<std::string> classes;
      for (const auto& [name, link] : grid.link_classes) classes.push_back(name);
      for (const LinkKind kind : link_kinds) classes.emplace_back(to_string(kind));
      return fail(ErrorCode::bad_input,
                  "unknown link class '" + printable(pair.link_class) + "' in [[between]]", where,
                  one_of(classes, pair.link_class));
    }
    auto ends = std::pair(pair.site_a, pair.site_b);
    if (!pair.directed && ends.second < ends.first) std::swap(ends.first, ends.second);
    const auto [at, is_new] = seen[pair.directed].emplace(ends, pair.line);
    if (!is_new) {
      return fail(ErrorCode::bad_input,
                  "a second [[between]] for '" + pair.site_a + "' and '" + pair.site_b + "'", where,
                  "one for each pair of sites" + seen_at(at->second));
    }
  }
  return {};
}

}  // namespace

Expected<void> validate(const Grid& grid) {
  if (!grid.name.empty()) {
    if (auto named = check_name(grid.name, "the grid's name", grid.file_name); !named) return named;
  }
  if (grid.gateways && (grid.probe.sites || grid.probe.links)) {
    return fail(ErrorCode::bad_input, "gateways, and sites or links to be found out",
                grid.file_name, "gateways for sites and links that are known");
  }
  for (const Site& site : grid.sites) {
    int processes = 0;
    for (const Node& node : site.nodes) processes += node.processes;
    if (!grid.reserves_gateways() || processes > 1) continue;
    return fail(ErrorCode::bad_input,
                "the gateway of '" + site.name + "' is to have no objects, and is all of it",
                grid.where(site.line), "two processes or more in each site");
  }
  for (const LinkOverride& pair : grid.overrides) {
    const bool is_for_sites = grid.link_classes.contains(pair.link_class) ||
                              pair.link_class == to_string(LinkKind::between_sites);
    if (!grid.gateways || is_for_sites) continue;
    return fail(ErrorCode::bad_input,
                "gateways of '" + pair.site_a + "' and '" + pair.site_b + "' are joined by '" +
                    pair.link_class + "', as processes of one site",
                grid.where(pair.line), "a class for links between sites");
  }
  if (auto checked = check_sites(grid); !checked) return checked;
  if (auto checked = check_links(grid); !checked) return checked;
  return check_overrides(grid);
}

}  // namespace isthmus::engine::topology
