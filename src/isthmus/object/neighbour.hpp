// isthmus/object/neighbour.hpp: what lies next to an element of a dense array.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "isthmus/object/index.hpp"

namespace isthmus::engine {

/// One of the two sides of an element in a dimension. Plain data; may be sent.
struct Face {
  std::int8_t dimension = 0;
  std::int8_t direction = -1;  ///< -1: towards smaller indices; 1: towards greater ones.

  /// As the neighbour there sees it.
  constexpr Face opposite() const { return {dimension, static_cast<std::int8_t>(-direction)}; }
  /// From 0 on: twice the dimension, and one more towards greater indices.
  constexpr std::size_t number() const {
    return 2U * static_cast<unsigned char>(dimension) + (direction > 0 ? 1U : 0U);
  }
  constexpr auto operator<=>(const Face&) const = default;
};

/// Plain data.
template <GridIndex IndexType>
struct Neighbour {
  IndexType index;
  Face face;  ///< The neighbour lies behind this face of the element.
};

/// Those that share a face with the element, by the number of their faces; at a border of the
/// extent there is none.
template <GridIndex IndexType>
std::vector<Neighbour<IndexType>> neighbours_of(const IndexType& index, const Extent& extent) {
  std::vector<Neighbour<IndexType>> neighbours;
  for (int dimension = 0; dimension < extent.dimensions; ++dimension) {
    for (const int direction : {-1, 1}) {
      IndexType next = index;
      std::int32_t* at = nullptr;
      if constexpr (std::same_as<IndexType, Index1>) {
        at = &next;
      } else {
        at = &next[dimension];
      }
      *at += direction;
      if (*at < 0 || *at >= extent.size[static_cast<std::size_t>(dimension)]) continue;
      neighbours.push_back(
          {next, {static_cast<std::int8_t>(dimension), static_cast<std::int8_t>(direction)}});
    }
  }
  return neighbours;
}

}  // namespace isthmus::engine

namespace isthmus {

using engine::Face;
using engine::Neighbour;
using engine::neighbours_of;

}  // namespace isthmus
