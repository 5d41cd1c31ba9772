// mesh/output/mesh_output.hpp: the output of a mesh of blocks, as the main program sees it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/run_mesh.hpp"
#include "mesh/output/output_plan.hpp"
#include "mesh/refinement/run_levels.hpp"

namespace isthmus::mesh {

/// Has blocks hand over what is to be put out: to be called in every process before isthmus::run.
void prepare_output();

/// For the main program alone.
///
///     MeshOutput output(job);
///     output.begin(plan, mesh.steps_done());
///     co_await output.put_out(mesh);
///     while (...) {
///       co_await mesh.run(output.steps_to_next(mesh.steps_done(), 100));
///       co_await output.put_out(mesh);
///     }
///     co_await output.finish();
class MeshOutput {
 public:
  explicit MeshOutput(Job& job) : job_(&job) {}

  /// `last_step`: what the job goes on from, 0 where it begins; what there is of later steps is
  /// removed. Throws BadInput where the folder cannot be written to, or the build has no HDF5.
  void begin(OutputPlan plan, std::int64_t last_step);
  std::int64_t steps_to_next(std::int64_t step, std::int64_t limit) const {
    return plan_.steps_to_next(step, limit);
  }
  /// Analyses what is due at the step that the mesh rests at, and hands it over.
  /// Planes are shown to who looks at the job. Files are written while the job goes on. Nothing is
  /// put out again of a step that is there already, as in a job that goes on from it.
  Task<void> put_out(Mesh& mesh);
  Task<void> put_out(LevelMesh& mesh);
  /// When all is on the disk: what has failed, a line each.
  Task<std::vector<std::string>> finish();

 private:
  bool is_due(std::int64_t step) const { return step > put_out_ && plan_.is_due(step); }
  Task<void> put_out_slice(LevelMesh& mesh, const Moment& moment, std::int32_t slice);
  Task<void> complete(OutputOrder order);
  void show_planes();
  void put_out_norms(const Moment& moment, std::vector<double> line);

  Job* job_;
  OutputPlan plan_;
  GroupProxy<Scribe> scribes_;
  PeId books_pe_;
  std::int32_t writers_ = 0;  // 0: they have not been counted yet
  std::optional<CsvTable> norms_;
  std::optional<Books> books_;     // of slices of levels, which are written here
  std::int64_t put_out_ = -1;      // the last step of which something was
  std::int64_t handed_over_ = -1;  // likewise by blocks
  std::vector<std::string> failures_;
};

}  // namespace isthmus::mesh
