#include <algorithm>
#include <array>
#include <cstdio>

#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/link_estimate.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::topology {

namespace {

/// Names are UTF-8 once validated; a file's name may be anything.
std::string json_string(std::string_view text) {
  const bool valid = is_utf8(text);
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (byte >= 0x80 && !valid) {
      result += '?';
    } else if (byte < 0x20) {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", byte);
      result += escape.data();
    } else {
      result += c;
    }
  }
  return result + "\"";
}

/// Writes objects and arrays; puts the commas.
class JsonWriter {
 public:
  void open(char bracket) {
    separate();
    text_ += bracket;
    is_first_ = true;
  }
  void close(char bracket) {
    text_ += bracket;
    is_first_ = false;
  }
  JsonWriter& key(std::string_view name) {
    separate();
    text_ += json_string(name) + ": ";
    is_first_ = true;
    return *this;
  }
  void raw(std::string_view value) {
    separate();
    text_ += value;
  }
  void value(std::string_view value) { raw(json_string(value)); }
  void value(const std::string& text) { raw(json_string(text)); }
  void value(std::int64_t number) { raw(std::to_string(number)); }
  void value(double number) { raw(shortest(number)); }
  void value(bool flag) { raw(flag ? "true" : "false"); }
  template <class Value>
  void optional(const std::optional<Value>& maybe) {
    if (maybe) {
      value(*maybe);
    } else {
      raw("null");
    }
  }
  std::string take() { return std::move(text_); }

 private:
  void separate() {
    if (!is_first_) text_ += ", ";
    is_first_ = false;
  }

  std::string text_;
  bool is_first_ = true;
};

void write_range(JsonWriter& json, PeRange pes) {
  json.key("first_pe").value(static_cast<std::int64_t>(pes.first.value));
  json.key("pe_count").value(static_cast<std::int64_t>(pes.count));
}

template <class IdType>
void write_id(JsonWriter& json, std::string_view key, IdType id) {
  json.key(key).value(static_cast<std::int64_t>(id.value));
}

/// The part of a process that is on the node; processes that span nodes appear under each.
void write_processes(JsonWriter& json, const Topology& topology, PeRange node_pes) {
  json.key("processes").open('[');
  std::uint32_t at = node_pes.first.value;
  const std::uint32_t end = at + static_cast<std::uint32_t>(node_pes.count);
  while (at < end) {
    const ProcessId process = topology.process_of(PeId(at));
    const PeRange all = topology.pes_of(process);
    const std::uint32_t process_end = all.first.value + static_cast<std::uint32_t>(all.count);
    const std::uint32_t part_end = process_end < end ? process_end : end;
    json.open('{');
    write_id(json, "id", process);
    write_range(json, {PeId(at), static_cast<int>(part_end - at)});
    json.close('}');
    at = part_end;
  }
  json.close(']');
}

/// One number; where PEs differ, that of the first and then all.
void write_speed(JsonWriter& json, const Topology& topology, PeRange pes) {
  const double first = topology.speed_of(pes.first);
  json.key("speed").value(first);
  const bool differ =
      std::any_of(pes.begin(), pes.end(), [&](PeId pe) { return topology.speed_of(pe) != first; });
  if (!differ) return;
  json.key("pe_speeds").open('[');
  for (const PeId pe : pes) json.value(topology.speed_of(pe));
  json.close(']');
}

void write_sites(JsonWriter& json, const Topology& topology) {
  json.key("sites").open('[');
  for (int i = 0; i < topology.site_count(); ++i) {
    const SiteId site(i);
    json.open('{');
    write_id(json, "id", site);
    json.key("name").value(topology.site_name(site));
    write_range(json, topology.pes_of(site));
    json.key("nodes").open('[');
    for (const NodeId node : topology.nodes_of(site)) {
      json.open('{');
      write_id(json, "id", node);
      json.key("name").value(topology.node_name(node));
      json.key("address").value(topology.address_of(node));
      const Reach& reach = topology.reach_of(node);
      for (const auto& [key, value] : {std::pair("listen", &reach.listen),
                                       {"advertise", &reach.advertise},
                                       {"relay", &reach.relay}}) {
        if (!value->empty()) json.key(key).value(*value);
      }
      write_speed(json, topology, topology.pes_of(node));
      write_range(json, topology.pes_of(node));
      write_processes(json, topology, topology.pes_of(node));
      json.close('}');
    }
    json.close(']');
    json.close('}');
  }
  json.close(']');
}

void write_class(JsonWriter& json, std::string_view name, const LinkClass& link) {
  json.open('{');
  json.key("name").value(name);
  json.key("chain").open('[');
  for (const DeviceSpec& device : link.chain) {
    json.open('{');
    json.key("device").value(device.name);
    json.key("parameters").open('{');
    for (const auto& [parameter, value] : device.parameters) json.key(parameter).value(value);
    json.close('}');
    json.close('}');
  }
  json.close(']');
  const LinkEstimate values = estimate(link);
  json.key("latency_ns").optional(values.latency_ns);
  json.key("jitter_ns").optional(values.jitter_ns);
  json.key("bandwidth_bytes_per_s").optional(values.bandwidth_bytes_per_s);
  const MeasuredLink& measured = link.measured;
  if (measured.latency_ns) json.key("measured_latency_ns").value(*measured.latency_ns);
  if (measured.bandwidth_bytes_per_s) {
    json.key("measured_bandwidth_bytes_per_s").value(*measured.bandwidth_bytes_per_s);
  }
  json.close('}');
}

void write_links(JsonWriter& json, const Topology& topology) {
  const Grid& grid = topology.grid();
  json.key("link_classes").open('[');
  for (const auto& [kind, link] : grid.links) write_class(json, to_string(kind), link);
  for (const auto& [name, link] : grid.link_classes) write_class(json, name, link);
  json.close(']');
  json.key("between").open('[');
  for (const LinkOverride& pair : grid.overrides) {
    json.open('{');
    json.key("sites").open('[');
    json.value(pair.site_a);
    json.value(pair.site_b);
    json.close(']');
    json.key("class").value(pair.link_class);
    json.key("directed").raw(pair.directed ? "true" : "false");
    json.close('}');
  }
  json.close(']');
}

}  // namespace

std::string to_json(const Topology& topology, const std::vector<std::string>& warnings) {
  JsonWriter json;
  json.open('{');
  json.key("version").value(std::int64_t{1});
  json.key("name").value(topology.grid().name);
  json.key("file").value(topology.grid().file_name);
  json.key("site_count").value(static_cast<std::int64_t>(topology.site_count()));
  json.key("node_count").value(static_cast<std::int64_t>(topology.node_count()));
  json.key("process_count").value(static_cast<std::int64_t>(topology.process_count()));
  json.key("pe_count").value(static_cast<std::int64_t>(topology.pe_count()));
  json.key("probe").open('[');
  const ProbeWishes& probe = topology.grid().probe;
  if (probe.sites) json.value(std::string_view("sites"));
  if (probe.links) json.value(std::string_view("links"));
  if (probe.speeds) json.value(std::string_view("speeds"));
  json.close(']');
  json.key("gateways").value(topology.grid().gateways);
  json.key("gateways_reserved").value(topology.grid().reserves_gateways());
  write_sites(json, topology);
  write_links(json, topology);
  json.key("warnings").open('[');
  for (const std::string& line : warnings) json.value(line);
  json.close(']');
  json.close('}');
  return json.take();
}

}  // namespace isthmus::engine::topology
