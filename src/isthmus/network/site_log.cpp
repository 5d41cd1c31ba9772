#include "isthmus/network/site_log.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <span>
#include <utility>

#include "isthmus/base/random.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/message/pieces.hpp"

namespace isthmus::engine::network {

namespace {

constexpr std::uint64_t seed_of_low = 0x5173106c0ffee001;
constexpr std::uint64_t seed_of_high = 0x5173106c0ffee002;

/// The serialized form of what it carries, in `room` where it is not that already, in one place.
std::span<const std::byte> bytes_of(const Message& message, std::vector<std::byte>& room) {
  if (message.form == PayloadForm::typed) {
    room.resize(serialized_bytes(message));
    marshal_to(room, message);
    return room;
  }
  if (message.form != PayloadForm::pieces) return message.payload_span();
  room.reserve(message.payload_bytes);
  for_each_piece(message, [&](std::span<const std::byte> piece) {
    room.insert(room.end(), piece.begin(), piece.end());
  });
  return room;
}

}  // namespace

SiteLog::SiteLog(const topology::Topology& topology, Meaning meaning, std::size_t limit_bytes)
    : topology_(topology), meaning_(std::move(meaning)), limit_bytes_(limit_bytes) {
  segments_.try_emplace(0);
}

SiteLog::Digest SiteLog::digest_of(const Message& message, BorderKind kind) {
  Digest digest{seed_of_low, seed_of_high};
  const auto add = [&](std::uint64_t word) {
    digest.low = Random::mix(digest.low ^ word);
    digest.high = Random::mix(digest.high + word);
  };
  add(std::uint64_t{message.source.value} << 32 | message.destination.value);
  add(message.key.high);
  add(message.key.low);
  add(message.collection.value);
  add(message.ops == nullptr ? 0 : message.ops->id);
  add(static_cast<std::uint64_t>(message.handler) << 32 |
      static_cast<std::uint32_t>(message.priority));
  if (kind == BorderKind::partial) return digest;
  std::vector<std::byte> room;
  const std::span<const std::byte> bytes = bytes_of(message, room);
  add(bytes.size());
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
    add(word);
  }
  return digest;
}

bool SiteLog::sent(const Message& message) {
  const BorderKind kind = meaning_.kind_of(message);
  if (kind == BorderKind::making) return true;
  if (kind == BorderKind::passing && !is_any_closed_.load(std::memory_order_relaxed)) return true;
  const SiteId to = topology_.site_of(message.destination);
  const std::lock_guard guard(lock_);
  const bool is_open = !closed_.contains(to);
  if (kind == BorderKind::passing) return is_open;
  if (kind == BorderKind::other) {
    present().obstacles.try_emplace(to, meaning_.name_of(message));
    return is_open;
  }
  std::vector<std::byte> room;
  const std::span<const std::byte> bytes = bytes_of(message, room);
  const std::size_t on_wire = sizeof(Message) + bytes.size();
  if (!make_room(to, on_wire)) return is_open;
  MessagePtr copy = pool_.acquire(bytes.size());
  const std::uint8_t size_class = copy->size_class;
  std::memcpy(static_cast<void*>(copy.get()), static_cast<const void*>(&message), sizeof(Message));
  copy->size_class = size_class;
  copy->payload_bytes = static_cast<std::uint32_t>(bytes.size());
  copy->form = message.form == PayloadForm::none ? PayloadForm::none : PayloadForm::bytes;
  copy->flags &= static_cast<std::uint16_t>(~flag_has_destructor);
  if (!bytes.empty()) std::memcpy(copy->payload(), bytes.data(), bytes.size());
  present().sent.push_back({to, std::move(copy), on_wire, present().received[to].size()});
  ++figures_.messages;
  figures_.bytes += on_wire;
  figures_.bytes_most = std::max(figures_.bytes_most, figures_.bytes);
  return is_open && !lives_.contains(to);
}

bool SiteLog::takes(const Message& message) {
  const BorderKind kind = meaning_.kind_of(message);
  if (kind == BorderKind::making) return true;
  if (kind == BorderKind::passing && !is_any_closed_.load(std::memory_order_relaxed)) return true;
  const SiteId from = topology_.site_of(message.source);
  const std::lock_guard guard(lock_);
  // What a site tells others while it is made they know.
  if (closed_.contains(from)) return false;
  if (kind == BorderKind::passing) return true;
  if (kind == BorderKind::other) {
    present().obstacles.try_emplace(from, meaning_.name_of(message));
    return true;
  }
  const Digest digest = digest_of(message, kind);
  const auto life = lives_.find(from);
  if (life != lives_.end() && comes_again(life->second, digest)) {
    ++figures_.dropped;
    return false;
  }
  if (!make_room(from, sizeof(Digest))) return true;
  present().received[from].push_back(digest);
  if (life != lives_.end()) life->second.has_come.push_back(true);
  return true;
}

bool SiteLog::make_room(SiteId site, std::size_t bytes) {
  // While somebody is away, or behind, nothing of it can be spared.
  const bool may_give_up = lives_.empty() && closed_.empty();
  Segment& segment = present();
  while (may_give_up && !segment.given_up.contains(site) &&
         segment.bytes_of_all + bytes > limit_bytes_) {
    const auto largest = std::ranges::max_element(
        segment.bytes, {}, &std::map<SiteId, std::size_t>::value_type::second);
    const bool is_none = largest == segment.bytes.end() || largest->second < bytes;
    give_up(is_none ? site : largest->first);
  }
  if (segment.given_up.contains(site)) return false;
  segment.bytes[site] += bytes;
  segment.bytes_of_all += bytes;
  return true;
}

