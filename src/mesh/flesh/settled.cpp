#include "mesh/flesh/settled.hpp"

#include <algorithm>
#include <utility>

namespace isthmus::mesh {

Thorn* Settled::active(std::string_view name) const {
  if (std::ranges::find(file_.thorns, name, &NamedAt::name) == file_.thorns.end()) return nullptr;
  const auto found = std::ranges::find(thorns_, name, &Thorn::name);
  return found == thorns_.end() ? nullptr : &*found;
}

ParameterValue Settled::value(ParameterId id) const {
  const auto number = static_cast<std::size_t>(id.number);  // beyond all where it is negative
  return number < values_.size() ? values_[number] : ParameterValue{.integer = 0};
}

void Settled::refuse(std::string what) const {
  mistakes_.push_back({ErrorCode::bad_input, std::move(what), file_.file_name, {}});
}

}  // namespace isthmus::mesh
