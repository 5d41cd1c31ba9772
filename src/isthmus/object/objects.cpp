#include "isthmus/object/objects.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/object/creation.hpp"
#include "isthmus/object/runtime_priority.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus {

namespace {

// An entry method that takes less costs about as much to measure as to run.
constexpr TimeNs short_entry_ns = 500;
// Who waits for room looks again: often beside what moves a full socket, seldom beside a message.
constexpr TimeNs room_look_ns = 50'000;
constexpr std::uint16_t hops_max = std::numeric_limits<std::uint16_t>::max();
constexpr const char* wrong_kind = "a message of the wrong kind";

using Makes = detail::Creator::Makes;
bool makes(const Message& message, Makes what) {
  return message.ops != nullptr && message.ops->kind == PayloadOps::Kind::creator &&
         static_cast<const detail::Creator&>(*message.ops).makes == what;
}

}  // namespace

constinit thread_local Objects* detail::current_objects = nullptr;

Objects::Scope::Scope(Objects& objects)
    : before_(std::exchange(detail::current_objects, &objects)) {}
Objects::Scope::~Scope() { detail::current_objects = before_; }

Objects::Objects(const Parts& parts)
    : pe_(parts.pe),
      members_(parts.members),
      topology_(parts.members.topology()),
      payloads_(parts.payloads),
      failures_(parts.failures),
      landing_places_(parts.landing_places),
      location_policy_(parts.location_policy),
      deliver_handler_(pe_.add_handler<&Objects::deliver>(this, sched::Work::entry)),
      deliver_to_section_handler_(
          pe_.add_handler<&Objects::deliver_to_section>(this, sched::Work::entry)),
      deliver_value_handler_(pe_.add_handler<&Objects::deliver_value>(this, sched::Work::entry)),
      deliver_creation_handler_(
          pe_.add_handler<&Objects::deliver_creation>(this, sched::Work::entry)),
      deliver_insertion_handler_(
          pe_.add_handler<&Objects::deliver_insertion>(this, sched::Work::entry)),
      deliver_readonly_handler_(pe_.add_handler<&Objects::deliver_readonly>(this)),
      deliver_section_handler_(pe_.add_handler<&Objects::deliver_section>(this)),
      release_barrier_handler_(
          pe_.add_handler<&Objects::release_barrier>(this, sched::Work::entry)),
      broadcasts_(*this),
      whereabouts_(*this, parts.location_cache),
      migrations_(*this),
      ordering_(*this),
      message_costs_(parts.message_costs) {
  if (parts.border_first != BorderFirst::no && topology_.site_count() > 1) {
    border_objects_ = std::make_unique<BorderObjects>(*this, parts.border_first, deliver_handler_);
  }
  if (parts.gauge_stamps) {
    const TimeNs short_ns = parts.gauge_stamps->is_counter() ? short_entry_ns : -1;
    gauge_ = std::make_unique<Gauge>(pe_, *parts.gauge_stamps, short_ns);
  }
  auto singles = std::make_unique<LocalCollection>();
  singles->shared.id = singles_id;
  singles->shared.origin = [](const Key& key) { return PeId(key.high >> 32); };
  singles->shared.home = singles->shared.origin;
  singles->shared.policy = &location_policy_;
  singles->adapts = location_policy_.adapts;
  singles->shared.contains = [](const Key&) { return true; };
  singles->host = this;
  collections_.emplace(singles_id, std::move(singles));
}

Objects::~Objects() {
  const Scope scope(*this);
  activities_.clear();
  for (MessagePtr& message : parked_.take_all()) pool().release(std::move(message));
  for (auto& [id, collection] : collections_) {
    for (Object* object : collection->elements) object->type().destroy(object);
  }
}

// --- messages to objects -----------------------------------------------------------------------

