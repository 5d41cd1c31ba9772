// md/pair_kernel.hpp: the inner loop over pairs of atoms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "md/neighbour_list.hpp"
#include "md/positions.hpp"
#include "md/system.hpp"

namespace md {

/// Sums over a row run in so many strands, whose sums are added up in pairs at its end.
constexpr std::size_t strands = 8;

/// Coordinates in three rows of one array; owns it. Behind the last come, up to a whole number of
/// strands, places that are far from everything: rows of pairs are filled up with the first.
class Coordinates {
 public:
  /// All atoms of a cell, moved by `shift`.
  Coordinates(const Positions& all, const Vec& shift);
  /// Chosen ones.
  Coordinates(const Positions& all, const std::vector<std::int32_t>& atoms, const Vec& shift);

  const double* x() const { return values_.data(); }
  const double* y() const { return values_.data() + stride_; }
  const double* z() const { return values_.data() + 2 * stride_; }

 private:
  explicit Coordinates(std::size_t count);

  std::size_t stride_;
  std::vector<double> values_;
};

/// Forces in three rows of one array, of which the caller owns as many values as it says.
struct ForceRows {
  double* x;
  double* y;
  double* z;
};

/// What the loop runs over; owns nothing.
struct PairRows {
  std::size_t rows;
  const std::int32_t* row_begin;  ///< rows + 1, multiples of `strands`.
  const std::int32_t* entries;    ///< Places in `second`.
  const Coordinates* first;
  const Coordinates* second;
  const std::int32_t* first_types;
  const std::int32_t* second_types;
  const double* first_charges;
  const double* second_charges;
};

/// Adds the forces to both, which may be one and the same, and returns what energies there are.
Energies compute_rows(const PairRows& rows, const PairTable& table, bool with_energies,
                      const ForceRows& on_first, const ForceRows& on_second);

/// Of the groups of `strands` consecutive atoms that `groups` names, those within reach of a point
/// and not before `begin`: writes their places to `found`, which has room for all, and returns how
/// many they are.
std::size_t find_near(const Vec& point, const Coordinates& atoms,
                      const std::vector<std::int32_t>& groups, std::int32_t begin,
                      double reach_squared, std::int32_t* found);

/// The square of the longest way between two positions of the same atoms.
double longest_way_squared(const Positions& from, const Positions& to);

}  // namespace md
