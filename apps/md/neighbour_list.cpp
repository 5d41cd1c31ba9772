#include "md/neighbour_list.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "md/pair_kernel.hpp"

namespace md {

namespace {

constexpr std::size_t group_size = 8;

// The box around a group of consecutive atoms.
struct Bounds {
  Vec low;
  Vec high;
};

std::vector<Bounds> bounds_of(const Positions& atoms) {
  std::vector<Bounds> groups;
  for (std::size_t begin = 0; begin < atoms.size(); begin += group_size) {
    const std::size_t end = std::min(begin + group_size, atoms.size());
    const auto [x_low, x_high] = std::minmax_element(&atoms.x[begin], &atoms.x[0] + end);
    const auto [y_low, y_high] = std::minmax_element(&atoms.y[begin], &atoms.y[0] + end);
    const auto [z_low, z_high] = std::minmax_element(&atoms.z[begin], &atoms.z[0] + end);
    groups.push_back({{*x_low, *y_low, *z_low}, {*x_high, *y_high, *z_high}});
  }
  return groups;
}

double distance_squared(const Bounds& bounds, double x, double y, double z) {
  const double dx = std::max({0.0, bounds.low[0] - x, x - bounds.high[0]});
  const double dy = std::max({0.0, bounds.low[1] - y, y - bounds.high[1]});
  const double dz = std::max({0.0, bounds.low[2] - z, z - bounds.high[2]});
  return dx * dx + dy * dy + dz * dz;
}

double distance_squared(const Bounds& one, const Bounds& other, const Vec& shift) {
  double sum = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    const double apart = std::max(
        {0.0, one.low[d] - (other.high[d] + shift[d]), (other.low[d] + shift[d]) - one.high[d]});
    sum += apart * apart;
  }
  return sum;
}

template <class T>
void pick(const std::vector<T>& from, const std::vector<std::int32_t>& places,
          std::vector<T>& into) {
  into.clear();
  for (const std::int32_t place : places) into.push_back(from[static_cast<std::size_t>(place)]);
}

}  // namespace

PairTable::PairTable(const Interaction& interaction, int type_count) : types(type_count) {
  const double cutoff = interaction.cutoff;
  cutoff_squared = cutoff * cutoff;
  is_switched = interaction.ending == Ending::smooth;
  if (is_switched) {
    inner_squared = interaction.switch_from * interaction.switch_from;
    const double width = cutoff_squared - inner_squared;
    switch_scale = 1.0 / (width * width * width);
  }
  for (const LennardJones& pair : interaction.pairs) {
    const double sigma2 = pair.sigma * pair.sigma;
    const double sigma6 = sigma2 * sigma2 * sigma2;
    Row row;
    row.energy6 = 4 * pair.epsilon * sigma6;
    row.energy12 = row.energy6 * sigma6;
    row.force6 = 6 * row.energy6;
    row.force12 = 12 * row.energy12;
    if (interaction.ending == Ending::shift) {
      const double inverse6 = 1 / (cutoff_squared * cutoff_squared * cutoff_squared);
      row.shift = inverse6 * (row.energy12 * inverse6 - row.energy6);
    }
    rows.push_back(row);
  }
}

// What has entries, in order; `places` becomes the place in `atoms` of each that has.
void NeighbourList::compact(std::vector<std::int32_t>& atoms, std::vector<std::int32_t>& places,
                            std::size_t count) const {
  atoms.clear();
  for (std::size_t i = 0; i < count; ++i) {
    if (places[i] == 0) continue;
    places[i] = static_cast<std::int32_t>(atoms.size());
    atoms.push_back(static_cast<std::int32_t>(i));
  }
}