void Objects::deliver(MessagePtr message) {
  Object* object = table_.find(message->object());
  if (object == nullptr) [[unlikely]]
    return deliver_elsewhere(std::move(message));
  // Sent on it would come back: until the object has ended, this is where its home knows it to be.
  if (object->doomed_) [[unlikely]]
    return park(std::move(message));
  if (object->held_) [[unlikely]]
    return broadcasts_.hold(*object, std::move(message));
  invoke(*object, std::move(message));
  settle();
}

void Objects::invoke(Object& object, MessagePtr message) {
  if ((message->flags & flag_ordered) != 0) [[unlikely]] {
    return ordering_.take(object, std::move(message));
  }
  if (!expect_kind(*message, PayloadOps::Kind::entry)) return;
  const Entry& entry = static_cast<const Entry&>(*message->ops);
  if (entry.type != object.type_) [[unlikely]] {
    return fail({ErrorCode::program,
                 entry.name + " was sent to " + object.text(),
                 {},
                 "an object of class " + entry.type->name});
  }
  if (message->hops > 0 || object.watched_) [[unlikely]]
    whereabouts_.accessed(object, *message);
  try {
    const Call call(*this, object, entry);
    entry.invoke(*this, object, message);
  } catch (...) {
    entry_failed(object, entry, message.get(), std::current_exception());
  }
  if (message) pool().release(std::move(message));
}

void Objects::invoke_all(LocalCollection& collection, Message& message) {
  if (!has_kind(message, PayloadOps::Kind::entry)) return;
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
    if (running.object != nullptr) {
      entry_failed(*running.object, entry, &message, std::current_exception());
    }
  }
  if (running.object != nullptr) running.object->runs_ = false;
  running = {};
}

void Objects::run_next(Object& object, const Entry& entry) {
  if (running.object != nullptr) running.object->runs_ = false;
  running = {&object, &entry, 1};
  object.runs_ = true;
  if (is_measuring()) gauge_->enter(Gauge::load_of(object), entry, false);
}

void Objects::send_to_all(MessagePtr message) {
  message->source = pe_.id();
  collectives_->broadcast(std::move(message), broadcasts_.handler());
}

void Objects::send_elsewhere(MessagePtr message, bool forwarded) {
  if (migrations_.keeps_for_waiting(message)) return;
  const ObjectId object = message->object();
  LocalCollection* collection = find(object.collection);
  if (collection == nullptr) return park(std::move(message));
  // Of what is known here the index is right.
  if (!(forwarded && whereabouts_.knows(object)) && !collection->shared.contains(object.key)) {
    return fail({ErrorCode::program,
                 collection->text_of(object.key) + " does not exist; " + message->ops->name +
                     " was sent to it from PE " + std::to_string(pe_.id().value),
                 {},
                 {}});
  }
  const PeId to = whereabouts_.route(*collection, object, forwarded);
  if (!to) return park(std::move(message));
  if (forwarded) whereabouts_.forwarded(*collection, *message);
  if (!expect_pe(*collection, object.key, to)) return;
  message->destination = to;
  pe_.send(std::move(message));
}

void Objects::deliver_elsewhere(MessagePtr message) {
  if (!expect_kind(*message, PayloadOps::Kind::entry)) return;
  if (migrations_.keeps_for_waiting(message)) return;
  if (message->hops == 0 && (message->flags & flag_wants_reply) == 0) {
    message->word = std::uint64_t{message->source.value} << 32;
  }
  if (message->hops == hops_max) {
    const LocalCollection* collection = find(message->object().collection);
    const std::string whom =
        collection == nullptr ? "" : " for " + collection->text_of(message->key);
    return refuse(*message, "a message" + whom + " that was sent on without end",
                  "objects that can be found");
  }
  ++message->hops;
  // Filters take a link to lie between the sites of source and destination.
  message->source = pe_.id();
  pe_.counters().messages_forwarded.increment();
  send_elsewhere(std::move(message), true);
}

void Objects::post(MessagePtr message, HandlerId handler, const ObjectId& about, PeId to) {
  message->handler = handler;
  message->priority = runtime_priority;
  message->collection = about.collection;
  message->key = about.key;
  message->source = pe_.id();
  message->destination = to;
  pe_.send(std::move(message));
}

