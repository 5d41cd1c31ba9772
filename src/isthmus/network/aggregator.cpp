#include "isthmus/network/aggregator.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "isthmus/message/payload.hpp"

namespace isthmus::engine::network {

namespace {

/// Of its serialized form; more than is bundled for what is not small.
std::size_t small_payload_bytes(const Message& message) {
  constexpr std::size_t too_many = std::numeric_limits<std::size_t>::max();
  if ((message.flags & flag_lands) != 0 ||
      message.payload_bytes > fabric::bundled_payload_bytes_max) {
    return too_many;
  }
  return wire_bytes(message) - sizeof(Message);
}

}  // namespace

Aggregator::Way& Aggregator::way_to(ProcessId process, fabric::Chain& chain) {
  if (process.value < ways_.size() && ways_[process.value] != nullptr) [[likely]]
    return *ways_[process.value];
  return add_way(process, chain);
}

Aggregator::Way& Aggregator::add_way(ProcessId process, fabric::Chain& chain) {
  if (process.value >= ways_.size()) ways_.resize(process.value + std::size_t{1});
  std::unique_ptr<Way>& way = ways_[process.value];
  // Who tells arrivals by memory takes frames by memory, too.
  way.reset(new Way{chain, process, chain.signals_arrivals()});
  return *way;
}

void Aggregator::offer(MessagePtr& message, ProcessId process, fabric::Chain& chain,
                       sched::Pe& from) {
  Way& way = way_to(process, chain);
  const std::size_t bytes = small_payload_bytes(*message);
  if (bytes > fabric::bundled_payload_bytes_max) {
    if (!way.bundle.is_empty()) close(way), send(way, from);
    return;
  }
  ++offered_count_;
  if (way.bundle.is_empty()) {
    if (!is_to_wait(way)) return;
    way.since_ns = from.now_ns();
    open_.push_back(&way);
  } else if (!way.bundle.has_room(bytes) ||
             (way.sends_soon && way.bundle.message_count() >= soon_count)) {
    send(way, from);
    way.since_ns = from.now_ns();
  }
  way.bundle.add(*message, bytes, from.pool());
  from.pool().release(std::move(message));
}

bool Aggregator::is_to_wait(Way& way) {
  const Aggregation mode = this->mode();
  if (mode != Aggregation::automatic) return mode == Aggregation::on;
  if (way.step != step_) {
    way.step = step_;
    way.direct_count = 0;
  }
  return ++way.direct_count > direct_max && message_ns_ <= delay_ns_ / soon_count;
}

void Aggregator::note_step(TimeNs now_ns) {
  ++step_;
  const TimeNs step_ns = now_ns - std::exchange(step_begin_ns_, now_ns);
  const int count = std::exchange(offered_count_, 0);
  // Steps that send less hold nothing back.
  if (count > direct_max) message_ns_ = std::max(step_ns / count, message_ns_ - message_ns_ / 8);
}

void Aggregator::send(Way& way, sched::Pe& from) {
  from.counters().messages_aggregated.add(static_cast<std::uint64_t>(way.bundle.message_count()));
  from.counters().bundles_sent.increment();
  const TimeNs now_ns = way.chain.needs_exact_time() ? from.clock().now_ns() : from.now_ns();
  // Nobody who sleeps here waits for what leaves the process.
  [[maybe_unused]] const bool sooner =
      way.chain.send({way.bundle.take(), way.process}, now_ns, from.pool());
}

void Aggregator::close(Way& way) { std::erase(open_, &way); }

int Aggregator::progress(sched::Pe& from, TimeNs now_ns, bool idle) {
  note_step(now_ns);
  if (open_.empty()) return 0;
  if (idle || mode() != Aggregation::on) return flush(from);
  int sent = 0;
  for (std::size_t i = 0; i < open_.size();) {
    Way& way = *open_[i];
    if (now_ns - way.since_ns < delay_ns_) {
      ++i;
      continue;
    }
    close(way);
    send(way, from);
    ++sent;
  }
  return sent;
}

int Aggregator::flush(sched::Pe& from) {
  const auto count = static_cast<int>(open_.size());
  for (Way* way : open_) send(*way, from);
  open_.clear();
  return count;
}

void Aggregator::forget(ProcessId process, sched::Pe& from) {
  if (process.value >= ways_.size() || ways_[process.value] == nullptr) return;
  Way& way = *ways_[process.value];
  close(way);
  if (!way.bundle.is_empty()) from.pool().release(way.bundle.take());
  ways_[process.value].reset();
}

}  // namespace isthmus::engine::network
