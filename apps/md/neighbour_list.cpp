#include "md/neighbour_list.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "md/pair_kernel.hpp"

namespace md {

namespace {

constexpr std::size_t group_size = strands;

// The box around a group of consecutive atoms.
struct Bounds {
  Vec low;
  Vec high;
};

std::vector<Bounds> bounds_of(const Coordinates& atoms, std::size_t count) {
  std::vector<Bounds> groups((count + group_size - 1) / group_size);
  const double* const rows[] = {atoms.x(), atoms.y(), atoms.z()};
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const std::size_t begin = group * group_size;
    const std::size_t end = std::min(begin + group_size, count);
    for (std::size_t d = 0; d < 3; ++d) {
      double low = rows[d][begin];
      double high = low;
      for (std::size_t i = begin + 1; i < end; ++i) {
        low = std::min(low, rows[d][i]);
        high = std::max(high, rows[d][i]);
      }
      groups[group].low[d] = low;
      groups[group].high[d] = high;
    }
  }
  return groups;
}

double distance_squared(const Bounds& bounds, const Vec& point) {
  double sum = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    const double apart = std::max({0.0, bounds.low[d] - point[d], point[d] - bounds.high[d]});
    sum += apart * apart;
  }
  return sum;
}

double distance_squared(const Bounds& one, const Bounds& other) {
  double sum = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    const double apart = std::max({0.0, one.low[d] - other.high[d], other.low[d] - one.high[d]});
    sum += apart * apart;
  }
  return sum;
}

template <class T>
void pick(const std::vector<T>& from, const std::vector<std::int32_t>& places,
          std::vector<T>& into) {
  into.clear();
  for (const std::int32_t place : places) into.push_back(from[static_cast<std::size_t>(place)]);
  into.push_back(T{});  // for what fills rows up
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
  coulomb = interaction.coulomb;
  if (interaction.shifts_coulomb) {
    coulomb_slope = 1 / cutoff_squared;
    coulomb_offset = 2 / cutoff;
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
                          double reach, bool is_self, const Exclusions& excluded) {
  shift_ = shift;
  is_self_ = is_self;
  pairs_ = 0;
  const double reach_squared = reach * reach;
  const Coordinates here(first, {0, 0, 0});
  const Coordinates there(second, shift);
  const std::vector<Bounds> first_groups = bounds_of(here, first.size());
  const std::vector<Bounds> second_groups = bounds_of(there, second.size());
  std::vector<std::int32_t> first_has(first.size(), 0);
  std::vector<std::int32_t> second_has(second.size(), 0);
  std::vector<std::int32_t> row_of;    // the atom of each row
  std::vector<std::int32_t> near;      // by places in the second cell, row after row
  std::vector<std::int32_t> row_ends;  // in `near`
  std::vector<std::int32_t> near_groups;
  std::vector<std::int32_t> nearer_groups;
  std::size_t found = 0;
  const ExclusionFilter filter(excluded, second, second_roster, shift);
  for (std::size_t group = 0; group < first_groups.size(); ++group) {
    near_groups.clear();
    for (std::size_t other = is_self ? group : 0; other < second_groups.size(); ++other) {
      if (distance_squared(first_groups[group], second_groups[other]) < reach_squared) {
        near_groups.push_back(static_cast<std::int32_t>(other));
      }
    }
    if (near_groups.empty()) continue;
    const std::size_t end = std::min(first.size(), (group + 1) * group_size);
    for (std::size_t i = group * group_size; i < end; ++i) {
      const Vec point = {here.x()[i], here.y()[i], here.z()[i]};
      nearer_groups.clear();
      for (const std::int32_t other : near_groups) {
        const Bounds& bounds = second_groups[static_cast<std::size_t>(other)];
        if (distance_squared(bounds, point) < reach_squared) nearer_groups.push_back(other);
      }
      if (nearer_groups.empty()) continue;
      near.resize(found + nearer_groups.size() * group_size);
      const auto begin = is_self ? static_cast<std::int32_t>(i + 1) : 0;
      std::size_t count =
          find_near(point, there, nearer_groups, begin, reach_squared, near.data() + found);
      if (filter.has_any()) {
        count = filter.keep(first_roster.ids[i], point, {near.data() + found, count});
      }
      if (count == 0) continue;
      for (std::size_t k = found; k < found + count; ++k) {
        second_has[static_cast<std::size_t>(near[k])] = 1;
      }
      found += count;
      first_has[i] = 1;
      row_of.push_back(static_cast<std::int32_t>(i));
      row_ends.push_back(static_cast<std::int32_t>(found));
    }
  }
  near.resize(found);
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
    pick(second_roster.charges, second_atoms_, second_charges_);
  }
  pick(first_roster.types, first_atoms_, first_types_);
  pick(first_roster.charges, first_atoms_, first_charges_);
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

// Rows of zeros for so many atoms, and one place more in each, for what fills rows of pairs up.
std::vector<double> zeros(std::size_t atoms) { return std::vector<double>(3 * (atoms + 1), 0.0); }

ForceRows rows_in(std::vector<double>& values) {
  const std::size_t stride = values.size() / 3;
  return {values.data(), values.data() + stride, values.data() + 2 * stride};
}

void drop_fillers(std::vector<double>& values) {
  const std::size_t count = values.size() / 3 - 1;
  std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(count) + 1, count,
              values.begin() + static_cast<std::ptrdiff_t>(count));
  std::copy_n(values.begin() + 2 * (static_cast<std::ptrdiff_t>(count) + 1), count,
              values.begin() + 2 * static_cast<std::ptrdiff_t>(count));
  values.resize(3 * count);
}

}  // namespace

void NeighbourList::compute(const Positions& first, const Positions& second, const PairTable& table,
                            bool with_energies, Forces& on_first, Forces& on_second) {
  on_first.atoms = first_atoms_;
  on_second.atoms = second_atoms_;
  on_first.energies = {};
  on_first.values = zeros(first_atoms_.size());
  on_second.values = zeros(second_atoms_.size());
  if (pairs_ > 0) {
    const Coordinates here(first, first_atoms_, {0, 0, 0});
    PairRows rows{.rows = first_atoms_.size(),
                  .row_begin = row_begin_.data(),
                  .entries = entries_.data(),
                  .first = &here,
                  .second = &here,
                  .first_types = first_types_.data(),
                  .second_types = first_types_.data(),
                  .first_charges = first_charges_.data(),
                  .second_charges = first_charges_.data()};
    const ForceRows one = rows_in(on_first.values);
    if (is_self_) {
      on_first.energies = compute_rows(rows, table, with_energies, one, one);
    } else {
      const Coordinates there(second, second_atoms_, shift_);
      rows.second = &there;
      rows.second_types = second_types_.data();
      rows.second_charges = second_charges_.data();
      on_first.energies = compute_rows(rows, table, with_energies, one, rows_in(on_second.values));
    }
  }
  drop_fillers(on_first.values);
  drop_fillers(on_second.values);
}

}  // namespace md
