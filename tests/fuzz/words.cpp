// What users write on a command line or in a file, in one word or line: units, addresses, faults.
#include <cmath>

#include "fuzz/target.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/sim/faults.hpp"
#include "isthmus/topology/topology.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::fuzz {

namespace {

using topology::parse_bandwidth_bytes_per_s;
using topology::parse_duration_ns;
using topology::parse_probe_wishes;
using topology::parse_size_bytes;
using topology::Topology;
using topology::uniform_grid;

const Topology& some_topology() {
  static const Topology topology = *Topology::from_grid(uniform_grid(3, 4, 2));
  return topology;
}

void check_fault(std::string_view text) {
  Random random(7);
  const auto fault = sim::read_fault(text, some_topology(), random);
  if (!fault) {
    require(fault.error().code == ErrorCode::bad_input, "the text is at fault");
    return;
  }
  require(fault->at_ns >= 0 && fault->for_ns >= 0 && fault->end_ns() >= fault->at_ns,
          "a fault has its time");
  for (const SiteId site : fault->sites) {
    require(site.value < 3, "a fault's site is there");
  }
  static_cast<void>(sim::to_string(*fault, some_topology()));
}

/// The first byte chooses.
void run(Input input) {
  Source source(input);
  const auto choice = source.take<std::uint8_t>() % 6;
  const std::string_view text = text_of(source.rest());
  if (choice == 0) require(parse_duration_ns(text).value_or(0) >= 0, "a duration is not negative");
  if (choice == 1) {
    const double value = parse_bandwidth_bytes_per_s(text).value_or(1);
    require(value > 0 && std::isfinite(value), "a bandwidth is something");
  }
  if (choice == 2) require(parse_size_bytes(text).value_or(0) >= 0, "a size is not negative");
  if (choice == 3) check_fault(text);
  if (choice == 4) {
    if (const auto at = parse_host_port(text)) {
      const auto again = parse_host_port(at->text());
      require(again && *again == *at, "an address that was written reads as the same");
    }
  }
  if (choice == 5) static_cast<void>(parse_probe_wishes(text));
}

std::vector<Bytes> seeds() {
  const auto seed = [](std::uint8_t choice, std::string_view text) {
    return Sink().put(choice).put_bytes(bytes_of(text)).take();
  };
  return {seed(0, "1.5ms"),
          seed(1, "100Mb/s"),
          seed(2, "64KiB"),
          seed(3, "crash process=2 at=5ms"),
          seed(3, "cut sites=site0,any at=1ms..20ms for=100ms"),
          seed(3, "slow pe=3 factor=1.5..2 at=1s for=1s"),
          seed(3, "bandwidth sites=any,any to=10Mb/s"),
          seed(3, "lose sites=any,any rate=0.25 for=1m"),
          seed(4, "node7:4711"),
          seed(4, "[fe80::1]:80"),
          seed(5, "links,speeds")};
}

}  // namespace

extern const Target words;
const Target words{"words", run, seeds};

}  // namespace isthmus::engine::fuzz
