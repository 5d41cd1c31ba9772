#include "md/cell_pair.hpp"

namespace md {

void CellPair::compute(const Positions& first, const Positions& second, const Model& model,
                       Forces& on_first, Forces& on_second) {
  if (first.has_roster) first_ = first.roster;
  if (second.has_roster && !is_self_) second_ = second.roster;
  const bool is_new = first.has_roster || second.has_roster;
  const double path = first.path + second.path;
  if (is_new || path - path_ > model.skin) {
    const double reach = model.cutoff + model.skin;
    list_.build(first, second, first_, is_self_ ? first_ : second_, shift_, reach, is_self_);
    path_ = path;
  }
  list_.compute(first, second, model.table, model.wants_energies(first.step), on_first, on_second);
}

}  // namespace md
