// isthmus/object/collections.hpp: the arrays and groups of one PE by id.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "isthmus/base/object_id.hpp"
#include "isthmus/object/collection.hpp"
#include "isthmus/object/single_id.hpp"
#include "isthmus/topology/members.hpp"

namespace isthmus::engine {

/// All that have come to this PE, that of the single chares among them from the start. For the PE's
/// thread alone.
class Collections {
 public:
  /// `owner` is what Object::host answers; `policy` keeps track of elements whose collection names
  /// none.
  Collections(Objects& owner, const topology::Members& members, PeId pe,
              const location::Policy& policy);
  Collections(const Collections&) = delete;
  Collections& operator=(const Collections&) = delete;

  /// Null if the collection has not come to this PE yet.
  LocalCollection* find(CollectionId id) {
    const auto found = collections_.find(id);
    return found == collections_.end() ? nullptr : found->second.get();
  }
  const LocalCollection* find(CollectionId id) const {
    const auto found = collections_.find(id);
    return found == collections_.end() ? nullptr : found->second.get();
  }
  LocalCollection& add(Collection collection);

  /// Ids that nobody else in the job gives.
  CollectionId next_id(bool is_ordered = false);
  SingleId next_single(PeId on) { return {on, pe_, ++serial_}; }
  /// The number in the last id that this PE gave.
  std::uint64_t serial() const { return serial_; }
  /// Ids up to that number have been given, by whatever PE.
  void skip_to(std::uint64_t serial) { serial_ = std::max(serial_, serial); }

  /// Every object of the PE, in no order.
  std::vector<const Object*> all_elements() const;
  /// visit(const LocalCollection&) for each, in no order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [id, collection] : collections_) visit(*collection);
  }
  /// Ends all of them, as they are.
  void destroy_elements();

 private:
  Objects& owner_;
  const PeId pe_;
  const location::Policy& policy_;
  std::unordered_map<CollectionId, std::unique_ptr<LocalCollection>> collections_;
  std::uint64_t serial_ = 0;
};

}  // namespace isthmus::engine
