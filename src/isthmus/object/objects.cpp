#include "isthmus/object/objects.hpp"

#include <utility>

#include "isthmus/base/readable_name.hpp"
#include "isthmus/object/message_words.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine {

namespace {

// An entry method that takes less costs about as much to measure as to run.
constexpr TimeNs short_entry_ns = 500;
// Who waits for room looks again: often beside what moves a full socket, seldom beside a message.
constexpr TimeNs room_look_ns = 50'000;

std::unique_ptr<LoadMeter> make_gauge(sched::Pe& pe, const std::optional<Stamps>& stamps) {
  if (!stamps) return nullptr;
  return std::make_unique<LoadMeter>(pe, *stamps, stamps->is_counter() ? short_entry_ns : -1);
}

}  // namespace

constinit thread_local Objects* detail::current_objects = nullptr;

Objects::Scope::Scope(Objects& objects)
    : before_(std::exchange(detail::current_objects, &objects)) {}
Objects::Scope::~Scope() { detail::current_objects = before_; }

Objects::Objects(const Parts& parts)
    : PeContext(parts.surroundings),
      deliver_handler_(pe().add_handler<&Objects::deliver>(this, sched::Work::entry)),
      execution_(*this, make_gauge(pe(), parts.meter_stamps)),
      lifecycle_({.context = *this,
                  .execution = execution_,
                  .collections = collections_,
                  .residents = residents_,
                  .delivery = *this,
                  .locations = locations_,
                  .ordering = ordering_,
                  .migrations = migrations_,
                  .seeds = seeds_}),
      collections_(*this, members(), pe_id(), parts.location_policy),
      gate_(*this),
      broadcasts_(*this, collections_, *this, gate_),
      locations_(*this, collections_, table_, *this, parts.location_cache),
      ordering_(*this, execution_, *this),
      border_objects_(parts.border_first != BorderFirst::no && topology().site_count() > 1
                          ? std::make_unique<BorderObjects>(*this, execution_, table_,
                                                            parts.border_first, deliver_handler_)
                          : nullptr),
      residents_(table_, execution_.load_meter(), border_objects_.get()),
      migrations_({.context = *this,
                   .execution = execution_,
                   .collections = collections_,
                   .residents = residents_,
                   .delivery = *this,
                   .gate = gate_,
                   .broadcasts = broadcasts_,
                   .locations = locations_,
                   .ordering = ordering_}),
      replies_(*this, execution_, *this),
      readonlies_(*this),
      seeds_(*this),
      images_({.context = *this,
               .execution = execution_,
               .collections = collections_,
               .residents = residents_,
               .delivery = *this,
               .locations = locations_,
               .lifecycle = lifecycle_,
               .readonlies = readonlies_,
               .activities = replies_.activities(),
               .parked = parked_}) {}

Objects::~Objects() {
  const Scope scope(*this);
  replies_.activities().clear();
  for (MessagePtr& message : parked_.take_all()) pool().release(std::move(message));
  collections_.destroy_elements();
}

detail::Loans& Objects::loans() {
  if (!loans_) loans_ = std::make_unique<detail::Loans>(*this, replies_);
  return *loans_;
}

// --- what comes --------------------------------------------------------------------------------

void Objects::deliver(MessagePtr message) {
  Object* object = table_.find(message->object());
  if (object == nullptr) [[unlikely]]
    return deliver_elsewhere(std::move(message));
  if (state_of(*object).stage != Stage::present) [[unlikely]]
    return deliver_to_absent(*object, std::move(message));
  invoke(*object, std::move(message));
  lifecycle_.settle();
}

void Objects::deliver_to_absent(Object& object, MessagePtr message) {
  // Sent on it would come back: until the object has ended, this is where its home knows it to be.
  if (state_of(object).is_ending()) return park(std::move(message));
  broadcasts_.hold(object, std::move(message));
}

void Objects::invoke(Object& object, MessagePtr message) {
  if ((message->flags & flag_ordered) != 0) [[unlikely]] {
    return ordering_.take(object, std::move(message));
  }
  if (!expect_entry(*message)) return;
  const Entry& entry = static_cast<const Entry&>(*message->ops);
  if (entry.type != &object.type()) [[unlikely]] {
    return fail({ErrorCode::program,
                 entry.name + " was sent to " + object.text(),
                 {},
                 "an object of class " + entry.type->name});
  }
  if (message->hops > 0 || state_of(object).watched) [[unlikely]]
    locations_.accessed(object, *message);
  try {
    const Execution::Call call(execution_, object, &entry);
    entry.invoke(*this, object, message);
  } catch (...) {
    execution_.entry_failed(object, entry, message.get(), std::current_exception());
  }
  if (message) pool().release(std::move(message));
}

void Objects::invoke_all(LocalCollection& collection, Message& message) {
  if (!expect_kind(message, PayloadOps::Kind::entry)) return;
  const Entry& entry = static_cast<const Entry&>(*message.ops);
  if (entry.type != collection.shared.type || entry.invoke_all == nullptr) {
    return fail({ErrorCode::program,
                 entry.name + " was sent to all of another class",
                 {},
                 "an array of " + entry.type->name});
  }
  try {
    entry.invoke_all(*this, collection, collection.elements.size(), message);
  } catch (...) {
    if (const Object* object = execution_.running().object) {
      execution_.entry_failed(*object, entry, &message, std::current_exception());
    }
  }
  execution_.end_loop();
}

