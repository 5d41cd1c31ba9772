// mobile/rank.hpp: a PE as an SPMD program sees it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mobile/balancer.hpp"
#include "mobile/deferred_call.hpp"
#include "mobile/memory.hpp"
#include "mobile/pointer.hpp"

namespace isthmus::mobile {

namespace detail {

class RankChare;
class HandlerScope;
class Stealer;
class Diffuser;

/// Data of a type that only who put it here knows.
struct AnyData {
  virtual ~AnyData() = default;
};
template <class T>
struct DataOf final : AnyData {
  explicit DataOf(std::unique_ptr<T> held) : data(std::move(held)) {}
  std::unique_ptr<T> data;
};

/// An object whose chare is still to be made, by a message of this PE to itself.
class PendingObject {
 public:
  virtual ~PendingObject() = default;
  virtual bool has_data() const = 0;
  virtual bool can_serialize() const = 0;
  virtual void begin_move(const Pointer& pointer, PeId to) = 0;
  virtual void end(const Pointer& pointer) = 0;
};

/// What main waits for, where not every handler's end will do.
struct WaitCondition {
  bool (*holds)(void*) = nullptr;
  void* asked = nullptr;
};

/// What every rank is told at the start. Plain data.
struct Setup {
  std::vector<std::string> arguments;
  bool quiet = false;
  std::uint64_t stack_bytes = 0;
  Balancing balancing = Balancing::none;
  std::uint64_t seed = 0;

  void serialize(auto& archive) { archive(arguments, quiet, stack_bytes, balancing, seed); }
};

/// What a rank tells PE 0 when its main has ended. Plain data.
struct Ending {
  int exit_status = 0;
  std::vector<std::pair<std::string, double>> metrics;
  bool bad_input = false;  ///< Then `what`, `where` and `expected_what` are an Error's.
  std::string what;
  std::string where;
  std::string expected_what;
  /// It has not ended, but waits for a checkpoint.
  bool is_at_checkpoint = false;
  std::vector<std::byte> kept = {};  ///< Then of rank 0: what its main goes on from.

  void serialize(auto& archive) {
    archive(exit_status, metrics, bad_input, what, where, expected_what, is_at_checkpoint, kept);
  }
};

}  // namespace detail

/// What a handler, or main, did that it may not.
class UsageError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// One PE as the program sees it: `main(Rank&)` runs on each, and handlers get the one that they
/// run on. For main and for handlers of the PE; not to be kept by objects that move.
///
/// `main` runs in a user-level thread. Handlers run while it waits (`poll`, `wait`, `poll_until`,
/// `barrier`, `quiescence`, `reduce`), and after it has ended; none runs on a PE before main first
/// waits there. They run to their end and may not wait: that ends the job with UsageError.
class Rank {
 public:
  explicit Rank(detail::RankChare& chare, detail::Setup setup);
  ~Rank();
  Rank(const Rank&) = delete;
  Rank& operator=(const Rank&) = delete;

  int rank() const { return static_cast<int>(pe_.value); }
  int size() const { return size_; }
  /// The program's own arguments: those behind "--". A main that has not asked for them when it
  /// first waits, or ends, takes none, and its user is refused any.
  const std::vector<std::string>& arguments() const {
    asked_for_arguments_ = true;
    return setup_.arguments;
  }
  /// The user wants no lines but results.
  bool is_quiet() const { return setup_.quiet; }
  const topology::Topology& topology() const { return this_topology(); }
  /// Seconds since some start, of the job's clock, as it stood at the beginning of the PE's present
  /// step: it goes on when main waits.
  double seconds() const;

  // --- the program's own state on this PE -------------------------------------------------------

  /// Where handlers find what belongs to this PE, such as a local of main's; one at a time.
  /// Handlers may run after main has ended: then it must still live, or none may come
  /// (`quiescence`).
  template <class T>
  void set_state(T* state) {
    state_ = state;
    state_type_ = &state_tag<T>;
  }
  /// The same; the rank owns it, until the job ends or another takes its place.
  template <class T>
  T& set_state(std::unique_ptr<T> state) {
    T& placed = *state;
    set_state(state.get());
    owned_state_ = std::make_unique<detail::DataOf<T>>(std::move(state));
    return placed;
  }
  /// What main gave to set_state; another type, or none, is a UsageError.
  template <class T>
  T& state() const {
    if (state_type_ != &state_tag<T>) throw UsageError("this rank has no state of that type");
    return *static_cast<T*>(state_);
  }

