#include "isthmus/collective/sections.hpp"

#include <algorithm>
#include <string>

#include "isthmus/object/value.hpp"

namespace isthmus::engine::collective {

namespace {

// A new plan is worth its messages when as many have been sent on as a part of this of the members.
constexpr std::size_t told_part = 16;

std::uint32_t version_of(const Message& message) {
  return static_cast<std::uint32_t>(message.key.low);
}

// Of a creation or a plan.
CollectionId array_of(const Message& message) { return CollectionId(message.key.high); }

}  // namespace

Sections::Sections(Objects& objects, Reductions& reductions, Parked& parked, int branching)
    : objects_(objects),
      reductions_(reductions),
      parked_(parked),
      branching_(branching),
      creation_handler_(objects.pe().add_handler<&Sections::receive_creation>(this)),
      keeper_handler_(objects.pe().add_handler<&Sections::receive_at_keeper>(this)),
      plan_handler_(objects.pe().add_handler<&Sections::receive_plan>(this)),
      handler_(objects.pe().add_handler<&Sections::receive>(this, sched::Work::entry)),
      end_handler_(objects.pe().add_handler<&Sections::receive_end>(this)),
      moved_handler_(objects.pe().add_handler<&Sections::receive_moved>(this)) {}

const Sections::Kept* Sections::kept(CollectionId section) const {
  const auto found = kept_.find(section);
  return found == kept_.end() ? nullptr : &found->second;
}

std::size_t Sections::parts() const {
  std::size_t count = 0;
  for (const auto& [section, parts] : parts_) count += parts.size();
  return count;
}

// --- the keeper ----------------------------------------------------------------------------------

// By a message to itself: the array may not have come yet.
void Sections::create(CollectionId section, CollectionId array, std::vector<Key> members) const {
  objects_.post(detail::make_value<std::vector<Key>>(objects_.pool(), std::move(members)),
                creation_handler_, {section, {0, array.value}}, objects_.pe_id());
}

void Sections::receive_creation(MessagePtr message) {
  if (message->source != objects_.pe_id()) {
    return objects_.refuse(*message, "a section", "one of this PE's own");
  }
  const CollectionId section = message->collection;
  const CollectionId array_id = array_of(*message);
  const LocalCollection* array = objects_.collections().find(array_id);
  if (array == nullptr) return parked_.park(array_id, std::move(message));
  Expected<std::vector<Key>> members = detail::take_value<std::vector<Key>>(*message);
  objects_.pool().release(std::move(message));
  if (!members) return objects_.fail(members.error());
  Kept& kept = kept_[section];
  kept.array = array_id;
  kept.members = std::move(*members);
  for (const Key& key : kept.members) {
    if (!array->shared.contains(key)) {
      return objects_.fail({ErrorCode::program,
                            array->text_of(key) + " does not exist, and is to be of a section",
                            {},
                            {}});
    }
    kept.places.push_back(place_of(*array, key));
    if (!objects_.expect_pe(*array, key, kept.places.back())) return;
  }
  make_plan(section, kept);
  parked_.unpark(section);
}

PeId Sections::place_of(const LocalCollection& array, const Key& key) const {
  const ObjectId id{array.shared.id, key};
  if (objects_.find(id) != nullptr) return objects_.pe_id();
  const PeId next = objects_.locations().next(array, id, false);
  return next ? next : objects_.pe_id();
}

void Sections::make_plan(CollectionId section, Kept& kept) {
  if (kept.version > 0) {
    MessagePtr end = detail::make_value<std::uint64_t>(objects_.pool(), kept.sent);
    end->collection = section;
    end->key.low = kept.version;
    end->source = objects_.pe_id();
    receive_end(std::move(end));
  }
  ++kept.version;
  kept.sent = 0;
  kept.told = 0;
  Plan plan{static_cast<std::uint32_t>(kept.members.size()), {}};
  for (std::uint32_t number = 0; number < kept.members.size(); ++number) {
    plan.members.push_back({kept.places[number], number, kept.members[number]});
  }
  std::ranges::stable_sort(plan.members, {}, &Planned::pe);
  take_plan(section, kept.version, kept.array, std::move(plan));
}

void Sections::send(MessagePtr message) const {
  message->handler = keeper_handler_;
  message->source = objects_.pe_id();
  message->destination = keeper_of(message->collection, objects_.members());
  objects_.pe().send(std::move(message));
}

void Sections::receive_at_keeper(MessagePtr message) {
  if (!objects_.expect_kind(*message, PayloadOps::Kind::entry)) return;
  if (keeper_of(message->collection, objects_.members()) != objects_.pe_id() ||
      (message->flags & flag_ordered) != 0) {
    return objects_.refuse(*message, "a message for a section", "one of the sections here");
  }
  const CollectionId section = message->collection;
  const auto found = kept_.find(section);
  if (found == kept_.end()) return parked_.park(section, std::move(message));
  Kept& kept = found->second;
  if (kept.told > 0 && kept.told * told_part >= kept.members.size()) make_plan(section, kept);
  ++kept.sent;
  message->handler = handler_;
  message->key = {kept.version, 0};
  receive(std::move(message));
}

void Sections::receive_moved(MessagePtr message) {
  const auto found = kept_.find(message->collection);
  const Expected<std::vector<Moved>> all = detail::take_value<std::vector<Moved>>(*message);
  if (!all) return objects_.fail(all.error());
  const bool are_possible =
      found != kept_.end() && std::ranges::all_of(*all, [&](const Moved& moved) {
        return moved.number < found->second.members.size() && moved.pe.value < objects_.pe_count();
      });
  if (!are_possible) {
    return objects_.refuse(*message, "word of a section's members", "those of a section here");
  }
  Kept& kept = found->second;
  for (const Moved& moved : *all) {
    kept.places[moved.number] = moved.pe;
    ++kept.told;
  }
  objects_.pool().release(std::move(message));
}

// --- every PE of a plan --------------------------------------------------------------------------

bool Sections::is_possible(const Plan& plan) const {
  return plan.members_in_all >= plan.members.size() &&
         std::ranges::is_sorted(plan.members, {}, &Planned::pe) &&
         (plan.members.empty() || plan.members.back().pe.value < objects_.pe_count());
}

void Sections::receive_plan(MessagePtr message) {
  const CollectionId section = message->collection;
  const std::uint32_t version = version_of(*message);
  const CollectionId array = array_of(*message);
  if (objects_.collections().find(array) == nullptr) {
    return parked_.park(array, std::move(message));
  }
  Expected<Plan> plan = detail::take_value<Plan>(*message);
  if (!plan) return objects_.fail(plan.error());
  const auto known = parts_.find(section);
  const bool is_new = known == parts_.end() || !known->second.contains(version) ||
                      !known->second.at(version).has_come;
  if (!is_new || !is_possible(*plan)) {
    return objects_.refuse(*message, "a section's plan that cannot be", "each once");
  }
  objects_.pool().release(std::move(message));
  take_plan(section, version, array, std::move(*plan));
}

void Sections::take_plan(CollectionId section, std::uint32_t version, CollectionId array,
                         Plan plan) {
  Part& part = parts_[section][version];
  part.has_come = true;
  part.array = array;
  std::vector<PeId> pes;
  for (const Planned& member : plan.members) pes.push_back(member.pe);
  for (const Branch& branch : branches(objects_.topology(), pes, objects_.pe_id(), branching_)) {
    Plan beyond{plan.members_in_all, {}};
    for (const std::size_t item : branch.items) beyond.members.push_back(plan.members[item]);
    MessagePtr message = detail::make_value<Plan>(objects_.pool(), std::move(beyond));
    objects_.post(std::move(message), plan_handler_, {section, {version, array.value}}, branch.to);
    part.children.push_back(branch.to);
  }
  for (const Planned& member : plan.members) {
    if (member.pe != objects_.pe_id()) continue;
    part.members.push_back(member);
    if (Object* object = objects_.find({array, member.key})) {
      reductions_.join(*object, {section, plan.members_in_all});
    }
  }
  for (MessagePtr& early : std::exchange(part.early, {})) {
    const HandlerId handler = early->handler;
    objects_.pe().handle(handler, std::move(early));
  }
}

Sections::Part* Sections::part_for(MessagePtr& message) {
  Part& part = parts_[message->collection][version_of(*message)];
  if (part.has_come) return &part;
  part.early.push_back(std::move(message));
  return nullptr;
}

void Sections::receive(MessagePtr message) {
  if (!objects_.expect_kind(*message, PayloadOps::Kind::entry)) return;
  if ((message->flags & flag_ordered) != 0) {
    return objects_.refuse(*message, "a message for a section", "one of the sections here");
  }
  Part* const part = part_for(message);
  if (part == nullptr) return;
  for (const PeId child : part->children) {
    MessagePtr copy = cloned(*message, objects_.pool());
    copy->destination = child;
    // Filters take a link to lie between the sites of source and destination.
    copy->source = objects_.pe_id();
    objects_.pe().send(std::move(copy));
  }
  serve(*message, *part);
  ++part->passed;
  forget_ended(message->collection, version_of(*message));
  objects_.pool().release(std::move(message));
}

void Sections::serve(const Message& message, const Part& part) {
  const LocalCollection* array = objects_.collections().find(part.array);
  std::vector<Moved> moved;
  for (const Planned& member : part.members) {
    MessagePtr own = cloned(message, objects_.pool());
    own->collection = part.array;
    own->key = member.key;
    own->flags &= static_cast<std::uint16_t>(~flag_wants_reply);
    const ObjectId id{part.array, member.key};
    objects_.send(std::move(own), objects_.location_of(id));
    if (objects_.find(id) != nullptr) continue;
    const PeId place = place_of(*array, member.key);
    if (place != objects_.pe_id()) moved.push_back({member.number, place});
  }
  if (moved.empty()) return;
  objects_.post(detail::make_value<std::vector<Moved>>(objects_.pool(), std::move(moved)),
                moved_handler_, {message.collection, {}},
                keeper_of(message.collection, objects_.members()));
}

void Sections::receive_end(MessagePtr message) {
  message->handler = end_handler_;
  Part* const part = part_for(message);
  if (part == nullptr) return;
  const Expected<std::uint64_t> last = detail::take_value<std::uint64_t>(*message);
  if (!last) return objects_.fail(last.error());
  for (const PeId child : part->children) {
    objects_.post(detail::make_value<std::uint64_t>(objects_.pool(), *last), end_handler_,
                  {message->collection, message->key}, child);
  }
  part->last = *last;
  forget_ended(message->collection, version_of(*message));
  objects_.pool().release(std::move(message));
}

void Sections::forget_ended(CollectionId section, std::uint32_t version) {
  const auto parts = parts_.find(section);
  const auto part = parts->second.find(version);
  const auto& kept = part->second;
  if (!kept.last || kept.passed < *kept.last) return;
  parts->second.erase(part);
  if (parts->second.empty()) parts_.erase(parts);
}

}  // namespace isthmus::engine::collective
