#include "isthmus/program/pe_speeds.hpp"

#include <algorithm>
#include <vector>

#include "isthmus/topology/speeds.hpp"

namespace isthmus::engine::program {

namespace {

bool has_one_pe(const topology::Grid& grid) {
  return grid.sites.size() == 1 && grid.sites[0].nodes.size() == 1 &&
         grid.sites[0].nodes[0].pes == 1;
}

}  // namespace

bool measures_speeds(const Options& options) {
  if (options.backend == Backend::sim || has_one_pe(options.grid)) return false;
  if (options.speed_source == SpeedSource::start) return false;
  if (options.speed_measuring != SpeedMeasuring::automatic) {
    return options.speed_measuring == SpeedMeasuring::always;
  }
  // Of PEs that are yet to come nothing can be measured.
  if (options.begin_with > 0) return false;
  const bool known = options.grid.probe.speeds || options.grid.says_speeds();
  return options.settings.balancing.strategy != nullptr && !known;
}

SpeedSource speed_source(const Options& options) {
  if (measures_speeds(options)) return SpeedSource::start;
  if (options.grid.probe.speeds) return SpeedSource::probe;
  return options.grid.says_speeds() ? SpeedSource::grid : SpeedSource::nobody;
}

std::string_view to_string(SpeedSource source) {
  switch (source) {
    case SpeedSource::nobody:
      return "taken as equal";
    case SpeedSource::grid:
      return "as the grid file says";
    case SpeedSource::probe:
      return "probed one by one";
    case SpeedSource::start:
      return "measured while all PEs worked";
  }
  return "?";
}

std::string describe_speeds(const topology::Topology& topology, const balance::Plan& plan,
                            SpeedSource source) {
  std::vector<double> speeds;
  for (int pe = 0; pe < topology.pe_count(); ++pe) speeds.push_back(topology.speed_of(PeId(pe)));
  std::string text =
      "speeds of PEs " + topology::range_text(speeds) + ", " + std::string(to_string(source));
  const bool has_others =
      std::ranges::any_of(plan.shares, [](double share) { return share < 1.0; });
  if (has_others) text += "; shares of cores " + topology::range_text(plan.shares);
  return text;
}

}  // namespace isthmus::engine::program
