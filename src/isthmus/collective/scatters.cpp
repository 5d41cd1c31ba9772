#include "isthmus/collective/scatters.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace isthmus::engine::collective {

namespace {

const ScatterOps& ops_of(const Message& parts) {
  return static_cast<const ScatterOps&>(*parts.ops);
}

}  // namespace

Scatters::Scatters(Objects& objects, const Sections& sections, Parked& parked, int branching)
    : objects_(objects),
      sections_(sections),
      parked_(parked),
      branching_(branching),
      start_handler_(objects.pe().add_handler<&Scatters::receive_at_start>(this)),
      handler_(objects.pe().add_handler<&Scatters::receive>(this, sched::Work::entry)) {}

// Where the order of the elements is known: here for an array, at its keeper for a section.
void Scatters::begin(MessagePtr parts) {
  const bool is_array = objects_.collections().find(parts->collection) != nullptr;
  const PeId maker = keeper_of(parts->collection, objects_.members());
  parts->handler = start_handler_;
  parts->source = objects_.pe_id();
  parts->destination = is_array ? objects_.pe_id() : maker;
  objects_.pe().send(std::move(parts));
}

MessagePtr Scatters::parts_of(MessagePtr message) {
  if (!objects_.expect_kind(*message, PayloadOps::Kind::scatter)) return nullptr;
  Expected<MessagePtr> typed = unmarshalled(std::move(message), objects_.pool());
  if (!typed) {
    objects_.fail(typed.error());
    return nullptr;
  }
  return std::move(*typed);
}

void Scatters::receive_at_start(MessagePtr message) {
  MessagePtr parts = parts_of(std::move(message));
  if (!parts) return;
  if (const Sections::Kept* section = sections_.kept(parts->collection)) {
    if (!address(*parts, section->members, "members of a section")) return;
    std::vector<PartAddress>& addresses = ops_of(*parts).addresses(*parts);
    for (std::size_t i = 0; i < addresses.size(); ++i) addresses[i].pe = section->places[i];
    parts->collection = section->array;
    return hand_down(std::move(parts));
  }
  LocalCollection* array = objects_.collections().find(parts->collection);
  if (array == nullptr) {
    // Either is created by its maker, and comes here yet.
    const CollectionId until = parts->collection;
    return parked_.park(until, std::move(parts));
  }
  if (ops_of(*parts).addresses(*parts).empty()) {
    const std::vector<Key> keys = ops_of(*parts).all_keys(array->shared, objects_.members());
    if (!address(*parts, keys, "elements of " + array->shared.type->name)) return;
  }
  hand_down(std::move(parts));
}

bool Scatters::address(Message& parts, const std::vector<Key>& keys, const std::string& whom) {
  std::vector<PartAddress>& addresses = ops_of(parts).addresses(parts);
  if (!addresses.empty() || ops_of(parts).count(parts) != keys.size()) {
    objects_.fail({ErrorCode::program,
                   std::to_string(ops_of(parts).count(parts)) + " " + parts.ops->name + " and " +
                       std::to_string(keys.size()) + " " + whom,
                   "PE " + std::to_string(objects_.pe_id().value),
                   "a part for each, in their order"});
    return false;
  }
  for (const Key& key : keys) addresses.push_back({key, PeId::none()});
  return true;
}

void Scatters::receive(MessagePtr message) {
  MessagePtr parts = parts_of(std::move(message));
  if (!parts) return;
  if (objects_.collections().find(parts->collection) == nullptr) {
    const CollectionId until = parts->collection;
    return parked_.park(until, std::move(parts));
  }
  hand_down(std::move(parts));
}

void Scatters::hand_down(MessagePtr parts) {
  const ScatterOps& ops = ops_of(*parts);
  std::vector<PartAddress>& addresses = ops.addresses(*parts);
  const LocalCollection& array = *objects_.collections().find(parts->collection);
  if (ops.count(*parts) != addresses.size()) {
    return objects_.refuse(*parts, "parts without addresses", "an address for each");
  }
  for (PartAddress& address : addresses) {
    if (!array.shared.contains(address.key)) {
      return objects_.fail(
          {ErrorCode::program,
           array.text_of(address.key) + " does not exist; " + ops.name + " came for it",
           {},
           {}});
    }
    if (!address.pe) address.pe = sections_.place_of(array, address.key);
    if (!objects_.expect_pe(array, address.key, address.pe)) return;
  }
  std::vector<std::size_t> order(addresses.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return addresses[i].pe; });
  std::vector<PeId> pes;
  for (const std::size_t i : order) pes.push_back(addresses[i].pe);
  for (Branch& branch : branches(objects_.topology(), pes, objects_.pe_id(), branching_)) {
    for (std::size_t& item : branch.items) item = order[item];
    MessagePtr beyond = ops.select(*parts, objects_.pool(), branch.items);
    beyond->handler = handler_;
    beyond->collection = parts->collection;
    beyond->source = objects_.pe_id();
    beyond->destination = branch.to;
    objects_.pe().send(std::move(beyond));
  }
  for (const std::size_t i : order) {
    if (addresses[i].pe != objects_.pe_id()) continue;
    MessagePtr own = ops.entry_message(*parts, objects_.pool(), i);
    own->collection = parts->collection;
    const PeId to = objects_.location_of(own->object());
    objects_.send(std::move(own), to);
  }
  objects_.pool().release(std::move(parts));
}

}  // namespace isthmus::engine::collective
