#include "isthmus/object/migration.hpp"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

namespace isthmus::engine {

Migrations::Migrations(const Parts& parts)
    : parts_(parts),
      handler_(parts.context.pe().add_handler<&Migrations::deliver>(this, sched::Work::balancing)) {
}

void Migrations::call_hook(Object& object, void (*hook)(Object&), const char* when) {
  if (hook == nullptr) return;
  try {
    const Execution::Call call(parts_.execution, object, nullptr);
    hook(object);
  } catch (...) {
    parts_.context.fail({ErrorCode::program,
                         "exception in " + object.text() + " " + when +
                             " its migration: " + Execution::what_of(std::current_exception()),
                         "PE " + std::to_string(parts_.context.pe_id().value),
                         {}});
  }
}

void Migrations::depart(Object& object) {
  const PeContext& context = parts_.context;
  const ObjectState& state = state_of(object);
  const PeId to = std::exchange(state_of(object).moving_to, PeId::none());
  const ObjectId id = object.id();
  LocalCollection& collection = object.collection();
  const bool is_single = id.collection == singles_id;
  const bool is_first = state.epoch == 0;
  if (!is_single) {
    parts_.broadcasts.departed(object, to);
    context.collectives().element_departed(collection, object);
  }
  std::vector<PeId> profile = parts_.locations.departing(object, to);
  parts_.residents.strike(object);
  const MigrantOps& ops = *object.type().migrant;
  MessagePtr message = ops.pack(context.pool(), object,
                                {.epoch = state.epoch + 1,
                                 .contributions = state.contributions,
                                 .broadcasts = state.broadcasts,
                                 .pinned = state.pinned,
                                 .profile = std::move(profile),
                                 .book = parts_.ordering.departing(id),
                                 .memberships = state.memberships});
  message->ops = &ops;
  message->word = context.collectives().latest_broadcast();
  context.pe().counters().migrations.increment();
  ++collection.departures;
  std::size_t bytes = 0;
  if (context.is_in_other_process(to)) {
    bytes = wire_bytes(*message);
    context.pe().counters().migration_bytes.add(bytes);
  }
  // What has been sent to the object meanwhile comes next, and goes the same way.
  message->flags |= flag_may_wait;
  context.post(std::move(message), handler_, id, to);
  parts_.locations.sent(collection, id, to, bytes, is_first);
  parts_.ordering.release_early(id);
}

Expected<void> Migrations::check(const Message& message, const LocalCollection& collection) const {
  const ObjectId id = message.object();
  const std::string text = collection.text_of(id.key);
  if (parts_.residents.find(id) != nullptr) {
    return fail(ErrorCode::malformed, text + " came where it is already");
  }
  const ObjectType* const type = collection.shared.type;
  const bool is_of_class = type == nullptr || type->migrant == message.ops;
  const bool may_move = !collection.shared.is_group && collection.shared.contains(id.key);
  if (!is_of_class || !may_move) {
    return fail(ErrorCode::malformed, text + " came, which there cannot be", {},
                "an element of its array");
  }
  for (const auto& mapping : {collection.shared.home, collection.shared.origin}) {
    if (mapping(id.key).value < parts_.context.pe_count()) continue;
    return fail(ErrorCode::malformed, text + " came, whose home is no PE of the job");
  }
  return {};
}

// An exception is of the class's own making: what came is not what it can read.
Expected<Object*> Migrations::unpack(LocalCollection& collection, Message& message,
                                     MigrantState& state) {
  try {
    return static_cast<const MigrantOps&>(*message.ops)
        .unpack(parts_.execution, collection, message, state);
  } catch (...) {
    return fail(ErrorCode::malformed,
                message.ops->name + ": " + Execution::what_of(std::current_exception()));
  }
}

void Migrations::deliver(MessagePtr message) {
  const PeContext& context = parts_.context;
  if (message->ops == nullptr || message->ops->kind != PayloadOps::Kind::migrant) {
    return context.fail({ErrorCode::malformed, "an object of the wrong kind came", {}, {}});
  }
  if (parts_.gate.keeps(message)) return;
  LocalCollection* collection = parts_.collections.find(message->collection);
  if (collection == nullptr) {
    return context.fail(
        {ErrorCode::malformed, std::string(message->ops->name) + " came before its array", {}, {}});
  }
  if (auto possible = check(*message, *collection); !possible) {
    return context.fail(possible.error());
  }
  const PeId from = message->source;
  MigrantState state;
  const Expected<Object*> unpacked = unpack(*collection, *message, state);
  context.pool().release(std::move(message));
  if (!unpacked) return context.fail(unpacked.error());
  Object& object = **unpacked;
  const auto is_no_pe = [&](PeId pe) { return pe.value >= context.pe_count(); };
  const auto is_of_nobody = [](const Membership& membership) {
    return membership.section.members == 0;
  };
  if (std::ranges::any_of(state.profile, is_no_pe) ||
      std::ranges::any_of(state.memberships, is_of_nobody)) {
    const std::string text = object.text();
    object.type().destroy(&object);
    return context.fail({ErrorCode::malformed, text + " came with a PE that is not there", {}, {}});
  }
  settle_in(object, *collection, std::move(state), from);
}

void Migrations::settle_in(Object& object, LocalCollection& collection, MigrantState arrived,
                           PeId from) {
  const ObjectId id = object.id();
  ObjectState& state = state_of(object);
  state.collection = &collection;
  state.epoch = arrived.epoch;
  state.contributions = arrived.contributions;
  state.broadcasts = arrived.broadcasts;
  state.pinned = arrived.pinned;
  state.memberships = std::move(arrived.memberships);
  state.watched = collection.shared.policy->keeps_profiles || collection.adapts;
  if (arrived.book) parts_.ordering.arrived(id, std::move(*arrived.book));
  parts_.residents.enroll(object);
  if (id.collection != singles_id) {
    parts_.context.collectives().element_arrived(collection, object);
    parts_.broadcasts.arrived(object, from);
  }
  parts_.locations.arrived(object, from, arrived.profile);
  call_hook(object, object.type().after_migration, "after");
  // One that cannot stay goes on before anything reaches it here; what has waited for it follows.
  if (state.moving_to) parts_.delivery.settle();
  parts_.delivery.unpark(id);
  parts_.delivery.settle();
}

}  // namespace isthmus::engine
