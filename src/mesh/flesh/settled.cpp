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

std::string_view text_of(const MeshFile& file, const Thorn& thorn,
                         const ParameterDeclaration& parameter) {
  for (const ParameterSetting& setting : file.parameters) {
    if (setting.thorn != thorn.name() || setting.name != parameter.name) continue;
    if (const auto* text = std::get_if<std::string>(&setting.value)) return *text;
  }
  const auto* form = std::get_if<TextParameter>(&parameter.form);
  return form != nullptr ? std::string_view(form->usual) : std::string_view();
}

std::string_view Settled::text(ParameterId id) const {
  for (const Thorn& thorn : thorns_) {
    const std::int32_t number = id.number - thorn.first_parameter();
    if (number < 0 || number >= std::ssize(thorn.parameters())) continue;
    return text_of(file_, thorn, thorn.parameters()[static_cast<std::size_t>(number)]);
  }
  return {};
}

void Settled::refuse(std::string what) const {
  mistakes_.push_back({ErrorCode::bad_input, std::move(what), file_.file_name, {}});
}

}  // namespace isthmus::mesh
