// fem/exchange.hpp: what parts tell each other of values at nodes and elements; who carries it is
// told elsewhere.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fem/piece.hpp"

namespace isthmus::fem {

/// Places of a link: such as &Link::nodes_to.
using Places = std::vector<std::int32_t> Link::*;

/// Adds the values at some places, `components` of each, to `into`.
void pick(std::span<const double> values, int components, std::span<const std::int32_t> places,
          std::vector<double>& into);
/// Sets values at some places to what `from` has for them, in the same order. False, and nothing is
/// set, where it has more or fewer.
[[nodiscard]] bool place(std::span<double> values, int components,
                         std::span<const std::int32_t> places, std::span<const double> from);

enum class Combining : std::uint8_t { sum, greatest };

/// At the shared nodes of a piece, combines its values with those of all others, in the order of
/// the parts: the same bits for all of them. `from` has, for each of piece.links, the values that
/// came from there for its shared nodes. False where one has more or fewer.
[[nodiscard]] bool combine_shared(const Piece& piece, std::span<double> values, int components,
                                  std::span<const std::span<const double>> from,
                                  Combining combining);

}  // namespace isthmus::fem
