// mesh/flesh/function_table.hpp: the grid functions and reductions of all thorns by their
// numbers.
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

  struct ReductionEntry {
    const Thorn* thorn;
    const ReductionDeclaration* declaration;
    bool is_active;

    /// "wave::energy".
    std::string name() const { return thorn->name() + "::" + declaration->name; }
  };

  struct ComplexEntry {
    const Thorn* thorn;
    const ComplexDeclaration* declaration;
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

  const std::vector<ComplexEntry>& complexes() const { return complexes_; }

  std::int32_t reduction_count() const { return static_cast<std::int32_t>(reductions_.size()); }
  bool has(ReductionId id) const { return id.number >= 0 && id.number < reduction_count(); }
  const ReductionEntry& operator[](ReductionId id) const {
    return reductions_[static_cast<std::size_t>(id.number)];
  }

 private:
  std::vector<Entry> entries_;
  std::vector<ComplexEntry> complexes_;
  std::vector<ReductionEntry> reductions_;
};

}  // namespace isthmus::mesh
