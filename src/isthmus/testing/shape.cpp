#include "isthmus/testing/shape.hpp"

#include <stdexcept>

#include "isthmus/network/aggregator.hpp"
#include "isthmus/network/flow_limits.hpp"

namespace isthmus::engine::testing {

namespace {

/// So little that a few messages reach it.
constexpr network::FlowLimits narrow = {.queue_bytes = 1024, .backlog_bytes = 4096};

}  // namespace

topology::Topology uniform_topology(int sites, int pes_per_site, const std::string& latency,
                                    const std::string& jitter, int processes_per_site) {
  const bool in_one_process = processes_per_site == 0;
  topology::Grid grid =
      topology::uniform_grid(sites, pes_per_site, in_one_process ? 1 : processes_per_site);
  topology::LinkClass& far = grid.links.at(topology::LinkKind::between_sites);
  far.set("delay", "latency", latency);
  far.set("delay", "jitter", jitter);
  auto topology = topology::Topology::from_grid(grid);
  if (!topology) throw std::runtime_error(topology.error().text());
  return in_one_process ? topology->in_one_process() : std::move(*topology);
}

topology::Topology with_gateways(const topology::Topology& topology, bool reserved) {
  topology::Grid grid = topology.grid();
  grid.gateways = true;
  grid.gateways_reserved = reserved;
  auto changed = topology::Topology::from_grid(grid);
  if (!changed) throw std::runtime_error(changed.error().text());
  return std::move(*changed);
}

std::string Shape::text() const {
  const std::string where = drive == Drive::threads     ? "threads"
                            : drive == Drive::simulated ? "virtual time, seed "
                                                        : "seed ";
  return std::to_string(topology.site_count()) + " sites, " + std::to_string(topology.pe_count()) +
         " PEs, " + std::to_string(topology.process_count()) + " processes, " +
         (topology.grid().reserves_gateways() ? "reserved " : "") +
         (topology.grid().gateways ? "gateways, " : "") + where +
         (drive == Drive::threads ? "" : std::to_string(settings.seed)) +
         (settings.border_first == BorderFirst::no ? "" : ", border objects first") +
         (settings.aggregation.mode == network::Aggregation::off ? "" : ", aggregated") +
         (settings.flow_limits.queue_bytes > narrow.queue_bytes ? "" : ", narrow");
}

std::vector<Shape> all_shapes() {
  using network::Aggregation;
  std::vector<Shape> shapes;
  const auto add = [&](topology::Topology topology, Drive drive, std::uint64_t seed,
                       BorderFirst border_first = BorderFirst::no) -> runtime::Settings& {
    shapes.push_back({std::move(topology), drive, test_settings(seed), {}});
    shapes.back().settings.border_first = border_first;
    return shapes.back().settings;
  };
  const auto every_second = [](std::uint64_t seed) {
    return seed % 2 == 1 ? BorderFirst::yes : BorderFirst::no;
  };
  add(uniform_topology(1, 1), Drive::in_turn, 0);
  const topology::Topology stepped[] = {
      uniform_topology(1, 4),
      uniform_topology(2, 2, "8ms", "3ms"),
      uniform_topology(3, 1, "2ms", "1ms", 1),
      uniform_topology(2, 3, "1ms", "0", 2),
      with_gateways(uniform_topology(3, 3, "1ms", "500us", 3)),
  };
  for (const topology::Topology& topology : stepped) {
    for (const std::uint64_t seed : {0, 1, 2, 3}) {
      runtime::Settings& settings = add(topology, Drive::in_turn, seed, every_second(seed));
      if (seed < 2) continue;
      settings.aggregation.mode = seed == 2 ? Aggregation::on : Aggregation::automatic;
      settings.flow_limits = narrow;
    }
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
      runtime::Settings& settings = add(topology, Drive::simulated, seed, every_second(seed));
      if (seed % 2 == 0) settings.aggregation.mode = Aggregation::on;
      if (seed > 2) settings.flow_limits = narrow;
    }
  }
  add(uniform_topology(1, 3), Drive::threads, 1);
  add(uniform_topology(2, 2, "100us", "50us"), Drive::threads, 1, BorderFirst::yes);
  add(uniform_topology(2, 1, "100us", "0", 1), Drive::threads, 1, BorderFirst::automatic);
  runtime::Settings& strained =
      add(uniform_topology(2, 1, "100us", "0", 1), Drive::threads, 1, BorderFirst::automatic);
  strained.aggregation.mode = Aggregation::automatic;
  strained.flow_limits = narrow;
  add(with_gateways(uniform_topology(2, 2, "100us", "0", 2)), Drive::threads, 1);
  return shapes;
}

}  // namespace isthmus::engine::testing