void SiteLog::give_up(SiteId site) {
  Segment& segment = present();
  segment.given_up.insert(site);
  segment.obstacles.try_emplace(site, "more than a process keeps of it");
  std::erase_if(segment.sent, [&](Kept& kept) {
    if (kept.to != site) return false;
    free(kept);
    return true;
  });
  segment.received.erase(site);
  segment.bytes_of_all -= std::exchange(segment.bytes[site], 0);
}

void SiteLog::free(Kept& kept) {
  --figures_.messages;
  figures_.bytes -= kept.bytes;
  pool_.release(std::move(kept.message));
}

bool SiteLog::comes_again(Life& life, const Digest& digest) {
  const auto places = life.missing.find(digest);
  if (places == life.missing.end()) return false;
  life.has_come[places->second.front()] = true;
  places->second.pop_front();
  if (places->second.empty()) life.missing.erase(places);
  --life.owed;
  return true;
}

void SiteLog::cut(std::uint64_t number) {
  const std::lock_guard guard(lock_);
  segments_.try_emplace(number);
}

void SiteLog::drop_before(std::uint64_t number) {
  const std::lock_guard guard(lock_);
  const auto end = segments_.lower_bound(number);
  for (auto segment = segments_.begin(); segment != end; ++segment) {
    for (Kept& kept : segment->second.sent) free(kept);
  }
  segments_.erase(segments_.begin(), end);
  segments_.try_emplace(number);  // there is always one
}

std::string SiteLog::obstacle(SiteId site, std::uint64_t number) const {
  const std::lock_guard guard(lock_);
  if (segments_.rbegin()->first != number) return "another checkpoint is the last";
  const auto found = present().obstacles.find(site);
  return found == present().obstacles.end() ? "" : found->second + " has crossed its border";
}

void SiteLog::close(SiteId site) {
  const std::lock_guard guard(lock_);
  closed_.insert(site);
  is_any_closed_.store(true, std::memory_order_relaxed);
}

void SiteLog::begin_again(SiteId site) {
  const std::lock_guard guard(lock_);
  closed_.erase(site);
  is_any_closed_.store(!closed_.empty(), std::memory_order_relaxed);
  Life& life = lives_[site];
  life = {};
  const std::vector<Digest>& received = present().received[site];
  for (std::size_t at = 0; at < received.size(); ++at) life.missing[received[at]].push_back(at);
  life.has_come.assign(received.size(), false);
  life.owed = received.size();
  has_lives_.store(true, std::memory_order_relaxed);
}

int SiteLog::send_due(Pool& pool, const std::function<void(MessagePtr)>& send) {
  int count = 0;
  while (true) {
    std::vector<MessagePtr> messages = take_due(pool, count > 0);
    if (messages.empty()) return count;
    // Not under the lock: who delivers holds a chain's, and asks for this one.
    for (MessagePtr& message : messages) send(std::move(message));
    count += static_cast<int>(messages.size());
  }
}

std::vector<MessagePtr> SiteLog::take_due(Pool& pool, bool goes_on) {
  const std::lock_guard guard(lock_);
  std::vector<MessagePtr> messages;
  if (is_sending_ && !goes_on) return messages;
  const std::vector<Kept>& sent = present().sent;
  for (auto& [site, life] : lives_) {
    while (life.prefix < life.has_come.size() && life.has_come[life.prefix]) ++life.prefix;
    for (; life.next < sent.size(); ++life.next) {
      const Kept& kept = sent[life.next];
      if (kept.to != site) continue;
      if (kept.after > life.prefix) break;
      messages.push_back(cloned(*kept.message, pool));
    }
  }
  figures_.sent_again += messages.size();
  is_sending_ = !messages.empty();
  if (is_sending_) return messages;
  std::erase_if(lives_, [&](const auto& entry) {
    return entry.second.owed == 0 && entry.second.next == sent.size();
  });
  has_lives_.store(!lives_.empty(), std::memory_order_relaxed);
  return messages;
}

bool SiteLog::is_behind(SiteId site) const {
  const std::lock_guard guard(lock_);
  return lives_.contains(site);
}

std::uint64_t SiteLog::owed(SiteId site) const {
  const std::lock_guard guard(lock_);
  const auto life = lives_.find(site);
  return life == lives_.end() ? 0 : life->second.owed;
}

void SiteLog::for_each_sent(SiteId to, const std::function<void(const Message&)>& visit) const {
  const std::lock_guard guard(lock_);
  for (const Kept& kept : present().sent) {
    if (kept.to == to) visit(*kept.message);
  }
}

void SiteLog::count_sent(SiteId to, Counts& counts) const {
  for_each_sent(
      to, [&](const Message& message) { ++counts[digest_of(message, meaning_.kind_of(message))]; });
}

void SiteLog::count_received(SiteId from, Counts& counts) const {
  const std::lock_guard guard(lock_);
  const auto received = present().received.find(from);
  if (received == present().received.end()) return;
  for (const Digest& digest : received->second) ++counts[digest];
}

bool SiteLog::has_given_up(SiteId site) const {
  const std::lock_guard guard(lock_);
  return present().given_up.contains(site);
}

SiteLog::Figures SiteLog::figures() const {
  const std::lock_guard guard(lock_);
  return figures_;
}

}  // namespace isthmus::engine::network
