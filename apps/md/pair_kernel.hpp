// md/pair_kernel.hpp: the inner loops over pairs of atoms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "md/neighbour_list.hpp"
#include "md/positions.hpp"
#include "md/system.hpp"

namespace md {

/// Sums over a row run in so many strands, which are added up at its end.
constexpr std::size_t strands = 4;

/// Lists are made of boxes around so many consecutive atoms.
constexpr std::size_t group_size = 8;

/// What the loop runs over; owns nothing. Behind the last atom come `strands` - 1 places that are
/// far from everything, and rows of pairs are filled up with different ones of them.
struct PairRows {
  std::size_t rows;
  const std::int32_t* row_begin;  ///< rows + 1, multiples of `strands`.
  const std::int32_t* entries;    ///< Places in `second`.
  const Quad* first;
  const Quad* second;
  const std::int32_t* first_types;
  const std::int32_t* second_types;
  const Quad* table;          ///< PairTable::rows
  const Quad* mesh_forces;    ///< PairTable::mesh_forces
  const Quad* mesh_energies;  ///< PairTable::mesh_energies
  Quad* on_first;
  Quad* on_second;  ///< May be the same.
};

/// Chosen atoms of a cell, moved by `shift`, and what fills rows up.
void gather(const Positions& all, const std::vector<std::int32_t>& atoms,
            const std::vector<double>& charges, const Vec& shift, std::vector<Quad>& into);

/// Adds the forces, and tells what energies there are.
using Kernel = void (*)(const PairRows& rows, const PairTable& table, bool with_energies,
                        Energies& energies);

/// One for each instruction set that this processor has, the widest last; all give the same bits.
std::vector<Kernel> kernels_of_this_cpu();

/// By the widest of them.
Energies compute_rows(const PairRows& rows, const PairTable& table, bool with_energies);

/// Boxes around groups of atoms, in rows of one number each.
struct GroupBounds {
  std::vector<double> low[3];
  std::vector<double> high[3];

  std::size_t size() const { return low[0].size(); }
};

/// Finds out which atoms of a cell, moved by `shift`, are near those of another, group by group.
/// Owns the rows that it looks through; may be used again.
class NearFinder {
 public:
  void begin(const Positions& atoms, const Vec& shift, double reach_squared);
  const GroupBounds& bounds() const { return bounds_; }

  /// Only groups from `begin` on that are within reach of a box are looked at from now on; false
  /// if there is none.
  bool restrict_to(const Vec& low, const Vec& high, std::size_t begin);
  /// Atoms within reach of a point and not before `begin`: appends their places to `found`, which
  /// has room for `most()`, and returns how many they are.
  std::size_t find(const Vec& point, std::int32_t begin, std::int32_t* found);
  std::size_t most() const { return near_.size() * group_size; }

 private:
  double reach_squared_ = 0;
  std::size_t count_ = 0;
  std::vector<double> places_[3];  // filled up to whole groups with what is far away
  GroupBounds bounds_;
  std::vector<double> apart_;
  std::vector<std::int32_t> near_;  // groups
  GroupBounds near_bounds_;         // of those
};

/// The square of the longest way between two positions of the same atoms.
double longest_way_squared(const Positions& from, const Positions& to);

}  // namespace md
