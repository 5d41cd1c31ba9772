// mesh/refinement/run_levels.hpp: a mesh of several levels as the main program sees it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/run_mesh.hpp"
#include "mesh/refinement/ties.hpp"

namespace isthmus::mesh {

/// What a mesh of levels is made of. Plain data; may be sent.
struct LevelSetup {
  LevelTree tree;
  std::vector<BlockMapping> places;  ///< by region: which PE has which block
  double step_size = 1;              ///< of level 0
  double start_time = 0;
};

/// Of one region's blocks.
MeshSetup setup_of_region(const LevelSetup& setup, std::int32_t region);

/// What is wrong with a setup for that plan, in one line.
Expected<void> validate(const Course& course, const LevelSetup& setup);

/// As Mesh, of one array of blocks for each region. For the main program alone.
///
/// All levels go on at once: what a level needs of the coarser one is of the begin of its step, so
/// only the coarser one's next step waits, for the finer one's values.
class LevelMesh {
 public:
  explicit LevelMesh(Job& job) : job_(&job) {}

  /// Makes the blocks and has them get their initial data, and ghosts from level to level. The
  /// plan's maker has to be set, and its plans have to be as with_event_at_begin has them. Throws
  /// BadInput where something is wrong.
  Task<void> create(std::string description, LevelSetup setup);
  /// So many steps of level 0 more. Figures are of all levels.
  Task<RunFigures> run(std::int64_t steps);
  /// At rest: ends all blocks, for `create` to make others.
  void remove();
  /// At rest: other regions, with their cuts and places. As SerialLevels::change_regions.
  Task<void> change_regions(LevelSetup setup);
  /// Operations of the plan's analysis.
  Task<void> analyse();
  Task<FieldFigures> measure(std::int32_t region, std::int32_t field);
  /// Of all levels, each place by its finest, as level_figures.hpp weighs them.
  Task<FieldFigures> measure_all(std::int32_t field, std::int32_t imaginary = -1);
  /// A reduction of the plan, of all levels, as it was made last.
  Task<std::vector<double>> result(std::int32_t number);
  /// All points of a field in the region, the first index fastest; on PE 0.
  Task<std::vector<double>> gather(std::int32_t region, std::int32_t field);
  /// Those of a box that lies in it.
  Task<std::vector<double>> gather_part(std::int32_t region, std::int32_t field, const Box& part);
  /// Every block of every region is handed to what set_block_visitor has set; see Block::visit.
  Task<void> visit(std::int64_t what);
  /// A parameter of the plan from now on.
  void set_parameter(std::int32_t number, const ParameterValue& value);

  std::int64_t steps_done() const { return steps_done_; }
  double time() const {
    return setup_.start_time + static_cast<double>(steps_done_) * setup_.step_size;
  }
  const LevelSetup& setup() const { return setup_; }
  const std::vector<Region>& regions() const { return setup_.tree.regions; }
  const Course& course() const { return *course_of(description_); }

  void serialize(auto& archive) {
    archive(description_, setup_, arrays_, steps_done_, parameters_);
  }

 private:
  std::int32_t region_count() const { return static_cast<std::int32_t>(regions().size()); }
  ArrayProxy<Block> make_array(std::int32_t region);
  Task<void> fill_region(const LevelSetup& before, const std::vector<ArrayProxy<Block>>& arrays,
                         std::int32_t region);
  Task<std::vector<double>> result(std::int32_t number, ArrayProxy<Block> blocks);
  Task<void> tie_all();
  Task<BlockFigures> wait_for_all(const char* name);

  Job* job_;
  std::string description_;
  LevelSetup setup_;
  std::vector<ArrayProxy<Block>> arrays_;  // by region
  std::int64_t steps_done_ = 0;
  // By number, as Block::set_parameter has them: for regions that are made later.
  std::map<std::int32_t, std::int64_t> parameters_;
};

}  // namespace isthmus::mesh
