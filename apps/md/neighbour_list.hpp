// md/neighbour_list.hpp: the atoms of two cells that are near each other, and the forces between.
#pragma once

#include <cstdint>
#include <vector>

#include "md/exclusions.hpp"
#include "md/positions.hpp"
#include "md/system.hpp"

namespace md {

/// A record that one vector holds: coordinates and charge of an atom, the force on it and 0, or
/// what two types do to each other.
struct alignas(32) Quad {
  double values[4] = {0, 0, 0, 0};
};

/// What the inner loop looks up of two types, made of an Interaction once.
struct PairTable {
  PairTable() = default;
  PairTable(const Interaction& interaction, int types);

  /// types x types: 4 epsilon sigma^12, 4 epsilon sigma^6, what is taken off the energy.
  std::vector<Quad> rows;
  int types = 1;
  double cutoff_squared = 0;
  double inner_squared = 0;  ///< Where switching begins.
  double switch_scale = 0;   ///< 1 / (cutoff^2 - inner^2)^3
  bool is_switched = false;
  double coulomb = 0;        ///< 0: charges do nothing.
  double coulomb_slope = 0;  ///< Energy of charges at r: coulomb (1 / r + slope r - offset).
  double coulomb_offset = 0;
  /// With Ewald's sum what the mesh does, by the square of the distance: cubics between so many
  /// equal parts. Empty without.
  std::vector<Quad> mesh_forces;  ///< Times the distance.
  std::vector<Quad> mesh_energies;
  double mesh_parts = 0;  ///< Of a square distance of 1.

  void serialize(auto& archive) {
    archive(rows, types, cutoff_squared, inner_squared, switch_scale, is_switched, coulomb,
            coulomb_slope, coulomb_offset, mesh_forces, mesh_energies, mesh_parts);
  }
};

/// Pairs of atoms of two cells, or of one with itself, that are within reach: the cutoff and a
/// skin, so that the list serves for some steps. Sums run in an order that the list alone decides,
/// in four strands whatever the processor's vectors hold, so forces are the same bits everywhere.
class NeighbourList {
 public:
  /// With `is_self` the cells are one, and each pair of its atoms counts once.
  /// Atoms that `excluded` names for each other are left out, those of their images that are
  /// nearest.
  void build(const Positions& first, const Positions& second, const Roster& first_roster,
             const Roster& second_roster, const Vec& shift, double reach, bool is_self,
             const Exclusions& excluded = {});

  /// Where the second cell is seen from now on, as its box has been stretched.
  void set_shift(const Vec& shift) { shift_ = shift; }

  /// Forces on both cells' atoms; `on_second` stays empty with `is_self`. Energies are added up
  /// where `with_energies`.
  void compute(const Positions& first, const Positions& second, const PairTable& table,
               bool with_energies, Forces& on_first, Forces& on_second);

  /// Pairs of atoms in the list.
  std::int64_t size() const { return pairs_; }

  void serialize(auto& archive) {
    archive(shift_, is_self_, pairs_, first_atoms_, second_atoms_, first_types_, second_types_,
            first_charges_, second_charges_, row_begin_, entries_);
  }

 private:
  void compact(std::vector<std::int32_t>& atoms, std::vector<std::int32_t>& places,
               std::size_t count) const;

  Vec shift_ = {0, 0, 0};
  bool is_self_ = false;
  std::int64_t pairs_ = 0;
  std::vector<std::int32_t> first_atoms_;   // that have neighbours, by their places in the cell
  std::vector<std::int32_t> second_atoms_;  // the same; with is_self_ empty: one set for both
  // Of each, and of what fills rows up.
  std::vector<std::int32_t> first_types_;
  std::vector<std::int32_t> second_types_;
  std::vector<double> first_charges_;
  std::vector<double> second_charges_;
  std::vector<std::int32_t> row_begin_;  // of each of first_atoms_; one more at the end
  // Places in second_atoms_; each row filled up to whole strands with the place behind the last.
  std::vector<std::int32_t> entries_;
};

}  // namespace md