void Objects::deliver_elsewhere(MessagePtr message) {
  if (!expect_entry(*message)) return;
  if (gate_.keeps_for_object(message)) return;
  if (message->hops == 0 && (message->flags & flag_wants_reply) == 0) {
    message->word = word_of(SenderWord{.first = message->source});
  }
  if (message->hops == Message::hops_max) {
    const LocalCollection* collection = collections_.find(message->object().collection);
    const std::string whom =
        collection == nullptr ? "" : " for " + collection->text_of(message->key);
    return refuse(*message, "a message" + whom + " that was sent on without end",
                  "objects that can be found");
  }
  ++message->hops;
  // Filters take a link to lie between the sites of source and destination.
  message->source = pe_id();
  pe().counters().messages_forwarded.increment();
  send_elsewhere(std::move(message), true);
}

void Objects::unpark(std::vector<MessagePtr> messages) {
  for (MessagePtr& message : messages) {
    const HandlerId handler = message->handler;
    const bool here = handler != deliver_handler_ || table_.find(message->object()) != nullptr;
    if (here) {
      // At once: what came later from the same sender may be in the queue already.
      message->destination = pe_id();
      pe().handle(handler, std::move(message));
    } else {
      const bool forwarded = message->hops > 0;
      send_elsewhere(std::move(message), forwarded);
    }
  }
}

// --- what goes ---------------------------------------------------------------------------------

void Objects::send_to_all(MessagePtr message) {
  message->source = pe_id();
  collectives().broadcast(std::move(message), broadcasts_.handler());
}

void Objects::send_elsewhere(MessagePtr message, bool forwarded) {
  if (gate_.keeps_for_object(message)) return;
  const ObjectId object = message->object();
  LocalCollection* collection = collections_.find(object.collection);
  if (collection == nullptr) return park(std::move(message));
  // Of what is known here the index is right.
  if (!(forwarded && locations_.knows(object)) && !collection->shared.contains(object.key)) {
    return fail({ErrorCode::program,
                 collection->text_of(object.key) + " does not exist; " + message->ops->name +
                     " was sent to it from PE " + std::to_string(pe_id().value),
                 {},
                 {}});
  }
  const PeId to = locations_.route(*collection, object, forwarded);
  if (!to) return park(std::move(message));
  if (forwarded) locations_.forwarded(*collection, *message);
  if (!expect_pe(*collection, object.key, to)) return;
  message->destination = to;
  pe().send(std::move(message));
}

void Objects::fire_when_room(const ObjectId& id, const CallbackTarget& target) {
  if (has_room(id)) return replies_.fire(target, detail::make_value<void>(pool()));
  pe().after(room_look_ns, [this, id, target] { fire_when_room(id, target); });
}

// --- what the templates leave to the host ------------------------------------------------------

Object::Object() {
  const Execution::Constructing& identity = Objects::current().execution().constructing();
  // Only the runtime constructs chares: through create_array, create_group, insert or create.
  ISTHMUS_ASSERT(identity.collection != nullptr);
  state_.type = identity.type;
  state_.collection = identity.collection;
  state_.id = {identity.collection->shared.id, identity.key};
  state_.contributions = identity.birth;
  state_.broadcasts = identity.collection->broadcasts;
  state_.watched = identity.collection->shared.policy->keeps_profiles;
}

std::string Object::text() const { return type().name + "[" + type().index_text(key()) + "]"; }

std::string LocalCollection::text_of(const Key& key) const {
  if (shared.type == nullptr) return "chare #" + std::to_string(key.low);
  return shared.type->name + "[" + shared.type->index_text(key) + "]";
}

std::string LocalCollection::text() const {
  if (shared.type == nullptr) return "single chares";
  const std::uint64_t made = shared.id.value & ~ordered_bit;
  const std::uint64_t maker = made >> 32;
  return readable_name(shared.type->name) + " #" + std::to_string(made & 0xffffffffu) +
         (maker == 0 ? "" : " of PE " + std::to_string(maker));
}

namespace detail {

void charge_stated(Objects& host, TimeNs duration_ns) {
  ISTHMUS_ASSERT(duration_ns >= 0);
  host.pe().charge(duration_ns);
}

void malformed_arguments(Objects& host, const Object& object, const Entry& entry,
                         const Error& why) {
  host.fail(
      {ErrorCode::malformed,
       "arguments of " + entry.name + " for " + object.text() + " do not decode: " + why.text(),
       {},
       {}});
}

void run_next(Objects& host, Object& object, const Entry& entry) {
  host.execution().run_next(object, entry);
}

Object* live_element(LocalCollection& collection, std::size_t at) {
  Object* object = at < collection.elements.size() ? collection.elements[at] : nullptr;
  return object != nullptr && Broadcasts::takes(*object) ? object : nullptr;
}

MessagePtr copy_for(Objects& host, const Message& message) { return cloned(message, host.pool()); }

}  // namespace detail

}  // namespace isthmus::engine
