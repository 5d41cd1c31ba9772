#include "isthmus/object/migration.hpp"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include "isthmus/object/objects.hpp"

namespace isthmus {

Migrations::Migrations(Objects& host)
    : host_(host),
      handler_(host.pe().add_handler<&Migrations::deliver>(this, sched::Work::balancing)) {}

Migrations::~Migrations() {
  for (MessagePtr& message : waiting_) host_.pool().release(std::move(message));
}

void Migrations::call_hook(Object& object, void (*hook)(Object&), const char* when) {
  if (hook == nullptr) return;
  object.runs_ = true;
  const Objects::Running before = std::exchange(host_.running, {&object, nullptr, 1});
  try {
    hook(object);
  } catch (...) {
    host_.fail({ErrorCode::program,
                "exception in " + object.text() + " " + when +
                    " its migration: " + Objects::what_of(std::current_exception()),
                "PE " + std::to_string(host_.pe_id().value),
                {}});
  }
  host_.running = before;
  object.runs_ = false;
}

void Migrations::depart(Object& object) {
  const PeId to = std::exchange(object.moving_to_, PeId::none());
  const ObjectId id = object.id();
  LocalCollection& collection = object.collection();
  const bool is_single = id.collection == singles_id;
  const bool is_first = object.epoch_ == 0;
  if (!is_single) {
    host_.broadcasts().departed(object, to);
    host_.collectives().element_departed(collection, object);
  }
  std::vector<PeId> profile = host_.whereabouts_of_others().departing(object, to);
  host_.abandon(object);
  const MigrantOps& ops = *object.type().migrant;
  MessagePtr message = ops.pack(host_.pool(), object,
                                {.epoch = object.epoch_ + 1,
                                 .contributions = object.contributions_,
                                 .broadcasts = object.broadcasts_,
                                 .pinned = object.pinned_,
                                 .profile = std::move(profile),
                                 .book = host_.ordering().departing(id)});
  message->ops = &ops;
  message->word = host_.collectives().latest_broadcast();
  host_.pe().counters().migrations.increment();
  std::size_t bytes = 0;
  if (host_.is_in_other_process(to)) {
    bytes = wire_bytes(*message);
    host_.pe().counters().migration_bytes.add(bytes);
  }
  // What has been sent to the object meanwhile comes next, and goes the same way.
  message->flags |= flag_may_wait;
  host_.post(std::move(message), handler_, id, to);
  host_.whereabouts_of_others().sent(collection, id, to, bytes, is_first);
  host_.ordering().release_early(id);
}

bool Migrations::keeps_waiting(MessagePtr& message) {
  if (waiting_.empty() && host_.collectives().has_broadcasts_to(message->word)) return false;
  waiting_.push_back(std::move(message));
  return true;
}

bool Migrations::keeps_for_waiting(MessagePtr& message) {
  const bool is_expected = std::ranges::any_of(waiting_, [&](const MessagePtr& waiting) {
    return waiting->handler == handler_ && waiting->object() == message->object();
  });
  if (is_expected) waiting_.push_back(std::move(message));
  return is_expected;
}

void Migrations::admit() {
  if (waiting_.empty()) return;
  std::deque<MessagePtr> messages = std::exchange(waiting_, {});
  for (MessagePtr& message : messages) {
    const HandlerId handler = message->handler;
    host_.pe().handle(handler, std::move(message));
  }
}

Expected<void> Migrations::check(const Message& message, const LocalCollection& collection) const {
  const ObjectId id = message.object();
  const std::string text = collection.text_of(id.key);
  if (host_.find(id) != nullptr) {
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
    if (mapping(id.key).value < host_.pe_count()) continue;
    return fail(ErrorCode::malformed, text + " came, whose home is no PE of the job");
  }
  return {};
}

// An exception is of the class's own making: what came is not what it can read.
Expected<Object*> Migrations::unpack(Message& message, MigrantState& state) {
  try {
    return static_cast<const MigrantOps&>(*message.ops).unpack(host_, message, state);
  } catch (...) {
    return fail(ErrorCode::malformed,
                message.ops->name + ": " + Objects::what_of(std::current_exception()));
  }
}

void Migrations::deliver(MessagePtr message) {
  if (message->ops == nullptr || message->ops->kind != PayloadOps::Kind::migrant) {
    return host_.fail({ErrorCode::malformed, "an object of the wrong kind came", {}, {}});
  }
  if (keeps_waiting(message)) return;
  const ObjectId id = message->object();
  LocalCollection* collection = host_.find(id.collection);
  if (collection == nullptr) {
    return host_.fail(
        {ErrorCode::malformed, std::string(message->ops->name) + " came before its array", {}, {}});
  }
  if (auto possible = check(*message, *collection); !possible) return host_.fail(possible.error());
  const PeId from = message->source;
  MigrantState state;
  const Expected<Object*> unpacked = unpack(*message, state);
  host_.pool().release(std::move(message));
  if (!unpacked) return host_.fail(unpacked.error());
  Object& object = **unpacked;
  const auto is_no_pe = [&](PeId pe) { return pe.value >= host_.pe_count(); };
  if (std::ranges::any_of(state.profile, is_no_pe)) {
    const std::string text = object.text();
    object.type().destroy(&object);
    return host_.fail({ErrorCode::malformed, text + " came with a PE that is not there", {}, {}});
  }
  object.collection_ = collection;
  object.epoch_ = state.epoch;
  object.contributions_ = state.contributions;
  object.broadcasts_ = state.broadcasts;
  object.pinned_ = state.pinned;
  object.watched_ = collection->shared.policy->keeps_profiles || collection->adapts;
  if (state.book) host_.ordering().arrived(id, std::move(*state.book));
  host_.adopt(object);
  if (id.collection != singles_id) {
    host_.collectives().element_arrived(*collection, object);
    host_.broadcasts().arrived(object, from);
  }
  host_.whereabouts_of_others().arrived(object, from, state.profile);
  call_hook(object, object.type().after_migration, "after");
  host_.unpark(id);
  host_.settle();
}

}  // namespace isthmus
