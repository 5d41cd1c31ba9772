#include "isthmus/fabric/session/session.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::fabric::session {

namespace {

/// What the peer may have to keep before it hears that it has come.
constexpr std::uint64_t unacknowledged_bytes_max = 256 * 1024;
/// How long an acknowledgement waits for data that it can go with.
constexpr TimeNs acknowledgement_delay_ns = 2'000'000;
/// Whoever waits for the peer asks it for an answer so often: of what got lost in front of a record
/// its number tells.
constexpr TimeNs probe_interval_ns = 1'000'000'000;

std::unexpected<Error> malformed(std::string what, std::string expected) {
  return fail(ErrorCode::malformed, std::move(what), {}, std::move(expected));
}

}  // namespace

Session::Session(const Options& options, Pool* const& blocks)
    : options_(options),
      blocks_(blocks),
      outbound_({options.window_bytes, options.segment_bytes, options.slots}),
      inbound_(options.window_bytes, options.slots, options.limits),
      lanes_(options.slots) {
  ISTHMUS_ASSERT(options.slots >= 1 && options.slots <= 64);
  ISTHMUS_ASSERT(options.segment_bytes >= 1 && options.segment_bytes <= segment_bytes_limit);
}

Session::~Session() { drop(); }

void Session::drop() {
  outbound_.drop(*blocks_);
  inbound_.drop(*blocks_);
}

void Session::push(MessagePtr message) {
  ISTHMUS_ASSERT(!is_ended_);
  outbound_.push(std::move(message), *blocks_);
}

// --- connections ---------------------------------------------------------------------------------

void Session::opened(unsigned slot) {
  ISTHMUS_ASSERT(!lanes_[slot].is_open);
  lanes_[slot] = Lane();
  lanes_[slot].is_open = true;
  outbound_.opened(slot);
  inbound_.opened(slot);
}

std::size_t Session::lost(unsigned slot) {
  ISTHMUS_ASSERT(lanes_[slot].is_open);
  lanes_[slot] = Lane();
  inbound_.lost(slot);
  if (end_slot_ == slot && !is_end_acknowledged_) end_slot_.reset();
  // It may have taken an acknowledgement with it.
  received_told_ = 0;
  if (inbound_.received() > 0) {
    acknowledge_ns_ = std::min(acknowledge_ns_, now_ns_ + acknowledgement_delay_ns);
  }
  return outbound_.lost(slot);
}

unsigned Session::open_count() const {
  return static_cast<unsigned>(std::ranges::count_if(lanes_, &Lane::is_open));
}

// --- reading -------------------------------------------------------------------------------------

Expected<MessagePtr> Session::take(unsigned slot, std::span<const std::byte>& bytes) {
  while (true) {
    const std::uint64_t received = inbound_.received();
    Expected<MessagePtr> message = inbound_.take_stored(*blocks_);
    if (inbound_.received() != received) note_arrival();
    if (!message || *message != nullptr) return message;
    if (!lanes_[slot].is_open) return MessagePtr();
    if (bytes.empty() && !inbound_.has_segment(slot)) {
      if (holds_record_in_segment(slot)) {
        return fail(ErrorCode::io, "something was lost on the way: a record came within a segment");
      }
      return MessagePtr();
    }
    if (inbound_.is_receiving(slot)) {
      message = inbound_.take(slot, bytes, *blocks_);
      note_arrival();
      if (!message || *message != nullptr) return message;
      continue;
    }
    Lane& lane = lanes_[slot];
    const std::size_t count = std::min(bytes.size(), record_bytes - lane.head_in_have);
    std::memcpy(lane.head_in.data() + lane.head_in_have, bytes.data(), count);
    lane.head_in_have += count;
    bytes = bytes.subspan(count);
    if (lane.head_in_have < record_bytes) return MessagePtr();
    lane.head_in_have = 0;
    const auto record = decode(lane.head_in);
    if (!record) return std::unexpected(record.error());
    if (auto handled = handle(slot, *record); !handled) return forward_error(handled);
  }
}

/// Where something of a segment was swallowed, what the peer says next is taken for the rest of it;
/// and before long the peer says nothing but a question, since nothing of what follows has come.
bool Session::holds_record_in_segment(unsigned slot) const {
  if (!inbound_.is_receiving(slot)) return false;
  const auto record = decode(inbound_.last_bytes<record_bytes>(slot));
  return record && record->kind == RecordKind::acknowledgement;
}

