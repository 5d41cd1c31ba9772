// mesh/output/reader.hpp: fields out of files, for another number of blocks, PEs, another driver.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/output/series.hpp"

namespace isthmus::mesh {

/// What one index says, and the values that its parts have. Holds no file open. May be copied and
/// asked on any thread.
class SeriesReader {
 public:
  /// `path` is an index, or a folder, whose last step is meant. ErrorCode::bad_input names what is
  /// wrong.
  static Expected<SeriesReader> open(const std::string& path);

  const std::string& path() const { return path_; }
  const Moment& moment() const { return moment_; }
  const Geometry& geometry() const { return geometry_; }
  const std::vector<FinerBox>& finer() const { return finer_; }
  const std::vector<std::string>& fields() const { return fields_; }
  /// A real field, or a part of a complex one ("spin::psi_re").
  bool has(const std::string& field) const { return place_of(field).number >= 0; }

  /// Reads a box of a field ("wave::phi"), of level 0, which must lie in the grid, to an array of
  /// just that box, the first index fastest. A part that is missing, or that does not have all of
  /// it, is an error that names the file: a job never goes on with what nobody has computed. Where
  /// a block is read as a whole its checksum is compared.
  Expected<void> read(const std::string& field, const Box& box, double* to) const;
  /// Whether the parts are there, without reading them.
  Expected<void> find_parts() const;
  /// Reads every block of every part, and compares the checksums.
  Expected<void> check() const;

 private:
  struct Source {
    std::int32_t part = 0;
    StoredBlock block;
  };
  /// Where a field is: its number, and of a complex one which of its parts; no number where it is
  /// none.
  struct Place {
    std::int64_t number = -1;
    std::int32_t part = 0;
  };
  Place place_of(const std::string& field) const;
  bool is_complex(std::int64_t field) const {
    return !components_[2 * static_cast<std::size_t>(field)].empty();
  }
  Expected<std::string> find_part(const Source& source) const;
  /// Of a complex field both numbers of each point, one behind the other.
  Expected<std::vector<double>> read_source(const Source& source, const Box& wanted) const;

  std::string path_;
  std::string folder_;
  Moment moment_;
  Geometry geometry_;
  std::vector<std::string> fields_;
  std::vector<std::string> components_;  // two for each field: see block_table.hpp
  std::vector<FinerBox> finer_;
  std::vector<std::string> parts_;
  std::vector<std::string> errors_;
  std::vector<Source> sources_;
};

}  // namespace isthmus::mesh
