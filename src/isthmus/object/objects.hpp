// isthmus/object/objects.hpp: the objects of one PE: who they are, and how messages reach them.
#pragma once

#include <coroutine>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "isthmus/base/assert.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/prefetch_lines.hpp"
#include "isthmus/location/directory.hpp"
#include "isthmus/location/message_costs.hpp"
#include "isthmus/location/policy.hpp"
#include "isthmus/message/landing.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/object/border_objects.hpp"
#include "isthmus/object/broadcasts.hpp"
#include "isthmus/object/callback.hpp"
#include "isthmus/object/collection.hpp"
#include "isthmus/object/entry.hpp"
#include "isthmus/object/gauge.hpp"
#include "isthmus/object/loan.hpp"
#include "isthmus/object/migration.hpp"
#include "isthmus/object/object.hpp"
#include "isthmus/object/object_table.hpp"
#include "isthmus/object/ordering.hpp"
#include "isthmus/object/parked_messages.hpp"
#include "isthmus/object/single_id.hpp"
#include "isthmus/object/waiting.hpp"
#include "isthmus/object/whereabouts.hpp"
#include "isthmus/sched/pe.hpp"
#include "isthmus/topology/members.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus {

struct ReducerOps;

/// What objects ask of all PEs together; the room `collective` does it.
class Collectives {
 public:
  virtual ~Collectives() = default;
  /// Hands a copy of the message to `inner` on every PE, in one order everywhere but for
  /// priorities.
  virtual void broadcast(MessagePtr message, HandlerId inner) = 0;
  /// The number of the latest broadcast of any kind that has come to this PE; they are numbered
  /// from 1.
  virtual std::uint64_t latest_broadcast() const = 0;
  /// Whether all up to this number have come to this PE.
  virtual bool has_broadcasts_to(std::uint64_t number) const = 0;
  /// The same on the PEs of the section that the message's collection names; `root` is the first.
  virtual void multicast(MessagePtr message, PeId root, HandlerId inner) = 0;
  virtual void section_created(CollectionId section) = 0;
  /// The object's next contribution to its collection's reductions; `value` points to what
  /// `ops` takes, and is moved from.
  virtual void contribute(Object& object, const ReducerOps& ops, void* value,
                          const CallbackTarget& target) = 0;
  /// Numbers an insertion so that reductions know of it, then hands it to the element's PE.
  virtual void insert(MessagePtr creation) = 0;
  /// A collection has come to this PE with its first elements.
  virtual void collection_created(LocalCollection& collection, std::int64_t job_wide_count) = 0;
  virtual void element_added(LocalCollection& collection, Object& object) = 0;
  virtual void element_removed(LocalCollection& collection, Object& object) = 0;
  /// An element leaves for another PE, or has come from one.
  virtual void element_departed(LocalCollection& collection, Object& object) = 0;
  virtual void element_arrived(LocalCollection& collection, Object& object) = 0;
  /// Sends nothing to the target before every message is handled and none is under way.
  virtual void detect_quiescence(const CallbackTarget& target) = 0;
};

/// Moves objects so that work is spread well; the room `balance` does it.
class Balancing {
 public:
  virtual ~Balancing() = default;
  /// Does a step, or takes part in the one under way; afterwards the target learns of it. On PE 0.
  virtual void request_step(const CallbackTarget& target) = 0;
};

/// Takes the failure that ends the job.
class FailureSink {
 public:
  virtual ~FailureSink() = default;
  /// Any PE's thread. The first failure is reported, later ones are dropped.
  virtual void fail(Error error) = 0;
};

namespace detail {
/// The one thread-local of the library: user-facing calls take no host, and find it here.
extern constinit thread_local Objects* current_objects;
}  // namespace detail

/// The object side of a PE. One for each PE, used by its thread alone.
class Objects {
 public:
  struct Parts {
    sched::Pe& pe;
    const topology::Members& members;
    const PayloadTable& payloads;
    FailureSink& failures;
    LandingPlaces& landing_places;
    const location::Policy& location_policy = location::home_and_sender;
    BorderFirst border_first = BorderFirst::automatic;
    std::optional<Stamps> gauge_stamps = {};  ///< None: objects are not measured.
    location::MessageCosts message_costs = {};
    /// Of how many objects elsewhere the PE remembers where they are.
    std::size_t location_cache = location::Directory::default_cache_capacity;
  };

  explicit Objects(const Parts& parts);
  ~Objects();
  Objects(const Objects&) = delete;
  Objects& operator=(const Objects&) = delete;

