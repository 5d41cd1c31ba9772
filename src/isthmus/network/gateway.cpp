#include "isthmus/network/gateway.hpp"

#include <utility>

namespace isthmus::engine::network {

bool Gateway::passes(const topology::Topology& topology, ProcessId self, ProcessId from, PeId to) {
  const SiteId here = topology.site_of(self);
  return (topology.site_of(from) == here) != (topology.site_of(to) == here);
}

void Gateway::keep(MessagePtr message) {
  const std::lock_guard lock(messages_mutex_);
  messages_.push_back(std::move(message));
  holds_messages_.store(true, std::memory_order_relaxed);
}

Gateway::Batch Gateway::take() {
  Batch batch{std::unique_lock(turn_, std::try_to_lock)};
  if (!batch.turn.owns_lock()) return batch;
  const std::lock_guard lock(messages_mutex_);
  batch.messages.swap(messages_);
  holds_messages_.store(false, std::memory_order_relaxed);
  return batch;
}

void Gateway::note_chain(bool leaves_site, bool is_overfull) {
  (leaves_site ? overfull_out_of_site_ : overfull_in_site_)
      .fetch_add(is_overfull ? 1 : -1, std::memory_order_relaxed);
}

}  // namespace isthmus::engine::network
