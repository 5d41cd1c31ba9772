#include "isthmus/fabric/session/inbound.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/session/sum.hpp"

namespace isthmus::engine::fabric::session {

Expected<void> Inbound::begin(unsigned slot, const Segment& segment, std::uint32_t sum) {
  Lane& lane = lanes_[slot];
  ISTHMUS_ASSERT(!is_receiving(slot) && segment.length > 0);
  const std::uint64_t end_max = next_ + window_bytes_;
  if (segment.offset > end_max || segment.length > end_max - segment.offset) {
    return fail(ErrorCode::malformed,
                "a segment that ends " + std::to_string(segment.end()) + " bytes into the session",
                {}, "at most " + std::to_string(end_max));
  }
  lane.segment = segment;
  lane.sum = sum;
  lane.got = 0;
  return {};
}

std::uint64_t Inbound::taken(unsigned slot) const {
  const Lane& lane = lanes_[slot];
  if (!is_receiving(slot)) return lane.taken;
  return lane.taken + std::min(lane.got, lane.segment.length - 1);
}

/// As much of it as is not stored yet: what is sent again may be cut in another way.
void Inbound::store(Lane& lane) {
  const Segment& segment = lane.segment;
  Bytes bytes = std::move(lane.buffer);
  std::uint64_t begin = std::max(segment.offset, next_);
  while (begin < segment.end()) {
    auto after = stored_.upper_bound(begin);
    if (after != stored_.begin()) {
      const auto& [offset, stored] = *std::prev(after);
      if (offset + stored.length > begin) {
        begin = offset + stored.length;
        continue;
      }
    }
    const std::uint64_t end =
        after == stored_.end() ? segment.end() : std::min(segment.end(), after->first);
    const auto length = static_cast<std::uint32_t>(end - begin);
    stored_bytes_ += length;
    if (length == segment.length) {
      stored_[begin] = {length, std::move(bytes)};
    } else {
      Bytes part = std::make_unique_for_overwrite<std::byte[]>(length);
      std::memcpy(part.get(), bytes.get() + (begin - segment.offset), length);
      stored_[begin] = {length, std::move(part)};
    }
    begin = end;
  }
}

Expected<MessagePtr> Inbound::take(unsigned slot, std::span<const std::byte>& bytes, Pool& pool) {
  Lane& lane = lanes_[slot];
  const std::uint32_t length = lane.segment.length;
  std::span<const std::byte> whole;
  if (lane.buffer == nullptr) {
    if (lane.is_right) return pass_on(lane, bytes, pool);
    if (lane.segment.offset <= next_ && bytes.size() >= length) {
      whole = bytes.first(length);
    } else {
      lane.buffer = std::make_unique_for_overwrite<std::byte[]>(length);
    }
  }
  if (lane.buffer != nullptr) {
    const auto part = bytes.first(std::min<std::size_t>(bytes.size(), lane.left()));
    if (!part.empty()) std::memcpy(lane.buffer.get() + lane.got, part.data(), part.size());
    lane.got += static_cast<std::uint32_t>(part.size());
    bytes = bytes.subspan(part.size());
    if (lane.left() > 0) return MessagePtr();
    whole = {lane.buffer.get(), length};
  }
  if (sum_of(whole) != lane.sum) {
    return fail(ErrorCode::io, "bytes were changed on the way: the sum of a segment is wrong");
  }
  if (lane.buffer == nullptr) {
    lane.is_right = true;
    return pass_on(lane, bytes, pool);
  }
  store(lane);
  lane.finish();
  return MessagePtr();
}

/// What is next in the stream, and here in one piece.
Expected<MessagePtr> Inbound::pass_on(Lane& lane, std::span<const std::byte>& bytes, Pool& pool) {
  std::span<const std::byte> part = bytes.first(std::min<std::size_t>(bytes.size(), lane.left()));
  // What has come twice is for nobody.
  const std::size_t known = std::min<std::uint64_t>(next_ - lane.at(), part.size());
  part = part.subspan(known);
  const std::size_t before = part.size();
  Expected<MessagePtr> message = MessagePtr();
  if (!part.empty()) message = assembler_.take(part, limits_, pool);
  if (!message) return message;
  const std::size_t used = before - part.size();
  next_ += used;
  lane.got += static_cast<std::uint32_t>(known + used);
  bytes = bytes.subspan(known + used);
  if (lane.left() == 0) lane.finish();
  return message;
}

Expected<MessagePtr> Inbound::take_stored(Pool& pool) {
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

std::span<std::byte> Inbound::gap(unsigned slot) {
  const Lane& lane = lanes_[slot];
  if (lane.buffer == nullptr) return {};
  return {lane.buffer.get() + lane.got, lane.left()};
}

void Inbound::filled(unsigned slot, std::size_t byte_count) {
  ISTHMUS_ASSERT(byte_count <= gap(slot).size());
  lanes_[slot].got += static_cast<std::uint32_t>(byte_count);
}

void Inbound::drop(Pool& pool) {
  assembler_.drop(pool);
  stored_.clear();
  stored_bytes_ = 0;
  for (Lane& lane : lanes_) lane = Lane();
}

}  // namespace isthmus::engine::fabric::session