void Objects::unpark(std::vector<MessagePtr> messages) {
  for (MessagePtr& message : messages) {
    const HandlerId handler = message->handler;
    const bool here = handler != deliver_handler_ || table_.find(message->object()) != nullptr;
    if (here) {
      // At once: what came later from the same sender may be in the queue already.
      message->destination = pe_.id();
      pe_.handle(handler, std::move(message));
    } else {
      const bool forwarded = message->hops > 0;
      send_elsewhere(std::move(message), forwarded);
    }
  }
}

// --- values ------------------------------------------------------------------------------------

void Objects::fire(const CallbackTarget& target, MessagePtr value) {
  value->source = pe_.id();
  value->collection = target.collection;
  value->key = target.key;
  const auto as_entry = [&] {
    const PayloadOps* entry = payloads_.find(target.entry_id);
    if (entry == nullptr || entry->kind != PayloadOps::Kind::entry) {
      fail(
          {ErrorCode::program, "a callback names an entry method that this program lacks", {}, {}});
      return false;
    }
    // What was not made for the entry method is decoded, and so checked.
    if (value->form == PayloadForm::typed && value->ops->marshal != entry->marshal) {
      value = marshalled(std::move(value), pool());
    }
    value->ops = entry;
    return true;
  };
  switch (target.kind) {
    case CallbackTarget::Kind::none:
      pool().release(std::move(value));
      break;
    case CallbackTarget::Kind::inbox:
      reply(target.pe, target.word, std::move(value));
      break;
    case CallbackTarget::Kind::element:
      if (as_entry()) send(std::move(value));
      break;
    case CallbackTarget::Kind::all:
      if (as_entry()) send_to_all(std::move(value));
      break;
    case CallbackTarget::Kind::barrier:
      value->key.low = target.word;
      collectives_->broadcast(std::move(value), release_barrier_handler_);
      break;
    case CallbackTarget::Kind::sync: {
      pool().release(std::move(value));
      if (pe_.id() != members_.first()) {
        return fail({ErrorCode::malformed, "a step of the load balancer that begins elsewhere",
                     "PE " + std::to_string(pe_.id().value), "PE 0"});
      }
      CallbackTarget resumed = target;
      resumed.kind = CallbackTarget::Kind::all;
      if (balancing_ == nullptr) return fire(resumed, detail::make_value<void>(pool()));
      balancing_->request_step(resumed);
      break;
    }
  }
}

void Objects::fire_when_room(const ObjectId& id, const CallbackTarget& target) {
  if (has_room(id)) return fire(target, detail::make_value<void>(pool()));
  pe_.after(room_look_ns, [this, id, target] { fire_when_room(id, target); });
}

void Objects::reply(PeId to, std::uint64_t word, MessagePtr value) {
  if (to.value >= pe_count()) [[unlikely]] {
    return fail({ErrorCode::malformed, "an answer is due to PE " + std::to_string(to.value),
                 "PE " + std::to_string(pe_.id().value),
                 "a PE below " + std::to_string(pe_count())});
  }
  value->priority = runtime_priority;
  value->handler = deliver_value_handler_;
  value->source = pe_.id();
  value->word = word;
  value->destination = to;
  pe_.send(std::move(value));
}

void Objects::deliver_value(MessagePtr message) {
  Inbox* inbox = inboxes_.find(message->word);
  if (inbox == nullptr) return pool().release(std::move(message));
  inbox->values.push_back(std::move(message));
  if (!inbox->waiter) return;
  resume(std::exchange(inbox->waiter, {}), std::exchange(inbox->activity, nullptr));
  settle();
}

void Objects::resume(std::coroutine_handle<> waiter, Activity* activity) {
  if (activity != nullptr) activity->awaits.clear();
  Activity* const before = activities_.current();
  activities_.set_current(activity);
  {
    // The main program is no object, and nothing can be called on it.
    std::optional<Call> call;
    if (activity != nullptr && activity->object != nullptr) {
      call.emplace(*this, *activity->object, *activity->entry);
    } else if (is_measuring()) {
      gauge_->pause();
    }
    waiter.resume();
  }
  activities_.set_current(before);
}

