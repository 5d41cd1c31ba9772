// mesh/flesh/declarations.hpp: what is wrong in what thorns declare, each by itself.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/flesh/mesh_file.hpp"
#include "mesh/thorn.hpp"

namespace isthmus::mesh {

/// Names, ranges, levels and numbers. One who has none of these mistakes can be made a plan of.
std::vector<Error> check_declarations(const std::deque<Thorn>& thorns);

/// The values of all parameters by their numbers: those of the file, else the usual ones.
std::vector<ParameterValue> parameter_values(const std::deque<Thorn>& thorns, const MeshFile& file,
                                             std::vector<Error>& mistakes);

/// "a number from 0 to 5", "one of a, b or c": what a parameter may be.
std::string allowed_text(const ParameterDeclaration& parameter, std::string_view given = {});
/// What it is where no file says otherwise.
std::string usual_text(const ParameterDeclaration& parameter);

}  // namespace isthmus::mesh