  // --- waiting; for main alone ------------------------------------------------------------------

  /// Gives the PE back, and returns when the messages that waited have been handled. In a loop that
  /// finds nothing to handle it begins to doze, for up to 250 µs, which the next message cuts
  /// short: so `while (!done) poll();` neither burns a processor nor keeps virtual time standing
  /// still. While main polls, the job is not quiescent.
  void poll();
  /// Sleeps until a handler has run on this PE, and the messages that waited with it are handled.
  void wait();
  /// Sleeps until the condition holds. It is asked at once, and again each time that a handler has
  /// run, so it should be quick.
  template <std::predicate Condition>
  void poll_until(Condition condition) {
    const auto holds = [](void* asked) { return bool((*static_cast<Condition*>(asked))()); };
    while (!condition()) sleep_until({holds, &condition});
  }
  /// Returns when main has come here on every PE. All call it in the same order as `quiescence` and
  /// `reduce`.
  void barrier();
  /// Called on every PE: returns when all are here, no handler runs or waits to, no work is left,
  /// and nothing is under way. It returns everywhere for the same quiet moment.
  void quiescence();
  /// Called on every PE with a value: returns the values of all combined, everywhere. T is
  /// serializable; the operation is one of namespace reduce, or a function object like them.
  template <class T, class Op>
  T reduce(T value, Op operation);

  // --- checkpoints; for main alone --------------------------------------------------------------

  /// `State state; if (!self.restored(state)) begin(state);` before main first waits, on every PE.
  /// False in a job that begins anew. True in one that goes on from a checkpoint: `state` is on
  /// every PE what it was on rank 0, and the mobile objects are there. It can be serialized, and
  /// must live until main ends.
  template <class State>
  bool restored(State& state);
  /// Called on every PE, in the same order as `quiescence`, and waits for the same. Where the user
  /// wants checkpoints (--checkpoint) and one is due, the mobile objects and rank 0's state are
  /// taken down as bytes. All objects are installed, their data can be serialized, and no memory is
  /// exposed: else the job ends in one line.
  void checkpoint();

  // --- remote service requests ------------------------------------------------------------------

  /// Calls `Handler(self, arguments...)` on another PE, or on this one, once, some time later. A
  /// std::span<const T> parameter takes any contiguous range: the sender's buffer may be used again
  /// when this returns. To another process its elements are read where they lie if they are many
  /// (4 KiB); within a process they are copied once, or moved if they are given as an rvalue
  /// std::vector. The handler's span views the message.
  template <auto Handler, class... A>
    requires RequestHandler<Handler>
  void rsr(int to, A&&... arguments);

  // --- memory of other PEs ----------------------------------------------------------------------

  /// Memory of this PE that others may put into and get from, until it is withdrawn; it must live
  /// so long. Puts from other processes may change it at any time, also while no handler runs.
  Region expose(std::span<std::byte> memory) { return memory_.expose(memory); }
  template <class T>
    requires std::is_trivially_copyable_v<T> && (!std::same_as<T, std::byte>)
  Region expose(std::span<T> memory) {
    return expose(std::as_writable_bytes(memory));
  }
  /// Refuses all that comes later; when it returns, nothing is written there any more. False where
  /// this PE has not exposed it.
  bool withdraw(const Region& region);
  /// Writes to another PE's memory. `from` may be used again when this returns, and is not copied
  /// to another process as far as the network takes it at once; a vector that is given away never
  /// is. `done` is told when the bytes are there. Bytes outside the region are an error, told to
  /// `done`, or, without one, the job's end. The other PE's main may wait for what puts change:
  /// they count as handlers.
  void put(const Region& to, std::uint64_t offset, std::span<const std::byte> from,
           Completion done = {});
  void put(const Region& to, std::uint64_t offset, std::vector<std::byte>&& from,
           Completion done = {});
  /// Reads another PE's memory into `to`, which must live until `done` is told that it is there.
  void get(const Region& from, std::uint64_t offset, std::span<std::byte> to, Completion done = {});

  // --- mobile objects ---------------------------------------------------------------------------

  /// Makes data of this PE a mobile object, which it owns from now on.
  template <class T>
  Pointer make(std::unique_ptr<T> data);
  template <class T, class... A>
  Pointer make(A&&... arguments) {
    return make(std::make_unique<T>(std::forward<A>(arguments)...));
  }
  /// The data if the object is installed on this PE and holds a T; else null. Good until the
  /// present handler ends, or main waits.
  template <class T>
  T* local(const Pointer& pointer) const;
  /// The object is installed on this PE.
  bool is_local(const Pointer& pointer) const;

