// isthmus/runtime/chain_changes.hpp: other filters for the links of a running job.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

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

namespace isthmus::engine::runtime {

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
  /// own name takes back a change. Or, as DEVICE.PARAMETER=VALUE, those that they have, with one
  /// parameter changed. `target` gets a ChainChange when all processes have done it.
  void request(std::string link_class, std::string to, const CallbackTarget& target);
  /// There: a change is under way, or waits for one that is.
  bool is_under_way() const { return !requests_.empty(); }

  /// On PE 0's process: adds `change-chain` and `device`.
  void add_verbs(Verbs& verbs);

  /// What the links of the class have in this process by now. Any thread.
  std::vector<topology::DeviceSpec> present(const topology::LinkClass& link_class) const;

  int poll(sched::Pe& pe, TimeNs now_ns, bool idle) override;
  TimeNs deadline_ns() const override {
    return has_changed_.load(std::memory_order_relaxed) ? 0 : never_ns;
  }

 private:
  struct Request {
    std::string link_class;
    std::string to;
    CallbackTarget target;
  };

  void start_next();
  void order();
  void report(std::string refusal);
  void finish();
  Expected<const topology::LinkClass*> class_of(const std::string& name) const;
  Expected<topology::LinkClass> changed(const topology::LinkClass& link_class,
                                        const std::string& assignment) const;
  Expected<void> set_chain(const std::string& text);
  Expected<void> set_device(const std::string& text);
  void note_present();
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
  Atomic<bool> has_changed_ = false;                  // and not reported it
  const topology::LinkClass* changing_ = nullptr;     // by the change that was prepared last,
  const topology::LinkClass* changing_to_ = nullptr;  // to this
  std::deque<topology::LinkClass> made_;              // what is in no grid file
  mutable Mutex lock_;
  std::map<const topology::LinkClass*, std::vector<topology::DeviceSpec>> present_;  // under that

  // On PE 0.
  network::ChangeCoordinator coordinator_;
  std::deque<Request> requests_;  // the first one is under way
  std::string last_request_;      // that came by `change-chain`,
  std::string last_device_;       // and by `device`
};

}  // namespace isthmus::engine::runtime
