// TLS between two processes, its handshake and its records: CryptFilter. Nothing that somebody
// between them changes or makes up may come out. OpenSSL draws random numbers of its own, so an
// input is not quite the same run each time.
#include "fuzz/filter_bench.hpp"
#include "isthmus/fabric/filter/crypt.hpp"

namespace isthmus::engine::fuzz {

namespace {

using fabric::CryptFilter;
using fabric::Device;

void run(Input input) {
  const Secret secret{{std::byte{1}, std::byte{2}}};
  const auto make = [&](std::unique_ptr<Device> below, ProcessId self) -> std::unique_ptr<Device> {
    auto filter = CryptFilter::make(std::move(below), {0, FilterBench::limits}, {},
                                    {self, PeId(self.value), secret});
    require(filter.has_value(), "OpenSSL can do it");
    return std::move(*filter);
  };
  FilterBench(make, true).run(input);
}

}  // namespace

extern const Target encryption;
const Target encryption{"encryption", run, FilterBench::seeds};

}  // namespace isthmus::engine::fuzz
