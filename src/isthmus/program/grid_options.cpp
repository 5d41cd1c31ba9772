#include "isthmus/program/grid_options.hpp"

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/registry.hpp"
#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::program {

namespace {

// Sets a parameter of the delay filter of every link class between sites; adds the filter where a
// class has none.
void set_delay(topology::Grid& grid, const std::string& parameter, const std::string& value) {
  const auto apply = [&](topology::LinkClass& link) {
    if (link.set("delay", parameter, value)) return;
    topology::DeviceSpec delay{"delay", {{parameter, value}}};
    link.chain.insert(link.chain.begin(), std::move(delay));
  };
  apply(grid.links.at(topology::LinkKind::between_sites));
  for (auto& [name, link] : grid.link_classes) apply(link);
}

// The chain would refuse it too, but not by the name of the option.
Expected<void> check_delay(const std::string& parameter, const std::string& value) {
  const auto checked = [&](auto parsed) -> Expected<void> {
    if (parsed) return {};
    parsed.error().where = "--" + parameter;
    return forward_error(parsed);
  };
  return parameter == "bandwidth" ? checked(topology::parse_bandwidth_bytes_per_s(value))
                                  : checked(topology::parse_duration_ns(value));
}

/// TIME:CLASS:TO, where the classes are some of the grid's, which has been read.
Expected<Options::ChainChangeRequest> read_chain_change(const std::string& text,
                                                        const topology::Grid& grid,
                                                        Random& random) {
  constexpr const char* option = "--change-chain";
  const std::size_t first = text.find(':');
  const std::size_t second = text.find(':', first + 1);
  if (first == std::string::npos || second == std::string::npos) {
    return fail(ErrorCode::bad_input, "'" + topology::printable(text) + "'", option,
                "TIME:CLASS:TO,..., such as 30s:between_sites:thin");
  }
  Options::ChainChangeRequest wish{.link_class = text.substr(first + 1, second - first - 1),
                                   .to = text.substr(second + 1)};
  const std::string time = text.substr(0, first);
  const std::size_t dots = time.find("..");
  const std::string most = dots == std::string::npos ? time : time.substr(dots + 2);
  TimeNs most_ns = 0;
  for (const auto& [end, end_ns] :
       {std::pair(time.substr(0, dots), &wish.after_ns), std::pair(most, &most_ns)}) {
    // An option that is not given reads as nothing, but here a time is to be given.
    if (auto read = read_duration(end.empty() ? "no time" : end, option, *end_ns); !read) {
      return std::unexpected(read.error());
    }
  }
  if (most_ns < wish.after_ns) {
    return fail(ErrorCode::bad_input, "'" + topology::printable(time) + "'", option,
                "a time, or a range LEAST..MOST");
  }
  wish.after_ns +=
      static_cast<TimeNs>(random.below(static_cast<std::uint64_t>(most_ns - wish.after_ns) + 1));
  for (const std::string& name : {wish.link_class, wish.to}) {
    if (grid.find_class(name) != nullptr) continue;
    return fail(ErrorCode::bad_input, "no link class '" + topology::printable(name) + "'", option,
                "a [link.KIND] or a [class.NAME] of the grid file");
  }
  return wish;
}

constexpr std::uint64_t chain_change_purpose = 0xc4a1;

}  // namespace

Expected<void> build_grid(const Typed& typed, int core_count, Options& options) {
  if (typed.has("grid")) {
    for (const std::string name : {"sites", "pes", "processes"}) {
      if (typed.has(name)) {
        return fail(ErrorCode::bad_input, "--grid and --" + name + " exclude each other", {},
                    "one of the two");
      }
    }
    Expected<topology::Grid> grid = topology::load_grid(typed.text("grid"));
    if (!grid) return forward_error(grid);
    options.grid = std::move(*grid);
    options.shape.is_from_file = true;
  } else {
    const int sites = typed.number("sites").value_or(1);
    const int processes = typed.number("processes").value_or(1);
    options.shape.sites = sites;
    options.shape.pes = typed.number("pes");
    options.shape.processes = typed.number("processes");
    if (sites < 1) {
      return fail(ErrorCode::bad_input, std::to_string(sites) + " sites", "--sites", "at least 1");
    }
    const int cores = std::max(1, core_count / sites);
    const int pes = options.shape.pes.value_or(std::max(cores, processes));
    options.grid = topology::uniform_grid(sites, pes, processes);
  }
  if (typed.has("probe")) {
    auto wishes = topology::parse_probe_wishes(typed.text("probe"));
    if (!wishes) {
      wishes.error().where = "--probe";
      return forward_error(wishes);
    }
    topology::ProbeWishes& all = options.grid.probe;
    all = {all.sites || wishes->sites, all.links || wishes->links, all.speeds || wishes->speeds};
  }
  if (const std::string& gateways = typed.text("gateways"); !gateways.empty()) {
    options.grid.gateways_reserved = gateways == "reserved";
    options.grid.gateways = gateways != "no";
  }
  if (auto valid = topology::validate(options.grid); !valid) return forward_error(valid);
  for (const std::string parameter : {"latency", "jitter", "bandwidth"}) {
    const std::string& value = typed.text(parameter);
    if (value.empty()) continue;
    if (auto valid = check_delay(parameter, value); !valid) return valid;
    set_delay(options.grid, parameter, value);
  }
  return {};
}

Expected<void> read_carrier(const Typed& typed, Options& options) {
  const std::string& carrier = typed.text("carrier");
  if (carrier.empty()) return {};
  const std::vector<std::string> carriers = fabric::carriers_between_processes();
  if (std::ranges::find(carriers, carrier) == carriers.end()) {
    return fail(
        ErrorCode::bad_input,
        "'" + topology::printable(carrier) + "' is not a carrier between processes of a site",
        "--carrier", topology::one_of(carriers, carrier));
  }
  for (const auto kind : {topology::LinkKind::same_node, topology::LinkKind::same_site}) {
    topology::LinkClass& link = options.grid.links.at(kind);
    const auto end = fabric::carrier_end(link);
    if (end.size() != 1 || end.front().name != carrier) {
      link.chain.resize(link.chain.size() - end.size());
      link.chain.push_back({carrier});
    }
    const bool needs_order = !fabric::find_device_info(carrier)->keeps_order;
    if (needs_order && link.find("reorder") == nullptr) {
      link.chain.insert(link.chain.end() - 1, topology::DeviceSpec{"reorder"});
    }
  }
  return {};
}

Expected<void> read_chain_changes(const Typed& typed, Options& options) {
  Random random = Random::for_purpose(options.settings.seed, chain_change_purpose);
  for (const auto part : std::views::split(typed.text("change-chain"), ',')) {
    auto wish = read_chain_change(std::string(part.begin(), part.end()), options.grid, random);
    if (!wish) return forward_error(wish);
    options.chain_changes.push_back(std::move(*wish));
  }
  return {};
}

}  // namespace isthmus::engine::program
