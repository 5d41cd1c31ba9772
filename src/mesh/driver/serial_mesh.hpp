// mesh/driver/serial_mesh.hpp: the plain driver that judges all others.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/driver/boundaries.hpp"
#include "mesh/driver/fields.hpp"
#include "mesh/plan.hpp"

namespace isthmus::mesh {

/// Where a list of operations goes on behind the `repeat` at `at`, which has been come to so often
/// before: at the loop's begin, or behind it. `results` are those of all reductions.
std::size_t next_behind_repeat(const std::vector<Operation>& operations, std::size_t at,
                               std::int32_t passes, const Results& results);

/// The most layers around a point that any routine of the plan reads: so many points a field has
/// beyond the faces of the whole grid.
std::int32_t boundary_width(const Plan& plan);

/// The results of reductions before they are made.
Results no_results(const Plan& plan);

bool reads_neighbours(const Operation& operation);

/// One box, one thread, no objects. Whatever reads across a periodic face is given what the other
/// end has at that moment, so nothing here depends on where the plan synchronizes but boundaries,
/// which are filled there. The plan must outlive it.
class SerialMesh {
 public:
  /// With the initial data, of the time `start_time`; `start_step` steps are taken for done.
  SerialMesh(const Plan& plan, const Geometry& geometry, double step_size, double start_time = 0,
             std::int64_t start_step = 0);

  void run(std::int64_t steps);
  /// Operations of `Plan::analysis`.
  void analyse();

  std::int64_t steps_done() const { return moment_.step; }
  Moment moment() const { return moment_at(0); }
  const Fields& fields() const { return fields_; }
  const Geometry& geometry() const { return geometry_; }
  /// The reductions' results, by number, as made last; no numbers before that.
  const Results& results() const { return results_; }
  /// For values that a user changes between two steps.
  std::vector<ParameterValue>& parameters() { return parameters_; }

 private:
  enum class Phase : std::uint8_t { initial, step, analysis };

  /// So many step sizes behind the present step's begin.
  Moment moment_at(double offset) const;
  void carry_out(const std::vector<Operation>& operations, Phase phase);
  void compute(const Operation& operation, Phase phase);
  void synchronize(const Operation& operation, Phase phase);
  void reduce(const Operation& operation);
  void fill_periodic(std::int32_t field);
  bool is_periodic(std::size_t dimension) const {
    return mesh::is_periodic(plan_.boundaries, dimension);
  }

  const Plan& plan_;
  Geometry geometry_;
  double start_time_;
  Moment moment_;
  std::int32_t width_;
  Fields fields_;
  std::vector<ParameterValue> parameters_;
  Results results_;
  PastBoundaries past_;
};

}  // namespace isthmus::mesh
