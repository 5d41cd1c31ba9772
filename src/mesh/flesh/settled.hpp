// mesh/flesh/settled.hpp: what a parameter file has settled, for those who declare by it.
#pragma once

#include <deque>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/flesh/mesh_file.hpp"
#include "mesh/thorn.hpp"

namespace isthmus::mesh {

/// The thorns of one plan, and the values of their parameters. For the duration of a call.
class Settled {
 public:
  /// Mistakes are added to `mistakes`. All outlive it.
  Settled(std::deque<Thorn>& thorns, const MeshFile& file, std::span<const ParameterValue> values,
          std::vector<Error>& mistakes)
      : thorns_(thorns), file_(file), values_(values), mistakes_(mistakes) {}

  /// For routines, boundaries, signs and what is evolved; null where the thorn is not active.
  Thorn* active(std::string_view name) const;
  /// Zero where there is no such parameter.
  ParameterValue value(ParameterId id) const;
  /// As the file has it, or as it usually is; nothing where it is no text. Outlives the call.
  std::string_view text(ParameterId id) const;
  void refuse(std::string what) const;

 private:
  std::deque<Thorn>& thorns_;
  const MeshFile& file_;
  std::span<const ParameterValue> values_;
  std::vector<Error>& mistakes_;
};

/// Declares the same each time that it is called with the same.
using LateDeclaration = std::function<void(const Settled&)>;

/// Of a text.
std::string_view text_of(const MeshFile& file, const Thorn& thorn,
                         const ParameterDeclaration& parameter);

}  // namespace isthmus::mesh
