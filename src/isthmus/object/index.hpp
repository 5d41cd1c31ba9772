// isthmus/object/index.hpp: indices of array elements, and how they pack into a Key.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>

#include "isthmus/base/ids.hpp"
#include "isthmus/base/object_id.hpp"
#include "isthmus/serial/serial.hpp"

namespace isthmus::engine {

/// A point of an integer grid of 1 to 4 dimensions. `Index2{3, 4}`.
template <int Dimensions>
  requires(Dimensions >= 1 && Dimensions <= 4)
struct Index {
  static constexpr int dimensions = Dimensions;
  std::array<std::int32_t, Dimensions> at;

  constexpr std::int32_t operator[](int dimension) const {
    return at[static_cast<std::size_t>(dimension)];
  }
  constexpr std::int32_t& operator[](int dimension) {
    return at[static_cast<std::size_t>(dimension)];
  }
  constexpr auto operator<=>(const Index&) const = default;
};

using Index1 = std::int32_t;  ///< One dimension needs no braces: `blocks[5]`.
using Index2 = Index<2>;
using Index3 = Index<3>;
using Index4 = Index<4>;

namespace detail {

template <class T>
inline constexpr bool is_grid_index = false;
template <int Dimensions>
inline constexpr bool is_grid_index<Index<Dimensions>> = true;

}  // namespace detail

/// An index with integer coordinates, for which an array can be dense within an extent.
template <class T>
concept GridIndex = std::same_as<T, Index1> || detail::is_grid_index<T>;

}  // namespace isthmus::engine

namespace isthmus {

/// How an index type packs into a Key and prints. The general case takes any serializable type
/// whose serialized form has a fixed size of at most 16 bytes; specialize it for others.
template <class T>
struct IndexTraits {
  static_assert(serial::Serializable<T>, "isthmus: an index type must be serializable");

  static Key to_key(const T& index) {
    static_assert(serial::fixed_size<T>().has_value() && *serial::fixed_size<T>() <= sizeof(Key),
                  "isthmus: this index type does not pack into 16 bytes of fixed size; "
                  "specialize isthmus::IndexTraits for it");
    alignas(serial::buffer_alignment) std::array<std::byte, serial::buffer_alignment> bytes{};
    serial::write(std::span<std::byte>(bytes).first(*serial::fixed_size<T>()), index);
    Key key;
    std::memcpy(&key, bytes.data(), sizeof(Key));
    return key;
  }
  static T from_key(const Key& key) {
    alignas(serial::buffer_alignment) std::array<std::byte, serial::buffer_alignment> bytes{};
    std::memcpy(bytes.data(), &key, sizeof(Key));
    T index{};
    serial::Reader reader(std::span<const std::byte>(bytes).first(*serial::fixed_size<T>()));
    reader(index);
    return index;
  }
  static std::string text(const Key& key) {
    return std::to_string(key.low) + (key.high != 0 ? "/" + std::to_string(key.high) : "");
  }
};

template <std::integral T>
struct IndexTraits<T> {
  static constexpr int dimensions = 1;
  static constexpr Key to_key(T index) { return {static_cast<std::uint64_t>(index), 0}; }
  static constexpr T from_key(const Key& key) { return static_cast<T>(key.low); }
  static std::string text(const Key& key) { return std::to_string(from_key(key)); }
};

template <int Dimensions>
struct IndexTraits<engine::Index<Dimensions>> {
  static constexpr int dimensions = Dimensions;

