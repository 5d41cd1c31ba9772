// Frames with a checksum behind their payload: ChecksumFilter.
#include "isthmus/fabric/filter/checksum.hpp"

#include "fuzz/filter_bench.hpp"

namespace isthmus::engine::fuzz {

namespace {

using fabric::ChecksumFilter;
using fabric::Device;
using fabric::Rewriting;

void run(Input input) {
  const auto make = [](std::unique_ptr<Device> below, ProcessId) -> std::unique_ptr<Device> {
    return std::make_unique<ChecksumFilter>(std::move(below), Rewriting{0, FilterBench::limits});
  };
  // Whoever can compute the sum can make frames up.
  FilterBench(make, false).run(input);
}

}  // namespace

extern const Target checksums;
const Target checksums{"checksums", run, FilterBench::seeds};

}  // namespace isthmus::engine::fuzz
