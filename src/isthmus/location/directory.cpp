#include "isthmus/location/directory.hpp"

#include <algorithm>

namespace isthmus::engine::location {

std::optional<Record> Directory::find(const ObjectId& object) const {
  if (!homed_.empty()) {
    if (const auto found = homed_.find(object); found != homed_.end()) return found->second;
  }
  if (!left_.empty()) {
    if (const auto found = left_.find(object); found != left_.end()) return found->second.record;
  }
  if (!cached_.empty()) {
    if (const auto found = cached_.find(object); found != cached_.end()) return found->second;
  }
  return std::nullopt;
}

bool Directory::update(const ObjectId& object, Record record, bool home) {
  if (const auto known = find(object); known && known->epoch > record.epoch) return false;
  if (home) {
    homed_[object] = record;
  } else if (const auto found = left_.find(object); found != left_.end()) {
    found->second.record = record;
  } else {
    cache(object, record);
  }
  return true;
}

std::vector<Directory::Known> Directory::known(CollectionId collection) const {
  std::vector<Known> known;
  const auto add = [&](const ObjectId& object, const Record& record) {
    if (object.collection == collection) known.push_back({object.key, record});
  };
  for (const auto& [object, record] : homed_) add(object, record);
  for (const auto& [object, departure] : left_) add(object, departure.record);
  for (const auto& [object, record] : cached_) add(object, record);
  std::ranges::sort(known, {}, &Known::key);
  return known;
}

void Directory::suppose(const ObjectId& object, Record record) {
  if (const auto found = supposed_.find(object); found != supposed_.end()) {
    if (found->second.epoch < record.epoch) found->second = record;
  } else {
    if (supposed_.size() >= cache_capacity_) supposed_.clear();
    supposed_.emplace(object, record);
  }
}

std::optional<Record> Directory::supposed(const ObjectId& object) const {
  if (supposed_.empty()) return std::nullopt;
  const auto found = supposed_.find(object);
  return found == supposed_.end() ? std::nullopt : std::optional(found->second);
}

void Directory::leave(const ObjectId& object, Record to, bool home_knows) {
  if (home_knows) {
    left_.erase(object);
    return cache(object, to);
  }
  cached_.erase(object);
  left_[object] = {to, to.epoch};
}

void Directory::confirm(const ObjectId& object, std::uint32_t epoch) {
  const auto found = left_.find(object);
  if (found == left_.end() || found->second.epoch > epoch) return;
  const Record record = found->second.record;
  left_.erase(found);
  cache(object, record);
}

// A cache may forget anything: the home still knows. Emptying it at the bound costs O(1) an entry
// and needs no order of use.
void Directory::cache(const ObjectId& object, Record record) {
  const auto found = cached_.find(object);
  if (found != cached_.end()) {
    found->second = record;
    return;
  }
  if (cached_.size() >= cache_capacity_) cached_.clear();
  cached_.emplace(object, record);
}

void Directory::erase(const ObjectId& object) {
  homed_.erase(object);
  left_.erase(object);
  cached_.erase(object);
  supposed_.erase(object);
}

}  // namespace isthmus::engine::location
