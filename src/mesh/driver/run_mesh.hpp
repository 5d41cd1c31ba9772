// mesh/driver/run_mesh.hpp: a mesh of blocks as the main program sees it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/block.hpp"
#include "mesh/driver/course.hpp"
#include "mesh/driver/setup.hpp"
#include "mesh/ghosts/layout.hpp"

namespace isthmus::mesh {

/// Says in one line why a setup does not suit that plan: a cut that is not the grid's, blocks that
/// are thinner than the ghosts that they have to send.
Expected<void> validate(const Course& course, const MeshSetup& setup);

/// How steps went, from one rest to the next.
struct RunFigures {
  std::int64_t steps = 0;
  std::int64_t runs = 1;    ///< that these are the figures of
  double seconds = 0;       ///< by the job's clock
  BlockFigures blocks;      ///< of all of them together
  std::int64_t points = 0;  ///< of the grid

  /// Those of steps that came next.
  void add(const RunFigures& next);
  double seconds_a_step() const { return steps > 0 ? seconds / static_cast<double>(steps) : 0; }
  /// The share of the PEs' time in which routines computed what was not computed elsewhere, too.
  double efficiency(double pe_seconds) const;
  /// The time that blocks took from one rest to the next, on average, as a share of `seconds`,
  /// which the one took that took longest.
  double share_of_average() const;
};

/// A mesh in a job: an array of blocks, and what they are told. For the main program alone. A
/// job goes on from what it has: `job.restored` may be asked with it.
///
///     Mesh mesh(job);
///     if (!job.restored(mesh)) co_await mesh.create(description, setup);
///     while (mesh.steps_done() < 1000) {
///       RunFigures figures = co_await mesh.run(100);
///       co_await job.checkpoint();
///     }
class Mesh {
 public:
  /// Stands for a mesh that is not there yet.
  explicit Mesh(Job& job) : job_(&job) {}

  /// Makes the blocks, one for each of the cut, and has them get their initial data. In a job of
  /// several sites the last dimension is cut between them, unless `places` says which PE has which
  /// block. The plan's maker has to be set. Throws BadInput where something is wrong.
  Task<void> create(std::string description, MeshSetup setup, std::int32_t mark_every = 0,
                    std::optional<BlockMapping> places = std::nullopt);
  /// So many steps more. Before them the load balancer has its turn, if there is one, and during
  /// them as often as `MeshSetup::sync_every` says. A job that goes on from a checkpoint which was
  /// taken within a run ends that first, so that the figures are of less.
  Task<RunFigures> run(std::int64_t steps);
  /// Operations of the plan's analysis.
  Task<void> analyse();
  /// The figures of absolute values, where `imaginary` is the field of imaginary parts.
  Task<FieldFigures> measure(std::int32_t field, std::int32_t imaginary = -1);
  /// A reduction of the plan, as it was made last.
  Task<std::vector<double>> result(std::int32_t number);
  /// All points of a field, the first index fastest; on PE 0.
  Task<std::vector<double>> gather(std::int32_t field);
  /// Every block is handed to what set_block_visitor has set; see Block::visit.
  Task<void> visit(std::int64_t what);
  /// Ghosts as deep as that from each plane's next exchange on. Throws BadInput where blocks are
  /// thinner than that.
  Task<void> change_depths(Depths depths);
  /// Depths that were agreed upon, and why.
  Task<std::vector<DepthChange>> depth_changes();
  /// The windows that the blocks at these planes have seen, where Adaptation::keeps_windows.
  Task<std::vector<SeenWindow>> windows();
  /// A parameter of the plan from now on.
  void set_parameter(std::int32_t number, const ParameterValue& value);

  std::int64_t steps_done() const { return steps_done_; }
  double time() const {
    return setup_.start_time + static_cast<double>(steps_done_) * setup_.step_size;
  }
  const MeshSetup& setup() const { return setup_; }
  const Plan& plan() const { return course().plan(); }
  const Course& course() const { return *course_of(description_); }
  const ArrayProxy<Block>& blocks() const { return blocks_; }

  void serialize(auto& archive) {
    archive(description_, setup_, blocks_, steps_done_, ordered_, marked_, mark_every_, pilot_);
  }

 private:
  void begin_adaptation();
  Task<BlockFigures> wait_for_rest();

  Job* job_;
  std::string description_;
  MeshSetup setup_;
  ArrayProxy<Block> blocks_;
  ChareProxy<Pilot> pilot_;  // where depths are decided
  std::int64_t steps_done_ = 0;
  std::int64_t ordered_ = 0;  // steps that blocks may do; more than are done within a run
  std::int64_t marked_ = 0;   // steps whose marks have gone by
  std::int32_t mark_every_ = 0;
};

}  // namespace isthmus::mesh
