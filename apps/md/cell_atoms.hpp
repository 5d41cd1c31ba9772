// md/cell_atoms.hpp: the atoms of one cell and how they move.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "isthmus/base/error.hpp"
#include "md/model.hpp"
#include "md/positions.hpp"
#include "md/system.hpp"

namespace md {

/// Moves an atom into the box, where that is periodic, and counts in its image how often.
void wrap(Atom& atom, const Box& box);

/// Moves atoms into the box, those of a rigid group as its leader is moved. The place of each one's
/// leader, which for most is its own.
std::vector<std::size_t> wrap_groups(std::vector<Atom>& atoms, const RigidGroups& rigid,
                                     const Box& box);

/// The atoms of a cell, in an order that they alone decide. A step is: forces are set to zero and
/// added up in one order, `kick`; then `kick` again and `drift` (velocity Verlet). What there is to
/// know of the run is handed in at each call, always the same.
class CellAtoms {
 public:
  CellAtoms() = default;
  CellAtoms(const Place& place, std::vector<Atom> atoms, const Model& model);

  const std::vector<Atom>& atoms() const { return atoms_; }
  Vec force(std::size_t atom) const { return {forces_x_[atom], forces_y_[atom], forces_z_[atom]}; }
  const Energies& energies() const { return energies_; }

  void clear_forces();
  /// Adds what a pair has found. The places must be those of the last positions that were told.
  void add(const Forces& forces);

  /// program error where some of these atoms' terms have been nobody's, when all forces are added.
  isthmus::Expected<void> check_terms() const;

  /// What the bath does to the velocities in the step that begins, `step` - 1 being done.
  void thermalize(const Model& model, int step);
  /// Half a step for the velocities.
  void kick(const Model& model);
  /// Takes out of the velocities what would change rigid lengths; after a whole kick.
  void hold_velocities(const Model& model);
  /// A whole step for the positions, after which rigid lengths are right. program error where an
  /// atom comes so far out of its cell that others could miss it.
  isthmus::Expected<void> drift(const Model& model);

  /// What the regulator says, of the sums of all cells, between two steps: stretches the box about
  /// its middle with all atoms, those of a rigid group as its centre of mass, and scales
  /// velocities. program error where cells have become too small.
  isthmus::Expected<void> regulate(const Model& model, const Regulator::Sums& sums);

  /// Takes out the atoms that are in other cells by now, by their cell. program error where one has
  /// gone beyond the neighbours.
  isthmus::Expected<std::map<Place, std::vector<Atom>>> take_leavers(const Model& model);
  void add_comers(std::span<const Atom> atoms);
  /// To be called when all have come: the order is new, and so are the rosters of the pairs.
  void settle(const Model& model);

  /// As the pairs are told of them; with a roster where `settle` has been called since.
  Positions positions(int step);

  /// Kinetic energy, and the potential energies of this cell's pairs.
  Reading measure(const Model& model) const;
  /// Of these atoms, for the regulator.
  Regulator::Sums sums(const Model& model) const;
  double stretch() const { return stretch_; }
  Box box(const Model& model) const { return model.grid.box().stretched(stretch_); }

  void serialize(auto& archive) {
    archive(place_, atoms_, forces_x_, forces_y_, forces_z_, energies_, terms_, terms_due_, groups_,
            outside_, path_, stretch_, roster_is_new_);
  }

 private:
  // A rigid group by the places of its atoms.
  struct LocalGroup {
    RigidGroup group;
    std::array<std::int32_t, 4> places = {0, 0, 0, 0};
  };

  void find_groups(const Model& model);
  isthmus::Expected<void> check_outside(const Model& model, const CellGrid& grid) const;
  void stretch(const Model& model, double more);
  GroupState state_of(const LocalGroup& group, const Model& model) const;
  void set_velocities(const LocalGroup& group, const GroupState& state);

  Place place_ = {0, 0, 0};
  std::vector<Atom> atoms_;
  std::vector<double> forces_x_;
  std::vector<double> forces_y_;
  std::vector<double> forces_z_;
  Energies energies_;
  std::int64_t terms_ = 0;      // that have been computed
  std::int64_t terms_due_ = 0;  // whose first atoms these are
  std::vector<LocalGroup> groups_;
  double outside_ = 0;  // how far atoms of groups were out of the cell when atoms were settled
  double path_ = 0;     // sum of the longest ways of an atom in each step, since atoms were settled
  double stretch_ = 1;  // of the box's lengths, since the beginning
  bool roster_is_new_ = true;
};

}  // namespace md
