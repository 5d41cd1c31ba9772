#include "isthmus/testing/shape.hpp"

#include <stdexcept>

namespace isthmus::testing {

namespace {

/// So little that a few messages reach it.
constexpr runtime::FlowLimits narrow = {.queue_bytes = 1024, .backlog_bytes = 4096};

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
         (drive == Drive::threads ? "" : std::to_string(seed)) +
         (border_first == BorderFirst::no ? "" : ", border objects first") +
         (aggregation == runtime::Aggregation::off ? "" : ", aggregated") +
         (flow_limits.queue_bytes > narrow.queue_bytes ? "" : ", narrow");
}

std::vector<Shape> all_shapes() {
  std::vector<Shape> shapes;
  shapes.push_back({uniform_topology(1, 1), Drive::in_turn, 0});
  const topology::Topology stepped[] = {
      uniform_topology(1, 4),
      uniform_topology(2, 2, "8ms", "3ms"),
      uniform_topology(3, 1, "2ms", "1ms", 1),
      uniform_topology(2, 3, "1ms", "0", 2),
      with_gateways(uniform_topology(3, 3, "1ms", "500us", 3)),
  };
  for (const topology::Topology& topology : stepped) {
    const auto border_first = [](std::uint64_t seed) {
      return seed % 2 == 1 ? BorderFirst::yes : BorderFirst::no;
    };
    for (const std::uint64_t seed : {0, 1, 2, 3}) {
      const auto aggregation = seed < 2    ? runtime::Aggregation::off
                               : seed == 2 ? runtime::Aggregation::on
                                           : runtime::Aggregation::automatic;
      const runtime::FlowLimits limits = seed < 2 ? runtime::FlowLimits{} : narrow;
      shapes.push_back({topology, Drive::in_turn, seed, border_first(seed), aggregation, limits});
    }
    for (const std::uint64_t seed : {1, 2, 3}) {
      const runtime::FlowLimits limits = seed < 3 ? runtime::FlowLimits{} : narrow;
      shapes.push_back({topology, Drive::simulated, seed, border_first(seed),
                        runtime::Aggregation::off, limits});
    }
  }
  shapes.push_back({uniform_topology(1, 3), Drive::threads, 1});
  shapes.push_back({uniform_topology(2, 2, "100us", "50us"), Drive::threads, 1, BorderFirst::yes});
  shapes.push_back(
      {uniform_topology(2, 1, "100us", "0", 1), Drive::threads, 1, BorderFirst::automatic});
  shapes.push_back({uniform_topology(2, 1, "100us", "0", 1), Drive::threads, 1,
                    BorderFirst::automatic, runtime::Aggregation::automatic, narrow});
  shapes.push_back({with_gateways(uniform_topology(2, 2, "100us", "0", 2)), Drive::threads, 1});
  return shapes;
}

}  // namespace isthmus::testing
