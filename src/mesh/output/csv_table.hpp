// mesh/output/csv_table.hpp: a table that grows while a job runs: lines of a step, a time, numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/patch.hpp"

namespace isthmus::mesh {

/// A file of comma-separated values whose first columns are `step` and `time`. What is appended can
/// be read at once by others. Belongs to one thread at a time.
class CsvTable {
 public:
  /// The columns behind the first two; names with commas or quotes are quoted.
  CsvTable(std::string path, std::vector<std::string> columns);

  /// Begins the file anew, or goes on in it behind the lines up to `last_step` (-1: anew) and
  /// removes the rest, as well as a line that a dying job has left unfinished. ErrorCode::bad_input
  /// where the file has other columns, or cannot be written.
  Expected<void> begin(std::int64_t last_step);
  /// Lines of one moment, each with a number for each column, in one go.
  Expected<void> append(const Moment& moment, const std::vector<std::vector<double>>& lines);

  const std::string& path() const { return path_; }

 private:
  std::string header() const;

  std::string path_;
  std::vector<std::string> columns_;
};

}  // namespace isthmus::mesh
