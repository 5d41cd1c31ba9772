#include "isthmus/runtime/pulse.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "isthmus/base/assert.hpp"
#include "isthmus/object/post.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine::runtime {

Pulse::Pulse(Objects& objects, const topology::Topology& topology, TimeNs patience_ns,
             TimeNs now_ns, std::function<void(ProcessId)> lose)
    : objects_(objects),
      topology_(topology),
      patience_ns_(patience_ns),
      lose_(std::move(lose)),
      silence_(now_ns, patience_ns / beats_in_patience) {
  const std::vector<ProcessId> ring = topology.present();
  ISTHMUS_ASSERT(ring.size() > 1);
  const auto self = std::ranges::find(ring, topology.process_of(objects.pe_id()));
  const auto place = static_cast<std::size_t>(self - ring.begin());
  before_ = ring[(place + ring.size() - 1) % ring.size()];
  next_ = ring[(place + 1) % ring.size()];
}

void Pulse::attach(sched::Pe& pe) { handler_ = pe.add_handler<&Pulse::receive_beat>(this); }

int Pulse::poll(sched::Pe&, TimeNs now_ns, bool) {
  if (std::exchange(has_heard_, false)) silence_.heard(now_ns);
  const TimeNs silent_ns = silence_.length_ns(now_ns);
  if (silent_ns > patience_ns_ && !std::exchange(has_told_, true)) lose_(before_);
  if (now_ns < next_beat_ns_) return 0;
  next_beat_ns_ = now_ns + patience_ns_ / beats_in_patience;
  post(objects_, handler_, topology_.pes_of(next_).first, true);
  return 1;
}

void Pulse::receive_beat(MessagePtr message) {
  const bool is_right =
      message->destination == objects_.pe_id() && topology_.process_of(message->source) == before_;
  // On another PE's thread nothing of the first PE may be touched.
  if (!is_right) return objects_.refuse(*message, "a beat", "the process before, to the first PE");
  objects_.pool().release(std::move(message));
  has_heard_ = true;
}

}  // namespace isthmus::engine::runtime
