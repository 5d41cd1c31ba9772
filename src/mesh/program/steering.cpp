#include "mesh/program/steering.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>
#include <limits>
#include <utility>

namespace isthmus::mesh {

namespace {

/// What the user wants it to be, as a function that may be asked any time.
std::function<ParameterValue()> offer(Job& job, const std::string& name,
                                      const ParameterDeclaration& parameter,
                                      const ParameterValue& value) {
  const std::string what =
      parameter.meaning.empty() ? "A parameter of the thorn." : parameter.meaning;
  if (const auto* real = std::get_if<RealParameter>(&parameter.form)) {
    constexpr double most = std::numeric_limits<double>::max();
    const auto wanted = job.steerable(name, value.real, what, std::max(real->range.least, -most),
                                      std::min(real->range.greatest, most));
    return [wanted] { return ParameterValue{.real = *wanted}; };
  }
  if (const auto* integer = std::get_if<IntegerParameter>(&parameter.form)) {
    const auto wanted =
        job.steerable(name, value.integer, what, integer->range.least, integer->range.greatest);
    return [wanted] { return ParameterValue{.integer = *wanted}; };
  }
  if (std::holds_alternative<BooleanParameter>(parameter.form)) {
    const auto wanted = job.steerable(name, value.integer != 0, what);
    return [wanted] { return ParameterValue{.integer = *wanted ? 1 : 0}; };
  }
  const auto& allowed = std::get<KeywordParameter>(parameter.form).allowed;
  const auto wanted =
      job.steerable(name, allowed[static_cast<std::size_t>(value.integer)], what, allowed);
  return [wanted, allowed] {
    return ParameterValue{.integer = std::ranges::find(allowed, *wanted) - allowed.begin()};
  };
}

}  // namespace

Steering::Steering(Job& job, const MeshFile& file, const std::deque<Thorn>& thorns,
                   const Plan& plan) {
  for (const Thorn& thorn : thorns) {
    if (std::ranges::find(file.thorns, thorn.name(), &NamedAt::name) == file.thorns.end()) continue;
    for (std::size_t i = 0; i < thorn.parameters().size(); ++i) {
      const ParameterDeclaration& parameter = thorn.parameters()[i];
      if (!parameter.is_steerable) continue;
      const auto number = thorn.first_parameter() + static_cast<std::int32_t>(i);
      const ParameterValue& value = plan.parameters[static_cast<std::size_t>(number)];
      const std::string name = thorn.name() + "::" + parameter.name;
      offers_.push_back(
          {name, number, std::bit_cast<std::int64_t>(value), offer(job, name, parameter, value)});
    }
  }
}

void Steering::apply(const std::function<void(std::int32_t, const ParameterValue&)>& set) {
  for (Offer& one : offers_) {
    const ParameterValue value = one.wanted();
    const auto bits = std::bit_cast<std::int64_t>(value);
    if (bits == one.bits) continue;
    one.bits = bits;
    set(one.number, value);
  }
}

}  // namespace isthmus::mesh
