// isthmus/sched/pe.hpp: the processing element, a state machine over messages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/prefetch_lines.hpp"
#include "isthmus/base/type_name.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/pool.hpp"
#include "isthmus/sched/border_watch.hpp"
#include "isthmus/sched/mailbox.hpp"
#include "isthmus/sched/observer.hpp"
#include "isthmus/sched/run_queue.hpp"
#include "isthmus/sched/time_account.hpp"
#include "isthmus/sched/timers.hpp"
#include "isthmus/trace/counters.hpp"

namespace isthmus::engine::sched {

class Pe;

/// Takes messages that leave a PE for another one.
class Outlet {
 public:
  virtual ~Outlet() = default;
  /// `message->destination` is another PE. Called on the sending PE's thread; never blocks.
  virtual void send(MessagePtr message, Pe& from) = 0;
  /// A send to that PE will follow at once: a hint.
  virtual void expect_send(PeId destination) = 0;
  /// Whether a message to that PE, another one, would not have to wait behind others for room on
  /// the way or there. Of now; takes a look at what other threads write.
  virtual bool has_room(PeId destination) const = 0;
  /// Whether so much waits for room that a PE shall not handle what may send more. Its doorbell
  /// rings when that ends while it sleeps. One load.
  virtual bool is_stopped() const = 0;
};

/// Something beside messages that a PE looks after: a chain of devices, mostly.
class WorkSource {
 public:
  virtual ~WorkSource() = default;
  /// Does what is due; returns how much it did. `idle` says that the PE has nothing better to do.
  virtual int poll(Pe& pe, TimeNs now_ns, bool idle) = 0;
  /// When poll will next have something to do of its own accord; never_ns if never.
  virtual TimeNs deadline_ns() const = 0;
};

/// One scheduler: queues, timers, sources of work, and the handlers that messages go to. Used by
/// the thread that drives it alone, but for mailbox(). Nothing here blocks.
class Pe {
 public:
  struct Parts {
    PeId id;
    const Clock& clock;
    Outlet& outlet;
    Doorbell& doorbell;
    std::uint32_t mailbox_slots = 512;
    Mailbox::Users mailbox_users = Mailbox::Users::many_threads;
    /// Messages handled a step, between two looks at the sources of work; 0: as many as suit what
    /// they take.
    int batch = 0;
  };

  explicit Pe(const Parts& parts);
  ~Pe();
  Pe(const Pe&) = delete;
  Pe& operator=(const Pe&) = delete;

  PeId id() const { return id_; }
  Pool& pool() { return pool_; }
  Timers& timers() { return timers_; }
  /// Written by this PE's thread; any thread may read.
  trace::PeCounters& counters() { return counters_; }
  /// The only part that other threads may touch.
  Mailbox& mailbox() { return mailbox_; }

  /// Messages with the id that this returns go to `(owner->*Method)(MessagePtr)`, on the PE's
  /// thread. Before the first step, in the same order on every PE of a job. `work` is what an
  /// account of the PE's time takes that for.
  template <auto Method, class Owner>
  HandlerId add_handler(Owner* owner, Work work = Work::runtime) {
    return add_handler(
        [](void* self, Message* message) {
          (static_cast<Owner*>(self)->*Method)(MessagePtr(message));
        },
        owner, compiler_name<Method>(), work);
  }
  /// Polled from the next step on, after those that were added before.
  void add_source(WorkSource& source);
  /// The source has nothing to do before it is woken: until then it is neither polled nor asked for
  /// a deadline, and steps need not look at it.
  void rest(const WorkSource& source) { awake_ &= ~bit_of(source); }
  /// Something that rests may have something to do.
  void wake(const WorkSource& source) { awake_ |= bit_of(source); }
  /// Until it is dropped or the PE's end, which it outlives. Before the first step, or between two
  /// messages.
  void add_observer(Observer& observer) {
    observers_.add(observer);
    choose_observer();
  }
  /// Between two messages.
  void drop_observer(const Observer& observer) {
    observers_.remove(observer);
    choose_observer();
  }
  /// Has an account kept of where the time goes from now on, until it is dropped or the PE's end.
  void set_account(TimeAccount& account) {
    account_ = &account;
    is_followed_ = true;
  }
  /// Between two messages.
  void drop_account() {
    account_ = nullptr;
    is_followed_ = observer_ != nullptr;
  }
  /// Null where none is kept.
  TimeAccount* account() const { return account_; }
  /// Serves border objects first, as the watch says, which outlives the PE's last step. Before the
  /// first step.
  void set_border_watch(BorderWatch& watch) { border_watch_ = &watch; }
  /// Null where border objects are not to be served first.
  BorderWatch* border_watch() const { return border_watch_; }
  /// Sorts what is queued by what the watch says now, and what comes from now on; or, unless
  /// `by_watch`, serves all in order of arrival. Between two messages.
  void sort_queues(bool by_watch) { queue_.sort(by_watch ? border_watch_ : nullptr); }

