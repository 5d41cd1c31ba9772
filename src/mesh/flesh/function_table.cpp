#include "mesh/flesh/function_table.hpp"

#include <algorithm>

namespace isthmus::mesh {

FunctionTable::FunctionTable(const std::deque<Thorn>& thorns,
                             const std::vector<const Thorn*>& active) {
  for (const Thorn& thorn : thorns) {
    const bool is_active = std::ranges::find(active, &thorn) != active.end();
    for (const FunctionDeclaration& declaration : thorn.functions()) {
      entries_.push_back({&thorn, &declaration, is_active});
    }
    for (const ComplexDeclaration& declaration : thorn.complexes()) {
      complexes_.push_back({&thorn, &declaration, is_active});
    }
    for (const ReductionDeclaration& declaration : thorn.reductions()) {
      reductions_.push_back({&thorn, &declaration, is_active});
    }
  }
}

bool FunctionTable::has(GridFunctionId id) const {
  return id.function >= 0 && id.function < count() && id.level >= 0 &&
         id.level < (*this)[id.function].declaration->options.time_levels;
}

std::string FunctionTable::name(GridFunctionId id) const {
  const Entry& entry = (*this)[id.function];
  std::string name = entry.thorn->name() + "::" + entry.declaration->name;
  for (std::int32_t level = 0; level < id.level; ++level) name += "_p";
  return name;
}

}  // namespace isthmus::mesh
