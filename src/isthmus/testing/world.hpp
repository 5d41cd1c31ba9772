// isthmus/testing/world.hpp: a whole job in one thread, in an order that a seed decides.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/random.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/runtime/main_program.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/runtime/real_world.hpp"
#include "isthmus/store/places.hpp"
#include "isthmus/testing/parts.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::testing {

/// Plain data.
struct WorldOptions {
  /// Seed 0: PEs take turns. Else PEs are stepped in a random order, and the clock advances at
  /// random.
  runtime::Settings settings = test_settings(0);
  /// Those who take part, in ascending order; empty: all. The others are stepped, too, and have
  /// nothing to do.
  std::vector<PeId> members = {};
  std::vector<std::string> arguments = {};
  /// Of all processes.
  store::Places checkpoints = {};
  /// A job that has not ended after so many steps is ended as ErrorCode::stalled.
  std::uint64_t step_limit = 20'000'000;
};

/// All processes of a job, stepped by one thread under a clock of their own: the same topology,
/// options and program take the same steps every time. Processes are joined by local sockets. The
/// clock stands still while a PE has something to do (with a seed it creeps) and jumps to the next
/// deadline when none has. Nothing here sleeps.
class World {
 public:
  explicit World(topology::Topology topology, WorldOptions options = {});
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  /// Runs the main program to its end, handles what is still under way, and ends the job. The
  /// failure, if the job failed. Once.
  std::optional<Error> run(MainProgram main_program);

  /// Starts the main program without stepping; for tests that step themselves. Once, and not
  /// with run.
  void start(MainProgram main_program);
  /// Steps one PE that may have something to do. False, and nothing done, when all are idle.
  bool step();
  /// Steps until all PEs are idle and the clock has nowhere to jump for messages' or timers' sake.
  /// Without a main program that waits for more, no message is under way then.
  void settle();
  /// No PE found anything to do when it was last stepped.
  bool is_idle() const { return idle_count_ == idle_.size(); }
  /// Jumps to the next deadline of any PE; false when there is none so early.
  bool advance(TimeNs latest_ns = never_ns - 1);
  /// Every PE looks again: something has come from outside.
  void wake_all();

  TimeNs now_ns() const { return clock_.now_ns(); }
  std::uint64_t steps() const { return steps_; }
  const topology::Topology& topology() const { return topology_; }
  runtime::Process& process(ProcessId rank) { return *processes_[rank.value]; }
  runtime::PeUnit& unit(PeId pe);
  /// What the job logged.
  const MemoryLog& log() const { return log_; }

  /// Messages that exist anywhere: in queues, on links, kept for those who wait. 0 after a job that
  /// left nothing behind.
  std::int64_t messages_alive() const;
  /// Frames that processes have sent so far through link classes of this name.
  std::uint64_t frames_sent(std::string_view link_class) const;
  /// Messages handled by all PEs.
  std::uint64_t messages_handled() const;

 private:
  // Virtual time, which concluding processes read from threads of their own.
  class VirtualClock final : public Clock {
   public:
    TimeNs now_ns() const override { return now_ns_.load(std::memory_order_relaxed); }
    void advance_to(TimeNs now_ns) { now_ns_.store(now_ns, std::memory_order_relaxed); }

   private:
    std::atomic<TimeNs> now_ns_ = 0;
  };

  std::size_t next_pe();
  bool any_stopping() const;
  void conclude();

  const topology::Topology topology_;
  const topology::Members members_;
  const WorldOptions options_;
  const PayloadTable payloads_;
  VirtualClock clock_;
  MemoryLog log_;
  Random random_;
  MainProgram main_program_;
  std::optional<Job> job_;
  std::vector<std::unique_ptr<runtime::RealWorld>> real_worlds_;  // by process
  std::vector<std::unique_ptr<runtime::Process>> processes_;
  std::vector<runtime::PeUnit*> units_;             // by PE
  std::vector<runtime::Process*> process_of_unit_;  // likewise
  std::vector<bool> idle_;                          // likewise: its last step found nothing
  std::size_t idle_count_ = 0;
  std::size_t turn_ = 0;
  std::uint64_t steps_ = 0;
  std::optional<std::int64_t> alive_at_end_;
};

}  // namespace isthmus::engine::testing
