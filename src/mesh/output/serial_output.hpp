// mesh/output/serial_output.hpp: the output of the serial driver: the same files, written at once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/serial_mesh.hpp"
#include "mesh/output/field_writer.hpp"
#include "mesh/output/output_plan.hpp"
#include "mesh/refinement/serial_levels.hpp"

namespace isthmus::mesh {

class SerialOutput {
 public:
  /// `last_step`: what the job goes on from, 0 where it begins. Throws BadInput where the folder
  /// cannot be written to, or the build has no HDF5.
  explicit SerialOutput(OutputPlan plan, std::int64_t last_step = 0);

  std::int64_t steps_to_next(std::int64_t step, std::int64_t limit) const {
    return plan_.steps_to_next(step, limit);
  }
  /// Puts out what is due at the step that the mesh is at.
  void put_out(SerialMesh& mesh);
  void put_out(SerialLevels& mesh);
  /// The failures so far, a line each.
  const std::vector<std::string>& failures() const { return failures_; }

 private:
  bool is_due(std::int64_t step) const { return step > put_out_ && plan_.is_due(step); }
  void hand_over(const Moment& moment, std::int32_t level, const Box& box, const Fields& fields);
  void write_fields(const SeriesStep& step);
  void put_out_slice(const SerialLevels& mesh, const Moment& moment, std::int32_t slice);
  void note(const Expected<void>& outcome);

  OutputPlan plan_;
  std::int64_t put_out_;  // the last step that was there at the begin; -1: none
  Books books_;
  FieldWriter writer_;
  std::vector<SliceGatherer> slices_;
  std::optional<CsvTable> norms_;
  std::vector<std::string> failures_;
};

}  // namespace isthmus::mesh
