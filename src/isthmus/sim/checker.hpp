// isthmus/sim/checker.hpp: watches from outside that the runtime keeps its promises.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/sched/observer.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::sim {

/// Follows every message of a simulated job from its sending to its handling: each is handled
/// exactly once for each time that it is sent, on the PE that it is sent to; and none of the
/// program's is under way when quiescence is told. Messages have no names, so those with equal
/// headers are counted together. One thread.
class Checker {
 public:
  explicit Checker(const topology::Topology& topology);
  ~Checker();

  /// The observer of one PE; lives as long as this.
  sched::Observer& observer_of(PeId pe);
  /// Somebody else has found one; empty: has not.
  void tell(std::string breach) {
    if (!breach.empty()) note(std::move(breach));
  }
  /// A message that was sent before goes once more, to a PE that was made again.
  void sent_again(const Message& message) { sending(message); }
  /// Quiescence is about to be told to who asked for it.
  void quiescence_told();
  /// The job has ended well and come to rest: nothing may be under way. `messages_alive` are those
  /// that pools have given out and not got back.
  void at_rest(std::int64_t messages_alive);
  /// The same of the objects, by PE, null where that is of an absent process: each lives once, and
  /// wherever a message to it starts, it comes to it.
  void objects_at_rest(const std::vector<const Objects*>& hosts);
  /// What a process that is gone had under way is gone too: only doubles are counted from here on.
  void forgive_losses() { losses_forgiven_ = true; }

  /// The first breach; nothing if there was none.
  const std::string& breach() const { return breach_; }

 private:
  class Follower;
  struct Flight {
    std::int64_t count = 0;  // sendings less handlings
    std::string text;
  };

  void sending(const Message& message);
  void handling(const Message& message, PeId at);
  void handled(bool counted);
  void follow(const std::vector<const Objects*>& hosts, const ObjectId& id, PeId place, PeId start);
  void note(std::string breach);

  const topology::Topology& topology_;
  std::vector<std::unique_ptr<Follower>> followers_;  // by PE
  std::unordered_map<std::uint64_t, Flight> in_flight_;
  std::int64_t counted_in_flight_ = 0;
  bool losses_forgiven_ = false;
  std::string breach_;
};

}  // namespace isthmus::engine::sim