void Objects::release_barrier(MessagePtr message) {
  LocalCollection* const found = find(message->collection);
  if (found == nullptr) return park(std::move(message));
  LocalCollection& collection = *found;
  const auto sequence = static_cast<std::uint32_t>(message->key.low);
  pool().release(std::move(message));
  std::erase_if(collection.barrier_waiters, [&](const LocalCollection::BarrierWaiter& waiter) {
    if (waiter.sequence != sequence) return false;
    reply(pe_.id(), waiter.inbox, detail::make_value<void>(pool()));
    return true;
  });
}

// --- collections -------------------------------------------------------------------------------

LocalCollection* Objects::find(CollectionId id) {
  const auto found = collections_.find(id);
  return found == collections_.end() ? nullptr : found->second.get();
}

void Objects::create_collection(MessagePtr creation) {
  creation->source = pe_.id();
  collectives_->broadcast(std::move(creation), deliver_creation_handler_);
}

void Objects::deliver_creation(MessagePtr message) {
  if (!makes(*message, Makes::collection)) return refuse(*message, wrong_kind, "a creation");
  const CollectionId id = message->collection;
  if (find(id) != nullptr) {
    return refuse(*message, "an array that exists already", "the creation of another");
  }
  const auto& creator = static_cast<const detail::Creator&>(*message->ops);
  try {
    creator.create(*this, *message);
  } catch (const std::exception& exception) {
    fail({ErrorCode::program,
          "exception in " + creator.name + ": " + exception.what(),
          "PE " + std::to_string(pe_.id().value),
          {}});
  }
  pool().release(std::move(message));
  unpark(id);
}

LocalCollection& Objects::add_collection(Collection collection) {
  auto local = std::make_unique<LocalCollection>();
  if (collection.policy == nullptr) collection.policy = &location_policy_;
  local->shared = std::move(collection);
  local->adapts = local->shared.policy->adapts;
  local->host = this;
  local->number = static_cast<std::uint32_t>(collections_.size());
  LocalCollection& added = *local;
  collections_.emplace(added.shared.id, std::move(local));
  return added;
}

void Objects::insert(MessagePtr creation) {
  creation->handler = deliver_insertion_handler_;
  creation->source = pe_.id();
  if (creation->collection == singles_id) {
    creation->destination = PeId(creation->key.high >> 32);
    pe_.send(std::move(creation));
  } else {
    collectives_->insert(std::move(creation));
  }
}

// By way of the element's home, which knows of earlier ones of its name, to where it starts.
void Objects::deliver_insertion(MessagePtr message) {
  if (!makes(*message, Makes::element)) return refuse(*message, wrong_kind, "a creation");
  LocalCollection* collection = find(message->collection);
  if (collection == nullptr) return park(std::move(message));
  const ObjectType* const type = collection->shared.type;
  if (type != nullptr && type != static_cast<const detail::Creator&>(*message->ops).type) {
    return refuse(*message, "an element of another class", "a " + type->name);
  }
  if (!collection->shared.contains(message->key)) {
    return refuse(*message, collection->text_of(message->key), "an element within bounds");
  }
  const ObjectId id = message->object();
  const auto known_epoch = static_cast<std::uint32_t>(message->word >> 32);
  if (table_.find(id) != nullptr || whereabouts_.is_elsewhere(id, known_epoch)) {
    return fail({ErrorCode::program, collection->text_of(id.key) + " is inserted twice", {}, {}});
  }
  if (message->hops == 0) {
    message->word |= std::uint64_t{whereabouts_.first_epoch(id)} << 32;
    const PeId origin = collection->shared.origin(id.key);
    if (!expect_pe(*collection, id.key, origin)) return;
    if (!expect_pe(*collection, id.key, collection->shared.home(id.key))) return;
    if (origin != pe_.id()) {
      ordering_.hand_over(id, origin);
      message->hops = 1;
      message->source = pe_.id();
      message->destination = origin;
      return pe_.send(std::move(message));
    }
  }
  make_element(std::move(message), *collection);
}

