// mesh/flesh/function_table.hpp: the grid functions of all thorns by their numbers.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "mesh/thorn.hpp"

namespace isthmus::mesh {

/// Of thorns that are declared; good as long as they are.
class FunctionTable {
 public:
  struct Entry {
    const Thorn* thorn;
    const FunctionDeclaration* declaration;
    bool is_active;
  };

  FunctionTable(const std::deque<Thorn>& thorns, const std::vector<const Thorn*>& active);

  std::int32_t count() const { return static_cast<std::int32_t>(entries_.size()); }
  const Entry& operator[](std::int32_t function) const {
    return entries_[static_cast<std::size_t>(function)];
  }
  /// Whether there is such a function, and such a time level of it.
  bool has(GridFunctionId id) const;
  /// "wave::phi", "wave::phi_p" for the step before, "wave::phi_p_p" for the one before that.
  std::string name(GridFunctionId id) const;

 private:
  std::vector<Entry> entries_;
};

}  // namespace isthmus::mesh
