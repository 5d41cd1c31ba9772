// programs/replayed_object.hpp: an object of a snapshot as a chare: waits, works, sends, as it did.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "isthmus/balance/snapshot.hpp"
#include "isthmus/isthmus.hpp"

namespace isthmus::engine::replay {

/// How long a replay is. Steps count from 0.
struct Length {
  int steps = 60;       ///< Timed.
  int warmup = 20;      ///< Before those.
  int balanced_at = 0;  ///< The load balancer's point is after so many steps, which come first.
  int after = 4;        ///< After those that are timed, so that objects are as far ahead of each
                        ///< other at the end as at the beginning.

  int timed_from() const { return balanced_at + warmup; }
  int timed_to() const { return timed_from() + steps; }
  int all() const { return timed_to() + after; }
};

/// What every PE knows of the snapshot. Edges are by sender.
struct Scene {
  Length length;
  std::uint32_t leaders = 0;  ///< The first so many objects begin a step; the others answer them.
  std::vector<TimeNs> cpu_ns;
  std::vector<std::uint64_t> state_bytes;
  std::vector<std::uint32_t> edge_begin;
  std::vector<std::uint32_t> edge_to;
  std::vector<std::uint32_t> edge_messages;  ///< Of one step.
  std::vector<std::uint32_t> edge_bytes;     ///< Of one message.
  std::vector<std::uint32_t> from_leaders;   ///< By object: messages that come from them in a step.
  std::vector<std::uint32_t> from_others;
  std::uint32_t message_bytes_max = 0;

  bool leads(std::uint32_t object) const { return object < leaders; }

  void serialize(auto& archive) {
    archive(length, leaders, cpu_ns, state_bytes, edge_begin, edge_to, edge_messages, edge_bytes,
            from_leaders, from_others, message_bytes_max);
  }
};

/// ErrorCode::bad_input where an edge has none in the other direction: its receiver could fall
/// behind its sender without end.
Expected<Scene> make_scene(const balance::Snapshot& snapshot, std::uint32_t leaders,
                           const Length& length);

/// Does a step as soon as all messages for it have come. A message of a step is for the next step
/// of its receiver; that of a leader to one who answers is for the same step.
class ReplayedObject : public Chare<ReplayedObject, Index1> {
 public:
  ReplayedObject();

  void begin();
  void arrive(int step, std::span<const std::byte> payload);
  /// Goes on after the load balancer's point.
  void go_on();

  void serialize(auto& archive) { archive(next_step_, arrived_, is_in_sync_, state_); }

 private:
  std::uint32_t number() const { return static_cast<std::uint32_t>(index()); }
  bool is_ready() const;
  void run();
  void step_once();
  void send_all();

  int next_step_ = 0;
  // For even and odd steps: with edges in both directions nobody is two steps ahead of another.
  std::array<std::uint32_t, 2> arrived_ = {0, 0};
  bool is_in_sync_ = false;
  std::vector<std::byte> state_;  // what a migration of it sends
};

}  // namespace isthmus::engine::replay
