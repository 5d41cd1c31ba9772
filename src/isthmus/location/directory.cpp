#include "isthmus/location/directory.hpp"

namespace isthmus::location {

std::optional<Record> Directory::find(const ObjectId& object) const {
  for (const Records* records : {&homed_, &cached_}) {
    if (records->empty()) continue;
    if (const auto found = records->find(object); found != records->end()) return found->second;
  }
  return std::nullopt;
}

bool Directory::update(const ObjectId& object, Record record, bool home) {
  Records& records = home ? homed_ : cached_;
  if (const auto found = records.find(object); found != records.end()) {
    if (found->second.epoch > record.epoch) return false;
    found->second = record;
    return true;
  }
  // A cache may forget anything: the home still knows. Emptying it at the bound costs O(1) an entry
  // and needs no order of use.
  if (!home && cached_.size() >= cache_capacity_) cached_.clear();
  records.emplace(object, record);
  return true;
}

void Directory::erase(const ObjectId& object) {
  homed_.erase(object);
  cached_.erase(object);
}

}  // namespace isthmus::location
