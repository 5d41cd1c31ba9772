// isthmus/network/gateway.hpp: what the process through which a site speaks has to send on.
#pragma once

#include <deque>
#include <mutex>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::network {

/// Messages between other processes, in the order in which they came, and which side is to take no
/// more of them for now. Any thread.
class Gateway {
 public:
  /// What is to be sent on at once. Nobody else gets any while it lives, so that messages keep
  /// their order.
  struct Batch {
    std::unique_lock<Mutex> turn;
    std::deque<MessagePtr> messages = {};
  };

  /// Whether the grid has gateways and the process is that of its site.
  static bool is_at(const topology::Topology& topology, ProcessId process) {
    return topology.grid().gateways && process == topology.gateway_of(topology.site_of(process));
  }
  /// Whether the gateway `self` passes on what comes from that process for that PE, which is none
  /// of its own: from its site to others, and from others to its site.
  static bool passes(const topology::Topology& topology, ProcessId self, ProcessId from, PeId to);

  /// May be called under a chain's lock: another chain takes it when that is free.
  void keep(MessagePtr message);
  bool holds_messages() const { return holds_messages_.load(std::memory_order_relaxed); }
  /// Empty where nothing is held, or another thread has a batch. Never blocks for long.
  Batch take();

  /// A chain to other sites, or one within this site, has become overfull, or is so no longer.
  void note_chain(bool leaves_site, bool is_overfull);
  /// Nobody would take what comes from that side. Never both sides, for what makes room on one of
  /// them (an acknowledgement, a handshake) may have to be read there.
  bool is_blocked(bool leaves_site) const {
    const bool is_full_inside = overfull_in_site_.load(std::memory_order_relaxed) > 0;
    if (leaves_site) return is_full_inside;
    return !is_full_inside && overfull_out_of_site_.load(std::memory_order_relaxed) > 0;
  }

 private:
  Atomic<bool> holds_messages_ = false;
  Mutex messages_mutex_;
  std::deque<MessagePtr> messages_;  // under messages_mutex_
  Mutex turn_;                       // of who has a batch
  Atomic<int> overfull_in_site_ = 0;
  Atomic<int> overfull_out_of_site_ = 0;
};

}  // namespace isthmus::engine::network
