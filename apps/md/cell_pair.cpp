#include "md/cell_pair.hpp"

#include <cmath>

#include "md/pair_kernel.hpp"

namespace md {

namespace {

Positions without_roster(const Positions& told) {
  Positions places;
  places.x = told.x;
  places.y = told.y;
  places.z = told.z;
  return places;
}

}  // namespace

// Whether two atoms could have come nearer by more than the skin. Looks at atoms only where the sum
// of the cells' longest steps does not exclude it.
bool CellPair::is_stale(const Positions& first, const Positions& second, double skin) {
  const double path = first.path + second.path;
  if (path - path_ <= free_path_) return false;
  const double one = std::sqrt(longest_way_squared(first_then_, first));
  const double other = is_self_ ? one : std::sqrt(longest_way_squared(second_then_, second));
  if (!(one + other <= skin)) return true;
  path_ = path;
  free_path_ = skin - (one + other);
  return false;
}

void CellPair::compute(const Positions& first, const Positions& second, const Model& model,
                       Forces& on_first, Forces& on_second) {
  if (first.has_roster) first_ = first.roster;
  if (second.has_roster && !is_self_) second_ = second.roster;
  const bool is_new = first.has_roster || second.has_roster;
  if (is_new || is_stale(first, second, model.skin)) {
    const double reach = model.cutoff + model.skin;
    list_.build(first, second, first_, is_self_ ? first_ : second_, shift_, reach, is_self_,
                {&model.topology, &model.grid.box()});
    path_ = first.path + second.path;
    free_path_ = model.skin;
    first_then_ = without_roster(first);
    if (!is_self_) second_then_ = without_roster(second);
  }
  list_.compute(first, second, model.table, model.wants_energies(first.step), on_first, on_second);
}

}  // namespace md
