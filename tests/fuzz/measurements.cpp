// What PEs say that they have measured of their objects: balance::validate and assemble.
#include "isthmus/balance/measurements.hpp"

#include "fuzz/target.hpp"
#include "isthmus/serial/serial.hpp"

namespace isthmus::engine::fuzz {

namespace {

using balance::PeMeasurements;
using topology::Topology;

constexpr int pe_count = 4;

const Topology& some_topology() {
  static const Topology topology = *Topology::from_grid(topology::uniform_grid(2, 2));
  return topology;
}

void run(Input input) {
  auto said = serial::from_bytes<std::vector<PeMeasurements>>(input);
  if (!said) return;
  std::vector<PeMeasurements> pes;
  for (int i = 0; i < pe_count; ++i) pes.push_back({.pe = PeId(i)});
  for (PeMeasurements& pe : *said) {
    if (balance::validate(pe, some_topology())) pes[pe.pe.value] = std::move(pe);
  }
  const std::vector<double> speeds(pe_count, 1.0);
  const balance::Measured measured = balance::assemble(some_topology(), speeds, pes);
  require(measured.ids.size() == measured.snapshot.object_count(), "each position is an object");
  const auto valid = balance::validate(measured.snapshot);
  require(valid.has_value(), "what was measured is a snapshot");
}

std::vector<Bytes> seeds() {
  const auto object = [](std::uint64_t number) {
    balance::MeasuredObject made;
    made.id.key.low = number;
    made.busy_ns = 1000;
    made.bytes = 64;
    return made;
  };
  PeMeasurements first{.pe = PeId(0), .busy_ns = 3000, .objects = {object(1), object(2)}};
  first.traffic = {{0, object(2).id, 3, 300}, {1, object(7).id, 1, 8}};
  PeMeasurements second{.pe = PeId(1), .busy_ns = 1000, .displaced_ns = 5, .objects = {object(7)}};
  return {serial::to_bytes(std::vector{first, second}), serial::to_bytes(std::vector{second})};
}

}  // namespace

extern const Target measurements;
const Target measurements{"measurements", run, seeds};

}  // namespace isthmus::engine::fuzz
