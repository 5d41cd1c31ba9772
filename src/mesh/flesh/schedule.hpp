// mesh/flesh/schedule.hpp: the order of the routines of a bin.
#pragma once

#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/flesh/function_table.hpp"
#include "mesh/thorn.hpp"

namespace isthmus::mesh {

struct Scheduled {
  const Thorn* thorn;
  const RoutineDeclaration* routine;

  std::string name() const { return thorn->name() + "::" + routine->name; }
};

/// The routines of the bin that active thorns have, each behind those that have to be before it: by
/// their own word, else because they write what it reads. Where nothing else decides, as they were
/// declared. Circles, unknown names, and two who write the same and say no order are mistakes.
std::vector<Scheduled> schedule(const std::deque<Thorn>& thorns,
                                const std::vector<const Thorn*>& active,
                                const FunctionTable& functions, Bin bin,
                                std::vector<Error>& mistakes);

/// "initial", "right_side": as the page on the format calls it.
std::string bin_name(Bin bin);

}  // namespace isthmus::mesh
