// mesh/driver/boundaries.hpp: what a field has beyond the faces of the whole grid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mesh/driver/fields.hpp"
#include "mesh/ghosts/ghost_plan.hpp"
#include "mesh/plan.hpp"

namespace isthmus::mesh {

/// One face of the whole grid.
struct WholeFace {
  std::size_t dimension = 0;
  std::size_t side = 0;  ///< 0: lower, 1: upper

  std::int32_t outward() const { return side == 0 ? -1 : 1; }
  /// The layers at the face, of the grid and beyond it: from `inside` layers inside to `outside`
  /// layers outside, over the other dimensions of `across`.
  Box layers(const Box& whole, std::int32_t inside, std::int32_t outside, const Box& across) const;
  bool operator==(const WholeFace&) const = default;
};

/// Whether a dimension ends in itself. All fields agree in that; the flesh sees to it.
bool is_periodic(const std::vector<Boundaries>& boundaries, std::size_t dimension);

/// Whether what the field is at the face depends on what it was there; see PastBoundaries.
bool needs_past(const Plan& plan, std::int32_t field, const WholeFace& face);

/// By field, for GhostPlan; of a step, or of other operations, where no step has begun.
std::vector<BoundaryPast> pasts_of(const Plan& plan, bool is_step);

/// What fields had at the begin of a step around the faces where their boundaries ask for it: those
/// that radiate, and those that stay as they began though their memory goes on. Lives within a
/// step. For functions at their level 0, as which they are found again behind rotations.
class PastBoundaries {
 public:
  PastBoundaries() = default;
  /// Keeps what all such fields have at the given face, in whatever `fields` has in memory.
  void keep(const Plan& plan, const Fields& fields, const Box& whole, const WholeFace& face,
            std::int32_t width);
  void clear() { count_ = 0; }

  /// Null where nothing is kept of the field at the face.
  struct Layers {
    std::int32_t field = -1;
    WholeFace face;
    Box box;
    std::vector<double> values;

    View view() const { return {const_cast<double*>(values.data()), box}; }
  };
  const Layers* find(std::int32_t field, const WholeFace& face) const;
  /// All that is kept, in the same order on all blocks along the faces.
  std::span<const Layers> all() const { return std::span(kept_).first(count_); }

  void serialize(auto& archive) { archive(kept_, count_); }

 private:
  std::vector<Layers> kept_;  // the first count_ of them; the memory of others is used again
  std::size_t count_ = 0;
};

/// Fills `width` layers beyond a face with what the field's boundary there says, over the other
/// dimensions of `across`. What `periodic` has comes from the other end, which is not for here.
///
/// - fixed: as it was; where levels go on in memory, as level 0 was when the step began.
/// - copied: the outermost point inside.
/// - value: Boundary::value.
/// - reflected: the point as far inside, times the field's parity in the dimension. The mirror goes
///   through the outermost points, or half a spacing beyond them where the field is staggered or
///   the boundary says so.
/// - radiative: the condition of Sommerfeld (1912) for f = f0 + u(r - vt) / r, with f0
///   Boundary::value and v Boundary::speed: s df/dt + v df/dn + v s (f - f0) / r = 0, where n
///   points outwards and s is the cosine between n and the radius. Centred between two points and
///   two times (the box scheme of Keller 1971), point by point outwards from the outermost one
///   inside: (A + B + C) b1 = (B - A - C) a1 + (A - B - C) b0 + (A + B - C) a0 + 4 C f0 with A = s
///   / 2 dt, B = v / 2 h, C = v s / 4 r, where a is a point and b its neighbour outwards, 0 is when
///   the step began and 1 is now, `elapsed` later; where that is 0, it is as it was. The radius is
///   that from the origin of the coordinates, which has to be inside. Without a past (in the
///   initial data) it is left as it is.
/// - robin: f = f0 + k / r^n with f0 Boundary::value and n Boundary::falloff, point by point
///   outwards from the outermost one inside: b = f0 + (a - f0) (r_a / r_b)^n, where a is a point
///   and b its neighbour outwards. The radius is as above.
/// - another: what the field of the other function has there at this moment.
///
/// A point's value depends on the line through it across the face alone, or on that point of the
/// other function, so any piece of a face may
/// be done by itself.
void apply_boundary(const Plan& plan, const Fields& fields, std::int32_t field,
                    const WholeFace& face, const Box& across, const Geometry& geometry,
                    std::int32_t width, const PastBoundaries& past, double elapsed);

}  // namespace isthmus::mesh
