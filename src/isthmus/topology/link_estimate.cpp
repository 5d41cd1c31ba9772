#include "isthmus/topology/link_estimate.hpp"

#include <algorithm>

#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::topology {

namespace {

template <class Value, class Parse>
std::optional<Value> parameter(const DeviceSpec& device, const std::string& name, Parse parse,
                               std::vector<std::string>& faults) {
  const auto at = device.parameters.find(name);
  if (at == device.parameters.end()) return std::nullopt;
  Expected<Value> value = parse(at->second);
  if (value) return *value;
  Error error = value.error();
  error.what = in_quotes(name) + " of device " + in_quotes(device.name) + ": " + error.what;
  error.where = device.where(name);
  faults.push_back(error.text());
  return std::nullopt;
}

}  // namespace

LinkEstimate estimate(const LinkClass& link) {
  LinkEstimate result;
  if (const DeviceSpec* delay = link.find("delay")) {
    result.latency_ns =
        parameter<std::int64_t>(*delay, "latency", parse_duration_ns, result.faults);
    result.jitter_ns = parameter<std::int64_t>(*delay, "jitter", parse_duration_ns, result.faults);
    result.bandwidth_bytes_per_s =
        parameter<double>(*delay, "bandwidth", parse_bandwidth_bytes_per_s, result.faults);
  }
  if (link.measured.latency_ns) result.latency_ns = link.measured.latency_ns;
  if (link.measured.bandwidth_bytes_per_s) {
    result.bandwidth_bytes_per_s = link.measured.bandwidth_bytes_per_s;
  }
  return result;
}

std::vector<const LinkClass*> classes_between_sites(const Topology& topology) {
  const Grid& grid = topology.grid();
  std::vector<const LinkClass*> classes;
  std::size_t pairs_left = topology.site_count() * (topology.site_count() - std::size_t{1});
  const auto add = [&](const LinkClass* link) {
    if (std::ranges::find(classes, link) == classes.end()) classes.push_back(link);
  };
  for (const LinkOverride& pair : grid.overrides) {
    add(grid.find_class(pair.link_class));
    pairs_left -= std::min<std::size_t>(pairs_left, pair.directed ? 1 : 2);
  }
  if (pairs_left > 0) add(&grid.links.at(LinkKind::between_sites));
  return classes;
}

}  // namespace isthmus::engine::topology
