// mesh/refinement/interpolation.hpp: values of a finer level from those of the coarser one, and
// back.
//
// Levels are centred at vertices, two to one: the point i of a level is the point 2i of the next
// finer one. A dimension with one point is not refined.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "mesh/patch.hpp"

namespace isthmus::mesh {

/// By dimension.
using Refined = std::array<bool, dimension_count>;

constexpr std::int32_t prolongation_order_max = 5;

/// What the polynomial through points at 0, 1, ... count - 1 has of each at `x` (Lagrange).
std::vector<double> lagrange_weights(std::int32_t count, double x);

/// From a coarse level to the next finer one, by the tensor product of Lagrange's polynomials:
/// exact for polynomials up to the order in each dimension. Odd orders take as many points on
/// either side; even ones have one more below than above. Where points would lie outside
/// `reachable`, the polynomial goes through the nearest ones inside. A point's value depends on its
/// place alone, in bits, too, not on the box that it is asked for with.
class Prolongation {
 public:
  /// `reachable`: coarse points that have values, ghosts at the faces of the whole grid included;
  /// in dimensions that are periodic, as far as one likes. At least order + 1 points wide where it
  /// is refined. 1 <= order <= prolongation_order_max.
  Prolongation(std::int32_t order, const Refined& is_refined, const Box& reachable);

  /// The coarse points that the fine points of the box are made of.
  Box source(const Box& fine) const;
  void fill(const View& coarse, const View& fine, const Box& box) const;

 private:
  struct Stencil {
    std::int32_t start = 0;
    std::int32_t count = 1;
    const double* weights = nullptr;
  };
  Stencil stencil(std::size_t dimension, std::int32_t index) const;

  std::int32_t order_;
  Refined is_refined_;
  Box reachable_;
  // By the number of points below the one in whose upper half the fine point lies.
  std::vector<std::vector<double>> weights_;
};

/// The coarse points that lie in a box of fine points.
Box coarsened(const Box& fine, const Refined& is_refined);
/// From the fine point of the first to that of the last.
Box refined(const Box& coarse, const Refined& is_refined);

/// What fine points have that are points of the coarse box, one after the other (injection);
/// returns where the next goes.
double* pack_injected(const View& fine, const Box& coarse, const Refined& is_refined, double* to);

/// A field of the coarser level and its part in a value that lies between time levels.
struct TimeSource {
  std::int32_t field = 0;
  double weight = 1;
  bool operator==(const TimeSource&) const = default;
};
/// What a finer level had `level` of its own steps ago, at a time when both are at the same time:
/// the parabola through three time levels of the coarser one, whose first is `field`. For level 0
/// that is what it has now.
std::vector<TimeSource> time_sources(std::int32_t field, std::int32_t level);

/// The sum of the sources' points of the box, times their weights, one after the other; returns
/// where the next goes. `all` is by field.
double* pack_mixed(std::span<double* const> all, const Box& storage,
                   std::span<const TimeSource> sources, const Box& box, double* to);

}  // namespace isthmus::mesh
