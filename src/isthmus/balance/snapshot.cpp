#include "isthmus/balance/snapshot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace isthmus::engine::balance {

void Snapshot::add_pe(SiteId site, NodeId node, double speed, double background_s) {
  pes.site.push_back(site);
  pes.node.push_back(node);
  pes.speed.push_back(speed);
  pes.background_s.push_back(background_s);
}

void Snapshot::add_object(double cpu_s, PeId pe, bool is_pinned, std::uint64_t bytes) {
  objects.cpu_s.push_back(cpu_s);
  objects.pe.push_back(pe);
  objects.is_pinned.push_back(is_pinned ? 1 : 0);
  objects.bytes.push_back(bytes);
  edges.begin.push_back(static_cast<std::uint32_t>(edges.to.size()));
}

void Snapshot::set_edges(std::vector<Edge> all) {
  std::erase_if(all, [](const Edge& edge) { return edge.from == edge.to; });
  const auto pair_of = [](const Edge& edge) { return (std::uint64_t{edge.from} << 32) | edge.to; };
  if (!std::ranges::is_sorted(all, {}, pair_of)) std::ranges::sort(all, {}, pair_of);
  edges = {};
  edges.begin.assign(object_count() + 1, 0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Edge& edge = all[i];
    if (i > 0 && pair_of(all[i - 1]) == pair_of(edge)) {
      const std::uint64_t sum = std::uint64_t{edges.messages.back()} + edge.messages;
      edges.messages.back() = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(sum, std::numeric_limits<std::uint32_t>::max()));
      edges.bytes.back() += edge.bytes;
      continue;
    }
    edges.to.push_back(edge.to);
    edges.messages.push_back(edge.messages);
    edges.bytes.push_back(edge.bytes);
    ++edges.begin[edge.from + 1];
  }
  for (std::size_t i = 1; i < edges.begin.size(); ++i) edges.begin[i] += edges.begin[i - 1];
}

Snapshot without_objects(const topology::Topology& topology) {
  Snapshot snapshot;
  snapshot.name = topology.grid().name;
  for (int i = 0; i < topology.site_count(); ++i) {
    snapshot.sites.emplace_back(topology.site_name(SiteId(i)));
  }
  for (const PeId pe : topology.object_pes()) {
    snapshot.add_pe(topology.site_of(pe), topology.node_of(pe), topology.speed_of(pe));
  }
  return snapshot;
}

namespace {

std::unexpected<Error> bad(std::string what, std::string where, std::string expected) {
  return fail(ErrorCode::bad_input, std::move(what), std::move(where), std::move(expected));
}

std::string element(const char* column, std::size_t i) {
  return std::string(column) + "[" + std::to_string(i) + "]";
}

std::string text_of(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", value);
  return text.data();
}

bool is_time(double value) { return std::isfinite(value) && value >= 0 && value <= 1e15; }

Expected<void> check_times(const char* column, const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!is_time(values[i])) {
      return bad("'" + text_of(values[i]) + "' is no time", element(column, i),
                 "seconds, 0 to 1e15");
    }
  }
  return {};
}

Expected<void> check_lengths(const Snapshot& snapshot) {
  const std::size_t pes = snapshot.pe_count();
  const std::size_t objects = snapshot.object_count();
  const std::size_t edges = snapshot.edges.size();
  struct Column {
    const char* name;
    std::size_t length;
    std::size_t expected;
  };
  const std::size_t positions = snapshot.objects.position.size();
  const std::array<Column, 9> columns = {{
      {"pes.node", snapshot.pes.node.size(), pes},
      {"pes.speed", snapshot.pes.speed.size(), pes},
      {"pes.background_s", snapshot.pes.background_s.size(), pes},
      {"objects.pe", snapshot.objects.pe.size(), objects},
      {"objects.pinned", snapshot.objects.is_pinned.size(), objects},
      {"objects.bytes", snapshot.objects.bytes.size(), objects},
      {"objects.position", positions, positions == 0 ? 0 : objects},
      {"edges.messages", snapshot.edges.messages.size(), edges},
      {"edges.bytes", snapshot.edges.bytes.size(), edges},
  }};
  for (const Column& column : columns) {
    if (column.length != column.expected) {
      return bad(std::to_string(column.length) + " values", column.name,
                 std::to_string(column.expected) + ", as its neighbours have");
    }
  }
  if (snapshot.edges.begin.size() != objects + 1) {
    return bad(std::to_string(snapshot.edges.begin.size()) + " values", "edges.begin",
               "one more than objects");
  }
  return {};
}