void Objects::make_element(MessagePtr message, LocalCollection& collection) {
  const ObjectId id = message->object();
  const auto& creator = static_cast<const detail::Creator&>(*message->ops);
  const auto epoch = static_cast<std::uint32_t>(message->word >> 32);
  try {
    creator.create(*this, *message);
  } catch (const std::exception& exception) {
    fail({ErrorCode::program,
          "exception in the constructor of " + collection.text_of(id.key) + ": " + exception.what(),
          "PE " + std::to_string(pe_.id().value),
          {}});
  }
  pool().release(std::move(message));
  if (Object* object = table_.find(id)) {
    object->epoch_ = epoch;
    if (id.collection != singles_id) collectives_->element_added(collection, *object);
    whereabouts_.appeared(*object);
  }
  unpark(id);
}

void Objects::announce_elements(const LocalCollection& collection) {
  // Who knows nothing of an element asks where it started, and finds it there.
  if (!collection.shared.policy->asks_home && !collection.adapts) return;
  for (const Object* object : collection.elements) whereabouts_.appeared(*object);
}

void Objects::adopt(Object& object) {
  LocalCollection& collection = *object.collection_;
  object.position_ = static_cast<std::uint32_t>(collection.elements.size());
  collection.elements.push_back(&object);
  table_.insert(object);
  if (gauge_) gauge_->adopt(object);
}

void Objects::abandon(Object& object) {
  LocalCollection& collection = *object.collection_;
  if (border_objects_) border_objects_->left(object);
  if (gauge_) gauge_->abandon(object);
  table_.erase(object);
  collection.elements[object.position_] = collection.elements.back();
  collection.elements[object.position_]->position_ = object.position_;
  collection.elements.pop_back();
}

void Objects::destroy(Object& object) {
  if (std::exchange(object.doomed_, true)) return;
  reconsider(object);
}

void Objects::migrate(Object& object, PeId to) {
  if (object.type().migrant == nullptr || object.collection().shared.is_group) {
    return fail({ErrorCode::program,
                 object.text() + " cannot move",
                 {},
                 "an element of an array, or a single chare, whose class has a default constructor "
                 "and a member serialize(auto& archive)"});
  }
  if (to.value >= pe_count()) {
    return fail({ErrorCode::program,
                 object.text() + " is to move to PE " + std::to_string(to.value),
                 {},
                 "a PE below " + std::to_string(pe_count())});
  }
  object.moving_to_ = to == pe_.id() ? PeId::none() : to;
  reconsider(object);
}

void Objects::unpin(Object& object) {
  object.pinned_ = false;
  reconsider(object);
}

void Objects::reconsider(Object& object) {
  if (!(object.doomed_ || object.moving_to_) || std::exchange(object.listed_, true)) return;
  leaving_.push_back(&object);
}

void Objects::end_coroutine(Object& object) {
  --object.coroutines_;
  reconsider(object);
  // The next message settles it, too; but there may be none.
  settle();
}

// What keeps an object here lists it again when it ends; so most are looked at once.
void Objects::settle_leaving() {
  std::vector<Object*> running_ones;
  while (!leaving_.empty()) {
    Object& object = *leaving_.back();
    leaving_.pop_back();
    if (object.runs_ || (object.doomed_ && object.held_)) {
      running_ones.push_back(&object);
      continue;
    }
    // Marked as listed until the end: what its hook wishes is seen here, not in another turn.
    if (object.coroutines_ == 0 && !object.doomed_ && may_leave(object)) {
      migrations_.prepare(object);
    }
    object.listed_ = false;
    if (object.coroutines_ > 0) continue;
    if (object.doomed_) {
      bury(object);
    } else if (may_leave(object)) {
      migrations_.depart(object);
    }
  }
  leaving_.insert(leaving_.end(), running_ones.begin(), running_ones.end());
}

