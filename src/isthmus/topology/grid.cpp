#include "isthmus/topology/grid.hpp"

#include <algorithm>

#include "isthmus/topology/grid_text.hpp"

namespace isthmus::engine::topology {

std::string_view to_string(LinkKind kind) {
  switch (kind) {
    case LinkKind::same_process:
      return "same_process";
    case LinkKind::same_node:
      return "same_node";
    case LinkKind::same_site:
      return "same_site";
    case LinkKind::between_sites:
      return "between_sites";
  }
  return "?";
}

std::string DeviceSpec::where(const std::string& parameter) const {
  const auto at = parameter_lines.find(parameter);
  const int best = at == parameter_lines.end() ? line : at->second;
  if (file.empty() || best == 0) return file;
  return file + ":" + std::to_string(best);
}

bool DeviceSpec::operator==(const DeviceSpec& other) const {
  return name == other.name && parameters == other.parameters;
}

DeviceSpec* LinkClass::find(std::string_view device) {
  const auto at = std::ranges::find(chain, device, &DeviceSpec::name);
  return at == chain.end() ? nullptr : &*at;
}

const DeviceSpec* LinkClass::find(std::string_view device) const {
  const auto at = std::ranges::find(chain, device, &DeviceSpec::name);
  return at == chain.end() ? nullptr : &*at;
}

bool LinkClass::set(std::string_view device, const std::string& parameter,
                    const std::string& value) {
  bool found = false;
  for (DeviceSpec& spec : chain) {
    if (spec.name != device) continue;
    spec.parameters[parameter] = value;
    spec.parameter_lines.erase(parameter);
    found = true;
  }
  return found;
}

bool Node::operator==(const Node& other) const {
  return name == other.name && pes == other.pes && processes == other.processes &&
         pe_speeds == other.pe_speeds && (speed == other.speed || !pe_speeds.empty()) &&
         address == other.address && reach == other.reach;
}

bool Site::operator==(const Site& other) const {
  return name == other.name && nodes == other.nodes;
}

bool LinkOverride::operator==(const LinkOverride& other) const {
  return site_a == other.site_a && site_b == other.site_b && link_class == other.link_class &&
         directed == other.directed;
}

bool Grid::operator==(const Grid& other) const {
  return name == other.name && probe == other.probe && gateways == other.gateways &&
         gateways_reserved == other.gateways_reserved && sites == other.sites &&
         links == other.links && link_classes == other.link_classes &&
         overrides == other.overrides && tuning == other.tuning;
}

Expected<ProbeWishes> parse_probe_wishes(std::string_view text) {
  ProbeWishes wishes;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view word = text.substr(0, comma);
    if (word == "sites") {
      wishes.sites = true;
    } else if (word == "links") {
      wishes.links = true;
    } else if (word == "speeds") {
      wishes.speeds = true;
    } else {
      return fail(ErrorCode::bad_input, "nothing called " + in_quotes(word) + " can be probed", {},
                  one_of({"sites", "links", "speeds"}, word));
    }
    if (comma == std::string_view::npos) return wishes;
    text.remove_prefix(comma + 1);
  }
}

LinkClass default_link(LinkKind kind) {
  LinkClass link{std::string(to_string(kind))};
  if (kind == LinkKind::same_process) {
    link.chain.push_back({"local"});
  } else {
    if (kind == LinkKind::between_sites) {
      link.chain.push_back({"crypt"});
      link.chain.push_back({"delay"});
    }
    link.chain.push_back({kind == LinkKind::same_node ? "shm" : "tcp"});
  }
  return link;
}

std::map<LinkKind, LinkClass> default_links() {
  std::map<LinkKind, LinkClass> links;
  for (const LinkKind kind : link_kinds) links.emplace(kind, default_link(kind));
  return links;
}

const LinkClass* Grid::find_class(std::string_view class_name) const {
  if (const auto at = link_classes.find(std::string(class_name)); at != link_classes.end()) {
    return &at->second;
  }
  for (const auto& [kind, link] : links) {
    if (to_string(kind) == class_name) return &link;
  }
  return nullptr;
}

bool Grid::says_speeds() const {
  return std::ranges::any_of(
      sites, [](const Site& site) { return std::ranges::any_of(site.nodes, &Node::says_speed); });
}

std::string Grid::where(int line) const {
  if (line == 0 || file_name.empty()) return file_name;
  return file_name + ":" + std::to_string(line);
}

Grid uniform_grid(int sites, int pes_per_site, int processes_per_site) {
  Grid grid;
  // One more than allowed is enough for validate() to refuse, and keeps a typing error from
  // filling the memory.
  const int bounded = std::min(sites, site_count_max + 1);
  for (int i = 0; i < bounded; ++i) {
    const std::string name = "site" + std::to_string(i);
    grid.sites.push_back({name, {Node{name + "-0", pes_per_site, processes_per_site}}});
  }
  return grid;
}

}  // namespace isthmus::engine::topology
