// mesh/patch.hpp: what a routine of a thorn sees: a piece of the grid, its ghosts and its place.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mesh/box.hpp"

namespace isthmus::mesh {

/// A grid function of a thorn, at one of its time levels: 0 is that of now.
struct GridFunctionId {
  std::int32_t function = -1;
  std::int32_t level = 0;

  /// As it was so many steps ago.
  constexpr GridFunctionId previous(std::int32_t steps = 1) const {
    return {function, level + steps};
  }
  constexpr bool operator==(const GridFunctionId&) const = default;
};

/// A parameter of a thorn.
struct ParameterId {
  std::int32_t number = -1;
  constexpr bool operator==(const ParameterId&) const = default;
};

/// A reduction of a thorn: what a grid function had, all points of the grid together. Or an
/// interpolation: what it had at some places.
struct ReductionId {
  std::int32_t number = -1;
  constexpr bool operator==(const ReductionId&) const = default;
};

/// What a reduction says, in the order in which results are kept. Norms 1 and 2 are means over the
/// points; the greatest norm is that of absolute values.
enum class Reduced : std::uint8_t { norm_1, norm_2, norm_max, least, greatest, sum };
constexpr std::size_t reduced_count = 6;
using ReducedValues = std::array<double, reduced_count>;

/// Somewhere in the grid's domain: its coordinates.
using Place = std::array<double, dimension_count>;

/// What reductions have come to, by number: ReducedValues; of an interpolation, a value for each of
/// its places.
using Results = std::vector<std::vector<double>>;

/// The values of a grid function, by the indices of the whole grid. The first index is that of
/// neighbouring addresses, as in Fortran. A reference: owns nothing.
class View {
 public:
  View(double* values, const Box& storage)
      : row_(storage.extent(0)),
        plane_(std::ptrdiff_t{storage.extent(0)} * storage.extent(1)),
        origin_(values - (storage.low[0] + storage.low[1] * row_ + storage.low[2] * plane_)) {}

  double& operator()(std::int32_t i, std::int32_t j, std::int32_t k) const {
    return origin_[i + j * row_ + k * plane_];
  }
  /// Where the point (0, j, k) is or would be: `row(j, k)[i]`.
  double* row(std::int32_t j, std::int32_t k) const { return origin_ + j * row_ + k * plane_; }
  /// From a value to its neighbour in the second and the third dimension.
  std::ptrdiff_t row_stride() const { return row_; }
  std::ptrdiff_t plane_stride() const { return plane_; }

 private:
  std::ptrdiff_t row_;
  std::ptrdiff_t plane_;
  double* origin_;
};

/// The grid as a routine may ask for it. Lengths are in the units of the parameter file.
struct Geometry {
  Box whole;  ///< The points of the grid, without ghosts; begins at 0.
  std::array<double, dimension_count> origin{0, 0, 0};  ///< coordinates of point 0
  std::array<double, dimension_count> spacing{1, 1, 1};

  double coordinate(std::size_t dimension, std::int32_t index) const {
    return origin[dimension] + index * spacing[dimension];
  }
};

/// Where a step stands.
struct Moment {
  std::int64_t step = 0;  ///< steps that are done
  double time = 0;        ///< of what the routine reads; between those of two steps in a substep
  double step_size = 0;   ///< of the whole step
};

/// A value of a parameter as routines read it; texts by `Flesh`.
union ParameterValue {
  double real;
  std::int64_t integer;  ///< also of booleans (0, 1) and keywords (their number in the list)
};

/// A routine is called with one for each piece: it computes the points of `box()` and no other, and
/// reads those and as many layers around them as it has declared. It may be called for any piece of
/// a block, in any order, also for points that another block has as well, so a point's result may
/// depend on nothing but what lies around it. For the duration of the call.
class Patch {
 public:
  /// `values` are those of all fields, of which each has its points of `storage`; `results` those
  /// of all reductions.
  Patch(const Box& box, const Box& storage, const Geometry& geometry, const Moment& moment,
        std::span<double* const> values, std::span<const std::int32_t> first_fields,
        std::span<const ParameterValue> parameters,
        std::span<const std::vector<double>> results = {})
      : box_(box),
        storage_(storage),
        geometry_(geometry),
        moment_(moment),
        values_(values),
        first_fields_(first_fields),
        parameters_(parameters),
        results_(results) {}

  const Box& box() const { return box_; }
  const Box& storage() const { return storage_; }
  const Geometry& geometry() const { return geometry_; }
  const Moment& moment() const { return moment_; }

  View operator()(GridFunctionId id) const { return {values(id), storage_}; }
  /// Of the first point of `storage()`.
  double* values(GridFunctionId id) const {
    const auto first = first_fields_[static_cast<std::size_t>(id.function)];
    return values_[static_cast<std::size_t>(first + id.level)];
  }
  double real(ParameterId id) const { return parameter(id).real; }
  std::int64_t integer(ParameterId id) const { return parameter(id).integer; }
  /// Of a reduction that the routine has declared to use; as it was made last.
  double reduced(ReductionId id, Reduced what) const {
    return results_[static_cast<std::size_t>(id.number)][static_cast<std::size_t>(what)];
  }
  /// Of an interpolation that the routine has declared to use, as it was made last: a value for
  /// each place; no number for places outside the grid.
  std::span<const double> interpolated(ReductionId id) const {
    return results_[static_cast<std::size_t>(id.number)];
  }

 private:
  const ParameterValue& parameter(ParameterId id) const {
    return parameters_[static_cast<std::size_t>(id.number)];
  }

  const Box& box_;
  const Box& storage_;
  const Geometry& geometry_;
  const Moment& moment_;
  std::span<double* const> values_;
  std::span<const std::int32_t> first_fields_;  // by function: the field of its level 0
  std::span<const ParameterValue> parameters_;
  std::span<const std::vector<double>> results_;  // of reductions, by number
};

}  // namespace isthmus::mesh
