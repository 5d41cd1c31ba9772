#include "md/cell_pair.hpp"

#include <cmath>
#include <limits>

#include "md/pair_kernel.hpp"
#include "md/vec.hpp"

namespace md {

namespace {

Positions without_roster(const Positions& told) {
  Positions places;
  places.stretch = told.stretch;
  places.x = told.x;
  places.y = told.y;
  places.z = told.z;
  return places;
}

}  // namespace

// Where the box has been stretched, ways are those beside what all atoms have moved by that, and
// are looked at anew.
void CellPair::follow_the_box(const Positions& now, const Box& box) {
  const double more = now.stretch / first_then_.stretch;
  if (more == 1) return;
  for (Positions* const then : {&first_then_, &second_then_}) {
    std::vector<double>* const rows[] = {&then->x, &then->y, &then->z};
    for (std::size_t d = 0; d < 3; ++d) {
      const double middle = box.middle(d);
      for (double& at : *rows[d]) at = middle + more * (at - middle);
    }
    then->stretch = now.stretch;
  }
  reach_ *= more;
  free_path_ = -std::numeric_limits<double>::infinity();
}

// Whether two atoms that are not in the list could have come within the cutoff. Looks at atoms only
// where the sum of the cells' longest steps does not exclude it.
bool CellPair::is_stale(const Positions& first, const Positions& second, double cutoff) {
  const double path = first.path + second.path;
  if (path - path_ <= free_path_) return false;
  const double one = std::sqrt(longest_way_squared(first_then_, first));
  const double other = is_self_ ? one : std::sqrt(longest_way_squared(second_then_, second));
  const double free = reach_ - cutoff;
  if (!(one + other <= free)) return true;
  path_ = path;
  free_path_ = free - (one + other);
  return false;
}

void CellPair::compute(const Positions& first, const Positions& second, const Model& model,
                       Forces& on_first, Forces& on_second) {
  if (first.has_roster) first_ = first.roster;
  if (second.has_roster && !is_self_) second_ = second.roster;
  const bool is_new = first.has_roster || second.has_roster;
  const Box box = model.grid.box().stretched(first.stretch);
  if (!is_new) follow_the_box(first, box);
  const Vec shift = times(first.stretch, shift_);
  if (is_new || is_stale(first, second, model.cutoff)) {
    reach_ = model.cutoff + model.skin;
    list_.build(first, second, first_, is_self_ ? first_ : second_, shift, reach_, is_self_,
                {&model.topology, &box});
    path_ = first.path + second.path;
    free_path_ = model.skin;
    first_then_ = without_roster(first);
    if (!is_self_) second_then_ = without_roster(second);
  }
  list_.set_shift(shift);
  list_.compute(first, second, model.table, model.wants_sums(first.step), on_first, on_second);
}

}  // namespace md
