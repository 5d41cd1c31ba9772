#include <algorithm>
#include <array>
#include <cstdio>

#include "isthmus/topology/grid.hpp"
#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::topology {

namespace {

std::string toml_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04X", byte);
      result += escape.data();
    } else {
      result += c;
    }
  }
  return result + "\"";
}

std::string speed_text(const Node& node) {
  if (node.pe_speeds.empty()) return shortest(node.speed);
  std::string text;
  for (const double speed : node.pe_speeds) text += (text.empty() ? "" : ", ") + shortest(speed);
  return "[" + text + "]";
}

void write_general(std::string& out, const Grid& grid) {
  if (grid.name.empty() && !grid.probe.has_any() && !grid.gateways) return;
  out += "[grid]\n";
  if (!grid.name.empty()) out += "name = " + toml_string(grid.name) + "\n";
  if (grid.probe.has_any()) {
    std::string wishes;
    for (const auto& [wished, name] : {std::pair(grid.probe.sites, "sites"),
                                       {grid.probe.links, "links"},
                                       {grid.probe.speeds, "speeds"}}) {
      if (wished) wishes += (wishes.empty() ? "" : ", ") + toml_string(name);
    }
    out += "probe = [" + wishes + "]\n";
  }
  if (grid.gateways) {
    out += grid.gateways_reserved ? "gateways = \"reserved\"\n" : "gateways = true\n";
  }
  out += "\n";
}

void write_tuning(std::string& out, const Grid& grid) {
  if (grid.tuning.empty()) return;
  out += "[tune]\n";
  for (const Tuning& tuned : grid.tuning) {
    out += toml_string(tuned.key) + " = " + toml_string(tuned.value) + "\n";
  }
  out += "\n";
}

void write_chain(std::string& out, const LinkClass& link) {
  out += "chain = [";
  for (std::size_t i = 0; i < link.chain.size(); ++i) {
    out += (i == 0 ? "" : ", ") + toml_string(link.chain[i].name);
  }
  out += "]\n";
  for (std::size_t i = 0; i < link.chain.size(); ++i) {
    const DeviceSpec& device = link.chain[i];
    // A second standing of the same device has the same parameters.
    if (link.find(device.name) != &device) continue;
    for (const auto& [parameter, value] : device.parameters) {
      out += device.name + "." + toml_string(parameter) + " = " + toml_string(value) + "\n";
    }
  }
  if (link.measured.latency_ns) {
    out += "measured.latency = " + toml_string(format_duration(*link.measured.latency_ns)) + "\n";
  }
  if (link.measured.bandwidth_bytes_per_s) {
    const std::string bandwidth = format_bandwidth(*link.measured.bandwidth_bytes_per_s);
    out += "measured.bandwidth = " + toml_string(bandwidth) + "\n";
  }
}

}  // namespace

std::string to_toml(const Grid& grid) {
  std::string out;
  write_general(out, grid);
  for (const Site& site : grid.sites) {
    out += "[[site]]\nname = " + toml_string(site.name) + "\n";
    for (const Node& node : site.nodes) {
      out += "[[site.node]]\nname = " + toml_string(node.name) + "\n";
      out += "pes = " + std::to_string(node.pes) + "\n";
      out += "processes = " + std::to_string(node.processes) + "\n";
      if (node.says_speed()) out += "speed = " + speed_text(node) + "\n";
      out += "address = " + toml_string(node.address) + "\n";
      for (const auto& [key, value] : {std::pair("listen", &node.reach.listen),
                                       {"advertise", &node.reach.advertise},
                                       {"relay", &node.reach.relay}}) {
        if (!value->empty()) out += std::string(key) + " = " + toml_string(*value) + "\n";
      }
    }
    out += "\n";
  }
  for (const auto& [kind, link] : grid.links) {
    out += "[link." + std::string(to_string(kind)) + "]\n";
    write_chain(out, link);
    out += "\n";
  }
  for (const auto& [name, link] : grid.link_classes) {
    out += "[class." + toml_string(name) + "]\n";
    write_chain(out, link);
    out += "\n";
  }
  for (const LinkOverride& pair : grid.overrides) {
    out += "[[between]]\nsites = [" + toml_string(pair.site_a) + ", " + toml_string(pair.site_b) +
           "]\n";
    out += "class = " + toml_string(pair.link_class) + "\n";
    if (pair.directed) out += "directed = true\n";
    out += "\n";
  }
  write_tuning(out, grid);
  return out;
}

}  // namespace isthmus::engine::topology
