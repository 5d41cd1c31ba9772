// isthmus/runtime/chain_changes.hpp: other filters for the links of a running job.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/verbs.hpp"
#include "isthmus/network/change_protocol.hpp"
#include "isthmus/network/router.hpp"
#include "isthmus/object/callback.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/runtime/chain_change.hpp"
#include "isthmus/sched/pe.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::runtime {

/// Changes the chains of link classes, in all processes of a job or in none: the messenger between
/// PE 0, which has the coordinator (network::ChangeCoordinator), and all processes, whose routers
/// do it. Wishes wait for each other. One in each process; its handlers run on the process's first
/// PE.
class ChainChanges final : public sched::WorkSource {
 public:
  ChainChanges(network::Router& router, const topology::Topology& topology, Log& log)
      : router_(router), topology_(topology), log_(log), coordinator_(topology.present()) {}

  /// Once for each PE of the process, in order.
  void attach(Objects& objects);
  /// On PE 0: the links of a class shall have the devices that another class of the grid names; its
  /// own name takes back a change. `target` gets a ChainChange when all processes have done it.
  void request(std::string link_class, std::string to, const CallbackTarget& target);

  /// On PE 0's process: adds `change-chain`.
  void add_verbs(Verbs& verbs);

  int poll(sched::Pe& pe, TimeNs now_ns, bool idle) override;
  TimeNs deadline_ns() const override {
    return has_changed_.load(std::memory_order_relaxed) ? 0 : never_ns;
  }

 private:
  struct Wish {
    std::string link_class;
    std::string to;
    CallbackTarget target;
  };

  void start_next();
  void order();
  void report(std::string refusal);
  void finish();
  Expected<const topology::LinkClass*> class_of(const std::string& name) const;
  Expected<void> prepare(const std::string& link_class, const std::string& to);
  void receive_order(MessagePtr message);
  void receive_report(MessagePtr message);

  network::Router& router_;
  const topology::Topology& topology_;
  Log& log_;
  Objects* first_ = nullptr;
  HandlerId order_handler_{};
  HandlerId report_handler_{};

  network::ChangeParticipant participant_;
  Atomic<bool> has_changed_ = false;  // and not reported it

  // On PE 0.
  network::ChangeCoordinator coordinator_;
  std::deque<Wish> wishes_;  // the first one is under way
  std::string last_wish_;    // that came by the verb
};

}  // namespace isthmus::runtime
