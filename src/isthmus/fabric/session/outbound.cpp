#include "isthmus/fabric/session/outbound.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::fabric::session {

namespace {

/// What is sent again goes in parts that end at multiples of this: where bytes are damaged on the
/// way now and then, some of them come through.
constexpr std::uint64_t again_bytes_max = 16 * 1024;
/// A connection that has less under way and nothing to follow waits for its sender.
constexpr std::uint64_t dry_bytes = 64 * 1024;

}  // namespace

bool Outbound::acknowledged(std::uint64_t offset) {
  if (offset > unsent_) return false;
  if (offset <= acknowledged_) return true;  // an older word that another connection overtook
  acknowledged_ = offset;
  while (!again_.empty()) {
    const auto [begin, length] = *again_.begin();
    if (begin >= offset) break;
    again_.erase(again_.begin());
    const std::uint64_t end = begin + length;
    if (end > offset) again_.emplace(offset, static_cast<std::uint32_t>(end - offset));
  }
  return true;
}

bool Outbound::confirmed(unsigned slot, std::uint64_t bytes, TimeNs now_ns) {
  Lane& lane = lanes_[slot];
  if (bytes > lane.assigned || bytes < lane.confirmed) return false;
  if (bytes == lane.confirmed) return true;
  const bool is_dry = lane.assigned - bytes < dry_bytes && !has_segment();
  lane.rate.drained(bytes - lane.confirmed, is_dry, now_ns);
  lane.confirmed = bytes;
  while (!lane.flights.empty() && lane.flights.front().lane_end <= bytes) {
    lane.rate.returned_after(now_ns - lane.flights.front().sent_ns);
    lane.flights.pop_front();
  }
  return true;
}

void Outbound::opened(unsigned slot) {
  ISTHMUS_ASSERT(!lanes_[slot].is_open);
  lanes_[slot] = Lane();
  lanes_[slot].is_open = true;
}

std::size_t Outbound::lost(unsigned slot) {
  Lane& lane = lanes_[slot];
  ISTHMUS_ASSERT(lane.is_open);
  lane.is_open = false;
  std::vector<Segment> rests;
  for (const Flight& flight : lane.flights) {
    const std::uint64_t begin = std::max(flight.segment.offset, acknowledged_);
    if (begin >= flight.segment.end()) continue;
    const Segment rest{begin, static_cast<std::uint32_t>(flight.segment.end() - begin)};
    rests.push_back(rest);
    again_.emplace(rest.offset, rest.length);
  }
  lane.flights.clear();
  return frame_count(std::move(rests));
}

/// Each frame once, in however many of the parts bytes of it lie.
std::size_t Outbound::frame_count(std::vector<Segment> parts) const {
  std::ranges::sort(parts, {}, &Segment::offset);
  std::size_t count = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    count += kept_.frame_count(parts[i]);
    if (i == 0) continue;
    const std::uint64_t last = parts[i - 1].end() - 1;
    const Segment between{last, static_cast<std::uint32_t>(parts[i].offset - last + 1)};
    if (kept_.frame_count(between) == 1) --count;
  }
  return count;
}

/// A frame that is larger than the window goes in parts.
std::uint64_t Outbound::sendable_end() const {
  const std::uint64_t window_bytes =
      std::min<std::uint64_t>(options_.window_bytes, peer_window_bytes_);
  return std::min(kept_.end(), acknowledged_ + window_bytes);
}

bool Outbound::may_take(unsigned slot) const {
  const Lane& lane = lanes_[slot];
  if (!lane.is_open || !has_segment()) return false;
  if (options_.slots == 1) return true;
  return lane.assigned - lane.confirmed < lane.rate.bytes_under_way_max();
}

/// What is less than a segment is no queue: it is there until its acknowledgement is.
double Outbound::queue_s(unsigned slot) const {
  const Lane& lane = lanes_[slot];
  const std::uint64_t segments = (lane.assigned - lane.confirmed) / options_.segment_bytes + 1;
  return lane.rate.seconds(segments * options_.segment_bytes);
}

Segment Outbound::next_again() {
  const auto [offset, length] = *again_.begin();
  const auto part = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(length, again_bytes_max - offset % again_bytes_max));
  again_.erase(again_.begin());
  if (part < length) again_.emplace(offset + part, length - part);
  return {offset, part};
}

Segment Outbound::take_segment(unsigned slot, TimeNs now_ns) {
  ISTHMUS_ASSERT(has_segment());
  Segment segment;
  if (!again_.empty()) {
    segment = next_again();
  } else {
    const std::uint64_t rest_bytes = sendable_end() - unsent_;
    segment = {unsent_, static_cast<std::uint32_t>(
                            std::min<std::uint64_t>(rest_bytes, options_.segment_bytes))};
    unsent_ = segment.end();
  }
  Lane& lane = lanes_[slot];
  lane.rate.sent(lane.assigned == lane.confirmed, now_ns);
  lane.assigned += segment.length;
  lane.flights.push_back({segment, lane.assigned, now_ns});
  return segment;
}

}  // namespace isthmus::engine::fabric::session