  /// Calls `Handler(self, data, arguments...)` where the object is. Messages and works of one PE to
  /// one object come to it in the order in which they were sent, however it moves. An object that
  /// is not of the handler's type ends the job.
  template <auto Handler, class... A>
    requires ObjectHandler<Handler>
  void send(const Pointer& to, A&&... arguments);
  /// The same as a unit of work: it waits at the object until the PE that the object is on has
  /// nothing else to do, and moves with it. `hint` says what it is thought to take, in any unit
  /// that is the same for the whole program; 0 or more.
  template <auto Handler, class... A>
    requires ObjectHandler<Handler>
  void work(const Pointer& to, double hint, A&&... arguments);

  /// Moves an object of this PE, once the present handler has ended. Within a process its data is
  /// moved and not copied; else T is serialized. Where T has `void after_move(Rank& self)` it is
  /// called on the other PE, as a handler, before those of messages: an object that has more to do
  /// need not send itself a message. Fails where the object is not installed here, or cannot be
  /// serialized and must be.
  Expected<void> move(const Pointer& pointer, int to);
  /// Takes the data out of an object of this PE: messages to it wait from now on, until it is
  /// installed somewhere. Fails where it is not installed here, or holds no T.
  template <class T>
  Expected<std::unique_ptr<T>> uninstall(const Pointer& pointer);
  /// On any PE: the object lives here from now on, with this data. What waited for it, comes. It
  /// must have been uninstalled, by whom the data has come.
  template <class T>
  void install(const Pointer& pointer, std::unique_ptr<T> data);
  /// Ends an object of this PE after the present handler. What is sent to it later waits for ever.
  Expected<void> destroy(const Pointer& pointer);

  // --- work -------------------------------------------------------------------------------------

  /// Units of work that wait on this PE, and the sum of their hints.
  std::size_t work_count() const { return work_count_; }
  double load() const { return load_; }
  /// The objects here with work that waits, in the order of their pointers; not those that are
  /// about to leave.
  std::vector<ObjectLoad> loads() const;
  /// What this PE's balancer has done so far.
  BalanceCounts balance_counts() const;
  /// Messages and units of work that this PE has sent to objects so far, those to its own included;
  /// and those that waited at an object and were sent after it to another process.
  std::uint64_t object_messages() const { return object_messages_; }

  // --- for handlers -----------------------------------------------------------------------------

  /// The PE that sent what the running handler handles; outside a handler this one.
  int sender() const { return static_cast<int>(in_handler() ? sender_.value : pe_.value); }
  /// The object that the running handler is for; null elsewhere.
  Pointer current() const { return current_; }
  bool in_handler() const { return handler_depth_ > 0; }

  // --- the end ----------------------------------------------------------------------------------

  /// The program's exit status is the largest that any rank has set.
  void set_exit_status(int status) { ending_.exit_status = status; }
  /// Notes a result of the run, for --report. Of one name, that of one PE alone.
  void report(std::string_view name, double value) { ending_.metrics.emplace_back(name, value); }

 private:
  friend class detail::RankChare;
  friend class detail::HandlerScope;
  friend class detail::ObjectChareBase;
  friend class detail::Stealer;
  friend class detail::Diffuser;
  friend void detail::receive_put(Rank&, const RegionSlice&, std::uint64_t,
                                  std::span<const std::byte>);
  friend void detail::receive_get(Rank&, const detail::Operation&);
  friend void detail::receive_refusal(Rank&, std::uint64_t, const std::string&);
  friend void detail::receive_done(Rank&, std::uint64_t, const std::string&);
  friend void detail::receive_data(Rank&, const RegionSlice&, std::uint64_t,
                                   std::span<const std::byte>);

  template <class T>
  static constexpr char state_tag = 0;

