// What a process says that the job has found out about its grid: topology::apply.
#include "isthmus/topology/findings.hpp"

#include "fuzz/target.hpp"
#include "isthmus/serial/serial.hpp"

namespace isthmus::engine::fuzz {

namespace {

using topology::Findings;
using topology::Topology;

const Topology& written() {
  static const Topology topology = *Topology::from_grid(topology::uniform_grid(3, 4, 2));
  return topology;
}

void run(Input input) {
  const auto findings = serial::from_bytes<Findings>(input);
  if (!findings) return;
  const auto found = topology::apply(*findings, written());
  if (!found) {
    require(found.error().code == ErrorCode::malformed, "the peer is at fault");
    return;
  }
  const auto topology = Topology::from_grid(found->grid);
  require(topology.has_value(), "what was found is a topology");
  require(topology->pe_count() == written().pe_count(), "no PE is lost");
}

Bytes seed(const Findings& findings) { return serial::to_bytes(findings); }

std::vector<Bytes> seeds() {
  const auto nodes = static_cast<std::size_t>(written().node_count());
  Findings sites;
  sites.site_of_node.assign(nodes, 0);
  sites.site_of_node.back() = 1;
  sites.links = {{0, 1, 5'000'000, 1e6}};
  sites.latency_ns = {0, 100, 1000, 5'000'000};
  Findings speeds;
  speeds.speed_of_pe.assign(static_cast<std::size_t>(written().pe_count()), 1.5);
  return {seed(sites), seed(speeds), seed({})};
}

}  // namespace

extern const Target findings;
const Target findings{"findings", run, seeds};

}  // namespace isthmus::engine::fuzz