  /// Once, before the first step.
  void attach(Collectives& collectives) { collectives_ = &collectives; }
  void attach(Balancing& balancing) { balancing_ = &balancing; }

  /// The objects of the PE that this thread is running at the moment. Only user-facing calls, which
  /// take no host, use it; outside a PE it is a programmer's error.
  static Objects& current() {
    ISTHMUS_ASSERT(detail::current_objects != nullptr);
    return *detail::current_objects;
  }
  /// Makes a PE's objects the current ones while it lives.
  class Scope {
   public:
    explicit Scope(Objects& objects);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Objects* before_;
  };

  sched::Pe& pe() { return pe_; }
  Pool& pool() { return pe_.pool(); }
  PeId pe_id() const { return pe_.id(); }
  const topology::Members& members() const { return members_; }
  const topology::Topology& topology() const { return topology_; }
  std::uint32_t pe_count() const { return static_cast<std::uint32_t>(topology_.pe_count()); }
  Collectives& collectives() { return *collectives_; }
  /// Null in a job without a load balancer.
  Balancing* balancing() { return balancing_; }
  /// Null in a job whose objects are never measured.
  Gauge* gauge() { return gauge_.get(); }
  /// Of what this PE's objects lend to messages.
  detail::Loans& loans() {
    if (!loans_) loans_ = std::make_unique<detail::Loans>(*this);
    return *loans_;
  }
  const PayloadTable& payloads() const { return payloads_; }
  /// Of this process: where what ElementProxy::send_landing sends may be received.
  LandingPlaces& landing_places() { return landing_places_; }
  const location::MessageCosts& message_costs() const { return message_costs_; }

  // --- messages to objects -------------------------------------------------------------------

  /// The PE that a message to the object goes to; none where that takes more than a look.
  PeId whereabouts(const ObjectId& id) const {
    const std::uint64_t hash = hash_of(id);
    return table_.find(id, hash) != nullptr ? pe_.id() : whereabouts_.remembered(id, hash);
  }
  bool is_in_other_process(PeId pe) const {
    return topology_.process_count() > 1 &&
           topology_.process_of(pe) != topology_.process_of(pe_.id());
  }
  /// Sends an entry message to the object that its collection and key name. `to` is what
  /// `whereabouts` has just said of it.
  void send(MessagePtr message, PeId to) {
    if (is_ordered(message->collection)) [[unlikely]] {
      message = ordering_.numbered(std::move(message));
    }
    if (is_measuring()) [[unlikely]]
      count_sent(*message);
    message->handler = deliver_handler_;
    message->source = pe_.id();
    if (!to) return send_elsewhere(std::move(message), false);
    message->destination = to;
    pe_.send(std::move(message));
  }
  void send(MessagePtr message) {
    const PeId to = whereabouts(message->object());
    send(std::move(message), to);
  }
  /// The object if an entry method of it may be called this instant: it is here and takes messages
  /// in any order, nothing of it runs further up the stack, and the stack is not deep yet. Else
  /// null.
  Object* callable_now(const ObjectId& id) const {
    if (is_ordered(id.collection)) return nullptr;
    Object* object = table_.find(id);
    if (object == nullptr || object->doomed_ || object->held_ || object->runs_ ||
        running.depth >= depth_max) {
      return nullptr;
    }
    return object;
  }
  /// An entry method of `to` is about to be called by the running one, without a message.
  template <class... A>
  void count_inline(const ObjectId& to, const A&... arguments) {
    if (is_measuring() && running.object != nullptr) [[unlikely]]
      Gauge::sent(*running.object, to,
                  (std::uint64_t{0} + ... + detail::argument_bytes(arguments)));
  }
  /// Sends an entry message that is for an object of another PE, or waits here until that exists.
  void send_elsewhere(MessagePtr message, bool forwarded);
  /// Sends an entry message to every element of its collection.
  void send_to_all(MessagePtr message);
  /// At the root of the tree: a message with this inner handler is about to go down.
  void at_root(Message& message, HandlerId inner) {
    if (inner == broadcasts_.handler()) broadcasts_.number(message);
  }
  /// The PE that first sent an entry message; `source` is the one that sent it last.
  static PeId original_source(const Message& message) {
    return message.hops == 0 ? message.source : PeId(message.word >> 32);
  }
  /// Sends a value to a callback's target. The message holds the value alone, as Value<T>.
  void fire(const CallbackTarget& target, MessagePtr value);

