// isthmus/balance/strategy/neighbours.hpp: which PEs a PE knows of where nobody sees all.
#pragma once

#include <cstdint>
#include <vector>

#include "isthmus/balance/snapshot.hpp"

namespace isthmus::balance {

/// By PE: about log PEs others. Within a site PE k knows those whose number there differs from k in
/// one bit, so that all are a few steps apart; and the PE of the same number, modulo theirs, in the
/// sites whose number differs in one bit, sites without PEs left out.
std::vector<std::vector<PeId>> neighbours_of(const Snapshot& snapshot);

/// The objects that a PE has, and takes and gives one by one, with the loads.
class Holdings {
 public:
  Holdings(const Snapshot& snapshot, Placement placement);

  const Placement& placement() const { return placement_; }
  double load_s(PeId pe) const { return load_s_[pe.value]; }
  double largest_s() const;
  /// Movable ones with load, the heaviest first.
  const std::vector<std::uint32_t>& objects_of(PeId pe) const { return objects_[pe.value]; }
  /// Hands over objects of together at most `work_s`, the heaviest that fit first; where none fits,
  /// the lightest, if that leaves the receiver below where the giver was; else one of each changes
  /// places, if that brings the two nearer. Returns how many moved.
  std::size_t hand_over(PeId from, PeId to, double work_s);

 private:
  void move(PeId from, PeId to, const std::vector<std::uint32_t>& given);

  const Snapshot& snapshot_;
  Placement placement_;
  std::vector<double> load_s_;
  std::vector<std::vector<std::uint32_t>> objects_;
};

}  // namespace isthmus::balance
