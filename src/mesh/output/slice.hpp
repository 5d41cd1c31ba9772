// mesh/output/slice.hpp: a plane or a line of a field, put together from the blocks that it cuts.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/output/series.hpp"

namespace isthmus::mesh {

/// What is cut out of a field: all points with the given indices in one or two dimensions.
struct Slice {
  OutputField field;
  std::array<std::optional<std::int32_t>, dimension_count> at;

  /// The points of it that a box has; may be empty.
  Box part_of(const Box& box) const;
  /// "wave_phi_z16.csv", "wave_phi_y3_z16.csv".
  std::string file_name() const;
  /// The coordinates that vary, and the field: "x", "y", "wave::phi".
  std::vector<std::string> columns() const;
};

/// The index whose point is nearest to a coordinate. ErrorCode::bad_input where that is outside.
Expected<std::int32_t> index_at(const Geometry& geometry, std::size_t dimension, double coordinate,
                                bool is_staggered);

/// Gathers pieces of a slice; those of several steps may come mixed.
class SliceGatherer {
 public:
  SliceGatherer(Slice slice, const Geometry& geometry);

  const Slice& slice() const { return slice_; }
  /// The lines of a table once all pieces of that step are there, x fastest; else nothing.
  std::optional<std::vector<std::vector<double>>> add(std::int64_t step, const BlockValues& piece);

 private:
  struct Gathered {
    std::vector<double> values;
    std::int64_t missing = 0;
  };

  std::vector<std::vector<double>> lines_of(const std::vector<double>& values) const;

  Slice slice_;
  Geometry geometry_;
  Box box_;
  std::map<std::int64_t, Gathered> steps_;
};

}  // namespace isthmus::mesh