  /// Whether a message to the object would find room now, see sched::Outlet; as far as this PE
  /// knows where it is.
  bool has_room(const ObjectId& id) const {
    const PeId to = whereabouts(id);
    return !to || pe_.has_room(to);
  }
  /// Fires it without a value as soon as that is so.
  void fire_when_room(const ObjectId& id, const CallbackTarget& target);

  // --- collections ---------------------------------------------------------------------------

  /// Null if the collection has not come to this PE yet.
  LocalCollection* find(CollectionId id);
  Object* find(const ObjectId& id) const { return table_.find(id); }
  CollectionId next_collection_id(bool ordered = false) {
    return CollectionId((ordered ? ordered_bit : 0) | std::uint64_t{pe_.id().value} << 32 |
                        ++serial_);
  }
  /// Tells all PEs to make a collection. The message's payload is of a Creator.
  void create_collection(MessagePtr creation);
  /// Called by a Creator on every PE.
  LocalCollection& add_collection(Collection collection);
  /// Makes an element here: `construct` runs the constructor, which finds its identity here.
  template <class T, class Construct>
  T* construct(LocalCollection& collection, const ObjectType& type, const Key& key,
               std::uint32_t birth, Construct&& construct);
  /// The same without making it one of this PE's objects yet.
  template <class T, class Construct>
  T* conceive(LocalCollection& collection, const ObjectType& type, const Key& key,
              std::uint32_t birth, Construct&& construct);
  /// An element of an array without bounds, on its home PE; or a single chare on a PE of choice.
  void insert(MessagePtr creation);
  /// The collection's first elements have been made.
  void announce_elements(const LocalCollection& collection);
  /// Ends an object as soon as nothing of its own runs.
  void destroy(Object& object);
  /// Moves an object as soon as nothing of its own runs and it is not pinned.
  void migrate(Object& object, PeId to);
  void pin(Object& object) { object.pinned_ = true; }
  void unpin(Object& object);

  SingleId next_single(PeId on) { return {on, pe_.id(), ++serial_}; }

  // --- readonly values -------------------------------------------------------------------------

  /// The value that the main program has set under this name; null if none has come.
  const std::shared_ptr<const void>* readonly(std::uint64_t name) const;
  void set_readonly(std::uint64_t name, std::shared_ptr<const void> value);
  /// Sets it on every PE. The message's payload is of a Creator.
  void broadcast_readonly(MessagePtr message);

  // --- sections --------------------------------------------------------------------------------

  struct Section {
    CollectionId collection;
    std::vector<Key> members;  ///< On this PE.
    std::vector<PeId> pes;     ///< All that hold members, sorted.
  };
  /// Tells all PEs which of their elements belong to it.
  void create_section(CollectionId section, CollectionId collection,
                      std::vector<std::pair<PeId, Key>> members);
  /// Null if it has not come to this PE yet.
  const Section* find_section(CollectionId section) const;
  void send_to_section(MessagePtr message, CollectionId section, PeId root);

  // --- waiting ---------------------------------------------------------------------------------

  Inboxes& inboxes() { return inboxes_; }
  Activities& activities() { return activities_; }
  /// A coroutine goes on, now; what runs at the moment goes on after it.
  void resume(std::coroutine_handle<> waiter, Activity* activity);

  // --- for entry methods while they run --------------------------------------------------------

  /// What runs at the moment, for error texts. Null between messages.
  struct Running {
    Object* object = nullptr;
    const Entry* entry = nullptr;
    int depth = 0;  ///< Entry methods that were called from entry methods, up the stack.
  };
  Running running;
  static constexpr int depth_max = 16;

  /// An entry method runs while this lives; the one that called it goes on afterwards.
  class Call {
   public:
    Call(Objects& host, Object& object, const Entry& entry)
        : host_(host), before_(host.running), object_(object), ran_before_(object.runs_) {
      host.running = {&object, &entry, before_.depth + 1};
      object.runs_ = true;
      if (host.is_measuring()) [[unlikely]]
        is_timed_ = host.gauge_->enter(Gauge::load_of(object), entry, before_.object != nullptr);
    }
    ~Call() {
      object_.runs_ = ran_before_;
      host_.running = before_;
      if (is_timed_ && before_.object != nullptr) [[unlikely]]
        host_.gauge_->resume(Gauge::load_of(*before_.object));
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

   private:
    Objects& host_;
    Running before_;
    Object& object_;
    bool ran_before_;  // it may be called back by what it calls: StepInbox::put
    bool is_timed_ = false;
  };

