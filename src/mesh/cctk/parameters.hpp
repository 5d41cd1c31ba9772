// mesh/cctk/parameters.hpp: values of parameters, where thorns of Cactus look for them: in one
// place of the process.
//
// They are the same for all blocks, and change where all are at rest: whoever comes first brings
// the new ones there. Routines hold the lock together, who changes values holds it alone.
#pragma once

#include <functional>
#include <shared_mutex>
#include <string>
#include <vector>

#include "mesh/cctk/tables.hpp"

namespace isthmus::cctk {

std::shared_mutex& parameters_lock();

/// By the numbers of the library's tables. Given when the thorns are declared.
void set_number(int parameter, int number_in_job);
void set_function(int variable, isthmus_mesh_function function);
/// Of one of its parts.
isthmus_mesh_function function_of(int variable, int level, int part = 0);

/// Reads all parameters by their numbers in the job; the lock is held alone.
using ReadParameter = std::function<Library::Value(int number_in_job, ParameterType type)>;
void load_parameters(const ReadParameter& read);
/// Those that are texts, which stay for the whole job.
void load_texts(const std::function<std::string(int number_in_job)>& read);
/// What is out of all of a parameter's ranges, a line each.
std::vector<std::string> mistakes_of_parameters();
/// Whether values are those of the patch; the lock is held.
bool has_parameters_of(const isthmus_mesh_patch* patch);
void load_parameters_of(const isthmus_mesh_patch* patch);

void find_active(isthmus_mesh_settled* settled);

/// Of driver::ghost_size.
int ghost_size();

}  // namespace isthmus::cctk
