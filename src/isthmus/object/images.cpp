#include "isthmus/object/images.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <utility>

#include "isthmus/base/hash.hpp"
#include "isthmus/base/huge_pages.hpp"
#include "isthmus/object/migration.hpp"

namespace isthmus::engine {

namespace {

auto order_of(const Object& object) {
  return std::pair(object.id().collection.value,
                   std::pair(object.id().key.high, object.id().key.low));
}

Expected<void> undecodable(const std::string& text, const Error& why) {
  return fail(why.code, "what was kept of " + text + " does not decode: " + why.text());
}

}  // namespace

std::vector<std::byte> payload_bytes_of(const Message& message) {
  if (message.form != PayloadForm::typed) {
    return {message.payload_span().begin(), message.payload_span().end()};
  }
  std::vector<std::byte> bytes(serialized_bytes(message));
  marshal_to(bytes, message);
  return bytes;
}

CreationImage image_of(const Message& message) {
  return {message.collection,       message.ops->id, message.ops->name, {}, false,
          payload_bytes_of(message)};
}

MessagePtr message_of_bytes(const PeContext& context, std::uint64_t kind,
                            std::span<const std::byte> payload) {
  const PayloadOps* const ops = context.payloads().find(kind);
  if (ops == nullptr) return nullptr;
  MessagePtr message = context.pool().acquire(payload.size());
  if (!payload.empty()) std::memcpy(message->payload(), payload.data(), payload.size());
  message->form = PayloadForm::bytes;
  message->ops = ops;
  return message;
}

// --- taking down -------------------------------------------------------------------------------

std::string Images::obstacle() const {
  for (const Activity& activity : parts_.activities.all()) {
    if (activity.object == nullptr) continue;
    return activity.object->text() + " waits in " + activity.entry->name + " for " +
           activity.awaits.text();
  }
  std::string waiting;
  parts_.parked.for_each([&](const Message& message) {
    const LocalCollection* collection = parts_.collections.find(message.collection);
    waiting =
        "a message waits for " + (collection == nullptr ? std::string("an array that is not there")
                                                        : collection->text_of(message.key));
  });
  if (!waiting.empty()) return waiting;
  const Object* first = nullptr;
  for (const Object* object : parts_.collections.all_elements()) {
    const bool is_sooner = first == nullptr || order_of(*object) < order_of(*first);
    if (is_sooner && !obstacle_of(*object).empty()) first = object;
  }
  return first == nullptr ? std::string() : obstacle_of(*first);
}

std::string Images::obstacle_of(const Object& object) const {
  if (object.type().migrant == nullptr) {
    return object.text() + " has no default constructor or no member serialize(auto& archive)";
  }
  const std::string reason = parts_.lifecycle.reason_against_image(object);
  return reason.empty() ? reason : object.text() + " has to stay as it is for " + reason;
}

/// `when` ends the sentence "exception in Block[3] ...".
template <class Hook>
void Images::call(Object& object, Hook hook, const char* when) const {
  try {
    const Execution::Call running(parts_.execution, object, nullptr);
    hook(object);
  } catch (...) {
    parts_.context.fail({ErrorCode::program,
                         "exception in " + object.text() + " " + when + ": " +
                             Execution::what_of(std::current_exception()),
                         "PE " + std::to_string(parts_.context.pe_id().value),
                         {}});
  }
}

void Images::call_hook(Object& object, void (*hook)(Object&), const char* when) const {
  if (hook != nullptr) call(object, hook, when);
}

namespace {

/// Some for so many bytes, which may hold anything.
std::vector<std::byte> room_for(std::size_t bytes, std::vector<std::byte> room) {
  if (room.capacity() >= bytes && room.capacity() / 2 <= bytes) return room;
  // It goes before there is other memory.
  std::vector<std::byte>().swap(room);
  room.reserve(bytes);
  // The job stands still while this is filled, and first touches are most of that.
  ask_for_huge_pages(room.data(), room.capacity());
  return room;
}

}  // namespace

std::vector<std::byte> Images::take(std::vector<std::byte> room) const {
  std::vector<Object*> all;
  parts_.collections.for_each([&](const LocalCollection& collection) {
    all.insert(all.end(), collection.elements.begin(), collection.elements.end());
  });
  std::ranges::sort(all, {}, [](const Object* object) { return order_of(*object); });
  std::size_t bytes = 0;
  for (Object* object : all) {
    call_hook(*object, object->type().before_migration, "before it was taken down");
    bytes += object_bytes::size_of(object->type().migrant->size(*object));
  }
  std::vector<std::byte> taken = room_for(bytes, std::move(room));
  std::size_t at = 0;
  for (Object* object : all) {
    const MigrantOps& ops = *object->type().migrant;
    const std::size_t size = ops.size(*object);
    ops.write(*object, object_bytes::put(taken, at, object->id(), ops.id, size));
    at += object_bytes::size_of(size);
    call_hook(*object, object->type().after_migration, "after it was taken down");
  }
  taken.resize(at);
  parts_.delivery.settle();
  return taken;
}

std::vector<ClassForm> Images::forms() {
  std::map<std::uint64_t, ClassForm> forms;
  parts_.collections.for_each([&](LocalCollection& collection) {
    // Those of an array are of one class, chares that stand alone of many.
    for (const Object* object : collection.elements) {
      const MigrantOps* const ops = object->type().migrant;
      if (ops == nullptr || forms.contains(ops->id)) continue;
      forms[ops->id] = {ops->id, object->type().name, form_of(collection, object->key(), *ops)};
      if (collection.shared.type != nullptr) break;
    }
  });
  std::vector<ClassForm> all;
  for (auto& [kind, form] : forms) all.push_back(std::move(form));
  return all;
}

std::uint64_t Images::form_of(LocalCollection& collection, const Key& key, const MigrantOps& ops) {
  const auto known = forms_.find(ops.id);
  if (known != forms_.end()) return known->second;
  std::string text;
  try {
    text = ops.form(parts_.execution, collection, key);
  } catch (...) {
    // It throws whenever it is asked, so this tells it from forms that can be told.
    text = "unknown";
  }
  return forms_[ops.id] = hash_name(text);
}

std::vector<CreationImage> Images::creations() const {
  std::vector<CreationImage> images;
  parts_.collections.for_each([&](const LocalCollection& collection) {
    if (collection.creation) images.push_back(*collection.creation);
  });
  for (const auto& [id, image] : parts_.readonlies.images()) images.push_back(image);
  std::ranges::sort(images, {}, [](const CreationImage& image) {
    return std::pair(image.collection.value, image.kind);
  });
  return images;
}

// --- making again ------------------------------------------------------------------------------

Expected<void> Images::restore(const CreationImage& creation, std::uint64_t elements) const {
  const PeContext& context = parts_.context;
  const PayloadOps* ops = context.payloads().find(creation.kind);
  const bool is_readonly = ops != nullptr && ops->kind == PayloadOps::Kind::readonly;
  const bool is_collection = ops != nullptr && ops->kind == PayloadOps::Kind::creator &&
                             static_cast<const Creator&>(*ops).makes == Creator::Makes::collection;
  if (!is_readonly && !is_collection) {
    return fail(ErrorCode::bad_input, "this program has no " + creation.name);
  }
  MessagePtr message = message_of_bytes(context, creation.kind, creation.payload);
  message->collection = creation.collection;
  if (is_readonly) {
    parts_.readonlies.broadcast(std::move(message));
  } else {
    parts_.lifecycle.restore_collection(std::move(message), elements);
  }
  return {};
}

Expected<PeId> Images::place_of(const ObjectId& id) const {
  const LocalCollection* collection = parts_.collections.find(id.collection);
  if (collection == nullptr) {
    return fail(ErrorCode::malformed, "an object of an array that there is not");
  }
  if (collection->shared.is_group) {
    if (id.key.low > ~std::uint32_t{0}) return fail(ErrorCode::malformed, "an object of no PE");
    return parts_.context.members().stand_in(PeId(static_cast<std::uint32_t>(id.key.low)));
  }
  if (!collection->shared.contains(id.key)) {
    return fail(ErrorCode::malformed,
                collection->text_of(id.key) + ", which there cannot be, is to be made again");
  }
  return parts_.context.checked_pe(*collection, id.key, collection->shared.origin(id.key));
}

bool Images::is_of_another_pe(const ObjectImage& image) const {
  const LocalCollection* collection = parts_.collections.find(image.id.collection);
  return collection != nullptr && collection->shared.is_group &&
         image.id.key != IndexTraits<PeId>::to_key(parts_.context.pe_id());
}

void Images::expect(const std::vector<ClassForm>& forms) {
  for (const ClassForm& form : forms) expected_forms_[form.kind] = form.form;
}

Expected<void> Images::check_form(LocalCollection& collection, const Object& object) {
  const MigrantOps& ops = *object.type().migrant;
  const auto expected = expected_forms_.find(ops.id);
  if (expected != expected_forms_.end() &&
      expected->second == form_of(collection, object.key(), ops)) {
    return {};
  }
  return fail(ErrorCode::bad_input,
              "class " + object.type().name + " has other fields now than in the checkpoint", {},
              "fields of the same types in the same order");
}

Expected<Object*> Images::make(LocalCollection& collection, const ObjectImage& image) {
  const std::string text = collection.text_of(image.id.key);
  const PayloadOps* const found = parts_.context.payloads().find(image.kind);
  const ObjectType* const type = collection.shared.type;
  const bool is_migrant = found != nullptr && found->kind == PayloadOps::Kind::migrant;
  if (!is_migrant || (type != nullptr && type->migrant != found)) {
    return fail(ErrorCode::malformed, "what was kept of " + text + " is of another class");
  }
  const auto& ops = static_cast<const MigrantOps&>(*found);
  try {
    Object* const object = ops.make(parts_.execution, collection, image.id.key);
    Expected<void> made = check_form(collection, *object);
    if (made) {
      if (auto read = ops.read(*object, image.bytes); !read) made = undecodable(text, read.error());
    }
    if (made) return object;
    object->type().destroy(object);
    return forward_error(made);
  } catch (...) {
    return fail(ErrorCode::malformed,
                text + " cannot be made again: " + Execution::what_of(std::current_exception()));
  }
}

Expected<void> Images::restore(const ObjectImage& image) {
  const ObjectId& id = image.id;
  LocalCollection* const collection = parts_.collections.find(id.collection);
  Expected<PeId> place = place_of(id);
  if (!place) return forward_error(place);
  if (collection->shared.is_group) return restore_of_group(*collection, image);
  if (*place != parts_.context.pe_id() || parts_.residents.find(id) != nullptr) {
    return fail(ErrorCode::malformed, collection->text_of(id.key) + " comes twice, or astray");
  }
  Expected<Object*> made = make(*collection, image);
  if (!made) return forward_error(made);
  Object& object = **made;
  parts_.residents.enroll(object);
  if (id.collection != singles_id) {
    parts_.context.collectives().element_arrived(*collection, object);
  }
  parts_.locations.appeared(object);
  call_hook(object, object.type().after_migration, "when it was made again");
  parts_.delivery.unpark(id);
  parts_.delivery.settle();
  return {};
}

Expected<void> Images::restore_of_group(LocalCollection& collection, const ObjectImage& image) {
  const Key own_key = IndexTraits<PeId>::to_key(parts_.context.pe_id());
  Object* const own = parts_.residents.find({collection.shared.id, own_key});
  if (own == nullptr || own->type().migrant == nullptr) {
    return fail(ErrorCode::malformed, collection.text_of(image.id.key) + " comes before its group");
  }
  const MigrantOps& ops = *own->type().migrant;
  if (image.id.key == own_key) {
    if (auto checked = check_form(collection, *own); !checked) return checked;
    if (auto read = ops.read(*own, image.bytes); !read)
      return undecodable(own->text(), read.error());
    call_hook(*own, own->type().after_migration, "when it was made again");
    return {};
  }
  if (ops.absorb == nullptr) {
    return fail(ErrorCode::bad_input,
                collection.text_of(image.id.key) + " is of a PE that takes part no more", {},
                "a member absorb(" + own->type().name + "&&), which takes over what it has");
  }
  Expected<Object*> other = make(collection, image);
  if (!other) return forward_error(other);
  try {
    const Execution::Call call(parts_.execution, *own, nullptr);
    ops.absorb(*own, **other);
  } catch (...) {
    parts_.context.fail({ErrorCode::program,
                         "exception in absorb of " + own->text() + ": " +
                             Execution::what_of(std::current_exception()),
                         "PE " + std::to_string(parts_.context.pe_id().value),
                         {}});
  }
  own->type().destroy(*other);
  return {};
}

void Images::tell_groups(const std::vector<PeId>& left, const std::vector<PeId>& joined) const {
  std::vector<Object*> elements;
  parts_.collections.for_each([&](const LocalCollection& collection) {
    if (!collection.shared.is_group) return;
    elements.insert(elements.end(), collection.elements.begin(), collection.elements.end());
  });
  std::ranges::sort(elements, {}, [](const Object* object) { return order_of(*object); });
  const auto tell = [&](const std::vector<PeId>& pes, auto ObjectType::* member, const char* when) {
    for (Object* object : elements) {
      const auto hook = object->type().*member;
      if (pes.empty() || hook == nullptr) continue;
      call(*object, [&](Object& element) { hook(element, pes); }, when);
    }
  };
  tell(left, &ObjectType::left, "as it heard of PEs that have left");
  tell(joined, &ObjectType::joined, "as it heard of PEs that have joined");
  parts_.delivery.settle();
}

}  // namespace isthmus::engine
