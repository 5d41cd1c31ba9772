// Frames with a number behind their payload: ReorderFilter.
#include "fuzz/filter_bench.hpp"
#include "isthmus/fabric/filter/reorder.hpp"

namespace isthmus::engine::fuzz {

namespace {

using fabric::Device;
using fabric::ReorderFilter;
using fabric::ReorderOptions;
using fabric::Rewriting;
using fabric::rewritten_flag;

void run(Input input) {
  const auto make = [](std::unique_ptr<Device> below, ProcessId) -> std::unique_ptr<Device> {
    return std::make_unique<ReorderFilter>(
        std::move(below), Rewriting{0, FilterBench::limits},
        ReorderOptions{.frames_max = 8, .bytes_max = 10'000, .patience_ns = 1});
  };
  // Whoever makes frames up can number them, too.
  FilterBench(make, false).run(input);
}

/// Frames of these numbers, made up.
Bytes numbered(std::initializer_list<std::uint64_t> numbers) {
  Sink sink;
  for (const std::uint64_t number : numbers) {
    Message header{};
    header.flags = flag_on_wire | rewritten_flag(0);
    header.form = PayloadForm::bytes;
    header.destination = PeId(1);
    header.payload_bytes = 24;
    sink.put(std::uint8_t{3}).put(header).put(std::uint64_t{1}).put(std::uint64_t{2}).put(number);
    sink.put(std::uint8_t{4});
  }
  return sink.take();
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> seeds = FilterBench::seeds();
  seeds.push_back(numbered({0, 3, 1, 2, 4, 5}));
  seeds.push_back(numbered({1, 2, 3, 0, 7, 7}));
  seeds.push_back(numbered({0, 1, 1}));
  seeds.push_back(numbered({0, 9, 100}));
  seeds.push_back(numbered({0xffffffffffffffff, 0}));
  return seeds;
}

}  // namespace

extern const Target reordering;
const Target reordering{"reordering", run, seeds};

}  // namespace isthmus::engine::fuzz
