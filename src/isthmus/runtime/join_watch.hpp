// isthmus/runtime/join_watch.hpp: takes processes into a job that runs.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/bootstrap/join/join_service.hpp"
#include "isthmus/runtime/membership_changes.hpp"
#include "isthmus/sched/pe.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::runtime {

/// The ranks that somebody may have in the next epoch: those that nobody has.
std::set<ProcessId> free_places(const topology::Topology& topology);

/// Who comes to the service is to be in the next epoch, which it has begin. In the process of the
/// main program, of one epoch. Work of its first PE, on whose thread all is done; never blocks.
class JoinWatch final : public sched::WorkSource {
 public:
  static constexpr TimeNs look_ns = 2'000'000;

  /// All outlive it.
  JoinWatch(bootstrap::JoinService& service, MembershipChanges& changes,
            const topology::Topology& topology);
  JoinWatch(const JoinWatch&) = delete;
  JoinWatch& operator=(const JoinWatch&) = delete;

  int poll(sched::Pe& pe, TimeNs now_ns, bool idle) override;
  TimeNs deadline_ns() const override { return deadline_ns_; }
  /// From now on those places are free, for processes with which the present epoch goes on: `come`
  /// is called when there are some for all of them. No places: nobody is waited for any more. On
  /// the PE's thread, or while nobody steps it.
  void await(std::set<ProcessId> places, std::function<void(std::vector<bootstrap::Peer>)> come);
  /// Becomes readable when somebody comes.
  int descriptor() const { return service_.descriptor(); }

 private:
  void wish(const bootstrap::Peer& peer);
  void look_for_awaited();

  bootstrap::JoinService& service_;
  MembershipChanges& changes_;
  std::set<ProcessId> awaited_;
  std::function<void(std::vector<bootstrap::Peer>)> come_;  // null: nobody is awaited
  TimeNs next_look_ns_ = 0;
  TimeNs deadline_ns_ = 0;
};

}  // namespace isthmus::engine::runtime
