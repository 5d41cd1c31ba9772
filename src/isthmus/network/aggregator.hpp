// isthmus/network/aggregator.hpp: small messages of a PE to one process, sent together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/fabric/bundle.hpp"
#include "isthmus/fabric/chain.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/sched/pe.hpp"

namespace isthmus::engine::network {

/// Whether small messages to one process are sent together.
enum class Aggregation {
  off,
  automatic,  ///< When a PE sends many, and its steps are short: see Aggregator.
  on,         ///< Always.
};

struct AggregatorOptions {
  Aggregation mode = Aggregation::automatic;
  /// How long a message is held at most while its PE goes on; but for a handler that takes longer.
  TimeNs delay_ns = 20'000;
};

/// Holds small messages back until there are many for one process, the PE has nothing else to do,
/// or they have waited long enough. Those to one process keep their order: a large one sends what
/// is held before itself.
///
/// By itself it begins when a PE sends more than `direct_max` small messages to a process in one
/// step, and lets go at the step's end. What a handler sends before it computes for long would wait
/// for that, so it does not begin while the PE takes so long a message that `soon_count` of them
/// would not be sent within the delay.
///
/// Belongs to one PE and is used on its thread; after the last step on any.
class Aggregator {
 public:
  static constexpr int direct_max = 4;
  /// Where a frame costs no system call its receiver had better begin soon.
  static constexpr int soon_count = 32;

  explicit Aggregator(const AggregatorOptions& options)
      : mode_(options.mode), delay_ns_(options.delay_ns) {}

  /// Any thread; holds from the next message on.
  void set_mode(Aggregation mode) { mode_.store(mode, std::memory_order_relaxed); }
  Aggregation mode() const { return mode_.load(std::memory_order_relaxed); }
  /// It takes no message, and holds none that the next ones to come might overtake.
  bool is_off() const { return mode() == Aggregation::off && open_.empty(); }
  /// Takes a message that is on its way to another process, through `chain`, and leaves null; or
  /// leaves it to the caller to send at once.
  void offer(MessagePtr& message, ProcessId process, fabric::Chain& chain, sched::Pe& from);
  /// Between two steps. Sends what has waited long enough; all if `idle`. Returns how many frames.
  int progress(sched::Pe& from, TimeNs now_ns, bool idle);
  /// Sends all.
  int flush(sched::Pe& from);
  bool holds_messages() const { return !open_.empty(); }
  /// The process is lost, and the chain there is about to go: drops what is held for it.
  void forget(ProcessId process, sched::Pe& from);

 private:
  /// To one process.
  struct Way {
    fabric::Chain& chain;
    ProcessId process;
    bool sends_soon = false;
    fabric::BundleWriter bundle = {};
    TimeNs since_ns = 0;     // of what is held
    std::uint64_t step = 0;  // in which `direct_count` were sent
    int direct_count = 0;
  };

  Way& way_to(ProcessId process, fabric::Chain& chain);
  Way& add_way(ProcessId process, fabric::Chain& chain);
  bool is_to_wait(Way& way);
  void note_step(TimeNs now_ns);
  void send(Way& way, sched::Pe& from);
  void close(Way& way);

  Atomic<Aggregation> mode_;
  const TimeNs delay_ns_;
  std::vector<std::unique_ptr<Way>> ways_;  // by process; null where nothing small was ever sent
  std::vector<Way*> open_;                  // that hold something
  std::uint64_t step_ = 0;
  int offered_count_ = 0;  // in this step, of small ones
  TimeNs step_begin_ns_ = 0;
  /// What a step that sends many takes for each message, so that a long one is not forgotten soon:
  /// a maximum that decays by an eighth with each. Long while little is known.
  TimeNs message_ns_ = 1'000'000'000;
};

}  // namespace isthmus::engine::network
