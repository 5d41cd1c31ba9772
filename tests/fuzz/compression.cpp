// Compressed payloads, by lz4 and zstd: CompressFilter and its codecs.
#include "fuzz/filter_bench.hpp"
#include "isthmus/fabric/filter/compress.hpp"

namespace isthmus::fuzz {

namespace {

using fabric::Codec;
using fabric::CompressFilter;
using fabric::CompressOptions;
using fabric::CompressParts;
using fabric::Device;
using fabric::Rewriting;
using fabric::rewritten_flag;

/// The first byte chooses the codec of process 0; the other process has the other one.
void run(Input input) {
  Source source(input);
  const bool is_lz4 = (source.take<std::uint8_t>() & 1) != 0;
  const auto make = [&](std::unique_ptr<Device> below, ProcessId self) -> std::unique_ptr<Device> {
    const Codec codec = is_lz4 == (self == ProcessId(0)) ? Codec::lz4 : Codec::zstd;
    return std::make_unique<CompressFilter>(std::move(below), Rewriting{0, FilterBench::limits},
                                            CompressOptions{codec, false, 1, 64}, CompressParts{});
  };
  FilterBench(make, false).run(source.rest());
}

/// A payload that claims to unpack to far more than it is.
Bytes claims_much() {
  Sink sink;
  sink.put(std::uint8_t{1}).put(std::uint8_t{3});
  Message header{};
  header.flags = flag_on_wire | rewritten_flag(0);
  header.form = PayloadForm::bytes;
  header.payload_bytes = 16;
  sink.put(header).put(std::uint32_t{1 << 20}).put(std::uint8_t{1}).put(std::uint8_t{8});
  sink.put(std::uint16_t{0}).put(std::uint64_t{0xffffffffff});
  return sink.take();
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> seeds;
  for (const Bytes& steps : FilterBench::seeds()) {
    seeds.push_back(Sink().put(std::uint8_t{0}).put_bytes(steps).take());
    seeds.push_back(Sink().put(std::uint8_t{1}).put_bytes(steps).take());
  }
  seeds.push_back(claims_much());
  return seeds;
}

}  // namespace

extern const Target compression;
const Target compression{"compression", run, seeds};

}  // namespace isthmus::fuzz
