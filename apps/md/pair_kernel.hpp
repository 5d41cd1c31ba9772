// md/pair_kernel.hpp: the inner loop over pairs of atoms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "md/neighbour_list.hpp"
#include "md/positions.hpp"
#include "md/system.hpp"

namespace md {

/// Sums over a row run in so many strands, whose sums are added up in pairs at its end.
constexpr std::size_t strands = 8;

/// Chosen atoms of a cell, shifted, and behind them one that is far from everything: rows that are
/// no multiple of the strands are filled up with it.
struct Gathered {
  Gathered(const Positions& all, const std::vector<std::int32_t>& atoms, const Vec& shift);

  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> z;
};

/// What the loop runs over; owns nothing.
struct PairRows {
  std::size_t rows;
  const std::int32_t* row_begin;  ///< rows + 1, multiples of `strands`.
  const std::int32_t* entries;    ///< Places in `second`.
  const Gathered* first;
  const Gathered* second;
  const std::int32_t* first_types;
  const std::int32_t* second_types;
};

/// Adds the forces to both, which may be one and the same, and sets the energies of `on_first`.
void compute_rows(const PairRows& rows, const PairTable& table, bool with_energies,
                  Forces& on_first, Forces& on_second);

}  // namespace md
