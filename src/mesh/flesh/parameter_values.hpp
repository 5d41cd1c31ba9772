// mesh/flesh/parameter_values.hpp: what parameters are, by the parameter file.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/flesh/mesh_file.hpp"
#include "mesh/thorn.hpp"

namespace isthmus::mesh {

/// The values of all parameters by their numbers: those of the file, else the usual ones.
/// Parameters "x[0]", "x[1]", ... are an array "x" in the file.
std::vector<ParameterValue> parameter_values(const std::deque<Thorn>& thorns, const MeshFile& file,
                                             std::vector<Error>& mistakes);

/// "a number from 0 to 5", "one of a, b or c": what a parameter may be.
std::string allowed_text(const ParameterDeclaration& parameter, std::string_view given = {});
/// What it is where no file says otherwise.
std::string usual_text(const ParameterDeclaration& parameter);

}  // namespace isthmus::mesh
