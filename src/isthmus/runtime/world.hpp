// isthmus/runtime/world.hpp: all that a process does not make itself.
#pragma once

#include <cstdint>
#include <optional>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/secret.hpp"
#include "isthmus/location/message_costs.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/network/carrier_source.hpp"
#include "isthmus/sched/mailbox.hpp"
#include "isthmus/store/places.hpp"
#include "isthmus/topology/members.hpp"

namespace isthmus::engine::runtime {

/// Wakes the PEs of a process: their threads (real_world.hpp), or a simulation.
class Doorbells {
 public:
  virtual ~Doorbells() = default;
  /// The PE's own, which lives as long as this.
  virtual sched::Doorbell& of(PeId pe) = 0;
};

/// The world as it is handed to a process: real, stepped by a test, or simulated. All of it
/// outlives the process.
struct World {
  const topology::Members& members;
  const PayloadTable& payloads;
  const Clock& clock;
  Log& log;
  network::CarrierSource& carriers;
  Doorbells& doorbells;
  /// What the processes of the job share and nobody else knows; null where nobody else is.
  const Secret* secret = nullptr;
  /// For measuring objects: stamps that cost little, and a clock that tells how long a PE's thread
  /// has had to wait for a core. Null: those of the clock, and never.
  std::optional<Stamps> meter_stamps = {};
  const Clock* displaced_clock = nullptr;
  /// For location policies that adapt.
  location::MessageCosts message_costs = {};
  /// Of each PE, see sched::Pe::Parts.
  std::uint32_t mailbox_slots = 512;
  sched::Mailbox::Users mailbox_users = sched::Mailbox::Users::many_threads;
  /// For Settings::stall_ns.
  TimeNs stall_ns = 200'000'000;

  /// Where checkpoints go, and the one from which the job goes on.
  store::Places checkpoints = {};

  const topology::Topology& topology() const { return members.topology(); }
};

}  // namespace isthmus::engine::runtime