void Objects::bury(Object& object) {
  LocalCollection& collection = *object.collection_;
  if (collection.shared.id != singles_id) collectives_->element_removed(collection, object);
  const ObjectId id = object.id();
  ordering_.ended(id, collection.shared.home(id.key));
  whereabouts_.ended(object);
  abandon(object);
  object.type().destroy(&object);
  ordering_.release_early(id);
  unpark(id);
}

// --- readonly values and sections --------------------------------------------------------------

const std::shared_ptr<const void>* Objects::readonly(std::uint64_t name) const {
  const auto found = readonlies_.find(name);
  return found == readonlies_.end() ? nullptr : &found->second;
}

void Objects::set_readonly(std::uint64_t name, std::shared_ptr<const void> value) {
  readonlies_[name] = std::move(value);
}

void Objects::deliver_readonly(MessagePtr message) {
  if (!makes(*message, Makes::readonly)) return refuse(*message, wrong_kind, "a creation");
  static_cast<const detail::Creator&>(*message->ops).create(*this, *message);
  pool().release(std::move(message));
}

void Objects::broadcast_readonly(MessagePtr message) {
  message->source = pe_.id();
  collectives_->broadcast(std::move(message), deliver_readonly_handler_);
}

void Objects::create_section(CollectionId section, CollectionId collection,
                             std::vector<std::pair<PeId, Key>> members) {
  MessagePtr message = detail::make_value<detail::SectionMembers>(
      pool(), detail::SectionMembers{section, collection, std::move(members)});
  message->source = pe_.id();
  collectives_->broadcast(std::move(message), deliver_section_handler_);
}

const Objects::Section* Objects::find_section(CollectionId section) const {
  const auto found = sections_.find(section);
  return found == sections_.end() ? nullptr : &found->second;
}

void Objects::deliver_section(MessagePtr message) {
  Expected<detail::SectionMembers> members = detail::take_value<detail::SectionMembers>(*message);
  pool().release(std::move(message));
  if (!members) return fail(members.error());
  const bool are_pes = std::ranges::all_of(
      members->members, [&](const auto& member) { return member.first.value < pe_count(); });
  if (!are_pes || sections_.contains(members->section)) {
    return fail({ErrorCode::malformed, "a section that cannot be",
                 "PE " + std::to_string(pe_.id().value),
                 "a new one, on PEs below " + std::to_string(pe_count())});
  }
  Section& section = sections_[members->section];
  section.collection = members->collection;
  for (const auto& [pe, key] : members->members) {
    if (pe == pe_.id()) section.members.push_back(key);
    section.pes.push_back(pe);
  }
  std::ranges::sort(section.pes);
  section.pes.erase(std::ranges::unique(section.pes).begin(), section.pes.end());
  collectives_->section_created(members->section);
}

void Objects::send_to_section(MessagePtr message, CollectionId section, PeId root) {
  message->collection = section;
  message->source = pe_.id();
  collectives_->multicast(std::move(message), root, deliver_to_section_handler_);
}

void Objects::deliver_to_section(MessagePtr message) {
  if (!has_kind(*message, PayloadOps::Kind::entry)) return;
  const Section* const found = find_section(message->collection);
  if (found == nullptr || (message->flags & flag_ordered) != 0) {
    return refuse(*message, "a message for a section", "one of the sections here");
  }
  const Section& section = *found;
  // To each member as a message of its own: it may have moved since the section was made.
  for (const Key& key : section.members) {
    MessagePtr own = cloned(*message, pool());
    own->collection = section.collection;
    own->key = key;
    own->flags &= static_cast<std::uint16_t>(~flag_wants_reply);
    send(std::move(own));
  }
  pool().release(std::move(message));
}

// --- failures and reports ----------------------------------------------------------------------

