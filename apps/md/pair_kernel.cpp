#include "md/pair_kernel.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "isthmus/base/clone_per_cpu.hpp"

namespace md {

namespace {

// Its square is a number, and so is the square's cube's inverse: 0.
constexpr double far_away = 1e30;

using Strands = std::array<double, strands>;

[[gnu::always_inline]] inline double sum_of(const Strands& s) {
  return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

struct Sums {
  Strands energy = {};
  Strands coulomb = {};
  Strands virial = {};
};

template <bool one_type, bool is_charged, bool is_switched, bool with_energies>
[[gnu::always_inline]] inline void rows_of(const PairRows& rows, const PairTable& table,
                                           const ForceRows& on_first, const ForceRows& on_second,
                                           Energies& found) {
  const double* const first_x = rows.first->x();
  const double* const first_y = rows.first->y();
  const double* const first_z = rows.first->z();
  const double* const second_x = rows.second->x();
  const double* const second_y = rows.second->y();
  const double* const second_z = rows.second->z();
  double* const force_x = on_second.x;
  double* const force_y = on_second.y;
  double* const force_z = on_second.z;
  const double cutoff_squared = table.cutoff_squared;
  const double inner_squared = table.inner_squared;
  const double switch_scale = table.switch_scale;
  const double* const charges = rows.second_charges;
  const PairTable::Row only = table.rows[0];
  Sums sums;
  for (std::size_t row = 0; row < rows.rows; ++row) {
    const std::int32_t begin = rows.row_begin[row];
    const std::int32_t end = rows.row_begin[row + 1];
    if (begin == end) continue;
    const double x = first_x[row];
    const double y = first_y[row];
    const double z = first_z[row];
    const PairTable::Row* const types =
        one_type ? nullptr
                 : &table.rows[static_cast<std::size_t>(rows.first_types[row] * table.types)];
    const double charge = is_charged ? table.coulomb * rows.first_charges[row] : 0;
    Strands row_x = {};
    Strands row_y = {};
    Strands row_z = {};
    for (std::int32_t at = begin; at < end; at += static_cast<std::int32_t>(strands)) {
      const std::int32_t* const entries = rows.entries + at;
      alignas(64) Strands pair_x;
      alignas(64) Strands pair_y;
      alignas(64) Strands pair_z;
#pragma omp simd
      for (std::size_t s = 0; s < strands; ++s) {
        const std::int32_t j = entries[s];
        const double dx = x - second_x[j];
        const double dy = y - second_y[j];
        const double dz = z - second_z[j];
        const double r2 = (dx * dx + dy * dy) + dz * dz;
        double force12 = only.force12;
        double force6 = only.force6;
        double energy12 = only.energy12;
        double energy6 = only.energy6;
        double shift = only.shift;
        if constexpr (!one_type) {
          const PairTable::Row& entry = types[rows.second_types[j]];
          force12 = entry.force12;
          force6 = entry.force6;
          energy12 = entry.energy12;
          energy6 = entry.energy6;
          shift = entry.shift;
        }
        const double inverse2 = 1.0 / r2;
        const double inverse6 = inverse2 * inverse2 * inverse2;
        double force = inverse6 * (force12 * inverse6 - force6);
        double energy = 0;
        if constexpr (is_switched || with_energies) {
          energy = inverse6 * (energy12 * inverse6 - energy6) - shift;
        }
        if constexpr (is_switched) {
          const double to_cutoff = cutoff_squared - r2;
          const double from_inner = r2 - inner_squared;
          const double factor = to_cutoff * to_cutoff *
                                (cutoff_squared + 2.0 * r2 - 3.0 * inner_squared) * switch_scale;
          const double slope = 12.0 * r2 * to_cutoff * from_inner * switch_scale;
          const bool is_outer = from_inner > 0;
          force = is_outer ? force * factor + energy * slope : force;
          energy = is_outer ? energy * factor : energy;
        }
        double charged_energy = 0;
        if constexpr (is_charged) {
          const double product = charge * charges[j];
          const double inverse = std::sqrt(inverse2);
          const double slope = table.coulomb_slope * r2 * inverse;
          force += product * (inverse - slope);
          charged_energy = product * ((inverse + slope) - table.coulomb_offset);
        }
        const bool is_near = r2 < cutoff_squared;
        force = is_near ? force * inverse2 : 0.0;
        pair_x[s] = dx * force;
        pair_y[s] = dy * force;
        pair_z[s] = dz * force;
        row_x[s] += dx * force;
        row_y[s] += dy * force;
        row_z[s] += dz * force;
        if constexpr (with_energies) {
          sums.energy[s] += is_near ? energy : 0.0;
          if constexpr (is_charged) sums.coulomb[s] += is_near ? charged_energy : 0.0;
          sums.virial[s] += force * r2;
        }
      }
      for (std::size_t s = 0; s < strands; ++s) {
        const std::int32_t j = entries[s];
        force_x[j] -= pair_x[s];
        force_y[j] -= pair_y[s];
        force_z[j] -= pair_z[s];
      }
    }
    on_first.x[row] += sum_of(row_x);
    on_first.y[row] += sum_of(row_y);
    on_first.z[row] += sum_of(row_z);
  }
  if constexpr (with_energies) {
    found.van_der_waals = sum_of(sums.energy);
    found.coulomb = sum_of(sums.coulomb);
    found.virial = sum_of(sums.virial);
  }
}

template <bool one_type, bool is_charged>
[[gnu::always_inline]] inline void rows_with(const PairRows& rows, const PairTable& table,
                                             bool with_energies, const ForceRows& on_first,
                                             const ForceRows& on_second, Energies& found) {
  constexpr bool one = one_type;
  constexpr bool charged = is_charged;
  if (table.is_switched && with_energies) {
    rows_of<one, charged, true, true>(rows, table, on_first, on_second, found);
  } else if (table.is_switched) {
    rows_of<one, charged, true, false>(rows, table, on_first, on_second, found);
  } else if (with_energies) {
    rows_of<one, charged, false, true>(rows, table, on_first, on_second, found);
  } else {
    rows_of<one, charged, false, false>(rows, table, on_first, on_second, found);
  }
}

}  // namespace

// One place more than there are atoms, at least.
Coordinates::Coordinates(std::size_t count)
    : stride_((count / strands + 1) * strands), values_(3 * stride_, far_away) {}

Coordinates::Coordinates(const Positions& all, const Vec& shift) : Coordinates(all.size()) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    values_[i] = all.x[i] + shift[0];
    values_[stride_ + i] = all.y[i] + shift[1];
    values_[2 * stride_ + i] = all.z[i] + shift[2];
  }
}

