#include <algorithm>
#include <iterator>
#include <set>

#include "isthmus/topology/grid.hpp"
#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/link_estimate.hpp"

namespace isthmus::engine::topology {

namespace {

bool is_this_machine(const Node& node) {
  return node.address == "localhost" || node.address == "::1" || node.address.starts_with("127.");
}

double mean_speed(const Site& site) {
  double speed = 0.0;
  double pes = 0.0;
  for (const Node& node : site.nodes) {
    for (int pe = 0; pe < node.pes; ++pe) speed += node.speed_of(pe);
    pes += node.pes;
  }
  return pes > 0.0 ? speed / pes : 1.0;
}

void warn_of_speeds(const Grid& grid, std::vector<std::string>& lines) {
  constexpr double ratio_usual_max = 10.0;
  if (grid.sites.size() < 2) return;
  const auto [slow, fast] = std::ranges::minmax_element(grid.sites, {}, mean_speed);
  if (mean_speed(*fast) <= ratio_usual_max * mean_speed(*slow)) return;
  lines.push_back("the PEs of site '" + fast->name + "' (speed " + shortest(mean_speed(*fast)) +
                  ") are far faster than those of site '" + slow->name + "' (speed " +
                  shortest(mean_speed(*slow)) + ")");
}

void warn_of_cores(const Grid& grid, int core_count, std::vector<std::string>& lines) {
  std::int64_t pes = 0;
  for (const Site& site : grid.sites) {
    for (const Node& node : site.nodes) pes += is_this_machine(node) ? node.pes : 0;
  }
  if (core_count < 1 || pes <= core_count) return;
  lines.push_back(count_of(pes, "PE") + " on this machine of " + count_of(core_count, "core") +
                  ": PEs will share cores");
}

/// A single pair of sites that has its own class leaves the general one unused.
bool every_pair_is_overridden(const Grid& grid) {
  const std::size_t pairs = grid.sites.size() * (grid.sites.size() - 1);
  if (grid.overrides.size() * 2 < pairs) return false;
  std::set<std::pair<std::string_view, std::string_view>> covered;
  for (const LinkOverride& pair : grid.overrides) {
    covered.emplace(pair.site_a, pair.site_b);
    if (!pair.directed) covered.emplace(pair.site_b, pair.site_a);
  }
  return covered.size() == pairs;
}

void warn_of_delay(const LinkClass& link, std::vector<std::string>& lines) {
  const DeviceSpec* delay = link.find("delay");
  if (delay == nullptr) return;
  const LinkEstimate values = estimate(link);
  if (!values.faults.empty() || values.bandwidth_bytes_per_s) return;
  if (values.latency_ns.value_or(0) == 0) {
    lines.push_back("link class '" + link.name +
                    "' has a delay without latency or bandwidth: " + "it emulates no wide area");
  } else if (values.jitter_ns.value_or(0) > *values.latency_ns) {
    lines.push_back("link class '" + link.name + "' has more jitter than latency");
  }
}

}  // namespace

std::vector<std::string> warnings(const Grid& grid, int core_count) {
  std::vector<std::string> lines;
  warn_of_speeds(grid, lines);
  warn_of_cores(grid, core_count, lines);
  const bool has_pairs = grid.sites.size() > 1;
  for (const auto& [kind, link] : grid.links) {
    std::ranges::move(estimate(link).faults, std::back_inserter(lines));
    const bool is_general = kind == LinkKind::between_sites;
    if (is_general && has_pairs && !every_pair_is_overridden(grid)) warn_of_delay(link, lines);
  }
  std::set<std::string_view> used;
  for (const LinkOverride& pair : grid.overrides) used.insert(pair.link_class);
  for (const auto& [name, link] : grid.link_classes) {
    std::ranges::move(estimate(link).faults, std::back_inserter(lines));
    if (used.contains(name)) {
      warn_of_delay(link, lines);
    } else {
      lines.push_back("link class '" + name +
                      "' is not used by any [[between]]; a job may change to it (--change-chain)");
    }
  }
  return lines;
}

}  // namespace isthmus::engine::topology