void Objects::refuse(const Message& message, const std::string& what, std::string expected_what) {
  fail({ErrorCode::malformed, what + " came from PE " + std::to_string(message.source.value),
        "PE " + std::to_string(pe_.id().value), std::move(expected_what)});
}

bool Objects::expect_pe(const LocalCollection& collection, const Key& key, PeId pe) {
  if (pe.value < pe_count()) return true;
  fail({ErrorCode::program,
        "the mapping puts " + collection.text_of(key) + " on PE " + std::to_string(pe.value),
        {},
        "a PE below " + std::to_string(pe_count())});
  return false;
}

void Objects::refuse_kind(const Message& message) { refuse(message, wrong_kind, {}); }

std::string Objects::what_of(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const std::exception& caught) {
    return caught.what();
  } catch (...) {
    return "an exception that is no std::exception";
  }
}

void Objects::entry_failed(const Object& object, const Entry& entry, const Message* message,
                           std::exception_ptr exception) {
  std::string from;
  if (message != nullptr) {
    from = ", message of " + std::to_string(message->payload_bytes) + " bytes from PE " +
           std::to_string(original_source(*message).value);
  }
  fail({ErrorCode::program,
        "exception in " + object.text() + ": " + what_of(exception),
        "PE " + std::to_string(pe_.id().value) + ", entry method " + entry.name + from,
        {}});
}

std::vector<std::string> Objects::orphans() const {
  std::vector<std::string> lines;
  parked_.for_each([&](const Message& message) {
    const auto collection = collections_.find(message.collection);
    const std::string to = collection == collections_.end()
                               ? "an array that was never created"
                               : collection->second->text_of(message.key);
    const PeId from =
        message.handler == deliver_handler_ ? original_source(message) : message.source;
    const std::string what = message.ops == nullptr ? "a message" : message.ops->name;
    lines.push_back(what + " from PE " + std::to_string(from.value) + " waits for " + to +
                    ", which does not exist");
  });
  std::ranges::sort(lines);
  return lines;
}

std::vector<const Object*> Objects::all() const {
  std::vector<const Object*> all;
  for (const auto& [id, collection] : collections_) {
    all.insert(all.end(), collection->elements.begin(), collection->elements.end());
  }
  return all;
}

PeId Objects::next_stop(const ObjectId& id, bool forwarded) const {
  const PeId quick = forwarded ? PeId::none() : whereabouts(id);
  if (quick || table_.find(id) != nullptr) return quick ? quick : pe_.id();
  const auto collection = collections_.find(id.collection);
  if (collection == collections_.end()) return PeId::none();
  return whereabouts_.next(*collection->second, id, forwarded);
}

// --- what the templates leave to the host ------------------------------------------------------

Object::Object() {
  Objects& host = Objects::current();
  const Objects::Constructing& identity = host.constructing_;
  // Only the runtime constructs chares: through create_array, create_group, insert or create.
  ISTHMUS_ASSERT(identity.collection != nullptr);
  type_ = identity.type;
  collection_ = identity.collection;
  id_ = {identity.collection->shared.id, identity.key};
  contributions_ = identity.birth;
  broadcasts_ = identity.collection->broadcasts;
  watched_ = identity.collection->shared.policy->keeps_profiles;
}

std::string Object::text() const { return type_->name + "[" + type_->index_text(key()) + "]"; }

std::string LocalCollection::text_of(const Key& key) const {
  if (shared.type == nullptr) return "chare #" + std::to_string(key.low);
  return shared.type->name + "[" + shared.type->index_text(key) + "]";
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

void run_next(Objects& host, Object& object, const Entry& entry) { host.run_next(object, entry); }

Object* live_element(LocalCollection& collection, std::size_t at) {
  Object* object = at < collection.elements.size() ? collection.elements[at] : nullptr;
  return object != nullptr && collection.host->takes_broadcast(*object) ? object : nullptr;
}

MessagePtr copy_for(Objects& host, const Message& message) { return cloned(message, host.pool()); }

}  // namespace detail

}  // namespace isthmus
