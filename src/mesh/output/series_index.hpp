// mesh/output/series_index.hpp: a folder's indices and the text beside them, as a job writes them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/output/series.hpp"

namespace isthmus::mesh {

/// Belongs to one thread.
class SeriesIndex {
 public:
  SeriesIndex(std::string folder, const Geometry& geometry, std::vector<OutputField> fields);

  /// Asks whether the folder can be written to, and removes what a job has left in it that this one
  /// will write anew: all steps behind `last_step`, -1 for all. Files of other names stay.
  Expected<void> begin(std::int64_t last_step);
  /// All writers have said what they have: the index, and then the text, which is last of all. What
  /// is in the folder from before stays; whoever has not begun there goes on behind who has.
  Expected<void> add(const SeriesStep& step, const std::vector<PartRecord>& parts);

 private:
  Expected<void> read_steps();
  Expected<void> write_text() const;

  std::string folder_;
  Geometry geometry_;
  std::vector<OutputField> fields_;
  std::optional<std::vector<SeriesStep>> steps_;  // that are there, once they are read
};

}  // namespace isthmus::mesh
