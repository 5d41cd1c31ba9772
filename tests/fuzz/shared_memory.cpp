// Rings in memory that a hostile process writes to as it likes: ShmCarrier.
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>

#include <initializer_list>

#include "fuzz/frame_seeds.hpp"
#include "fuzz/target.hpp"
#include "isthmus/fabric/carrier/shm/shm.hpp"
#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fuzz {

namespace {

using fabric::bytes_message;
using fabric::Frame;
using fabric::lines_of;
using fabric::RecordingReceiver;
using fabric::SendStatus;
using fabric::shm_whole_bytes_max;
using fabric::ShmCarrier;
using fabric::ShmControl;
using fabric::ShmLink;
using fabric::ShmMemory;
using fabric::ShmSizes;
using fabric::ShmSlot;
using fabric::ShmSlotKind;
using fabric::ShmToken;
using fabric::WireLimits;

constexpr WireLimits limits{1 << 20, 4, 8};
constexpr ShmSizes sizes{4, 2 * shm_whole_bytes_max};

enum class Step : std::uint8_t {
  post,      ///< A slot, in its turn.
  scribble,  ///< Bytes anywhere in the memory.
  stream,    ///< Bytes of the stream, in their turn.
  claim,     ///< That so much of the stream is written.
  free,      ///< That so much of the other direction was read.
  send,      ///< A frame to the hostile process.
  progress,
  hang_up,
  count,
};

/// Both directions' memory, which the carrier maps by itself, and the connection.
class Bench {
 public:
  explicit Bench(Pool& pool) : pool_(pool) {
    std::array<int, 2> ends{};
    require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()) == 0,
            "there are descriptors");
    connection_ = Socket(ends[1]);
    ShmLink link;
    link.peer = ProcessId(1);
    link.connection = Socket(ends[0]);
    link.inbound = twice_mapped(to_carrier_);
    link.outbound = twice_mapped(from_carrier_);
    std::vector<ShmLink> links;
    links.push_back(std::move(link));
    auto made = ShmCarrier::adopt(std::move(links), limits);
    require(made.has_value(), "a carrier can be made");
    carrier_ = std::move(*made);
    carrier_->attach(receiver_);
    carrier_->use_pool(pool_);
  }

  void take(Source& source) {
    switch (static_cast<Step>(source.take<std::uint8_t>() % static_cast<unsigned>(Step::count))) {
      case Step::post:
        return post(source);
      case Step::scribble:
        return scribble(source);
      case Step::stream:
        return stream(source.take_bytes(source.take<std::uint16_t>()));
      case Step::claim:
        return control(to_carrier_)
            .streamed.store(source.take<std::uint64_t>(), std::memory_order_relaxed);
      case Step::free:
        control(from_carrier_)
            .slots_freed.store(source.take<std::uint16_t>(), std::memory_order_relaxed);
        return control(from_carrier_)
            .stream_freed.store(source.take<std::uint16_t>(), std::memory_order_relaxed);
      case Step::send:
        return send(source.take<std::uint16_t>());
      case Step::progress:
        return progress();
      default:
        return connection_.close();
    }
  }

  void progress() {
    // Later by more than the time between two looks at the connection.
    carrier_->progress(now_ns_ += 2 * ShmCarrier::look_interval_ns, 16);
    require(receiver_.lost.size() <= 1, "a peer is lost once");
    for (Frame& frame : receiver_.frames) {
      require(frame.message->payload_bytes <= limits.payload_bytes_max, "a payload is bounded");
      require(frame.message->destination.value < limits.pe_count, "a frame's end is there");
      pool_.release(std::move(frame.message));
    }
    receiver_.frames.clear();
  }

 private:
  static ShmControl& control(const ShmMemory& memory) {
    return *reinterpret_cast<ShmControl*>(memory.begin());
  }

  /// The carrier's view of memory that `own` keeps another view of.
  static ShmMemory twice_mapped(ShmMemory& own) {
    const ShmToken token{};
    auto made = ShmMemory::make(sizes, token);
    require(made.has_value(), "memory can be made");
    auto opened = ShmMemory::open(getpid(), made->descriptor(), sizes, token);
    require(opened.has_value(), "memory can be opened");
    own = std::move(*opened);
    return std::move(*made);
  }

  void post(Source& source) {
    const fabric::detail::ShmParts parts(to_carrier_.begin(), sizes);
    const auto kind = source.take<std::uint8_t>();
    const auto content = source.take<std::array<std::byte, ShmSlot::control_at>>();
    std::ranges::copy(content, parts.slot(posted_));
    const auto word = static_cast<std::uint8_t>(kind << 1 | parts.lap(posted_));
    parts.slot_control(posted_).store(word, std::memory_order_release);
    ++posted_;
  }

  void scribble(Source& source) {
    const auto at = source.take<std::uint16_t>() % sizes.total_bytes();
    const Input bytes = source.take_bytes(source.take<std::uint8_t>());
    const std::size_t count = std::min(bytes.size(), sizes.total_bytes() - at);
    std::ranges::copy(bytes.first(count), to_carrier_.begin() + at);
  }

  void stream(Input bytes) {
    const fabric::detail::ShmParts parts(to_carrier_.begin(), sizes);
    for (const std::byte byte : bytes) parts.stream[streamed_++ & parts.stream_mask] = byte;
    control(to_carrier_).streamed.store(streamed_, std::memory_order_release);
    // As an honest writer ends a frame.
    streamed_ = lines_of(streamed_);
  }

  void send(std::size_t payload_bytes) {
    Frame frame{bytes_message(pool_, 1, payload_bytes, PeId(0), PeId(1)), ProcessId(1)};
    std::memset(frame.message->payload(), 5, payload_bytes);
    if (carrier_->try_send(frame, now_ns_) != SendStatus::sent) {
      pool_.release(std::move(frame.message));
    }
  }

  Pool& pool_;
  Socket connection_;
  ShmMemory to_carrier_;
  ShmMemory from_carrier_;
  RecordingReceiver receiver_;
  std::unique_ptr<ShmCarrier> carrier_;
  TimeNs now_ns_ = 0;
  std::uint64_t posted_ = 0;
  std::uint64_t streamed_ = 0;
};

