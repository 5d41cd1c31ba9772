// MPI's messages from a peer: MpiInbound. MPI itself takes no part: the three functions that it
// calls are here, and do what the input says.
#include <mpi.h>

#include <algorithm>
#include <optional>

#include "fuzz/frame_seeds.hpp"
#include "fuzz/target.hpp"
#include "isthmus/fabric/carrier/mpi/mpi_stream.hpp"

namespace {

/// The receive that is under way; there is one at most.
struct Receive {
  std::span<std::byte> to;
  bool is_done = false;
  int count = 0;
};
std::optional<Receive> receive;

}  // namespace

extern "C" {

int MPI_Irecv(void* to, int count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) {
  isthmus::engine::fuzz::require(!receive && count > 0, "one piece at a time");
  receive = Receive{{static_cast<std::byte*>(to), static_cast<std::size_t>(count)}};
  return MPI_SUCCESS;
}

int MPI_Test(MPI_Request*, int* is_done, MPI_Status*) {
  *is_done = receive && receive->is_done ? 1 : 0;
  return MPI_SUCCESS;
}

int MPI_Get_count(const MPI_Status*, MPI_Datatype, int* count) {
  *count = receive->count;
  receive.reset();
  return MPI_SUCCESS;
}

}  // extern "C"

namespace isthmus::engine::fuzz {

namespace {

using fabric::header_bytes;
using fabric::MpiInbound;
using fabric::MpiPrefix;
using fabric::WireLimits;

constexpr WireLimits limits{1 << 20, 4, 8};
constexpr std::size_t held_max = 4096;

void deliver(void* pool, MessagePtr message, std::size_t landed_bytes) {
  require(message->payload_bytes + landed_bytes <= limits.payload_bytes_max,
          "a payload is bounded");
  static_cast<Pool*>(pool)->release(std::move(message));
}

enum class Step : std::uint8_t { message, piece, short_piece, count };

void run(Input input) {
  receive.reset();
  Pool own;
  Pool* const pool = &own;
  {
    MpiInbound inbound(0, 1, limits, pool, &deliver, pool, held_max);
    Source source(input);
    while (!source.is_empty() && !inbound.failure()) {
      const auto step =
          static_cast<Step>(source.take<std::uint8_t>() % static_cast<unsigned>(Step::count));
      const Input bytes =
          source.take_bytes(std::min<std::size_t>(source.take<std::uint16_t>(), 8192));
      if (step == Step::message) {
        inbound.take(bytes);
        require(inbound.held_bytes() <= held_max, "what is kept for a peer stays bounded");
      } else if (receive) {
        // What is not in the input was sent, too.
        std::ranges::fill(receive->to, std::byte{0});
        const std::size_t count = std::min(bytes.size(), receive->to.size());
        std::copy_n(bytes.begin(), count, receive->to.begin());
        receive->count = static_cast<int>(step == Step::piece ? receive->to.size() : count);
        receive->is_done = true;
        inbound.progress();
      }
    }
  }
  require(own.outstanding() == 0, "no message is left over");
}

void put_message(Sink& sink, const MpiPrefix& prefix, Input bytes) {
  sink.put(Step::message).put(static_cast<std::uint16_t>(sizeof(prefix) + bytes.size()));
  sink.put(prefix).put_bytes(bytes);
}

/// A bulk is announced, and never comes; what comes behind it is too much.
Bytes flood() {
  Sink sink;
  put_message(sink, {MpiPrefix::stream, 400, 200}, sample_frames()[0]);
  const Bytes more(held_max / 4);
  for (int i = 0; i < 5; ++i) put_message(sink, {}, more);
  return sink.take();
}

/// The payload of the third frame comes by itself, in two pieces.
std::vector<Bytes> seeds() {
  Sink sink;
  const std::vector<Bytes> frames = sample_frames();
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (i != 2) {
      put_message(sink, {}, frames[i]);
      continue;
    }
    const Input header = Input(frames[i]).first(header_bytes);
    const Input payload = Input(frames[i]).subspan(header_bytes);
    put_message(sink, {MpiPrefix::stream, static_cast<std::uint32_t>(payload.size()), 200}, header);
    put_message(sink, {}, frames[0]);
    for (const Input piece : {payload.first(200), payload.subspan(200)}) {
      sink.put(Step::piece).put(static_cast<std::uint16_t>(piece.size())).put_bytes(piece);
    }
  }
  put_message(sink, {MpiPrefix::end, 0, 0}, {});
  return {sink.take(), flood()};
}

}  // namespace

extern const Target mpi_messages;
const Target mpi_messages{"mpi_messages", run, seeds};

}  // namespace isthmus::engine::fuzz
