// One end of a session whose other end is hostile: session::Session, with the records' checks made
// right, so that what they say is looked at.
#include "isthmus/fabric/session/session.hpp"

#include <algorithm>

#include "fuzz/frame_seeds.hpp"
#include "fuzz/target.hpp"
#include "isthmus/fabric/session/sum.hpp"

namespace isthmus::engine::fuzz {

namespace {

using fabric::WireLimits;
namespace wire = fabric::session;

constexpr WireLimits limits{1 << 20, 4, 8};
constexpr unsigned slots = 3;
constexpr std::size_t window_bytes = 4096;

/// What the input says is done next.
enum class Step : std::uint8_t { open, lose, record, bytes, push, write, wait, end, count };

class Bench {
 public:
  explicit Bench(Pool& pool)
      : pool_(pool), blocks_(&pool), session_({limits, window_bytes, 256, slots}, blocks_) {}

  /// False once the session is of no more use.
  bool take(Source& source) {
    const auto step =
        static_cast<Step>(source.take<std::uint8_t>() % static_cast<unsigned>(Step::count));
    const unsigned slot = source.take<std::uint8_t>() % slots;
    switch (step) {
      case Step::open:
        if (!session_.is_open(slot)) {
          session_.opened(slot);
          records_fed_[slot] = 0;
          segments_[slot].clear();
        }
        return true;
      case Step::lose:
        if (session_.is_open(slot)) session_.lost(slot);
        return true;
      case Step::record:
        return feed_record(slot, source);
      case Step::bytes:
        return feed_bytes(slot, source);
      case Step::push:
        return push(source.take<std::uint8_t>());
      case Step::write:
        return write(source.take<std::uint16_t>());
      case Step::wait:
        session_.set_time(now_ns_ += source.take<std::uint32_t>());
        return true;
      default:
        is_ended_ = true;
        session_.end();
        return true;
    }
  }

 private:
  bool feed_record(unsigned slot, Source& source) {
    wire::Record record;
    record.kind = static_cast<wire::RecordKind>(source.take<std::uint8_t>());
    record.length = source.take<std::uint16_t>();
    record.offset = source.take<std::uint64_t>();
    record.received = source.take<std::uint64_t>();
    record.taken = source.take<std::uint64_t>();
    record.number = records_fed_[slot]++;
    if (record.kind == wire::RecordKind::data) {
      Bytes& segment = segments_[slot];
      segment.assign(record.length, std::byte{});
      const Input given = source.take_bytes(record.length);
      std::ranges::copy(given, segment.begin());
      record.sum = wire::sum_of(segment) ^ source.take<std::uint8_t>();
    }
    const wire::RecordBytes bytes = wire::encode(record);
    return feed(slot, bytes);
  }

  /// Some of the segment, or whatever the input says.
  bool feed_bytes(unsigned slot, Source& source) {
    const std::size_t count = source.take<std::uint16_t>();
    Bytes& segment = segments_[slot];
    if (segment.empty()) return feed(slot, source.take_bytes(count));
    const auto end = segment.begin() + static_cast<std::ptrdiff_t>(std::min(count, segment.size()));
    const Bytes part(segment.begin(), end);
    segment.erase(segment.begin(), end);
    return feed(slot, part);
  }

  bool feed(unsigned slot, Input bytes) {
    if (!session_.is_open(slot)) return true;
    do {
      bytes = bytes.subspan(fill_in_place(slot, bytes));
      Expected<MessagePtr> message = session_.take(slot, bytes);
      if (!message) return false;
      require(session_.stored_bytes() <= window_bytes, "what is kept is bounded");
      if (*message == nullptr) return true;
      pool_.release(std::move(*message));
    } while (true);
  }

  std::size_t fill_in_place(unsigned slot, Input bytes) {
    const auto gap = session_.gap(slot);
    const std::size_t count = std::min(gap.size(), bytes.size());
    std::ranges::copy(bytes.first(count), gap.begin());
    session_.filled(slot, count);
    return count;
  }

