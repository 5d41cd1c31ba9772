// mesh/output/books.hpp: what one PE writes of a job: indices of steps, tables of slices.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/output/csv_table.hpp"
#include "mesh/output/series_index.hpp"
#include "mesh/output/slice.hpp"

namespace isthmus::mesh {

/// What a job puts out, and where. Plain data; can be sent.
struct OutputSetup {
  std::string folder;
  Geometry geometry;
  std::vector<OutputField> fields;  ///< that are written whole; may be none
  std::vector<Slice> slices;
  bool has_levels = false;      ///< Tables of slices have a column for them.
  std::int64_t last_step = -1;  ///< What there is of later steps is removed; -1: all that is there.
  /// Bytes of each writer that are whole and not on the disk yet, before steps wait for it.
  std::uint64_t held_max = std::uint64_t{1} << 30U;
  bool writes_at_once = false;  ///< Not behind the steps: in virtual time.
};

/// Belongs to one thread at a time.
class Books {
 public:
  explicit Books(const OutputSetup& setup);

  /// Makes the folder, and removes what the job will write anew. ErrorCode::bad_input: what is
  /// asked for cannot be; a build without HDF5 is asked for whole fields.
  Expected<void> begin();
  Expected<void> add_index(const SeriesStep& step, const std::vector<PartRecord>& parts) {
    return index_.add(step, parts);
  }
  Expected<void> add_lines(std::size_t slice, const Moment& moment,
                           const std::vector<std::vector<double>>& lines) {
    return tables_[slice].append(moment, lines);
  }

 private:
  std::vector<OutputField> fields_;
  std::int64_t last_step_;
  SeriesIndex index_;
  std::vector<CsvTable> tables_;
};

}  // namespace isthmus::mesh
