#include "isthmus/topology/topology.hpp"

#include <algorithm>
#include <map>

namespace isthmus::engine::topology {

namespace {

std::uint64_t pair_key(SiteId from, SiteId to) {
  return static_cast<std::uint64_t>(from.value) << 32 | to.value;
}

}  // namespace

Expected<Topology> Topology::from_grid(const Grid& grid) {
  if (auto checked = validate(grid); !checked) return forward_error(checked);
  Topology topology;
  topology.grid_ = grid;
  for (const Site& site : grid.sites) {
    const SiteId id(topology.site_count());
    SiteRecord record{site.name,
                      {PeId(topology.pe_count())},
                      {NodeId(topology.node_count())},
                      ProcessId(topology.process_count())};
    for (const Node& node : site.nodes) topology.add_node(node, id);
    record.pes.count = topology.pe_count() - static_cast<int>(record.pes.first.value);
    record.nodes.count = topology.node_count() - static_cast<int>(record.nodes.first.value);
    topology.sites_.push_back(std::move(record));
  }
  topology.count_object_pes();
  topology.add_classes();
  return topology;
}

void Topology::add_node(const Node& node, SiteId site) {
  const NodeId id(node_count());
  const bool is_first_of_site = pes_.empty() || pes_.back().site != site;
  nodes_.push_back({node.name, node.address, {PeId(pe_count()), node.pes}, node.reach});
  int pe_of_node = 0;
  for (int i = 0; i < node.processes; ++i) {
    const ProcessId process(process_count());
    const int pes = node.pes / node.processes + (i < node.pes % node.processes ? 1 : 0);
    processes_.push_back({{PeId(pe_count()), pes}});
    const bool is_gateway = is_first_of_site && i == 0;
    const bool holds_objects = !(is_gateway && grid_.reserves_gateways());
    for (int pe = 0; pe < pes; ++pe) {
      pes_.push_back({process, id, site, holds_objects, node.speed_of(pe_of_node++)});
    }
  }
}

void Topology::count_object_pes() {
  object_pes_.clear();
  speeds_before_ = {0.0};
  for (std::size_t i = 0; i < pes_.size(); ++i) {
    const PeRecord& pe = pes_[i];
    if (pe.holds_objects) object_pes_.push_back(PeId(i));
    speeds_before_.push_back(speeds_before_.back() + (pe.holds_objects ? pe.speed : 0));
  }
}

void Topology::add_classes() {
  std::map<std::string_view, std::size_t> index_of_class;
  for (const LinkKind kind : link_kinds) {
    index_of_class.emplace(to_string(kind), classes_.size());
    classes_.push_back(grid_.links.at(kind));
  }
  for (const auto& [name, link] : grid_.link_classes) {
    index_of_class.emplace(name, classes_.size());
    classes_.push_back(link);
    classes_.back().name = name;
  }
  std::map<std::string_view, SiteId> id_of_site;
  for (std::size_t i = 0; i < sites_.size(); ++i) id_of_site.emplace(sites_[i].name, SiteId(i));
  for (const bool directed : {false, true}) {
    for (const LinkOverride& pair : grid_.overrides) {
      if (pair.directed != directed) continue;
      const SiteId a = id_of_site.at(pair.site_a);
      const SiteId b = id_of_site.at(pair.site_b);
      const std::size_t index = index_of_class.at(pair.link_class);
      class_of_pair_[pair_key(a, b)] = index;
      if (!directed) class_of_pair_[pair_key(b, a)] = index;
    }
  }
}

HostPort Topology::place_of(ProcessId process, const std::string& text) const {
  if (text.empty()) return {};
  HostPort at = parse_host_port(text).value();  // the grid is valid
  const ProcessId first = process_of(pes_of(node_of(process)).first);
  if (at.port != 0) at.port = static_cast<std::uint16_t>(at.port + process.value - first.value);
  return at;
}

HostPort Topology::relay_of(ProcessId process) const {
  const std::string& text = reach_of(node_of(process)).relay;
  return text.empty() ? HostPort() : parse_host_port(text).value();
}

ProcessId Topology::next_hop(ProcessId from, ProcessId to) const {
  const SiteId here = site_of(from);
  const SiteId there = site_of(to);
  if (!grid_.gateways || here == there) return to;
  const ProcessId gateway = gateway_of(here);
  return from == gateway ? gateway_of(there) : gateway;
}

std::vector<ProcessId> Topology::neighbours_of(ProcessId process) const {
  std::vector<ProcessId> neighbours;
  for (int rank = 0; rank < process_count(); ++rank) {
    const ProcessId other(static_cast<std::uint32_t>(rank));
    if (other != process && are_neighbours(process, other)) neighbours.push_back(other);
  }
  return neighbours;
}

const LinkClass* Topology::find_link_class(std::string_view name) const {
  const auto at = std::ranges::find(classes_, name, &LinkClass::name);
  return at == classes_.end() ? nullptr : &*at;
}

Topology Topology::in_one_process() const {
  Topology result = *this;
  result.processes_ = {{{PeId(0), pe_count()}}};
  for (PeRecord& pe : result.pes_) pe.process = ProcessId(0);
  for (SiteRecord& site : result.sites_) site.gateway = ProcessId(0);
  return result;
}

Topology Topology::without(const std::vector<ProcessId>& absent) const {
  Topology result = *this;
  for (const ProcessId process : absent) {
    result.processes_[process.value].is_absent = true;
    for (const PeId pe : pes_of(process)) result.pes_[pe.value].holds_objects = false;
  }
  for (SiteRecord& site : result.sites_) {
    for (const PeId pe : site.pes) {
      site.gateway = process_of(pe);
      if (!result.is_absent(site.gateway)) break;
    }
  }
  result.count_object_pes();
  // Where gateways are to hold no objects, somebody has to when nobody else is left.
  if (result.object_pes_.empty()) {
    for (PeRecord& pe : result.pes_) pe.holds_objects = !result.is_absent(pe.process);
    result.count_object_pes();
  }
  return result;
}

std::vector<ProcessId> Topology::present() const {
  std::vector<ProcessId> present;
  for (std::uint32_t rank = 0; rank < processes_.size(); ++rank) {
    if (!processes_[rank].is_absent) present.emplace_back(rank);
  }
  return present;
}

ProcessRange Topology::processes_of(SiteId site) const {
  const PeRange pes = pes_of(site);
  const ProcessId first = process_of(pes.first);
  const ProcessId last = process_of(PeId(pes.first.value + pes.count - 1));
  return {first, static_cast<int>(last.value - first.value) + 1};
}

LinkKind Topology::link_kind(PeId a, PeId b) const {
  const PeRecord& from = at(a);
  const PeRecord& to = at(b);
  if (from.site != to.site) return LinkKind::between_sites;
  if (from.process == to.process) return LinkKind::same_process;
  return from.node == to.node ? LinkKind::same_node : LinkKind::same_site;
}

LinkKind Topology::link_kind(ProcessId a, ProcessId b) const {
  return link_kind(pes_of(a).first, pes_of(b).first);
}

const LinkClass& Topology::link_class(SiteId from, SiteId to) const {
  if (from == to) return link_class(LinkKind::same_site);
  if (!class_of_pair_.empty()) {
    const auto found = class_of_pair_.find(pair_key(from, to));
    if (found != class_of_pair_.end()) return classes_[found->second];
  }
  return link_class(LinkKind::between_sites);
}

const LinkClass& Topology::link_class(PeId from, PeId to) const {
  const LinkKind kind = link_kind(from, to);
  if (kind != LinkKind::between_sites) return link_class(kind);
  return link_class(site_of(from), site_of(to));
}

int Topology::distance(PeId a, PeId b) const {
  if (a == b) return 0;
  switch (link_kind(a, b)) {
    case LinkKind::same_process:
      return 1;
    case LinkKind::same_node:
      return 2;
    case LinkKind::same_site:
      return 3;
    case LinkKind::between_sites:
      return 4;
  }
  return 4;
}

}  // namespace isthmus::engine::topology
