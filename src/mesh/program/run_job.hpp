// mesh/program/run_job.hpp: the job that a parameter file describes.
#pragma once

#include "isthmus/isthmus.hpp"

namespace isthmus::mesh {

/// The main program, on PE 0. Every process has set the plan's maker before.
Task<void> run_job(Job& job);

}  // namespace isthmus::mesh
