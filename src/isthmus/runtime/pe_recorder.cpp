#include "isthmus/runtime/pe_recorder.hpp"

#include <algorithm>

#include "isthmus/base/random.hpp"
#include "isthmus/message/payload.hpp"

namespace isthmus::engine::runtime {

namespace {

// Messages that are alike in all of this are handled in the order in which they were sent. Where a
// message has come to, its header does not always say.
std::uint64_t digest_of(const Message& message, PeId destination) {
  const std::uint64_t ops_id = message.ops == nullptr ? 0 : message.ops->id;
  const std::uint64_t pes = std::uint64_t{message.source.value} << 32 | destination.value;
  const std::uint64_t rest = std::uint64_t{static_cast<std::uint32_t>(message.priority)} << 32 |
                             static_cast<std::uint64_t>(message.handler) << 16 | message.hops;
  return Random::mix(ops_id * 0x9e3779b97f4a7c15ull + message.key.low * 0xbf58476d1ce4e5b9ull +
                     message.key.high * 0x94d049bb133111ebull +
                     message.collection.value * 0xd6e8feb86659fd93ull +
                     message.word * 0xff51afd7ed558ccdull + pes * 0xc4ceb9fe1a85ec53ull +
                     rest * 0xa0761d6478bd642full);
}

}  // namespace

void PeRecorder::handling(const Message& message) {
  // Its end shall find room, too.
  if (is_full_ || marks_.size() + 2 > parts_.events_max) {
    is_full_ = true;
    return;
  }
  const auto at = static_cast<std::uint32_t>(handlings_.size());
  handlings_.push_back({message.ops, message.key, parts_.objects.pe().now_ns(),
                        message.payload_bytes, message.source, message.priority, message.handler,
                        message.hops, Role::handler});
  if (message.handler == parts_.deliver_value) see_who_resumes(handlings_.back(), message.word);
  is_open_ = true;
  marks_.push_back({parts_.clock.now_ns(), digest_of(message, parts_.id), at, Kind::begin});
}

void PeRecorder::handled() {
  if (!is_open_) return;
  is_open_ = false;
  marks_.push_back({parts_.clock.now_ns(), 0, 0, Kind::end});
}

void PeRecorder::sending(const Message& message) {
  if (is_full_ || marks_.size() + (is_open_ ? 2 : 1) > parts_.events_max) {
    is_full_ = true;
    return;
  }
  marks_.push_back({parts_.clock.now_ns(), digest_of(message, message.destination),
                    message.destination.value, Kind::sent});
}

void PeRecorder::noted(std::string_view name, std::string_view text) {
  notes_.push_back({parts_.clock.now_ns(), std::string(name), std::string(text)});
}

void PeRecorder::see_who_resumes(Handling& handling, std::uint64_t inbox_name) {
  const Inbox* inbox = parts_.objects.replies().inboxes().find(inbox_name);
  if (inbox == nullptr || !inbox->waiter || inbox->activity == nullptr) return;
  const Activity& activity = *inbox->activity;
  if (activity.object == nullptr) {
    handling.role = Role::main;
  } else {
    handling.role = Role::resumed;
    handling.ops = activity.entry;
    handling.key = activity.object->key();
  }
}

void PeRecorder::finish() {
  if (marks_.empty()) return;
  if (is_open_) marks_.push_back({marks_.back().time_ns, 0, 0, Kind::end});
  is_open_ = false;
  TimeNs last_ns = marks_.front().time_ns - 1;
  for (Mark& mark : marks_) {
    mark.time_ns = std::max(mark.time_ns, last_ns + 1);
    last_ns = mark.time_ns;
  }
}

}  // namespace isthmus::engine::runtime