  bool push(std::size_t payload_bytes) {
    if (is_ended_ || !session_.has_room(fabric::header_bytes + payload_bytes)) return true;
    MessagePtr message = pool_.acquire(payload_bytes);
    std::memset(message->payload(), 7, payload_bytes);
    message->form = PayloadForm::bytes;
    session_.push(std::move(message));
    return true;
  }

  /// As far as the connection takes it.
  bool write(std::size_t bytes_max) {
    const auto slot = session_.next_writer(0);
    if (!slot) return true;
    wire::Gathered gathered;
    session_.gather(*slot, gathered);
    session_.written(*slot, std::min(bytes_max, gathered.byte_count));
    return true;
  }

  Pool& pool_;
  Pool* const blocks_;
  wire::Session session_;
  TimeNs now_ns_ = 0;
  std::uint8_t records_fed_[slots] = {};
  Bytes segments_[slots];  // what is left of those whose records were fed
  bool is_ended_ = false;
};

void run(Input input) {
  Pool pool;
  {
    Bench bench(pool);
    Source source(input);
    while (!source.is_empty() && bench.take(source)) continue;
  }
  require(pool.outstanding() == 0, "no message is left over");
}

void put_step(Sink& sink, Step step, std::uint8_t slot = 0) {
  sink.put(static_cast<std::uint8_t>(step)).put(slot);
}

void put_record(Sink& sink, std::uint8_t slot, const wire::Record& record) {
  put_step(sink, Step::record, slot);
  sink.put(record.kind).put(static_cast<std::uint16_t>(record.length)).put(record.offset);
  sink.put(record.received).put(record.taken);
}

/// The stream in segments, over one connection or two by turns, and frames the other way.
Bytes sample(std::uint8_t slot_count, bool sends) {
  Sink sink;
  Bytes stream;
  for (const Bytes& frame : sample_frames())
    stream.insert(stream.end(), frame.begin(), frame.end());
  for (std::uint8_t slot = 0; slot < slot_count; ++slot) {
    put_step(sink, Step::open, slot);
    put_record(sink, slot, {wire::RecordKind::hello, wire::version, window_bytes, 0, 0});
  }
  if (sends) {
    put_step(sink, Step::push);
    sink.put(std::uint8_t{100});
    for (int i = 0; i < 3; ++i) {
      put_step(sink, Step::write);
      sink.put(std::uint16_t{0xffff});
    }
  }
  std::uint8_t slot = 0;
  for (std::size_t at = 0; at < stream.size();) {
    const std::size_t count = std::min<std::size_t>(200, stream.size() - at);
    put_record(sink, slot, {wire::RecordKind::data, static_cast<std::uint32_t>(count), at, 0, 0});
    sink.put_bytes(Input(stream).subspan(at, count)).put(std::uint8_t{0});
    // At once, or in ever smaller parts.
    for (std::size_t left = count; left > 0;) {
      const std::size_t part = at % 400 == 0 ? left : (left + 1) / 2;
      put_step(sink, Step::bytes, slot);
      sink.put(static_cast<std::uint16_t>(part));
      left -= part;
    }
    at += count;
    slot = static_cast<std::uint8_t>((slot + 1) % slot_count);
  }
  if (sends) put_record(sink, 0, {wire::RecordKind::acknowledgement, 0, 0, 164, 164});
  put_record(sink, 0, {wire::RecordKind::end, 0, stream.size(), sends ? 164u : 0u, 0});
  put_step(sink, Step::end);
  put_step(sink, Step::write);
  sink.put(std::uint16_t{0xffff});
  put_step(sink, Step::lose);
  return sink.take();
}

std::vector<Bytes> seeds() { return {sample(1, false), sample(2, false), sample(1, true)}; }

}  // namespace

extern const Target session;
const Target session{"session", run, seeds};

}  // namespace isthmus::engine::fuzz