  /// In a loop over elements: the one before has ended, this one runs.
  void run_next(Object& object, const Entry& entry);
  /// Whoever sends what is sent now: the object of which something runs or that is being made, else
  /// the PE, which is no object.
  ObjectId sender() const {
    if (running.object != nullptr) return running.object->id();
    if (constructing_.collection == nullptr) return {};
    return {constructing_.collection->shared.id, constructing_.key};
  }
  void begin_coroutine(Object& object) { ++object.coroutines_; }
  void end_coroutine(Object& object);
  void reply(PeId to, std::uint64_t word, MessagePtr value);
  /// To whoever sent a message with flag_wants_reply.
  void reply_to(const Message& message, MessagePtr value) {
    reply(PeId(message.word >> 32), message.word & 0xffffffffu, std::move(value));
  }
  /// What goes into `word` of a message that wants a reply.
  std::uint64_t reply_word(std::uint64_t inbox) const {
    return std::uint64_t{pe_.id().value} << 32 | inbox;
  }
  /// The program has failed: an exception left `entry`.
  /// What an exception says.
  static std::string what_of(const std::exception_ptr& exception);
  void entry_failed(const Object& object, const Entry& entry, const Message* message,
                    std::exception_ptr exception);
  void fail(Error error) { failures_.fail(std::move(error)); }
  /// Ends the job over a message that no PE which keeps to the rules sends.
  void refuse(const Message& message, const std::string& what, std::string expected_what);
  /// Whether a mapping's answer is a PE of the job; else the job has failed.
  bool expect_pe(const LocalCollection& collection, const Key& key, PeId pe);

  /// A message will be handled soon: fetches what each looks at. Only a hint, as the next one.
  void expect_step() const {
    prefetch_lines(this, static_cast<std::size_t>(reinterpret_cast<const char*>(&gauge_ + 1) -
                                                  reinterpret_cast<const char*>(this)));
    whereabouts_.expect_find();
  }
  /// Very soon: fetches what that points at.
  void expect_step_next() const {
    pe_.expect_handler(deliver_handler_);
    table_.expect_find();
    whereabouts_.expect_find_next();
  }

  // --- for reports -----------------------------------------------------------------------------

  /// Messages that wait for an object or a collection which has not appeared.
  std::vector<std::string> orphans() const;
  std::size_t object_count() const { return table_.size(); }
  /// Those on this PE.
  std::vector<const Object*> all() const;
  /// Where a message to the object would go from here, without sending one: this PE if the object
  /// is here, none if the message would have to wait.
  PeId next_stop(const ObjectId& id, bool forwarded) const;

  // --- for the parts of this room that messages come to ----------------------------------------

  /// Calls the entry method of a message that has come for the object.
  void invoke(Object& object, MessagePtr message);
  void invoke_all(LocalCollection& collection, Message& message);
  /// Whether the element gets the broadcast that its collection hands out now; notes that it does.
  static bool takes_broadcast(Object& object) {
    const std::uint32_t number = object.collection_->broadcasts;
    if (object.doomed_ || object.held_ || object.broadcasts_ >= number) return false;
    object.broadcasts_ = number;
    return true;
  }
  /// Sends a message of the runtime's own about an object. All have one priority, before every
  /// other, so that those from one PE to another stay in order and nothing overtakes them.
  void post(MessagePtr message, HandlerId handler, const ObjectId& about, PeId to);
  /// Sends a message on that has come for an object which is not here, or keeps it until that is.
  void deliver_elsewhere(MessagePtr message);
  /// Keeps a message until there is news of its object, or its collection is here.
  void park(MessagePtr message) { parked_.add(std::move(message)); }
  void unpark(const ObjectId& id) { unpark(parked_.take(id)); }
  void unpark(CollectionId id) { unpark(parked_.take(id)); }
  /// Ends and moves the objects that wait for it and of which nothing runs.
  void settle() {
    if (!leaving_.empty()) settle_leaving();
  }
  /// Something that kept the object here has ended.
  void reconsider(Object& object);
  void adopt(Object& object);
  void abandon(Object& object);
  /// A broadcast of any kind has been handled here.
  void broadcast_came() { migrations_.admit(); }
  /// Those of this room that the room `collective` must know.
  struct Handlers {
    HandlerId deliver;
    HandlerId insert;
  };
  Handlers handlers() const { return {deliver_handler_, deliver_insertion_handler_}; }
  Migrations& migrations() { return migrations_; }
  Broadcasts& broadcasts() { return broadcasts_; }
  Ordering& ordering() { return ordering_; }
  Whereabouts& whereabouts_of_others() { return whereabouts_; }
  const Whereabouts& whereabouts_of_others() const { return whereabouts_; }

