// mesh/plan.hpp: what a driver does: the fields of a job, and its steps as a list of operations.
//
// The flesh makes it of what thorns declare; a driver carries it out and knows no thorn.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "mesh/patch.hpp"

namespace isthmus::mesh {

/// What is beyond a face of the whole grid.
enum class BoundaryKind : std::uint8_t {
  periodic,   ///< The other end of the grid. Both faces of a dimension have it, or none.
  fixed,      ///< Stays as it began.
  copied,     ///< The outermost point that is inside ("flat").
  value,      ///< `Boundary::value`.
  reflected,  ///< The mirror image, with the sign that the field has in that dimension.
  radiative,  ///< What runs out with `Boundary::speed`, as a wave that falls off with the radius.
  robin,      ///< What falls off as the power `Boundary::falloff` of the radius (Robin).
  another,    ///< What another function, `Boundary::of`, has there.
};

constexpr std::int32_t falloff_max = 9;

struct Boundary {
  BoundaryKind kind = BoundaryKind::periodic;
  double value = 0;  ///< also what a radiative field has far away, or one of Robin's
  double speed = 1;
  std::int32_t falloff = 1;
  bool is_half_beyond = false;  ///< a mirror: half a spacing beyond the outermost points
  GridFunctionId of = {};       ///< another function, whose time level is that of the field
};

/// The boundaries of a field: [dimension][0: lower, 1: upper].
using Boundaries = std::array<std::array<Boundary, 2>, dimension_count>;

/// A grid function at one of its time levels: an array on each block.
struct Field {
  std::string name;  ///< "wave::phi", "wave::phi_p"
  GridFunctionId id;
  std::array<std::int8_t, dimension_count> parity{1, 1, 1};  ///< its sign when it is mirrored
  bool is_staggered = false;  ///< at the centres of cells, half a spacing up in each dimension
  double admitted_error = 0;  ///< by which compressed ghosts may be off; 0: not a bit
};

/// One thing that is done on each block. Fields are numbers in `Plan::fields`.
struct Operation {
  enum class Kind : std::uint8_t {
    compute,      ///< `routine` for all points of the block, and for ghosts that are needed later.
    synchronize,  ///< Ghosts and boundaries of `fields` are brought up to date.
    rotate,       ///< What `fields` hold goes on by one; the first gets the memory of the last.
    reduce,       ///< `reductions` are made of what their fields hold, of the grid's points alone.
    repeat,       ///< `Loop`: back to its begin, until its reduction is small enough.
  };
  struct Read {
    std::int32_t field;
    std::int32_t layers;  ///< around the point: the width of the stencil
  };

  Kind kind = Kind::compute;
  std::string name;                  ///< "wave::evolve", for reports and errors
  std::vector<Read> reads;           ///< compute
  std::vector<std::int32_t> writes;  ///< compute: all points of these, from nothing but `reads`
  std::vector<std::int32_t> fields;  ///< synchronize, rotate
  /// Numbers in `Plan::reductions`: those that are made, or, of a routine, that it uses.
  std::vector<std::int32_t> reductions;
  std::function<void(const Patch&)> routine;
  /// Operations that are done again, in the initial data: from the `synchronize` of this number to
  /// the `repeat` of it, which uses the one reduction.
  struct Loop {
    std::int32_t number = -1;
    Reduced what = Reduced::norm_max;
    double enough = 0;      ///< ends it, as any value that is no number does
    std::int32_t most = 1;  ///< so often at most
  };
  Loop loop = {};
  // Of equations, where a finer level ends within the grid; the others know nothing of it.
  /// compute: ghosts there of all that it writes are then those of the first field that it reads,
  /// as the coarser level has it behind its initial data.
  bool inherits = false;
  bool holds_ghosts = false;  ///< compute: those there stay as they are, and are right.
  bool is_of_region = false;  ///< reduce: of a level's region alone, in the initial data.
  double time_offset = 0;     ///< of `Moment::time` from the step's begin, in step sizes
  double flops = 0;           ///< for a point, where the thorn has said so; for figures and charges
};

/// A place where a field is interpolated, by the tensor product of polynomials of that order
/// through the grid's points around it (Lagrange).
struct Probe {
  Place place{0, 0, 0};
  std::int32_t order = 1;
  std::array<std::int8_t, dimension_count> derivative{0, 0, 0};  ///< so often along each: 0 to 2
  constexpr bool operator==(const Probe&) const = default;
};

/// What a field has, all points of the grid together: six numbers that all blocks know. Or what it
/// has at some places.
struct Reduction {
  std::string name;         ///< "wave::energy"
  std::int32_t field = -1;  ///< -1: of a thorn that is not active
  bool is_interpolation = false;
  std::vector<Probe> probes = {};
  /// Where it is of absolute values of complex numbers: the field of their imaginary parts.
  std::int32_t imaginary = -1;
};

/// Two fields that are the parts of a function of complex numbers at one of its time levels.
struct ComplexField {
  std::string name;  ///< "spin::psi", "spin::psi_p"
  std::int32_t re = -1;
  std::int32_t im = -1;
};

struct Plan {
  std::vector<Field> fields;
  std::vector<std::int32_t> first_fields;  ///< by function: the field of its level 0
  std::vector<Boundaries> boundaries;      ///< by field
  std::vector<ParameterValue> parameters;
  std::vector<Reduction> reductions;
  std::vector<ComplexField> complex_fields;
  std::vector<Operation> initial;  ///< once, on points and all ghosts beside boundaries
  std::vector<Operation> step;
  std::vector<Operation> analysis;  ///< when something is put out
};

/// The field whose boundary a field has at a face; -1 where it has one of its own.
inline std::int32_t boundary_source(const Plan& plan, std::size_t field, std::size_t dimension,
                                    std::size_t side) {
  const Boundary& boundary = plan.boundaries[field][dimension][side];
  if (boundary.kind != BoundaryKind::another) return -1;
  const std::int32_t first = plan.first_fields[static_cast<std::size_t>(boundary.of.function)];
  // Where the other one has fewer time levels, that of now.
  const std::int32_t level = plan.fields[field].id.level;
  const auto at = static_cast<std::size_t>(first + level);
  const bool is_there =
      at < plan.fields.size() && plan.fields[at].id.function == boundary.of.function;
  return is_there ? first + level : first;
}

}  // namespace isthmus::mesh
