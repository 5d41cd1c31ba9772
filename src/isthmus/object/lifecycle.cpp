#include "isthmus/object/lifecycle.hpp"

#include <exception>
#include <string>

#include "isthmus/object/message_words.hpp"

namespace isthmus::engine {

namespace {

/// More than any job has, and so few that sums of what PEs tell do not overflow.
constexpr std::uint64_t elements_max = std::uint64_t{1} << 40;

bool makes(const Message& message, Creator::Makes what) {
  return message.ops != nullptr && message.ops->kind == PayloadOps::Kind::creator &&
         static_cast<const Creator&>(*message.ops).makes == what;
}

}  // namespace

Lifecycle::Lifecycle(const Parts& parts)
    : parts_(parts),
      creation_handler_(
          parts.context.pe().add_handler<&Lifecycle::deliver_creation>(this, sched::Work::entry)),
      restoration_handler_(parts.context.pe().add_handler<&Lifecycle::deliver_restoration>(
          this, sched::Work::entry)),
      insertion_handler_(parts.context.pe().add_handler<&Lifecycle::deliver_insertion>(
          this, sched::Work::entry)) {}

// --- collections -------------------------------------------------------------------------------

void Lifecycle::create_collection(MessagePtr creation) const {
  creation->source = context().pe_id();
  context().collectives().broadcast(std::move(creation), creation_handler_);
}

void Lifecycle::restore_collection(MessagePtr creation, std::uint64_t elements) const {
  creation->source = context().pe_id();
  creation->key.low = elements;
  context().collectives().broadcast(std::move(creation), restoration_handler_);
}

void Lifecycle::deliver_creation(MessagePtr message) {
  message->key.low = 0;
  make_collection(std::move(message), false);
}

void Lifecycle::deliver_restoration(MessagePtr message) {
  if (message->key.low > elements_max) {
    return context().refuse(*message, "an array of more elements than there can be", {});
  }
  make_collection(std::move(message), true);
}

void Lifecycle::make_collection(MessagePtr message, bool restored) {
  if (!makes(*message, Creator::Makes::collection)) {
    return context().refuse_kind(*message, "a creation");
  }
  const CollectionId id = message->collection;
  if (collections().find(id) != nullptr) {
    return context().refuse(*message, "an array that exists already", "the creation of another");
  }
  const auto& creator = static_cast<const Creator&>(*message->ops);
  try {
    (restored ? creator.restore : creator.create)(*this, *message);
  } catch (const std::exception& exception) {
    context().fail({ErrorCode::program,
                    "exception in " + creator.name + ": " + exception.what(),
                    "PE " + std::to_string(context().pe_id().value),
                    {}});
  }
  LocalCollection* const made = collections().find(id);
  if (made != nullptr && context().is_first_of_process()) {
    made->creation = std::make_unique<CreationImage>(image_of(*message));
    made->creation->type = made->shared.type->name;
    made->creation->is_group = made->shared.is_group;
  }
  context().pool().release(std::move(message));
  parts_.delivery.unpark(id);
}

void Lifecycle::finish(LocalCollection& collection, std::int64_t job_wide_count) const {
  context().collectives().collection_created(collection, job_wide_count);
  // Who knows nothing of an element asks where it started, and finds it there. Where news of a move
  // may be ahead of the object, a message asks the home, which must know where the trail begins.
  const location::Policy& policy = *collection.shared.policy;
  if (!policy.asks_home && !policy.as_published && !collection.adapts) return;
  for (const Object* object : collection.elements) parts_.locations.appeared(*object);
}

// --- elements ----------------------------------------------------------------------------------

void Lifecycle::insert(MessagePtr creation) const {
  creation->handler = insertion_handler_;
  creation->source = context().pe_id();
  if (creation->collection == singles_id) {
    creation->destination = parts_.collections.find(singles_id)->shared.origin(creation->key);
    context().pe().send(std::move(creation));
  } else {
    context().collectives().insert(std::move(creation));
  }
}

// By way of the element's home, which knows of earlier ones of its name, to where it starts.
void Lifecycle::deliver_insertion(MessagePtr message) {
  if (!makes(*message, Creator::Makes::element)) {
    return context().refuse_kind(*message, "a creation");
  }
  LocalCollection* collection = collections().find(message->collection);
  if (collection == nullptr) return parts_.delivery.park(std::move(message));
  if (!expect_insertable(*message, *collection)) return;
  const ObjectId id = message->object();
  if (message->hops == 0) {
    auto birth = word_as<BirthWord>(*message);
    birth.epoch |= parts_.locations.first_epoch(id);
    message->word = word_of(birth);
    const PeId origin = collection->shared.origin(id.key);
    if (!context().expect_pe(*collection, id.key, origin)) return;
    if (!context().expect_pe(*collection, id.key, collection->shared.home(id.key))) return;
    if (origin != context().pe_id()) {
      parts_.ordering.hand_over(id, origin);
      message->hops = 1;
      message->source = context().pe_id();
      message->destination = origin;
      return context().pe().send(std::move(message));
    }
  }
  make_element(std::move(message), *collection);
}

bool Lifecycle::expect_insertable(const Message& message, const LocalCollection& collection) const {
  const ObjectType* const type = collection.shared.type;
  if (type != nullptr && type != static_cast<const Creator&>(*message.ops).type) {
    context().refuse(message, "an element of another class", "a " + type->name);
    return false;
  }
  if (!collection.shared.contains(message.key)) {
    context().refuse(message, collection.text_of(message.key), "an element within bounds");
    return false;
  }
  const ObjectId id = message.object();
  if (parts_.residents.find(id) != nullptr ||
      parts_.locations.is_elsewhere(id, word_as<BirthWord>(message).epoch)) {
    context().fail({ErrorCode::program, collection.text_of(id.key) + " is inserted twice", {}, {}});
    return false;
  }
  return true;
}

void Lifecycle::make_element(MessagePtr message, LocalCollection& collection) {
  const ObjectId id = message->object();
  const auto& creator = static_cast<const Creator&>(*message->ops);
  const std::uint32_t epoch = word_as<BirthWord>(*message).epoch;
  try {
    creator.create(*this, *message);
  } catch (const std::exception& exception) {
    context().fail(
        {ErrorCode::program,
         "exception in the constructor of " + collection.text_of(id.key) + ": " + exception.what(),
         "PE " + std::to_string(context().pe_id().value),
         {}});
  }
  context().pool().release(std::move(message));
  if (Object* object = parts_.residents.find(id)) {
    state_of(*object).epoch = epoch;
    if (id.collection != singles_id) context().collectives().element_added(collection, *object);
    parts_.locations.appeared(*object);
  }
  parts_.delivery.unpark(id);
}

// --- leaving and ending ------------------------------------------------------------------------

void Lifecycle::destroy(Object& object) {
  if (state_of(object).end()) reconsider(object);
}

void Lifecycle::migrate(Object& object, PeId to) {
  if (object.type().migrant == nullptr || object.collection().shared.is_group) {
    return context().fail(
        {ErrorCode::program,
         object.text() + " cannot move",
         {},
         "an element of an array, or a single chare, whose class has a default constructor "
         "and a member serialize(auto& archive)"});
  }
  if (to.value >= context().pe_count()) {
    return context().fail({ErrorCode::program,
                           object.text() + " is to move to PE " + std::to_string(to.value),
                           {},
                           "a PE below " + std::to_string(context().pe_count())});
  }
  // A PE that takes no part any more has somebody who does what it would.
  to = context().members().stand_in(to);
  state_of(object).moving_to = to == context().pe_id() ? PeId::none() : to;
  reconsider(object);
}

void Lifecycle::unpin(Object& object) {
  state_of(object).pinned = false;
  reconsider(object);
}

std::string Lifecycle::reason_to_stay(const Object& object) const {
  if (object.type().migrant == nullptr || object.collection().shared.is_group) {
    return "its kind, which does not move";
  }
  if (object.is_pinned()) return "having been pinned";
  return reason_against_image(object);
}

std::string Lifecycle::reason_against_image(const Object& object) const {
  if (context().regions().has_open(object.id())) return "memory that is open as a region";
  if (object.type().stays_for == nullptr) return {};
  try {
    return object.type().stays_for(object);
  } catch (...) {
    context().fail({ErrorCode::program,
                    "exception in " + object.text() + " when it was asked why it stays: " +
                        Execution::what_of(std::current_exception()),
                    "PE " + std::to_string(context().pe_id().value),
                    {}});
    return "an exception";
  }
}

void Lifecycle::reconsider(Object& object) {
  ObjectState& state = state_of(object);
  if (!(state.is_ending() || state.moving_to) || std::exchange(state.listed, true)) return;
  leaving_.push_back(&object);
}

void Lifecycle::end_coroutine(Object& object) {
  --state_of(object).coroutines;
  reconsider(object);
  // The next message settles it, too; but there may be none.
  settle();
}

// What keeps an object here lists it again when it ends; so most are looked at once.
void Lifecycle::settle_leaving() {
  std::vector<Object*> running_ones;
  while (!leaving_.empty()) {
    Object& object = *leaving_.back();
    ObjectState& state = state_of(object);
    leaving_.pop_back();
    if (state.runs || state.stage == Stage::held_and_ending) {
      running_ones.push_back(&object);
      continue;
    }
    // Marked as listed until the end: what its hook wishes is seen here, not in another turn.
    const auto may_depart = [&] {
      return !state.is_ending() && state.may_leave() && reason_to_stay(object).empty();
    };
    if (state.coroutines == 0 && may_depart()) parts_.migrations.prepare(object);
    state.listed = false;
    if (state.coroutines > 0) continue;
    if (state.is_ending()) {
      destroy_now(object);
    } else if (may_depart()) {
      parts_.migrations.depart(object);
    }
  }
  leaving_.insert(leaving_.end(), running_ones.begin(), running_ones.end());
}

void Lifecycle::destroy_now(Object& object) {
  LocalCollection& collection = object.collection();
  if (collection.shared.id != singles_id) {
    context().collectives().element_removed(collection, object);
  }
  const ObjectId id = object.id();
  context().regions().close_all(id);
  if (collection.shared.id == singles_id) {
    const SingleId single = SingleId::of(id.key);
    if (single.tells_end) parts_.seeds.tell_end(single);
  }
  parts_.ordering.ended(id, collection.shared.home(id.key));
  parts_.locations.ended(object);
  parts_.residents.strike(object);
  object.type().destroy(&object);
  parts_.ordering.release_early(id);
  parts_.delivery.unpark(id);
}

}  // namespace isthmus::engine
