// mesh/refinement/serial_levels.hpp: the plain driver of levels, which judges those of blocks.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "mesh/driver/boundaries.hpp"
#include "mesh/driver/field_figures.hpp"
#include "mesh/driver/fields.hpp"
#include "mesh/driver/probes.hpp"
#include "mesh/plan.hpp"
#include "mesh/refinement/hierarchy.hpp"
#include "mesh/refinement/level_plan.hpp"

namespace isthmus::mesh {

/// One box for each region, one thread, no objects: the recursion of Berger and Oliger (1984). A
/// level does a step, the finer ones in it two each, and then gives back what it has to the coarser
/// one and new ghosts to the finer one. How many layers of ghosts are right is counted while
/// operations are done, so nothing here depends on windows. The course must outlive it.
class SerialLevels {
 public:
  /// With the initial data. `regions` as make_regions has them.
  SerialLevels(const Course& course, const LevelFrame& frame, const LevelPlan& levels,
               std::vector<Region> regions, double step_size, double start_time = 0);

  /// Steps of level 0.
  void run(std::int64_t steps);
  /// Between two steps: other regions. One that stays as it is, is left alone; a new one has the
  /// points of its level that were there, and others from its parent.
  void change_regions(std::vector<Region> regions);
  /// Operations of `Plan::analysis`, on all levels.
  void analyse();

  std::int64_t steps_done() const { return grids_.front().step; }
  Moment moment() const {
    return {steps_done(), start_time_ + static_cast<double>(steps_done()) * step_size_, step_size_};
  }
  const LevelFrame& frame() const { return frame_; }
  const std::vector<Region>& regions() const { return regions_; }
  const Fields& fields(std::int32_t region) const {
    return grids_[static_cast<std::size_t>(region)].fields;
  }
  const Geometry& geometry(std::int32_t region) const {
    return grids_[static_cast<std::size_t>(region)].geometry;
  }
  std::vector<ParameterValue>& parameters() { return parameters_; }
  /// Of reductions, of all levels together, by number: as SerialMesh::results.
  const Results& results() const { return results_; }

 private:
  struct Grid {
    Region region;
    Geometry geometry;
    Box box;  ///< of its points, in memory with ghosts around them
    std::int64_t step = 0;
    double step_size = 0;
    Fields fields;
    std::vector<std::int32_t> right;  ///< by field: layers of ghosts that are right
    PastBoundaries past;
  };

  const Plan& plan() const { return course_.plan(); }
  Grid make_grid(const Region& region) const;
  void fill_anew(Grid& grid, const Grid& parent, std::span<const Grid> before);
  void step(Grid& grid);
  void give_back(const Grid& fine, Grid& coarse) const;
  void fill_ghosts(Grid& fine, const Grid& coarse, bool is_begin);
  /// Calls `what(slab)` for its ghosts within the whole grid, each once.
  template <class What>
  void for_open_slabs(const Grid& grid, What&& what) const;
  void inherit(Grid& grid, const Operation& operation);
  void fill_slab(const Grid& fine, const Grid& coarse, const ProlongedField& prolonged,
                 const Box& slab) const;
  void carry_out(Grid& grid, const std::vector<Operation>& operations, Phase phase);
  void carry_out(Grid& grid, const Operation& operation, Phase phase);
  void compute(Grid& grid, const Operation& operation, Phase phase);
  /// A grid's part in a reduction of all; those of the last step are told when all are there.
  void reduce(const Grid& grid, const Operation& operation, Phase phase);
  /// Of a region by itself, while its initial data are made.
  void reduce_alone(const Grid& grid, const Operation& operation);
  void tell_reductions();
  void synchronize(Grid& grid, const Operation& operation, Phase phase) const;
  void fill_boundaries(Grid& grid, const std::vector<std::int32_t>& fields,
                       const PastBoundaries& past, double elapsed) const;
  void fill_periodic(Grid& grid, std::int32_t field) const;
  void rotate(Grid& grid, const Operation& operation) const;
  /// With ghosts that are not beyond faces of the whole grid.
  Box grown(const Grid& grid, std::int32_t layers) const;

  const Course& course_;
  LevelFrame frame_;
  LevelPlan levels_;
  double step_size_;  // of level 0
  std::vector<Region> regions_;
  double start_time_;
  std::vector<Grid> grids_;
  std::vector<ParameterValue> parameters_;
  Results results_;
  struct Part {
    FieldFigures figures;
    std::vector<Sample> samples;
  };
  std::map<std::int32_t, Part> parts_;  // by reduction, of grids so far
};

}  // namespace isthmus::mesh
