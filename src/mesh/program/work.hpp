// mesh/program/work.hpp: what a job is about, and what is told of it, whichever driver does it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/field_figures.hpp"
#include "mesh/driver/run_mesh.hpp"
#include "mesh/output/output_plan.hpp"
#include "mesh/program/arguments.hpp"
#include "mesh/program/mesh_job.hpp"

namespace isthmus::mesh {

/// Once everything has been read.
struct Work {
  JobArguments arguments;
  std::string description;
  LoadedFile loaded;
  Plan plan;
  Frame frame;
  OutputPlan output;
  std::int64_t start_step = 0;
  double start_time = 0;  ///< of step 0

  bool has_levels() const { return loaded.file.refinement.is_on(); }
};

/// Fields whose norms are told: those of the file, else all that are synchronized in a step.
std::vector<std::int32_t> told_fields(const Work& work);
/// Steps from one rest to the next.
std::int64_t stride(const Work& work);

/// To who looks at the job: how many of its steps are done.
void tell_progress(Job& job, std::int64_t done, const Work& work);
/// Of output, once all steps are done: the first of them, and how many more; status 1.
void tell_failures(Job& job, const std::vector<std::string>& failures);
void print_begin(const Job& job, const Work& work, const std::string& how);
void print_norms(Job& job, const std::string& name, const FieldFigures& figures);
/// `done` are the steps that took so long: a job that goes on has not done all of them.
void print_time(Job& job, const Work& work, std::int64_t done, double seconds);
/// What the blocks have done in all steps, and what they have sent for it.
void print_figures(Job& job, const RunFigures& figures);

/// Points of a field that are not the bits of the serial driver's, and how far off the worst is.
struct Difference {
  std::int64_t points = 0;
  double greatest = 0;
};

/// `values` are of all points of the box, the first index fastest.
Difference difference(const std::vector<double>& values, const View& serial, const Box& box);
/// What a reduction has come to, here and there; bit for bit.
bool are_same_bits(const std::vector<double>& one, const std::vector<double>& other);

}  // namespace isthmus::mesh
