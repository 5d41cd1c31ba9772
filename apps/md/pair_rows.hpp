// md/pair_rows.hpp: the inner loop over pairs of atoms, four at a time. Has no guard and no
// includes: pair_kernel.cpp includes it once for each instruction set, in a namespace of its own,
// because compilers cut vectors up for the processor that a function is for before they copy it for
// another one. Calls nothing that another set could share.

using Two [[gnu::vector_size(16), gnu::aligned(8), gnu::may_alias]] = double;
using Four [[gnu::vector_size(32), gnu::may_alias]] = double;

[[gnu::always_inline]] inline Four both(const double* low, const double* high) {
  const Two one = *reinterpret_cast<const Two*>(low);
  const Two other = *reinterpret_cast<const Two*>(high);
  return __builtin_shufflevector(one, other, 0, 1, 2, 3);
}

// The first three, or all, numbers of four records, each in one vector.
template <bool with_fourth>
[[gnu::always_inline]] inline void load(const Quad* from, const std::int32_t* at, Four& x, Four& y,
                                        Four& z, Four& w) {
  const double* const a = from[at[0]].values;
  const double* const b = from[at[1]].values;
  const double* const c = from[at[2]].values;
  const double* const d = from[at[3]].values;
  const Four xy_ac = both(a, c);
  const Four xy_bd = both(b, d);
  x = __builtin_shufflevector(xy_ac, xy_bd, 0, 4, 2, 6);
  y = __builtin_shufflevector(xy_ac, xy_bd, 1, 5, 3, 7);
  const Four zw_ac = both(a + 2, c + 2);
  const Four zw_bd = both(b + 2, d + 2);
  z = __builtin_shufflevector(zw_ac, zw_bd, 0, 4, 2, 6);
  if constexpr (with_fourth) w = __builtin_shufflevector(zw_ac, zw_bd, 1, 5, 3, 7);
}

// Four vectors of three numbers each.
struct Turned {
  Four a, b, c, d;
};

[[gnu::always_inline]] inline Turned turned(const Four& x, const Four& y, const Four& z) {
  const Four nothing = {};
  const Four xy_ac = __builtin_shufflevector(x, y, 0, 4, 2, 6);
  const Four xy_bd = __builtin_shufflevector(x, y, 1, 5, 3, 7);
  const Four z_ac = __builtin_shufflevector(z, nothing, 0, 4, 2, 6);
  const Four z_bd = __builtin_shufflevector(z, nothing, 1, 5, 3, 7);
  return {__builtin_shufflevector(xy_ac, z_ac, 0, 1, 4, 5),
          __builtin_shufflevector(xy_bd, z_bd, 0, 1, 4, 5),
          __builtin_shufflevector(xy_ac, z_ac, 2, 3, 6, 7),
          __builtin_shufflevector(xy_bd, z_bd, 2, 3, 6, 7)};
}

[[gnu::always_inline]] inline Four& four(Quad& quad) {
  return *reinterpret_cast<Four*>(quad.values);
}

[[gnu::always_inline]] inline Four all(double value) { return Four{value, value, value, value}; }

[[gnu::always_inline]] inline double sum_of(const Four& s) { return (s[0] + s[2]) + (s[1] + s[3]); }