Coordinates::Coordinates(const Positions& all, const std::vector<std::int32_t>& atoms,
                         const Vec& shift)
    : Coordinates(atoms.size()) {
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const auto atom = static_cast<std::size_t>(atoms[i]);
    values_[i] = all.x[atom] + shift[0];
    values_[stride_ + i] = all.y[atom] + shift[1];
    values_[2 * stride_ + i] = all.z[atom] + shift[2];
  }
}

ISTHMUS_CLONE_PER_CPU Energies compute_rows(const PairRows& rows, const PairTable& table,
                                            bool with_energies, const ForceRows& on_first,
                                            const ForceRows& on_second) {
  Energies found;
  if (table.coulomb != 0) {
    rows_with<false, true>(rows, table, with_energies, on_first, on_second, found);
  } else if (table.types > 1) {
    rows_with<false, false>(rows, table, with_energies, on_first, on_second, found);
  } else {
    rows_with<true, false>(rows, table, with_energies, on_first, on_second, found);
  }
  return found;
}

ISTHMUS_CLONE_PER_CPU std::size_t find_near(const Vec& point, const Coordinates& atoms,
                                            const std::vector<std::int32_t>& groups,
                                            std::int32_t begin, double reach_squared,
                                            std::int32_t* found) {
  std::size_t count = 0;
  for (const std::int32_t group : groups) {
    const auto first = static_cast<std::int32_t>(group * strands);
    const double* const x = atoms.x() + first;
    const double* const y = atoms.y() + first;
    const double* const z = atoms.z() + first;
    alignas(64) Strands apart;
#pragma omp simd
    for (std::size_t s = 0; s < strands; ++s) {
      const double dx = point[0] - x[s];
      const double dy = point[1] - y[s];
      const double dz = point[2] - z[s];
      apart[s] = dx * dx + dy * dy + dz * dz;
    }
    for (std::int32_t s = 0; s < static_cast<std::int32_t>(strands); ++s) {
      found[count] = first + s;
      count += apart[static_cast<std::size_t>(s)] < reach_squared && first + s >= begin;
    }
  }
  return count;
}

ISTHMUS_CLONE_PER_CPU double longest_way_squared(const Positions& from, const Positions& to) {
  Strands longest = {};
  const std::size_t count = to.size();
  const std::size_t whole = count / strands * strands;
  for (std::size_t begin = 0; begin < whole; begin += strands) {
#pragma omp simd
    for (std::size_t s = 0; s < strands; ++s) {
      const double dx = to.x[begin + s] - from.x[begin + s];
      const double dy = to.y[begin + s] - from.y[begin + s];
      const double dz = to.z[begin + s] - from.z[begin + s];
      const double way = dx * dx + dy * dy + dz * dz;
      longest[s] = way > longest[s] ? way : longest[s];
    }
  }
  for (std::size_t i = whole; i < count; ++i) {
    const double dx = to.x[i] - from.x[i];
    const double dy = to.y[i] - from.y[i];
    const double dz = to.z[i] - from.z[i];
    longest[0] = std::max(longest[0], dx * dx + dy * dy + dz * dz);
  }
  return *std::ranges::max_element(longest);
}

}  // namespace md
