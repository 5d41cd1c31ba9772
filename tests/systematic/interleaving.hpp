// tests/systematic/interleaving.hpp: real threads, one at a time, the next one chosen by a seed.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/random.hpp"

namespace isthmus::engine::systematic {

/// How the next one to act is chosen; each seed has one of these.
enum class Choice : std::uint8_t {
  uniform,     ///< Any that can act, each time.
  persistent,  ///< Mostly the one that acted last.
  priorities,  ///< The highest priority, with a few changes at random steps: the probabilistic
               ///< concurrency testing of Burckhardt et al. (2010).
};

/// What the run takes from the machine it imitates.
struct Machine {
  /// Total store order, as x86 has it: a store waits in its thread's buffer, where the thread alone
  /// sees it, until the buffer's turn comes, a fence, a locked instruction or a system call. False:
  /// sequential consistency.
  bool delays_stores = true;
  /// Whether AsymmetricFence::heavy reaches the other threads.
  bool has_system_barrier = true;
  /// Whether time may pass to the next deadline while somebody could act: processors are slow.
  bool lets_time_pass = true;
  /// A run that takes more is taken for one that never ends.
  std::size_t steps_max = 20'000;
};

/// One run of some threads under one seed. Each access to what they share (the Atomic, Mutex and
/// AsymmetricFence of isthmus/base/atomic.hpp beside this file, a Bell, the clock) is a step,
/// before which the turn may go to another thread. Threads, store buffers and the passing of time
/// are actors alike. The same seed gives the same run.
///
/// A run fails when a thread says so, when all wait and nothing can wake them, or when it takes too
/// many steps. Its threads then stay where they are for good, with all that they hold: to unwind
/// them would run code that was never written to be unwound.
class Interleaving : public std::enable_shared_from_this<Interleaving> {
 public:
  Interleaving(std::uint64_t seed, const Machine& machine);
  Interleaving(const Interleaving&) = delete;
  Interleaving& operator=(const Interleaving&) = delete;

  // For the one who sets a run up, before it.
  void add_thread(std::string name, std::function<void()> body);
  /// After the last thread has ended well, on the caller's thread, outside the run.
  void at_end(std::function<void(Interleaving&)> check) { checks_.push_back(std::move(check)); }

  /// Runs the threads to their ends. The run, owned by a shared_ptr, is used once. False: it
  /// failed.
  bool run();
  const std::string& failure() const { return failure_; }
  std::size_t step_count() const { return trace_.size(); }
  /// Of all steps: who did what, where in the source, with which value.
  std::uint64_t trace_hash() const;
  /// The last steps, a line each.
  std::string text_of_trace(std::size_t steps_max) const;
  const Machine& machine() const { return machine_; }

  // For the threads of the run, and for what they use.

  /// The run that the calling thread belongs to; null outside of any.
  static Interleaving* current();

  /// A step. Others may act before it returns.
  void step(const char* what, const std::source_location& where);
  /// A step that can be done only when `ready`, or from `wake_ns` on.
  void wait(const char* what, std::function<bool()> ready, TimeNs wake_ns,
            const std::source_location& where);
  /// Ends the run as failed. Outside a run: the check that calls it has failed.
  void fail(std::string what);

  /// The value as the calling thread sees it, as `bytes` (at most 8) at the address.
  std::uint64_t load(const void* address, std::size_t bytes);
  void store(void* address, std::size_t bytes, std::uint64_t value);
  /// What the calling thread has stored reaches the others.
  void drain_own();
  void drain_all();
  /// For the report: what the step just begun read or wrote.
  void note(std::uint64_t value) { trace_.back().value = value; }
  /// Whether something that may happen does: `chance` in 256.
  bool happens(unsigned chance) { return random_.below(256) < chance; }
  TimeNs now_ns();

 private:
  struct Store {
    void* address;
    std::size_t bytes;
    std::uint64_t value;
    std::source_location where;
  };
  struct Thread {
    std::string name;
    std::function<void()> body;
    std::thread system_thread;
    std::condition_variable turn;
    bool ended = false;
    const char* waits_for = "";
    std::function<bool()> ready;  // empty: can act
    TimeNs wake_ns = never_ns;
    std::deque<Store> stores;
    int priority = 0;
    int buffer_priority = 0;
  };
  enum class Kind : std::uint8_t { thread, buffer, time };
  struct Actor {
    Kind kind = Kind::thread;
    std::size_t index = 0;
    bool operator==(const Actor&) const = default;
  };
  struct Step {
    Actor actor;
    const char* what;
    std::uint64_t value;
    std::source_location where;
  };

  void live(std::size_t index);
  std::size_t next_thread();
  void pass_the_turn_to(std::size_t index);
  void await_the_turn_of(std::size_t index);
  void find_actors();
  Actor choose();
  Actor choose_by_priority();
  int& priority_of(const Actor& actor);
  void write_oldest_store_of(std::size_t index);
  [[noreturn]] void stop_here(std::string what);
  std::string who(const Actor& actor) const;
  std::string who_waits() const;
  TimeNs next_wake_ns() const;

  const Machine machine_;
  Random random_;
  Choice choice_;
  std::vector<std::size_t> changes_;  // steps at which the acting one falls behind the others
  int lowest_priority_ = 0;
  int time_priority_ = 0;

  std::vector<std::unique_ptr<Thread>> threads_;
  std::vector<std::function<void(Interleaving&)>> checks_;
  std::vector<Actor> able_;
  Actor last_;
  std::size_t last_thread_ = 0;
  std::size_t in_a_row_ = 0;  // turns of the last thread, whatever buffers did meanwhile
  std::size_t decisions_ = 0;
  TimeNs now_ns_ = 1'000'000;
  std::vector<Step> trace_;
  std::string failure_;

  // All above belongs to whoever has the turn; the lock hands it over.
  std::mutex lock_;
  std::condition_variable over_;
  std::optional<std::size_t> running_;
  bool is_over_ = false;
};

/// The calling thread's run fails unless it holds.
void require(bool holds, std::string_view what,
             const std::source_location& where = std::source_location::current());

/// Sets up the threads of a run; called once a run.
using Scenario = std::function<void(Interleaving&)>;

/// The first seed that failed.
struct Finding {
  std::uint64_t seed = 0;
  std::string what;
  std::string trace;
};

/// Runs the scenario under the seeds 1 to `seeds`, until one fails. The environment's
/// ISTHMUS_INTERLEAVINGS=N asks for N seeds instead.
std::optional<Finding> explore(std::uint64_t seeds, const Machine& machine,
                               const Scenario& scenario);

/// The running test fails with the finding, if there is any, and says how to see it again:
/// ISTHMUS_INTERLEAVING=SEED runs that seed alone and prints all its steps.
void expect_no_finding(std::uint64_t seeds, const Machine& machine, const Scenario& scenario);

}  // namespace isthmus::engine::systematic
