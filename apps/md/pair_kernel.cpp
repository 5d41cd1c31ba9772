#include "md/pair_kernel.hpp"

#include <array>

// The one place that knows about instruction sets: on x86-64 the loop is compiled three times and
// the loader picks one. The sanitizers' start-up code cannot run yet when it does.
#if defined(__x86_64__) && defined(__ELF__) && defined(__GLIBC__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define ISTHMUS_CLONE_PER_CPU \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define ISTHMUS_CLONE_PER_CPU
#endif

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
  Strands virial = {};
};

template <bool one_type, bool is_switched, bool with_energies>
[[gnu::always_inline]] inline void rows_of(const PairRows& rows, const PairTable& table,
                                           Forces& on_first, Forces& on_second) {
  const double* const second_x = rows.second->x.data();
  const double* const second_y = rows.second->y.data();
  const double* const second_z = rows.second->z.data();
  double* const force_x = on_second.x.data();
  double* const force_y = on_second.y.data();
  double* const force_z = on_second.z.data();
  const double cutoff_squared = table.cutoff_squared;
  const double inner_squared = table.inner_squared;
  const double switch_scale = table.switch_scale;
  const PairTable::Row only = table.rows[0];
  Sums sums;
  for (std::size_t row = 0; row < rows.rows; ++row) {
    const std::int32_t begin = rows.row_begin[row];
    const std::int32_t end = rows.row_begin[row + 1];
    if (begin == end) continue;
    const double x = rows.first->x[row];
    const double y = rows.first->y[row];
    const double z = rows.first->z[row];
    const PairTable::Row* const types =
        one_type ? nullptr
                 : &table.rows[static_cast<std::size_t>(rows.first_types[row] * table.types)];
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
    on_first.energies.van_der_waals = sum_of(sums.energy);
    on_first.energies.virial = sum_of(sums.virial);
  }
}

template <bool one_type, bool is_switched>
[[gnu::always_inline]] inline void rows_with(const PairRows& rows, const PairTable& table,
                                             bool with_energies, Forces& on_first,
                                             Forces& on_second) {
  if (with_energies) {
    rows_of<one_type, is_switched, true>(rows, table, on_first, on_second);
  } else {
    rows_of<one_type, is_switched, false>(rows, table, on_first, on_second);
  }
}

}  // namespace

Gathered::Gathered(const Positions& all, const std::vector<std::int32_t>& atoms, const Vec& shift)
    : x(atoms.size() + 1, far_away), y(atoms.size() + 1, far_away), z(atoms.size() + 1, far_away) {
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const auto atom = static_cast<std::size_t>(atoms[i]);
    x[i] = all.x[atom] + shift[0];
    y[i] = all.y[atom] + shift[1];
    z[i] = all.z[atom] + shift[2];
  }
}

ISTHMUS_CLONE_PER_CPU void compute_rows(const PairRows& rows, const PairTable& table,
                                        bool with_energies, Forces& on_first, Forces& on_second) {
  const bool one_type = table.types == 1;
  if (one_type && !table.is_switched) {
    rows_with<true, false>(rows, table, with_energies, on_first, on_second);
  } else if (one_type) {
    rows_with<true, true>(rows, table, with_energies, on_first, on_second);
  } else if (!table.is_switched) {
    rows_with<false, false>(rows, table, with_energies, on_first, on_second);
  } else {
    rows_with<false, true>(rows, table, with_energies, on_first, on_second);
  }
}

}  // namespace md
