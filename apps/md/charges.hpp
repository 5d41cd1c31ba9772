// md/charges.hpp: what a run in virtual time charges instead of measuring it; plain data.
#pragma once

namespace md {

/// Means nothing but with charged costs, all but `is_still`.
struct Charges {
  double entry_ns = 0;  ///< Of each pair of atoms in a pair's list, each step.
  double atom_ns = 0;   ///< Of each atom of a cell, each step: a share with each pair's forces.
  /// Nothing moves after the first forces: they are sent again each step, so objects, messages and
  /// their sizes are those of a run that computes.
  bool is_still = false;

  void serialize(auto& archive) { archive(entry_ns, atom_ns, is_still); }
};

}  // namespace md
