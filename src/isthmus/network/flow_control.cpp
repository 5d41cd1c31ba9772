#include "isthmus/network/flow_control.hpp"

namespace isthmus::engine::network {

FlowControl::Change FlowControl::set_full(Queue& queue, bool is_full) {
  queue.is_full_.store(is_full, std::memory_order_relaxed);
  full_queues_.fetch_add(is_full ? 1 : -1, std::memory_order_relaxed);
  return is_full ? Change::filled : Change::emptied;
}

FlowControl::Change FlowControl::note_mailboxes(std::size_t largest_bytes) {
  if (!has_full_mailbox() || largest_bytes > limits_.queue_bytes / 2) return Change::none;
  is_mailbox_full_.store(false, std::memory_order_relaxed);
  return Change::emptied;
}

FlowControl::Change FlowControl::note_chain(bool is_overfull) {
  overfull_chains_.fetch_add(is_overfull ? 1 : -1, std::memory_order_relaxed);
  return is_overfull ? Change::filled : Change::emptied;
}

}  // namespace isthmus::engine::network
