#include "isthmus/fabric/session/receiver.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::fabric::session {

Expected<void> Receiver::begin(unsigned slot, const Segment& segment) {
  Lane& lane = lanes_[slot];
  ISTHMUS_ASSERT(lane.left() == 0);
  const std::uint64_t end_max = next_ + window_bytes_;
  if (segment.offset > end_max || segment.length > end_max - segment.offset) {
    return fail(ErrorCode::malformed,
                "a segment that ends " + std::to_string(segment.end()) + " bytes into the session",
                {}, "at most " + std::to_string(end_max));
  }
  lane.segment = segment;
  lane.got = 0;
  lane.buffer.reset();
  if (segment.offset <= next_) return {};
  // Segments that overlap come from nobody who keeps to the protocol, and must not fill the memory.
  if (stored_bytes_ + segment.length > 2 * window_bytes_) {
    return fail(ErrorCode::malformed, "segments that overlap each other", {},
                "each byte once, or the same segment again");
  }
  lane.buffer = std::make_unique_for_overwrite<std::byte[]>(segment.length);
  return {};
}

void Receiver::advance(Lane& lane, std::size_t byte_count) {
  lane.got += static_cast<std::uint32_t>(byte_count);
  lane.taken += byte_count;
}

void Receiver::store(Lane& lane) {
  if (lane.segment.end() > next_ && !stored_.contains(lane.segment.offset)) {
    stored_bytes_ += lane.segment.length;
    stored_.emplace(lane.segment.offset, Stored{lane.segment.length, std::move(lane.buffer)});
  }
  lane.buffer.reset();
}

Expected<MessagePtr> Receiver::take(unsigned slot, std::span<const std::byte>& bytes, Pool& pool) {
  Lane& lane = lanes_[slot];
  std::span<const std::byte> part = bytes.first(std::min<std::size_t>(bytes.size(), lane.left()));
  if (lane.buffer != nullptr) {
    if (!part.empty()) std::memcpy(lane.buffer.get() + lane.got, part.data(), part.size());
    advance(lane, part.size());
    bytes = bytes.subspan(part.size());
    if (lane.left() == 0) store(lane);
    return MessagePtr();
  }
  // What has come twice is for nobody.
  const std::size_t known = std::min<std::uint64_t>(next_ - lane.at(), part.size());
  part = part.subspan(known);
  const std::size_t before = part.size();
  Expected<MessagePtr> message = MessagePtr();
  if (!part.empty()) message = assembler_.take(part, limits_, pool);
  if (!message) return message;
  const std::size_t used = before - part.size();
  next_ += used;
  advance(lane, known + used);
  bytes = bytes.subspan(known + used);
  return message;
}

Expected<MessagePtr> Receiver::take_stored(Pool& pool) {
  if (assembler_.has_gap()) {
    // What was received in place may have been the rest of a message.
    std::span<const std::byte> nothing;
    Expected<MessagePtr> message = assembler_.take(nothing, limits_, pool);
    if (!message || *message != nullptr) return message;
  }
  while (!stored_.empty() && stored_.begin()->first <= next_) {
    const auto& [offset, stored] = *stored_.begin();
    const std::uint64_t known = std::min<std::uint64_t>(next_ - offset, stored.length);
    std::span<const std::byte> part(stored.bytes.get() + known, stored.length - known);
    const std::size_t before = part.size();
    Expected<MessagePtr> message = MessagePtr();
    if (!part.empty()) message = assembler_.take(part, limits_, pool);
    if (!message) return message;
    next_ += before - part.size();
    if (part.empty()) {
      stored_bytes_ -= stored.length;
      stored_.erase(stored_.begin());
    }
    if (*message != nullptr) return message;
  }
  return MessagePtr();
}

FrameAssembler::Gap Receiver::gap(unsigned slot, Pool& pool) {
  FrameAssembler::Gap gap;
  Lane& lane = lanes_[slot];
  if (lane.left() == 0) return gap;
  if (lane.buffer != nullptr) {
    gap.memory = {lane.buffer.get() + lane.got, lane.left()};
  } else if (lane.at() == next_ && assembler_.has_gap()) {
    gap = assembler_.gap(pool);
    gap.memory = gap.memory.first(std::min<std::size_t>(gap.memory.size(), lane.left()));
  }
  return gap;
}

void Receiver::filled(unsigned slot, std::size_t byte_count) {
  if (byte_count == 0) return;
  Lane& lane = lanes_[slot];
  if (lane.buffer == nullptr) {
    assembler_.filled(byte_count);
    next_ += byte_count;
  }
  advance(lane, byte_count);
  if (lane.buffer != nullptr && lane.left() == 0) store(lane);
}

void Receiver::drop(Pool& pool) {
  assembler_.drop(pool);
  stored_.clear();
  stored_bytes_ = 0;
  for (Lane& lane : lanes_) lane = Lane();
}

}  // namespace isthmus::fabric::session
