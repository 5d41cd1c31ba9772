// A stream of frames from a peer, cut anywhere: FrameAssembler, and the bundles in it.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <tuple>

#include "fuzz/frame_seeds.hpp"
#include "fuzz/target.hpp"
#include "isthmus/fabric/bundle.hpp"
#include "isthmus/fabric/carrier/frame_assembler.hpp"
#include "isthmus/fabric/change_sign.hpp"

namespace isthmus::engine::fuzz {

namespace {

using fabric::BundleReader;
using fabric::FrameAssembler;
using fabric::WireLimits;

/// As the room of the network uses it, but for the size: more than the input has must be refused or
/// waited for, whatever it is.
constexpr WireLimits limits{1 << 20, 4, 8};

void check_delivered(const Message& message, std::size_t landed_bytes) {
  require(message.payload_bytes + landed_bytes <= limits.payload_bytes_max, "a payload is bounded");
  require(message.source.value < limits.pe_count && message.destination.value < limits.pe_count,
          "a frame's ends are PEs of the job");
  require(static_cast<unsigned>(message.handler) < limits.handler_count,
          "a frame's handler is there");
}

/// What the chain's top does with a bundle.
void take_apart(const Message& bundle, Pool& pool) {
  BundleReader reader(bundle.payload_span(), limits);
  while (!reader.is_at_end()) {
    Expected<MessagePtr> message = reader.next(pool);
    if (!message) return;
    check_delivered(**message, 0);
    require(((*message)->flags & (flag_bundle | flag_change)) == 0, "no bundle in a bundle");
    pool.release(std::move(*message));
  }
}

/// The first byte tells how long the pieces are in which the rest comes, and whether some are
/// received in place.
void run(Input input) {
  Source source(input);
  const auto mode = source.take<std::uint8_t>();
  const std::size_t piece_bytes = (mode & 0x7f) == 0 ? input.size() + 1 : (mode & 0x7f);
  const bool in_place = (mode & 0x80) != 0;
  Pool pool;
  {
    Regions places;
    std::array<std::byte, 256> memory{};
    places.open(region_owner, 2, memory);
    FrameAssembler assembler;
    assembler.land_in(places);
    bool is_sound = true;
    while (is_sound && !source.is_empty()) {
      if (in_place && assembler.has_gap()) {
        const FrameAssembler::Gap gap = assembler.gap(pool);
        const Input come = source.take_bytes(std::min(piece_bytes, gap.memory.size()));
        std::ranges::copy(come, gap.memory.begin());
        assembler.filled(come.size());
      }
      Input piece = source.take_bytes(piece_bytes);
      do {
        Expected<MessagePtr> message = assembler.take(piece, limits, pool);
        is_sound = message.has_value();
        if (!is_sound || *message == nullptr) break;
        check_delivered(**message, assembler.landed_bytes());
        if (((*message)->flags & flag_bundle) != 0) take_apart(**message, pool);
        if (fabric::is_change_sign(**message)) std::ignore = fabric::read_change_sign(**message);
        pool.release(std::move(*message));
      } while (!piece.empty());
    }
    assembler.drop(pool);
  }
  require(pool.outstanding() == 0, "no message is left over");
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> seeds;
  for (const std::uint8_t mode : std::initializer_list<std::uint8_t>{0, 7, 0x80, 0xa0}) {
    Sink sink;
    sink.put(mode);
    for (const Bytes& frame : sample_frames()) sink.put_bytes(frame);
    seeds.push_back(sink.take());
  }
  return seeds;
}

}  // namespace

extern const Target frames;
const Target frames{"frames", run, seeds};

}  // namespace isthmus::engine::fuzz