void run(Input input) {
  Pool pool;
  Bench bench(pool);
  Source source(input);
  while (!source.is_empty()) bench.take(source);
  for (int i = 0; i < 4; ++i) bench.progress();
}

void put_step(Sink& sink, Step step) { sink.put(static_cast<std::uint8_t>(step)); }

void put_slot(Sink& sink, ShmSlotKind kind, const ShmSlot& slot) {
  put_step(sink, Step::post);
  sink.put(kind).put_bytes(std::as_bytes(std::span(&slot, 1)).first(ShmSlot::control_at));
}

std::vector<Bytes> seeds() {
  Sink packed;
  ShmSlot slot;
  slot.flags = flag_on_wire;
  slot.destination = 1;
  put_slot(packed, ShmSlotKind::packed_empty, slot);
  slot.payload_bytes = 16;
  slot.handler = 3;
  put_slot(packed, ShmSlotKind::packed_bytes, slot);
  put_step(packed, Step::progress);
  Sink streamed;
  for (const Bytes& frame : sample_frames()) {
    put_step(streamed, Step::stream);
    streamed.put(static_cast<std::uint16_t>(frame.size())).put_bytes(frame);
    slot.ops_id = frame.size();
    put_slot(streamed, ShmSlotKind::streamed, slot);
    put_step(streamed, Step::progress);
  }
  Sink sends;
  for (const std::uint16_t bytes : std::initializer_list<std::uint16_t>{0, 16, 200, 9000}) {
    put_step(sends, Step::send);
    sends.put(bytes);
  }
  put_step(sends, Step::free);
  sends.put(std::uint16_t{2}).put(std::uint16_t{320});
  put_step(sends, Step::progress);
  put_step(sends, Step::hang_up);
  return {packed.take(), streamed.take(), sends.take()};
}

}  // namespace

extern const Target shared_memory;
const Target shared_memory{"shared_memory", run, seeds};

}  // namespace isthmus::engine::fuzz