  void require_main(const char* what) const;
  void require_pe(int pe) const {
    if (pe >= 0 && pe < size_) return;
    throw UsageError("a request to PE " + std::to_string(pe) + " of " + std::to_string(size_));
  }
  void require_object(const Pointer& pointer) const {
    // A job that goes on may have fewer PEs than the one in which the object was made.
    if (pointer && (kept_ || std::cmp_less(pointer.origin.value, size_))) return;
    throw UsageError("the pointer " + pointer.text() + " names no object of this job");
  }
  /// Calls `Handler(self, slice, ticket, bytes)` on another PE; the bytes may have landed.
  template <auto Handler, class Bytes>
  void send_bytes(int to, const RegionSlice& slice, std::uint64_t ticket, Bytes&& bytes);
  /// Bytes that go from here, or come here, in one piece.
  std::uint64_t piece_bytes(PeId other) const;
  std::uint64_t piece_count(PeId other, std::uint64_t bytes) const {
    const std::uint64_t piece = piece_bytes(other);
    return bytes == 0 ? 1 : (bytes + piece - 1) / piece;
  }
  void sleep_until(const detail::WaitCondition& condition);
  void sleep_on(Future<void> awaited);
  void sleep_until_message(const char* what, TimeNs at_most_ns,
                           const detail::WaitCondition& condition = {});
  void yield();
  void handler_ended();
  /// Has the runtime part of another rank, or of this one, call `Handler(self, arguments...)`; does
  /// not count as a handler that main may wait for.
  template <auto Handler, class... A>
  void post(int to, std::int32_t priority, A&&... arguments);
  /// The object's ready work is run in turn with that of others.
  void stand_in_line(detail::ObjectChareBase& object);
  void run_one_work();
  static void take_work_turn(Rank& self) { self.run_one_work(); }
  void work_changed(detail::ObjectChareBase& object, double load, std::ptrdiff_t count);
  void open();
  void refuse_unasked() const;
  /// Before main begins, in a job that goes on: what rank 0 kept, and what the user says now.
  void go_on_from(std::vector<std::byte> kept, const detail::Setup& setup);
  /// Why the job is not whole on this PE.
  std::string obstacle() const;
  [[noreturn]] static void refuse_state(const std::string& why);
  std::uint64_t next_sequence(const Pointer& to) {
    ++object_messages_;
    return sent_[to]++;
  }
  detail::ObjectChareBase* find(const Pointer& pointer) const;
  detail::PendingObject* find_pending(const Pointer& pointer) const;
  static Error not_here(const Pointer& pointer, const char* what);
  bool may_go(bool can_serialize, PeId to) const;
  void enrol(detail::ObjectChareBase& object);
  void forget(const detail::ObjectChareBase& object);

  detail::RankChare& chare_;
  detail::Setup setup_;
  const PeId pe_;
  const int size_;

  UserThread* thread_ = nullptr;  // main's, while it lives
  std::optional<Future<void>> awaited_;
  std::optional<Callback<void>> sleeper_;  // main, if it sleeps until a handler has run
  detail::WaitCondition sleeper_condition_;
  std::uint64_t handled_ = 0;  // handlers that have run here
  std::uint64_t handled_at_poll_ = 0;
  TimeNs polled_ns_ = 0;
  int fruitless_polls_ = 0;
  bool open_ = false;  // main has waited, so handlers may run
  std::vector<std::move_only_function<void()>> deferred_;

  detail::Memory memory_;

  std::unique_ptr<detail::AnyData> owned_state_;
  void* state_ = nullptr;
  const char* state_type_ = nullptr;
  int handler_depth_ = 0;
  PeId sender_;
  Pointer current_;
  detail::Ending ending_;
  mutable bool asked_for_arguments_ = false;

  std::optional<std::vector<std::byte>> kept_;  // that the job goes on from
  std::function<std::vector<std::byte>()> keep_;
  bool is_at_checkpoint_ = false;
  std::unique_ptr<UserThread> paused_;  // main's, while a checkpoint is taken

  /// Objects with work that is ready; may name some that have left.
  std::deque<Pointer> line_;
  bool work_turn_is_under_way_ = false;
  std::size_t work_count_ = 0;
  double load_ = 0;
  std::map<Pointer, detail::ObjectChareBase*> objects_with_work_;
  std::unique_ptr<detail::Balancer> balancer_;  // null for none

  std::unordered_map<Pointer, std::uint64_t> sent_;  // messages so far
  std::uint64_t object_messages_ = 0;
  std::unordered_map<Pointer, detail::ObjectChareBase*> objects_;
  /// Objects that have been made here, and whose chares are about to be.
  std::unordered_map<Pointer, std::unique_ptr<detail::PendingObject>> pending_objects_;
  /// Data that has been installed here, for objects on their way.
  std::unordered_map<Pointer, std::unique_ptr<detail::AnyData>> expected_;
};

}  // namespace isthmus::mobile