void NeighbourList::build(const Positions& first, const Positions& second,
                          const Roster& first_roster, const Roster& second_roster, const Vec& shift,
                          double reach, bool is_self) {
  shift_ = shift;
  is_self_ = is_self;
  pairs_ = 0;
  const double reach_squared = reach * reach;
  const std::vector<Bounds> first_groups = bounds_of(first);
  const std::vector<Bounds> second_groups = bounds_of(second);
  std::vector<std::int32_t> first_has(first.size(), 0);
  std::vector<std::int32_t> second_has(second.size(), 0);
  std::vector<std::int32_t> row_of;    // the atom of each row
  std::vector<std::int32_t> near;      // by places in the second cell, row after row
  std::vector<std::int32_t> row_ends;  // in `near`
  std::vector<std::size_t> near_groups;
  for (std::size_t group = 0; group < first_groups.size(); ++group) {
    near_groups.clear();
    for (std::size_t other = is_self ? group : 0; other < second_groups.size(); ++other) {
      if (distance_squared(first_groups[group], second_groups[other], shift) < reach_squared) {
        near_groups.push_back(other);
      }
    }
    const std::size_t end = std::min(first.size(), (group + 1) * group_size);
    for (std::size_t i = group * group_size; i < end; ++i) {
      const double x = first.x[i] - shift[0];
      const double y = first.y[i] - shift[1];
      const double z = first.z[i] - shift[2];
      const std::size_t before = near.size();
      for (const std::size_t other : near_groups) {
        if (distance_squared(second_groups[other], x, y, z) >= reach_squared) continue;
        const std::size_t last = std::min(second.size(), (other + 1) * group_size);
        std::size_t j = other * group_size;
        if (is_self) j = std::max(j, i + 1);
        for (; j < last; ++j) {
          const double dx = x - second.x[j];
          const double dy = y - second.y[j];
          const double dz = z - second.z[j];
          if (dx * dx + dy * dy + dz * dz >= reach_squared) continue;
          near.push_back(static_cast<std::int32_t>(j));
          second_has[j] = 1;
        }
      }
      if (near.size() == before) continue;
      first_has[i] = 1;
      row_of.push_back(static_cast<std::int32_t>(i));
      row_ends.push_back(static_cast<std::int32_t>(near.size()));
    }
  }
  pairs_ = static_cast<std::int64_t>(near.size());
  if (is_self) {
    for (std::size_t i = 0; i < first_has.size(); ++i) first_has[i] |= second_has[i];
    compact(first_atoms_, first_has, first.size());
    second_has = first_has;
    second_atoms_.clear();
  } else {
    compact(first_atoms_, first_has, first.size());
    compact(second_atoms_, second_has, second.size());
    pick(second_roster.types, second_atoms_, second_types_);
  }
  pick(first_roster.types, first_atoms_, first_types_);
  const auto filler = static_cast<std::int32_t>((is_self ? first_atoms_ : second_atoms_).size());
  entries_.clear();
  row_begin_.assign(first_atoms_.size() + 1, 0);
  std::size_t at = 0;
  std::size_t row = 0;
  for (std::size_t place = 0; place < first_atoms_.size(); ++place) {
    row_begin_[place] = static_cast<std::int32_t>(entries_.size());
    if (row == row_of.size() || row_of[row] != first_atoms_[place]) continue;
    const auto row_end = static_cast<std::size_t>(row_ends[row++]);
    for (; at < row_end; ++at) {
      entries_.push_back(second_has[static_cast<std::size_t>(near[at])]);
    }
    while (entries_.size() % strands != 0) entries_.push_back(filler);
  }
  row_begin_.back() = static_cast<std::int32_t>(entries_.size());
}

namespace {

// One place more, for what fills rows up.
void set_to_zero(Forces& forces) {
  for (std::vector<double>* const part : {&forces.x, &forces.y, &forces.z}) {
    part->assign(forces.atoms.size() + 1, 0.0);
  }
}

void drop_filler(Forces& forces) {
  for (std::vector<double>* const part : {&forces.x, &forces.y, &forces.z}) {
    part->resize(forces.atoms.size());
  }
}

}  // namespace

void NeighbourList::compute(const Positions& first, const Positions& second, const PairTable& table,
                            bool with_energies, Forces& on_first, Forces& on_second) {
  on_first.atoms = first_atoms_;
  on_second.atoms = second_atoms_;
  on_first.energies = {};
  set_to_zero(on_first);
  set_to_zero(on_second);
  if (pairs_ > 0) {
    const Gathered here(first, first_atoms_, {0, 0, 0});
    PairRows rows{.rows = first_atoms_.size(),
                  .row_begin = row_begin_.data(),
                  .entries = entries_.data(),
                  .first = &here,
                  .second = &here,
                  .first_types = first_types_.data(),
                  .second_types = first_types_.data()};
    if (is_self_) {
      compute_rows(rows, table, with_energies, on_first, on_first);
    } else {
      const Gathered there(second, second_atoms_, shift_);
      rows.second = &there;
      rows.second_types = second_types_.data();
      compute_rows(rows, table, with_energies, on_first, on_second);
    }
  }
  drop_filler(on_first);
  drop_filler(on_second);
}

}  // namespace md
