#include "md/neighbour_list.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "md/pair_kernel.hpp"

namespace md {

namespace {

// What a thread works in: with one of its own for each of thousands of lists all of it would be out
// of the caches.
struct Workspace {
  // Of build.
  NearFinder here;
  NearFinder there;
  std::vector<std::int32_t> first_has;
  std::vector<std::int32_t> second_has;
  std::vector<std::int32_t> row_of;    // the atom of each row
  std::vector<std::int32_t> row_ends;  // in `near`
  std::vector<std::int32_t> near;      // by places in the second cell, row after row
  // Of compute.
  std::vector<Quad> first;
  std::vector<Quad> second;
  std::vector<Quad> on_first;
  std::vector<Quad> on_second;
};

Workspace& workspace() {
  thread_local Workspace one;
  return one;
}

template <class T>
void pick(const std::vector<T>& from, const std::vector<std::int32_t>& places,
          std::vector<T>& into) {
  into.clear();
  for (const std::int32_t place : places) into.push_back(from[static_cast<std::size_t>(place)]);
  into.resize(into.size() + strands - 1);  // for what fills rows up
}

}  // namespace

namespace {

constexpr int mesh_table_parts = 2048;

// The cubic between two values with given slopes, over a part of that width (Hermite).
Quad cubic(double one, double slope, double other, double other_slope, double width) {
  const double rise = other - one;
  return {{one, width * slope, 3 * rise - width * (2 * slope + other_slope),
           width * (slope + other_slope) - 2 * rise}};
}

// erf(beta r) / r and what that does as a force, times r; each with its slope along r^2.
struct MeshPair {
  MeshPair(double beta, double square) {
    const double bell = 2 * beta / std::sqrt(std::numbers::pi) * std::exp(-beta * beta * square);
    energy = square > 0 ? std::erf(beta * std::sqrt(square)) / std::sqrt(square) : bell;
    force = energy - bell;
    energy_slope = square > 0 ? -force / (2 * square) : -bell * beta * beta / 3;
    force_slope = energy_slope + bell * beta * beta;
  }
  double energy;
  double force;
  double energy_slope;
  double force_slope;
};

void make_mesh_tables(PairTable& table, double beta) {
  const double width = table.cutoff_squared / mesh_table_parts;
  table.mesh_parts = 1 / width;
  for (int i = 0; i < mesh_table_parts; ++i) {
    const MeshPair one(beta, i * width);
    const MeshPair other(beta, (i + 1) * width);
    table.mesh_forces.push_back(
        cubic(one.force, one.force_slope, other.force, other.force_slope, width));
    table.mesh_energies.push_back(
        cubic(one.energy, one.energy_slope, other.energy, other.energy_slope, width));
  }
  // A square distance just below the cutoff's may round to the end of the last part.
  table.mesh_forces.push_back(table.mesh_forces.back());
  table.mesh_energies.push_back(table.mesh_energies.back());
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
  if (interaction.ewald_beta > 0) make_mesh_tables(*this, interaction.ewald_beta);
  for (const LennardJones& pair : interaction.pairs) {
    const double sigma2 = pair.sigma * pair.sigma;
    const double sigma6 = sigma2 * sigma2 * sigma2;
    const double energy6 = 4 * pair.epsilon * sigma6;
    const double energy12 = energy6 * sigma6;
    double shift = 0;
    if (interaction.ending == Ending::shift) {
      const double inverse6 = 1 / (cutoff_squared * cutoff_squared * cutoff_squared);
      shift = inverse6 * (energy12 * inverse6 - energy6);
    }
    rows.push_back({{energy12, energy6, shift, 0}});
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
  Workspace& work = workspace();
  NearFinder& there = work.there;
  there.begin(second, shift, reach_squared);
  work.here.begin(first, {0, 0, 0}, reach_squared);
  const GroupBounds& groups = work.here.bounds();
  std::vector<std::int32_t>& first_has = work.first_has;
  std::vector<std::int32_t>& second_has = work.second_has;
  first_has.assign(first.size(), 0);
  second_has.assign(second.size(), 0);
  std::vector<std::int32_t>& row_of = work.row_of;
  std::vector<std::int32_t>& row_ends = work.row_ends;
  std::vector<std::int32_t>& near = work.near;
  row_of.clear();
  row_ends.clear();
  std::size_t found = 0;
  const ExclusionFilter filter(excluded, second, second_roster, shift);
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const Vec low = {groups.low[0][group], groups.low[1][group], groups.low[2][group]};
    const Vec high = {groups.high[0][group], groups.high[1][group], groups.high[2][group]};
    if (!there.restrict_to(low, high, is_self ? group : 0)) continue;
    if (near.size() < found + group_size * there.most()) {
      near.resize(2 * (found + group_size * there.most()));
    }
    const std::size_t end = std::min(first.size(), (group + 1) * group_size);
    for (std::size_t i = group * group_size; i < end; ++i) {
      const auto begin = is_self ? static_cast<std::int32_t>(i + 1) : 0;
      const Vec point = {first.x[i], first.y[i], first.z[i]};
      std::size_t count = there.find(point, begin, near.data() + found);
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
  pairs_ = static_cast<std::int64_t>(found);
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
  entries_.resize(found + row_of.size() * (strands - 1));
  row_begin_.assign(first_atoms_.size() + 1, 0);
  std::int32_t* into = entries_.data();
  std::size_t at = 0;
  std::size_t row = 0;
  for (std::size_t place = 0; place < first_atoms_.size(); ++place) {
    row_begin_[place] = static_cast<std::int32_t>(into - entries_.data());
    if (row == row_of.size() || row_of[row] != first_atoms_[place]) continue;
    const auto row_end = static_cast<std::size_t>(row_ends[row++]);
    std::int32_t spare = filler;
    for (std::size_t lane = row_end - at; lane % strands != 0; ++lane) ++spare;
    for (; at < row_end; ++at) *into++ = second_has[static_cast<std::size_t>(near[at])];
    while (spare > filler) *into++ = --spare;
  }
  entries_.resize(static_cast<std::size_t>(into - entries_.data()));
  row_begin_.back() = static_cast<std::int32_t>(entries_.size());
}

namespace {

void write(const std::vector<Quad>& from, std::vector<double>& values) {
  const std::size_t count = from.size() - (strands - 1);
  values.resize(3 * count);
  double* const x = values.data();
  for (std::size_t i = 0; i < count; ++i) {
    x[i] = from[i].values[0];
    x[count + i] = from[i].values[1];
    x[2 * count + i] = from[i].values[2];
  }
}

}  // namespace

void NeighbourList::compute(const Positions& first, const Positions& second, const PairTable& table,
                            bool with_energies, Forces& on_first, Forces& on_second) {
  on_first.atoms = first_atoms_;
  on_second.atoms = second_atoms_;
  on_first.energies = {};
  on_second.energies = {};
  if (pairs_ == 0) {
    on_first.values.clear();
    on_second.values.clear();
    return;
  }
  Workspace& work = workspace();
  gather(first, first_atoms_, first_charges_, {0, 0, 0}, work.first);
  work.on_first.assign(work.first.size(), Quad{});
  PairRows rows{.rows = first_atoms_.size(),
                .row_begin = row_begin_.data(),
                .entries = entries_.data(),
                .first = work.first.data(),
                .second = work.first.data(),
                .first_types = first_types_.data(),
                .second_types = first_types_.data(),
                .table = table.rows.data(),
                .mesh_forces = table.mesh_forces.data(),
                .mesh_energies = table.mesh_energies.data(),
                .on_first = work.on_first.data(),
                .on_second = work.on_first.data()};
  if (!is_self_) {
    gather(second, second_atoms_, second_charges_, shift_, work.second);
    work.on_second.assign(work.second.size(), Quad{});
    rows.second = work.second.data();
    rows.second_types = second_types_.data();
    rows.on_second = work.on_second.data();
  }
  on_first.energies = compute_rows(rows, table, with_energies);
  write(work.on_first, on_first.values);
  if (!is_self_) write(work.on_second, on_second.values);
}

}  // namespace md