  /// The program says what the running handler costs, for whoever observes.
  void charge(TimeNs duration_ns) {
    if (observer_ != nullptr) observer_->charged(duration_ns);
  }
  /// The clock is about to be looked at while a handler runs: what it has done by now is to be on
  /// it, also where whoever observes makes the time.
  void settle() {
    if (observer_ != nullptr) observer_->settling();
  }
  /// What the running handler does until `end_stretch` has a cost of its own.
  void begin_stretch() {
    if (observer_ != nullptr) observer_->stretch_begins();
  }
  void end_stretch(const Stretch& stretch) {
    if (observer_ != nullptr) observer_->stretch_ends(stretch);
  }
  /// Likewise something that has happened here, rare and worth a line.
  void note(std::string_view name, std::string_view text) {
    if (observer_ != nullptr) observer_->noted(name, text);
  }
  std::size_t handler_count() const { return handlers_.size(); }
  /// As the compiler spells it.
  std::string_view handler_name(HandlerId handler) const {
    return handler_names_[static_cast<std::size_t>(handler)];
  }

  /// A message that has come for this PE; `message` and `pool` are the calling thread's. Any
  /// thread, under a lock where senders' messages must keep their order. On the PE's own it saves
  /// the way through the mailbox.
  void arrive(MessagePtr message, Pool& pool) {
    if (&pool != &pool_ || !(mailbox_.is_drained() || drain_mailbox())) {
      return arrive_by_mailbox(std::move(message));
    }
    counters_.messages_received.increment();
    queue_.push(std::move(message));
  }

  /// Sends to `message->destination`, which may be this PE.
  void send(MessagePtr message) {
    if (observer_ != nullptr) [[unlikely]]
      observer_->sending(*message);
    created_ += message->is_counted();
    if (message->destination == id_) {
      counters_.messages_sent_to_self.increment();
      queue_.push(std::move(message));
    } else {
      outlet_.send(std::move(message), *this);
    }
  }

  /// See Outlet; to itself it always has.
  bool has_room(PeId destination) const {
    return destination == id_ || outlet_.has_room(destination);
  }

  /// The outlet may have stopped, or gone on: counts from the next message on, and not from the
  /// next step.
  void look_at_outlet() {
    const bool was_held = std::exchange(is_held_, outlet_.is_stopped());
    if (is_held_ && !was_held) [[unlikely]]
      counters_.times_held.increment();
  }

  /// A send to that PE will follow at once: a hint that makes it quicker.
  void expect_send(PeId destination) {
    if (destination != id_) outlet_.expect_send(destination);
  }

  /// Hands a message to a handler at once, as if it had come for it; counts nothing and tells no
  /// observer.
  void handle(HandlerId handler, MessagePtr message) {
    message->handler = handler;
    if (account_ != nullptr) [[unlikely]]
      return handle_within(std::move(message));
    hand_over(std::move(message));
  }

  /// Runs `action` on this PE, `delay_ns` from the start of this step; counts as work in flight
  /// until then.
  void after(TimeNs delay_ns, Timers::Action action);

  /// One turn: reads the clock once, fires timers, polls the sources, empties the mailbox, handles
  /// a batch of messages; of these only the runtime's own, of highest priority, while the outlet is
  /// stopped. Returns whether it did anything.
  bool step();
  /// The last two parts of a step alone, with the time of the last one: for a driver that has just
  /// stepped, found nothing, and now sees a message come. Returns whether it did anything.
  bool handle_arrivals();

  /// For who needs the time within a step.
  const Clock& clock() const { return clock_; }
  /// The time at the start of the present step.
  TimeNs now_ns() const { return now_ns_; }
  /// How long the steps have taken that did something, but for the present one.
  TimeNs busy_ns() const { return busy_ns_; }
  /// Messages that wait here, but for those in the mailbox.
  std::size_t queued() const { return queue_.size(); }
  /// Bytes of these messages.
  std::size_t queued_bytes() const { return queue_.bytes(); }
  /// Bytes of messages that came by `arrive` and are in the mailbox. Any thread.
  std::size_t arrived_bytes() const { return arrived_bytes_.load(std::memory_order_relaxed); }
  /// Nothing to handle at the moment.
  bool is_idle() const { return !has_handleable() && !mailbox_.is_ready(); }