Expected<void> check_pes(const Snapshot& snapshot) {
  const PeColumns& pes = snapshot.pes;
  if (pes.size() == 0) return bad("no PE", "pes", "at least one");
  if (pes.size() > topology::pe_count_max) {
    return bad("too many PEs", "pes", "at most " + std::to_string(topology::pe_count_max));
  }
  if (snapshot.site_count() > topology::site_count_max) {
    return bad("too many sites", "sites", "at most " + std::to_string(topology::site_count_max));
  }
  std::vector<SiteId> site_of_node;
  for (std::size_t i = 0; i < pes.size(); ++i) {
    if (pes.site[i].value >= snapshot.site_count()) {
      return bad("no site " + std::to_string(pes.site[i].value), element("pes.site", i),
                 "one of " + std::to_string(snapshot.site_count()) + " sites, the first is 0");
    }
    if (!(pes.speed[i] >= 1e-6 && pes.speed[i] <= 1e6)) {
      return bad("'" + text_of(pes.speed[i]) + "' is no speed", element("pes.speed", i),
                 "a number from 1e-6 to 1e6");
    }
    if (pes.node[i].value >= topology::pe_count_max) {
      return bad("no node " + std::to_string(pes.node[i].value), element("pes.node", i),
                 "a number below " + std::to_string(topology::pe_count_max));
    }
    if (pes.node[i].value >= site_of_node.size()) site_of_node.resize(pes.node[i].value + 1);
    SiteId& site = site_of_node[pes.node[i].value];
    if (site && site != pes.site[i]) {
      return bad("the node has PEs of two sites", element("pes.node", i), "nodes of one site each");
    }
    site = pes.site[i];
  }
  return check_times("pes.background_s", pes.background_s);
}

Expected<void> check_objects(const Snapshot& snapshot) {
  const ObjectColumns& objects = snapshot.objects;
  if (objects.size() > object_count_max) {
    return bad("too many objects", "objects", "at most " + std::to_string(object_count_max));
  }
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (objects.pe[i].value >= snapshot.pe_count()) {
      return bad("no PE " + std::to_string(objects.pe[i].value), element("objects.pe", i),
                 "one of " + std::to_string(snapshot.pe_count()) + " PEs, the first is 0");
    }
  }
  for (std::size_t i = 0; i < objects.position.size(); ++i) {
    if (!std::isfinite(objects.position[i][0]) || !std::isfinite(objects.position[i][1])) {
      return bad("no position", element("objects.position", i), "two numbers");
    }
  }
  return check_times("objects.cpu_s", objects.cpu_s);
}

Expected<void> check_edges(const Snapshot& snapshot) {
  const EdgeColumns& edges = snapshot.edges;
  if (edges.size() > edge_count_max) {
    return bad("too many edges", "edges", "at most " + std::to_string(edge_count_max));
  }
  if (edges.begin.front() != 0 || edges.begin.back() != edges.size() ||
      !std::ranges::is_sorted(edges.begin)) {
    return bad("not ascending from 0 to the number of edges", "edges.begin",
               "where the edges of each object begin");
  }
  for (std::size_t i = 0; i < snapshot.object_count(); ++i) {
    for (std::uint32_t at = edges.begin[i]; at < edges.begin[i + 1]; ++at) {
      if (edges.to[at] >= snapshot.object_count() || edges.to[at] == i) {
        return bad("no receiver " + std::to_string(edges.to[at]), element("edges.to", at),
                   "another of the objects");
      }
      if (at > edges.begin[i] && edges.to[at] <= edges.to[at - 1]) {
        return bad("not in ascending order", element("edges.to", at), "each receiver once");
      }
    }
  }
  return {};
}

}  // namespace

Expected<void> validate(const Snapshot& snapshot) {
  if (auto checked = check_lengths(snapshot); !checked) return checked;
  if (auto checked = check_pes(snapshot); !checked) return checked;
  if (auto checked = check_objects(snapshot); !checked) return checked;
  if (auto checked = check_edges(snapshot); !checked) return checked;
  if (snapshot.steps == 0) return bad("no step", "steps", "at least 1");
  const LinkCosts& links = snapshot.links;
  const std::array<std::pair<const char*, double>, 4> costs = {
      {{"links.wide_area_latency_s", links.wide_area_latency_s},
       {"links.wide_area_bytes_per_s", links.wide_area_bytes_per_s},
       {"links.local_bytes_per_s", links.local_bytes_per_s},
       {"links.message_s", links.message_s}}};
  for (const auto& [name, cost] : costs) {
    if (!is_time(cost)) return bad("'" + text_of(cost) + "'", name, "a number from 0 to 1e15");
  }
  return {};
}

bool is_valid(const Snapshot& snapshot, const Placement& placement) {
  if (placement.size() != snapshot.object_count()) return false;
  for (std::size_t i = 0; i < placement.size(); ++i) {
    if (placement[i].value >= snapshot.pe_count()) return false;
    if (snapshot.objects.is_pinned[i] != 0 && placement[i] != snapshot.objects.pe[i]) return false;
  }
  return true;
}

}  // namespace isthmus::engine::balance
