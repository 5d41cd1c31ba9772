// Compressed payloads, by lz4, zstd and zfp: CompressFilter and its codecs.
#include <cmath>

#include "fuzz/filter_bench.hpp"
#include "isthmus/fabric/filter/compress.hpp"

namespace isthmus::engine::fuzz {

namespace {

using fabric::Codec;
using fabric::CompressFilter;
using fabric::CompressOptions;
using fabric::CompressParts;
using fabric::Device;
using fabric::Rewriting;
using fabric::rewritten_flag;

/// A payload of a bound, whether it has been made use of, and doubles.
struct RoughKind final : PayloadOps {
  static constexpr std::uint32_t numbers_at = 16;

  RoughKind() {
    inexact_arrays = [](std::span<const std::byte> payload) {
      InexactArrays found;
      AdmittedError error;
      if (payload.size() < numbers_at + 8) return found;
      std::memcpy(&error.bound, payload.data(), 8);
      error.is_spent = payload[8] != std::byte{0};
      const auto count = static_cast<std::uint32_t>((payload.size() - numbers_at) / 8);
      if (error.admits_any()) found.add({numbers_at, count, 8, error.bound, 8});
      return found;
    };
    enlist("a kind of the fuzzers whose numbers may come with an error");
  }
};
const RoughKind rough_kind;

/// The first byte chooses the codec of process 0; the other process has the other one.
void run(Input input) {
  Source source(input);
  const bool is_lz4 = (source.take<std::uint8_t>() & 1) != 0;
  static const PayloadTable kinds = PayloadTable::of_program().value();
  const auto make = [&](std::unique_ptr<Device> below, ProcessId self) -> std::unique_ptr<Device> {
    const Codec codec = is_lz4 == (self == ProcessId(0)) ? Codec::lz4 : Codec::zstd;
    return std::make_unique<CompressFilter>(std::move(below), Rewriting{0, FilterBench::limits},
                                            CompressOptions{codec, false, 1, 64},
                                            CompressParts{.payloads = &kinds});
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

/// Numbers with an error, of a kind that admits it, or else of one that does not. Nothing in a
/// build without zfp.
Bytes inexact(bool is_admitted) {
  alignas(8) std::array<std::byte, RoughKind::numbers_at + 8 * 500> payload{};
  const double bound = 1e-3;
  std::memcpy(payload.data(), &bound, sizeof(bound));
  for (std::size_t i = 0; i < 500; ++i) {
    const double number = std::sin(static_cast<double>(i) * 0.01);
    std::memcpy(&payload[RoughKind::numbers_at + 8 * i], &number, sizeof(number));
  }
  Bytes packed(payload.size());
  fabric::InexactPayloads payloads;
  packed.resize(payloads.pack(payload, rough_kind.inexact_arrays(payload).all(), packed));
  Message header{};
  header.ops_id = is_admitted ? rough_kind.id : 5;
  header.flags = flag_on_wire | rewritten_flag(0);
  header.form = PayloadForm::bytes;
  header.destination = PeId(1);
  header.payload_bytes = static_cast<std::uint32_t>(8 + packed.size());
  Sink sink;
  sink.put(std::uint8_t{1}).put(std::uint8_t{3}).put(header);
  sink.put(static_cast<std::uint32_t>(payload.size())).put(Codec::zfp).put(std::uint8_t{1});
  sink.put(std::uint16_t{0}).put_bytes(packed);
  return sink.take();
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> seeds;
  for (const Bytes& steps : FilterBench::seeds()) {
    seeds.push_back(Sink().put(std::uint8_t{0}).put_bytes(steps).take());
    seeds.push_back(Sink().put(std::uint8_t{1}).put_bytes(steps).take());
  }
  seeds.push_back(claims_much());
  seeds.push_back(inexact(true));
  seeds.push_back(inexact(false));
  return seeds;
}

}  // namespace

extern const Target compression;
const Target compression{"compression", run, seeds};

}  // namespace isthmus::engine::fuzz
