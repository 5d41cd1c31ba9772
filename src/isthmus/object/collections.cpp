#include "isthmus/object/collections.hpp"

#include <utility>

#include "isthmus/message/order.hpp"

namespace isthmus::engine {

Collections::Collections(Objects& owner, const topology::Members& members, PeId pe,
                         const location::Policy& policy)
    : owner_(owner), pe_(pe), policy_(policy) {
  Collection singles;
  singles.id = singles_id;
  singles.origin = [&members](const Key& key) {
    return members.stand_in(SingleId::of(key).origin);
  };
  singles.home = singles.origin;
  singles.contains = [](const Key&) { return true; };
  add(std::move(singles));
}

LocalCollection& Collections::add(Collection collection) {
  auto local = std::make_unique<LocalCollection>();
  if (collection.policy == nullptr) collection.policy = &policy_;
  local->shared = std::move(collection);
  local->adapts = local->shared.policy->adapts;
  local->host = &owner_;
  local->number = static_cast<std::uint32_t>(collections_.size());
  LocalCollection& added = *local;
  collections_.emplace(added.shared.id, std::move(local));
  return added;
}

CollectionId Collections::next_id(bool is_ordered) {
  return CollectionId((is_ordered ? ordered_bit : 0) | std::uint64_t{pe_.value} << 32 | ++serial_);
}

std::vector<const Object*> Collections::all_elements() const {
  std::vector<const Object*> all;
  for (const auto& [id, collection] : collections_) {
    all.insert(all.end(), collection->elements.begin(), collection->elements.end());
  }
  return all;
}

void Collections::destroy_elements() {
  for (auto& [id, collection] : collections_) {
    for (Object* object : collection->elements) object->type().destroy(object);
  }
}

}  // namespace isthmus::engine
