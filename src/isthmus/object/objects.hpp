// isthmus/object/objects.hpp: the objects of one PE, and how messages reach them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/assert.hpp"
#include "isthmus/base/prefetch_lines.hpp"
#include "isthmus/location/directory.hpp"
#include "isthmus/location/policy.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/object/border_objects.hpp"
#include "isthmus/object/broadcast_gate.hpp"
#include "isthmus/object/broadcasts.hpp"
#include "isthmus/object/callback.hpp"
#include "isthmus/object/collections.hpp"
#include "isthmus/object/delivery.hpp"
#include "isthmus/object/entry.hpp"
#include "isthmus/object/execution.hpp"
#include "isthmus/object/images.hpp"
#include "isthmus/object/lifecycle.hpp"
#include "isthmus/object/load_meter.hpp"
#include "isthmus/object/loan.hpp"
#include "isthmus/object/location_manager.hpp"
#include "isthmus/object/migration.hpp"
#include "isthmus/object/object_table.hpp"
#include "isthmus/object/ordering.hpp"
#include "isthmus/object/parked_messages.hpp"
#include "isthmus/object/pe_context.hpp"
#include "isthmus/object/readonlies.hpp"
#include "isthmus/object/replies.hpp"
#include "isthmus/object/residents.hpp"
#include "isthmus/object/seeds.hpp"

namespace isthmus::engine {

namespace detail {
/// The one thread-local of the library: user-facing calls take no host, and find it here.
extern constinit thread_local Objects* current_objects;
}  // namespace detail

/// The object side of a PE: a table of objects, the way of messages to them, and the parts that
/// serve both. One for each PE, used by its thread alone.
class Objects final : public PeContext, private Delivery {
 public:
  struct Parts {
    Surroundings surroundings;
    const location::Policy& location_policy = location::home_and_sender;
    BorderFirst border_first = BorderFirst::automatic;
    std::optional<Stamps> meter_stamps = {};  ///< None: objects are not measured.
    /// Of how many objects elsewhere the PE remembers where they are.
    std::size_t location_cache = location::Directory::default_cache_capacity;
  };

  explicit Objects(const Parts& parts);
  ~Objects();

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

  // --- messages to objects -------------------------------------------------------------------

  /// The PE that a message to the object goes to; none where that takes more than a look.
  PeId location_of(const ObjectId& id) const {
    const std::uint64_t hash = hash_of(id);
    return table_.find(id, hash) != nullptr ? pe_id() : locations_.remembered(id, hash);
  }
  /// Sends an entry message to the object that its collection and key name. `to` is what
  /// `location_of` has just said of it.
  void send(MessagePtr message, PeId to) {
    if (is_ordered(message->collection)) [[unlikely]] {
      message = ordering_.numbered(std::move(message));
    }
    if (execution_.is_measuring()) [[unlikely]]
      execution_.count_sent(*message);
    message->handler = deliver_handler_;
    message->source = pe_id();
    if (!to) return send_elsewhere(std::move(message), false);
    message->destination = to;
    pe().send(std::move(message));
  }
  /// Sends an entry message to every element of its collection.
  void send_to_all(MessagePtr message) override;
  /// The object if an entry method of it may be called this instant: it is here and takes messages
  /// in any order, nothing of it runs further up the stack, and the stack is not deep yet. Else
  /// null.
  Object* callable_now(const ObjectId& id) const {
    if (is_ordered(id.collection)) return nullptr;
    Object* object = table_.find(id);
    if (object == nullptr || state_of(*object).stage != Stage::present || state_of(*object).runs ||
        !execution_.may_nest()) {
      return nullptr;
    }
    return object;
  }
  Object* find(const ObjectId& id) const { return table_.find(id); }
  std::size_t object_count() const { return table_.size(); }
  HandlerId deliver_handler() const { return deliver_handler_; }

  /// Whether a message to the object would find room now, see sched::Outlet; as far as this PE
  /// knows where it is.
  bool has_room(const ObjectId& id) const {
    const PeId to = location_of(id);
    return !to || pe().has_room(to);
  }
  /// Fires it without a value as soon as that is so.
  void fire_when_room(const ObjectId& id, const CallbackTarget& target);

  /// A message will be handled soon: fetches what each looks at. Only a hint, as the next one.
  void expect_step() const {
    prefetch_lines(this, static_cast<std::size_t>(reinterpret_cast<const char*>(&lifecycle_) -
                                                  reinterpret_cast<const char*>(this)));
    locations_.expect_find();
  }
  /// Very soon: fetches what that points at.
  void expect_step_next() const {
    pe().expect_handler(deliver_handler_);
    table_.expect_find();
    locations_.expect_find_next();
  }

  // --- the parts ------------------------------------------------------------------------------

  Execution& execution() { return execution_; }
  /// Null in a job whose objects are never measured.
  LoadMeter* load_meter() const { return execution_.load_meter(); }
  Collections& collections() { return collections_; }
  const Collections& collections() const { return collections_; }
  Lifecycle& lifecycle() { return lifecycle_; }
  Replies& replies() { return replies_; }
  const Replies& replies() const { return replies_; }
  Readonlies& readonlies() { return readonlies_; }
  Seeds& seeds() { return seeds_; }
  const Images& images() const { return images_; }
  Images& images() { return images_; }
  Broadcasts& broadcasts() { return broadcasts_; }
  BroadcastGate& broadcast_gate() { return gate_; }
  const LocationManager& locations() const { return locations_; }
  const ParkedMessages& parked() const { return parked_; }
  /// Null in a job that does not serve them first, or of one site.
  BorderObjects* border_objects() const { return border_objects_.get(); }
  /// Of what this PE's objects lend to messages.
  detail::Loans& loans();

 private:
  void route(MessagePtr message) override {
    const PeId to = location_of(message->object());
    send(std::move(message), to);
  }
  void send_elsewhere(MessagePtr message, bool forwarded) override;
  void deliver_elsewhere(MessagePtr message) override;
  void invoke(Object& object, MessagePtr message) override;
  void invoke_all(LocalCollection& collection, Message& message) override;
  void park(MessagePtr message) override { parked_.add(std::move(message)); }
  void unpark(const ObjectId& id) override { unpark(parked_.take(id)); }
  void unpark(CollectionId id) override { unpark(parked_.take(id)); }
  void reconsider(Object& object) override { lifecycle_.reconsider(object); }
  void settle() override { lifecycle_.settle(); }

  void unpark(std::vector<MessagePtr> messages);
  void deliver(MessagePtr message);
  void deliver_to_absent(Object& object, MessagePtr message);
  /// What was sent in this process is what it says; what came as bytes may be anything.
  bool expect_entry(const Message& message) const {
    return message.form == PayloadForm::typed || expect_kind(message, PayloadOps::Kind::entry);
  }

  // What each message needs lies together, up to the life cycle's list of those that leave.
  HandlerId deliver_handler_;
  ObjectTable table_;
  Execution execution_;
  Lifecycle lifecycle_;

  Collections collections_;
  BroadcastGate gate_;
  Broadcasts broadcasts_;
  LocationManager locations_;
  Ordering ordering_;
  std::unique_ptr<BorderObjects> border_objects_;  // none in a job that does not serve them first
  Residents residents_;
  Migrations migrations_;
  Replies replies_;
  Readonlies readonlies_;
  Seeds seeds_;
  std::unique_ptr<detail::Loans> loans_;  // none until something is lent
  ParkedMessages parked_;
  Images images_;
};

}  // namespace isthmus::engine