template <bool one_type, bool is_charged, bool is_switched, bool with_energies>
[[gnu::always_inline]] inline void rows_of(const PairRows& rows, const PairTable& table,
                                           Energies& found) {
  const Quad* const second = rows.second;
  Quad* const on_second = rows.on_second;
  const Quad* const types = rows.table;
  const Four cutoff_squared = all(table.cutoff_squared);
  const Four inner_squared = all(table.inner_squared);
  const Four inner3 = all(3.0 * table.inner_squared);
  const Four switch_scale = all(table.switch_scale);
  const Four coulomb_slope = all(table.coulomb_slope);
  const Four coulomb_offset = all(table.coulomb_offset);
  Four energy12 = all(types[0].values[0]);
  Four energy6 = all(types[0].values[1]);
  Four shift = all(types[0].values[2]);
  Four energies = {};
  Four charged_energies = {};
  Four virial = {};
  for (std::size_t row = 0; row < rows.rows; ++row) {
    const std::int32_t begin = rows.row_begin[row];
    const std::int32_t end = rows.row_begin[row + 1];
    if (begin == end) continue;
    const Four x = all(rows.first[row].values[0]);
    const Four y = all(rows.first[row].values[1]);
    const Four z = all(rows.first[row].values[2]);
    const Four charge = all(table.coulomb * rows.first[row].values[3]);
    const Quad* const row_types =
        one_type ? types : types + static_cast<std::size_t>(rows.first_types[row] * table.types);
    Four row_x = {};
    Four row_y = {};
    Four row_z = {};
    for (std::int32_t at = begin; at < end; at += static_cast<std::int32_t>(strands)) {
      const std::int32_t* const entries = rows.entries + at;
      Four dx, dy, dz, product;
      load<is_charged>(second, entries, dx, dy, dz, product);
      dx = x - dx;
      dy = y - dy;
      dz = z - dz;
      const Four r2 = (dx * dx + dy * dy) + dz * dz;
      if constexpr (!one_type) {
        const std::int32_t* const of = rows.second_types;
        const std::int32_t places[] = {of[entries[0]], of[entries[1]], of[entries[2]],
                                       of[entries[3]]};
        load<false>(row_types, places, energy12, energy6, shift, shift);
      }
      const Four inverse2 = 1.0 / r2;
      const Four inverse6 = inverse2 * inverse2 * inverse2;
      const Four repulsion = energy12 * inverse6;
      Four force = inverse6 * (12.0 * repulsion - 6.0 * energy6);
      Four energy = {};
      if constexpr (is_switched || with_energies) {
        energy = inverse6 * (repulsion - energy6) - shift;
      }
      if constexpr (is_switched) {
        const Four to_cutoff = cutoff_squared - r2;
        const Four from_inner = r2 - inner_squared;
        const Four factor =
            to_cutoff * to_cutoff * (cutoff_squared + 2.0 * r2 - inner3) * switch_scale;
        const Four slope = 12.0 * r2 * to_cutoff * from_inner * switch_scale;
        const auto is_outer = from_inner > 0;
        force = is_outer ? force * factor + energy * slope : force;
        energy = is_outer ? energy * factor : energy;
      }
      Four charged_energy = {};
      if constexpr (is_charged) {
        product = charge * product;
        Four inverse = inverse2;
        for (int s = 0; s < 4; ++s) inverse[s] = __builtin_sqrt(inverse[s]);
        const Four slope = coulomb_slope * r2 * inverse;
        force += product * (inverse - slope);
        charged_energy = product * ((inverse + slope) - coulomb_offset);
      }
      const auto is_near = r2 < cutoff_squared;
      force = is_near ? force * inverse2 : Four{};
      if constexpr (with_energies) {
        energies += is_near ? energy : Four{};
        if constexpr (is_charged) charged_energies += is_near ? charged_energy : Four{};
        virial += force * r2;
      }
      dx *= force;
      dy *= force;
      dz *= force;
      row_x += dx;
      row_y += dy;
      row_z += dz;
      const Turned back = turned(dx, dy, dz);
      four(on_second[entries[0]]) -= back.a;
      four(on_second[entries[1]]) -= back.b;
      four(on_second[entries[2]]) -= back.c;
      four(on_second[entries[3]]) -= back.d;
    }
    const Turned sums = turned(row_x, row_y, row_z);
    four(rows.on_first[row]) += (sums.a + sums.c) + (sums.b + sums.d);
  }
  if constexpr (with_energies) {
    found.van_der_waals = sum_of(energies);
    found.coulomb = sum_of(charged_energies);
    found.virial = sum_of(virial);
  }
}

template <bool one_type, bool is_charged>
void rows_with(const PairRows& rows, const PairTable& table, bool with_energies, Energies& found) {
  constexpr bool one = one_type;
  constexpr bool charged = is_charged;
  if (table.is_switched && with_energies) {
    rows_of<one, charged, true, true>(rows, table, found);
  } else if (table.is_switched) {
    rows_of<one, charged, true, false>(rows, table, found);
  } else if (with_energies) {
    rows_of<one, charged, false, true>(rows, table, found);
  } else {
    rows_of<one, charged, false, false>(rows, table, found);
  }
}

void compute(const PairRows& rows, const PairTable& table, bool with_energies, Energies& found) {
  if (table.coulomb != 0) {
    rows_with<false, true>(rows, table, with_energies, found);
  } else if (table.types > 1) {
    rows_with<false, false>(rows, table, with_energies, found);
  } else {
    rows_with<true, false>(rows, table, with_energies, found);
  }
}