  static constexpr Key to_key(const engine::Index<Dimensions>& index) {
    std::array<std::uint64_t, 4> bits{};
    for (int d = 0; d < Dimensions; ++d) {
      bits[static_cast<std::size_t>(d)] = static_cast<std::uint32_t>(index[d]);
    }
    return {bits[0] | bits[1] << 32, bits[2] | bits[3] << 32};
  }
  static constexpr engine::Index<Dimensions> from_key(const Key& key) {
    const std::array<std::uint64_t, 4> bits = {key.low, key.low >> 32, key.high, key.high >> 32};
    engine::Index<Dimensions> index{};
    for (int d = 0; d < Dimensions; ++d) {
      index[d] =
          static_cast<std::int32_t>(static_cast<std::uint32_t>(bits[static_cast<std::size_t>(d)]));
    }
    return index;
  }
  static std::string text(const Key& key) {
    const engine::Index<Dimensions> index = from_key(key);
    std::string out = std::to_string(index[0]);
    for (int d = 1; d < Dimensions; ++d) out += "," + std::to_string(index[d]);
    return out;
  }
};

/// The index of a group's elements: one for each PE.
template <>
struct IndexTraits<PeId> {
  static constexpr int dimensions = 1;
  static constexpr Key to_key(PeId pe) { return {pe.value, 0}; }
  static constexpr PeId from_key(const Key& key) { return PeId(key.low); }
  static std::string text(const Key& key) { return "PE " + std::to_string(key.low); }
};

/// The index type of a chare that stands alone.
struct NoIndex {};

template <>
struct IndexTraits<NoIndex> {
  static constexpr NoIndex from_key(const Key&) { return {}; }
  static std::string text(const Key& key) { return "#" + std::to_string(key.low); }
};

}  // namespace isthmus

namespace isthmus::engine {

/// The sizes of a grid in each of its dimensions, the unused ones 1; all 0 for an array without
/// bounds.
struct Extent {
  std::array<std::int32_t, 4> size = {0, 0, 0, 0};
  std::int32_t dimensions = 0;

  template <GridIndex IndexType>
  static constexpr Extent of(const IndexType& sizes) {
    Extent extent{{1, 1, 1, 1}, 1};
    if constexpr (std::same_as<IndexType, Index1>) {
      extent.size[0] = sizes;
    } else {
      extent.dimensions = IndexType::dimensions;
      for (int d = 0; d < IndexType::dimensions; ++d) {
        extent.size[static_cast<std::size_t>(d)] = sizes[d];
      }
    }
    return extent;
  }

  bool is_bounded() const { return dimensions > 0; }
  std::int64_t count() const { return std::int64_t{size[0]} * size[1] * size[2] * size[3]; }
  constexpr bool operator==(const Extent&) const = default;
};

namespace detail {

/// The coordinates of a grid index, the unused ones 0.
template <GridIndex IndexType>
constexpr std::array<std::int32_t, 4> coordinates(const IndexType& index) {
  std::array<std::int32_t, 4> out{};
  if constexpr (std::same_as<IndexType, Index1>) {
    out[0] = index;
  } else {
    for (int d = 0; d < IndexType::dimensions; ++d) out[static_cast<std::size_t>(d)] = index[d];
  }
  return out;
}

template <GridIndex IndexType>
constexpr IndexType from_coordinates(const std::array<std::int32_t, 4>& at) {
  if constexpr (std::same_as<IndexType, Index1>) {
    return at[0];
  } else {
    IndexType index{};
    for (int d = 0; d < IndexType::dimensions; ++d) index[d] = at[static_cast<std::size_t>(d)];
    return index;
  }
}

}  // namespace detail

/// Calls `visit(index)` for every index within the extent, the last coordinate fastest.
template <GridIndex IndexType, class Visit>
void for_each_index(const Extent& extent, Visit&& visit) {
  const auto& n = extent.size;
  for (std::int32_t a = 0; a < n[0]; ++a) {
    for (std::int32_t b = 0; b < n[1]; ++b) {
      for (std::int32_t c = 0; c < n[2]; ++c) {
        for (std::int32_t d = 0; d < n[3]; ++d) {
          visit(detail::from_coordinates<IndexType>({a, b, c, d}));
        }
      }
    }
  }
}

}  // namespace isthmus::engine

namespace isthmus {

using engine::Extent;
using engine::for_each_index;
using engine::GridIndex;
using engine::Index;
using engine::Index1;
using engine::Index2;
using engine::Index3;
using engine::Index4;

}  // namespace isthmus