 private:
  void unpark(std::vector<MessagePtr> messages);
  void deliver(MessagePtr message);
  void deliver_to_section(MessagePtr message);
  void deliver_value(MessagePtr message);
  void deliver_creation(MessagePtr message);
  void deliver_insertion(MessagePtr message);
  void make_element(MessagePtr message, LocalCollection& collection);
  void deliver_readonly(MessagePtr message);
  void deliver_section(MessagePtr message);
  void release_barrier(MessagePtr message);

  /// What is moved within a process has its size as well.
  bool is_measuring() const { return gauge_ && gauge_->is_measuring(); }
  void count_sent(const Message& message) {
    if (running.object == nullptr) return;
    const bool is_moved =
        message.form == PayloadForm::typed && (message.flags & flag_has_destructor) != 0;
    Gauge::sent(*running.object, message.object(),
                is_moved ? wire_bytes(message) : message.payload_bytes);
  }
  void settle_leaving();
  void bury(Object& object);
  static bool may_leave(const Object& object) {
    return object.moving_to_ && !object.pinned_ && !object.held_;
  }
  /// What was sent in this process is what it says; what came as bytes may be anything.
  bool expect_kind(const Message& message, PayloadOps::Kind kind) {
    return message.form == PayloadForm::typed || has_kind(message, kind);
  }
  bool has_kind(const Message& message, PayloadOps::Kind kind) {
    if (message.ops != nullptr && message.ops->kind == kind) [[likely]]
      return true;
    refuse_kind(message);
    return false;
  }
  void refuse_kind(const Message& message);

  sched::Pe& pe_;
  const topology::Members& members_;
  const topology::Topology& topology_;
  const PayloadTable& payloads_;
  FailureSink& failures_;
  LandingPlaces& landing_places_;
  Collectives* collectives_ = nullptr;
  const location::Policy& location_policy_;
  Balancing* balancing_ = nullptr;

  HandlerId deliver_handler_;
  HandlerId deliver_to_section_handler_;
  HandlerId deliver_value_handler_;
  HandlerId deliver_creation_handler_;
  HandlerId deliver_insertion_handler_;
  HandlerId deliver_readonly_handler_;
  HandlerId deliver_section_handler_;
  HandlerId release_barrier_handler_;
  // From `running` to `gauge_` lies together what each message needs.
  ObjectTable table_;
  std::vector<Object*> leaving_;  // doomed, or on the move
  std::unique_ptr<Gauge> gauge_;  // none in a job that is not measured

  Broadcasts broadcasts_;
  Whereabouts whereabouts_;
  Migrations migrations_;
  Ordering ordering_;
  std::unique_ptr<BorderObjects> border_objects_;  // none in a job that does not serve them first
  std::unique_ptr<detail::Loans> loans_;           // none until something is lent
  const location::MessageCosts message_costs_;
  std::unordered_map<CollectionId, std::unique_ptr<LocalCollection>> collections_;
  std::unordered_map<std::uint64_t, std::shared_ptr<const void>> readonlies_;
  std::unordered_map<CollectionId, Section> sections_;
  ParkedMessages parked_;
  Inboxes inboxes_;
  Activities activities_;
  std::uint64_t serial_ = 0;

  friend class Object;
  struct Constructing {
    LocalCollection* collection = nullptr;
    const ObjectType* type = nullptr;
    Key key;
    std::uint32_t birth = 0;
  };
  Constructing constructing_;
};

template <class T, class Construct>
T* Objects::construct(LocalCollection& collection, const ObjectType& type, const Key& key,
                      std::uint32_t birth, Construct&& construct) {
  T* object = conceive<T>(collection, type, key, birth, std::forward<Construct>(construct));
  adopt(*object);
  return object;
}

template <class T, class Construct>
T* Objects::conceive(LocalCollection& collection, const ObjectType& type, const Key& key,
                     std::uint32_t birth, Construct&& construct) {
  constructing_ = {&collection, &type, key, birth};
  T* object = construct();
  constructing_ = {};
  return object;
}

}  // namespace isthmus
