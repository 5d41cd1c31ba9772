// mesh/output/slice.hpp: a plane or a line of a field, put together from the blocks that it cuts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/output/series.hpp"

namespace isthmus::mesh {

/// Where a slice lies in a dimension: at a point of the grid, or anywhere, where values follow from
/// as many points as there are weights, from the first on: those of Lagrange's polynomial.
struct SliceAt {
  std::int32_t first = 0;
  std::vector<double> weights = {1.0};
  double coordinate = 0;

  std::int32_t end() const { return first + static_cast<std::int32_t>(weights.size()); }
};

/// What is cut out of a field, with a place in one to three dimensions: a plane, a line, a point.
struct Slice {
  OutputField field;
  std::array<std::optional<SliceAt>, dimension_count> at;

  /// The points that it is made of and a box has; may be empty.
  Box part_of(const Box& box) const;
  /// "wave_phi_z16.csv", "wave_phi_y3_z16.csv"; by coordinates where it lies between points:
  /// "wave_phi_x0.25_y0_z1.5.csv".
  std::string file_name() const;
  /// For people: "wave::phi, z = 0.5".
  std::string title() const;
  /// The coordinates that vary, and the field: "x", "y", "wave::phi".
  std::vector<std::string> columns() const;
};

/// A plane of a field as a picture has it: row by row, the greatest coordinate on top. May be sent.
struct Plane {
  std::size_t columns = 0;
  std::vector<double> values;
};

/// Of the lines of a slice's table, x fastest; none where it is no plane.
std::optional<Plane> plane_of(const std::vector<std::vector<double>>& lines);
/// Of the values of a box, x fastest, that is one point thick in one dimension alone.
std::optional<Plane> plane_of(const Box& box, const std::vector<double>& values);

/// The index whose point is nearest to a coordinate. ErrorCode::bad_input where that is outside.
Expected<std::int32_t> index_at(const Geometry& geometry, std::size_t dimension, double coordinate,
                                bool is_staggered);
/// The place of a coordinate, by a polynomial of the order, or a lower one where the dimension has
/// fewer points; it takes as many points on either side as for Prolongation, or the nearest ones
/// inside the grid. Order 0: the nearest point. ErrorCode::bad_input where that is outside.
Expected<SliceAt> place_at(const Geometry& geometry, std::size_t dimension, double coordinate,
                           bool is_staggered, std::int32_t order);

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
  double value_at(const View& values, const Point& point) const;

  Slice slice_;
  Geometry geometry_;
  Box box_;
  std::map<std::int64_t, Gathered> steps_;
};

}  // namespace isthmus::mesh