Expected<void> Session::handle(unsigned slot, const Record& record) {
  Lane& lane = lanes_[slot];
  if (record.number != lane.records_read) {
    return fail(ErrorCode::io, "something was lost or repeated on the way: record " +
                                   std::to_string(record.number) + " of 256 came instead of " +
                                   std::to_string(lane.records_read));
  }
  ++lane.records_read;
  if ((record.kind == RecordKind::hello) == lane.is_greeted) {
    return malformed(lane.is_greeted ? "a second hello on one connection"
                                     : "a connection that begins without a hello",
                     "one hello at the beginning");
  }
  if (record.kind == RecordKind::hello) {
    lane.is_greeted = true;
    outbound_.set_peer_window(record.offset);
  }
  std::uint64_t received = record.received;
  if (was_end_sent_ && received == outbound_.end() + 1) {
    is_end_acknowledged_ = true;
    --received;
  }
  if (!outbound_.acknowledged(received) || !outbound_.confirmed(slot, record.taken, now_ns_)) {
    return malformed("an acknowledgement of bytes that were not sent",
                     "at most " + std::to_string(outbound_.end()));
  }
  release();
  if (record.kind == RecordKind::acknowledgement && record.offset == 1) lane.owes_answer = true;
  if (record.kind == RecordKind::data) {
    return inbound_.begin(slot, {record.offset, record.length}, record.sum);
  }
  if (record.kind != RecordKind::end) return {};
  if (record.offset < inbound_.received() || (peer_end_ && *peer_end_ != record.offset)) {
    return malformed("an end at byte " + std::to_string(record.offset), "the last one, once");
  }
  peer_end_ = record.offset;
  acknowledge_ns_ = std::min(acknowledge_ns_, now_ns_);
  return {};
}

/// The end counts as one byte.
std::uint64_t Session::received_with_end() const {
  return inbound_.received() + (has_peer_ended() ? 1 : 0);
}

void Session::note_arrival() {
  if (acknowledge_ns_ == never_ns) acknowledge_ns_ = now_ns_ + acknowledgement_delay_ns;
}

void Session::filled(unsigned slot, std::size_t byte_count) {
  if (byte_count == 0) return;
  inbound_.filled(slot, byte_count);
  note_arrival();
}

// --- writing -------------------------------------------------------------------------------------

bool Session::is_acknowledgement_due(unsigned slot) const {
  const std::uint64_t untold_bytes = inbound_.taken(slot) - lanes_[slot].taken_told;
  const std::uint64_t least_bytes =
      std::min<std::uint64_t>(unacknowledged_bytes_max, options_.window_bytes / 4);
  if (untold_bytes >= least_bytes) return true;
  if (now_ns_ < acknowledge_ns_) return false;
  return untold_bytes > 0 || received_with_end() != received_told_;
}

/// When the peer must be asked for an answer; never_ns where nothing is waited for.
TimeNs Session::probe_ns(unsigned slot) const {
  const Lane& lane = lanes_[slot];
  if (lane.is_to_ask) return 0;
  const bool waits_for_end = end_slot_ == slot && !is_end_acknowledged_;
  // All segments may be known to have come, and the word that frees what is kept got lost.
  const bool waits = has_under_way(slot) || waits_for_end || outbound_.is_taken_unacknowledged();
  if (!waits) return never_ns;
  // What is said meanwhile is no question: the peer may take it for the rest of a segment.
  const TimeNs since_ns = has_under_way(slot) ? under_way_since_ns(slot) : lane.begun_ns;
  return std::max(since_ns, lane.asked_ns) + probe_interval_ns;
}

TimeNs Session::deadline_ns() const {
  TimeNs deadline = never_ns;
  for (unsigned slot = 0; slot < lanes_.size(); ++slot) {
    const Lane& lane = lanes_[slot];
    if (!lane.is_open) continue;
    deadline = std::min(deadline, probe_ns(slot));
    if (!lane.is_greeted) continue;
    if (lane.owes_answer) return 0;
    const bool has_untold = inbound_.taken(slot) != lane.taken_told;
    if (has_untold || received_with_end() != received_told_) {
      deadline = std::min(deadline, acknowledge_ns_);
    }
  }
  return deadline;
}

