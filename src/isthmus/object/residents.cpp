#include "isthmus/object/residents.hpp"

#include "isthmus/object/collection.hpp"

namespace isthmus::engine {

void Residents::enroll(Object& object) {
  LocalCollection& collection = object.collection();
  state_of(object).position = static_cast<std::uint32_t>(collection.elements.size());
  collection.elements.push_back(&object);
  table_.insert(object);
  if (meter_ != nullptr) meter_->add(object);
}

void Residents::strike(Object& object) {
  LocalCollection& collection = object.collection();
  if (border_ != nullptr) border_->left(object);
  if (meter_ != nullptr) meter_->remove(object);
  table_.erase(object);
  const std::uint32_t position = state_of(object).position;
  collection.elements[position] = collection.elements.back();
  state_of(*collection.elements[position]).position = position;
  collection.elements.pop_back();
}

}  // namespace isthmus::engine