  /// A step will follow soon: fetches what each looks at. Only a hint, as the next two.
  void expect_step() const {
    prefetch_lines(this, static_cast<std::size_t>(reinterpret_cast<const char*>(&sources_) -
                                                  reinterpret_cast<const char*>(this)) +
                             2 * sizeof(WorkSource*));
    pool_.expect_use();
    mailbox_.expect_pop();
    prefetch_lines(&queue_, static_cast<std::size_t>(reinterpret_cast<const char*>(&counters_) -
                                                     reinterpret_cast<const char*>(&queue_)));
    prefetch_lines(&counters_, sizeof(trace::Counter) * 16);
  }
  /// Very soon: fetches what that points at.
  void expect_step_next() const {
    pool_.expect_acquire();
    queue_.expect_pop();
  }
  /// Messages to this handler, too.
  void expect_handler(HandlerId handler) const {
    __builtin_prefetch(handlers_.data() + static_cast<std::size_t>(handler));
  }
  /// When this PE will next have work of its own accord; never_ns if only a message can wake it.
  TimeNs deadline_ns() const;

  /// Counted messages sent from here and handled here, since the start; equal in sum over all PEs
  /// exactly when none is under way (Mattern 1987).
  std::uint64_t created() const { return created_; }
  std::uint64_t processed() const { return processed_; }

 private:
  /// Owns the message it is given.
  using Handler = void (*)(void* owner, Message* message);
  struct HandlerSlot {
    Handler function;
    void* owner;
  };

  HandlerId add_handler(Handler handler, void* owner, std::string_view name, Work work);
  void dispatch(MessagePtr message) {
    if (is_followed_) [[unlikely]]
      return dispatch_followed(std::move(message));
    hand_over(std::move(message));
  }
  void hand_over(MessagePtr message) {
    const HandlerSlot slot = handlers_[static_cast<std::size_t>(message->handler)];
    slot.function(slot.owner, message.release());
  }
  /// As a rule there is one, which needs nobody to pass on what it is told.
  void choose_observer() {
    const std::size_t count = observers_.count();
    observer_ = count == 0 ? nullptr : count == 1 ? &observers_.first() : &observers_;
    is_followed_ = observer_ != nullptr || account_ != nullptr;
  }
  void dispatch_followed(MessagePtr message);
  void handle_within(MessagePtr message);
  void fire(const Timers::Action& action);
  void arrive_by_mailbox(MessagePtr message);
  MessagePtr pop_mailbox();
  bool has_handleable() const { return is_held_ ? queue_.has_highest() : !queue_.empty(); }
  void take_arrivals();
  bool drain_mailbox();
  int run_batch();
  void adapt_batch(TimeNs last_step_ns);
  std::uint32_t bit_of(const WorkSource& source) const;

  static constexpr std::size_t sources_max = 16;

  // What every step looks at comes first and lies together, also below.
  PeId id_;
  const int fixed_batch_;
  int batch_ = 1;
  bool is_held_ = false;
  bool worked_ = false;       // in the last step
  bool is_followed_ = false;  // by an observer or an account, so that the hot path asks once
  const Clock& clock_;
  Outlet& outlet_;
  TimeNs now_ns_ = 0;
  TimeNs busy_ns_ = 0;
  TimeAccount* account_ = nullptr;
  Observer* observer_ = nullptr;  // null while there are none
  std::uint64_t created_ = 0;
  std::uint64_t processed_ = 0;
  std::uint64_t counted_from_grid_ = 0;
  std::uint32_t awake_ = 0;  // a bit for each source
  std::uint32_t source_count_ = 0;
  std::array<WorkSource*, sources_max> sources_{};
  Pool pool_;  // outlives the queues, whose messages go back to it
  Mailbox mailbox_;
  RunQueue queue_;
  Timers timers_;
  std::vector<HandlerSlot> handlers_;
  BorderWatch* border_watch_ = nullptr;
  Atomic<std::size_t> arrived_bytes_ = 0;
  trace::PeCounters counters_;
  std::vector<std::string_view> handler_names_;
  std::vector<Work> handler_works_;
  Observers observers_;
};

}  // namespace isthmus::engine::sched