bool Session::is_end_due() const { return is_ended_ && !end_slot_ && outbound_.is_all_sent(); }

std::optional<unsigned> Session::next_writer(std::uint64_t blocked) const {
  std::optional<unsigned> best;
  double best_s = 0;
  for (unsigned slot = 0; slot < lanes_.size(); ++slot) {
    const Lane& lane = lanes_[slot];
    if (!lane.is_open || (blocked >> slot & 1) != 0) continue;
    if (!lane.has_greeted || lane.is_mid_record()) return slot;
    if (now_ns_ >= probe_ns(slot)) return slot;
    if (!lane.is_greeted) continue;
    if (lane.owes_answer || is_acknowledgement_due(slot) || is_end_due()) return slot;
    if (!outbound_.may_take(slot)) continue;
    const double queue_s = outbound_.queue_s(slot);
    if (!best || queue_s < best_s) {
      best = slot;
      best_s = queue_s;
    }
  }
  return best;
}

void Session::begin_record(unsigned slot) {
  Lane& lane = lanes_[slot];
  const bool is_probe = now_ns_ >= probe_ns(slot);
  Record record;
  record.received = received_with_end();
  record.taken = inbound_.taken(slot);
  record.number = lane.records_begun++;
  lane.begun_ns = now_ns_;
  if (is_probe) lane.asked_ns = now_ns_;
  lane.is_to_ask = false;
  lane.owes_answer = false;
  lane.segment = {};
  lane.segment_written = 0;
  if (!lane.has_greeted) {
    lane.has_greeted = true;
    lane.greeted_ns = now_ns_;
    record.kind = RecordKind::hello;
    record.length = version;
    record.offset = options_.window_bytes;
  } else if (is_probe) {
    record.offset = 1;
  } else if (outbound_.may_take(slot)) {
    lane.segment = outbound_.take_segment(slot, now_ns_);
    record.kind = RecordKind::data;
    record.length = lane.segment.length;
    record.offset = lane.segment.offset;
    record.sum = outbound_.sum(lane.segment);
  } else if (is_end_due()) {
    end_slot_ = slot;
    was_end_sent_ = true;
    record.kind = RecordKind::end;
    record.offset = outbound_.end();
  }
  lane.head = encode(record);
  lane.head_written = 0;
  lane.taken_told = record.taken;
  received_told_ = record.received;
  const bool is_all_told = std::ranges::all_of(lanes_, [&](const Lane& each) {
    const auto each_slot = static_cast<unsigned>(&each - lanes_.data());
    return !each.is_open || each.taken_told == inbound_.taken(each_slot);
  });
  if (is_all_told) acknowledge_ns_ = never_ns;
}

void Session::gather(unsigned slot, Gathered& gathered) {
  Lane& lane = lanes_[slot];
  if (!lane.is_mid_record()) begin_record(slot);
  gathered.clear();
  if (lane.head_written < record_bytes) {
    gathered.add(std::span<const std::byte>(lane.head).subspan(lane.head_written));
  }
  const std::uint32_t left = lane.segment.length - lane.segment_written;
  if (left > 0) outbound_.gather({lane.segment.offset + lane.segment_written, left}, gathered);
}

void Session::written(unsigned slot, std::size_t byte_count) {
  Lane& lane = lanes_[slot];
  const std::size_t of_head = std::min(byte_count, record_bytes - lane.head_written);
  lane.head_written += of_head;
  lane.segment_written += static_cast<std::uint32_t>(byte_count - of_head);
  ISTHMUS_ASSERT(lane.segment_written <= lane.segment.length);
  if (!lane.is_mid_record()) release();
}

void Session::release() {
  std::uint64_t needed = outbound_.end();
  for (const Lane& lane : lanes_) {
    if (lane.segment_written == lane.segment.length) continue;
    needed = std::min(needed, lane.segment.offset + lane.segment_written);
  }
  outbound_.release(needed, *blocks_);
}

bool Session::is_finished() const {
  return is_end_acknowledged_ && has_peer_ended() && received_told_ == received_with_end() &&
         std::ranges::none_of(lanes_, &Lane::is_mid_record);
}

}  // namespace isthmus::engine::fabric::session
