// isthmus/serial/elements.hpp: what the codecs of all containers share: the count, and loops over
// elements that no input can make endless.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "isthmus/serial/codec.hpp"

namespace isthmus::engine::serial {

/// Elements that take no bytes are not bounded by the size of the input, hence by this; writing
/// more is a programmer error.
inline constexpr std::size_t empty_elements_max = 65536;

namespace detail {

using Count = std::uint64_t;

/// What codecs of containers have in common.
template <class... Elements>
struct ContainerCodec {
  using parts = Parts<Elements...>;
  static constexpr bool makes_parts = true;
  static constexpr bool is_bitwise = false;
  static constexpr bool is_fixed = false;
  static constexpr std::size_t size_min = sizeof(Count);
  static constexpr std::string_view form = "list";
};

template <class Out>
void save_count(Out& out, std::size_t count) {
  const Count wire_count = count;
  out.put(&wire_count, sizeof(wire_count));
}

/// The number of elements to come, each of `size_min` bytes or more; 0 after a failure. More than
/// the remaining bytes can hold is a failure.
inline std::size_t load_count(Reader& in, std::size_t size_min, std::string_view what) {
  Count count = 0;
  if (!in.get(&count, sizeof(count), what)) return 0;
  if (size_min != 0 && count > in.remaining() / size_min) [[unlikely]] {
    in.fail("it counts more elements than the bytes can hold", what);
    return 0;
  }
  return count;
}

/// How many elements of `element_size` bytes in memory to make room for beforehand, so that a
/// short input cannot ask for much memory.
inline std::size_t count_to_reserve(const Reader& in, std::size_t count, std::size_t element_size) {
  return std::min(count, in.remaining() / element_size + 1);
}

/// save_one(element) for each. Elements of a fixed size are only counted by a Sizer.
template <std::size_t SizeMin, bool IsFixed, class Out, class Range, class SaveOne>
void save_elements(Out& out, const Range& range, std::size_t count, SaveOne save_one) {
  if constexpr (IsFixed && std::same_as<Out, Sizer>) {
    out.put(nullptr, count * SizeMin);
  } else {
    std::size_t empty_count = 0;
    for (const auto& element : range) {
      const std::size_t before = out.position();
      save_one(element);
      if constexpr (SizeMin == 0) empty_count += out.position() == before ? 1 : 0;
    }
    ISTHMUS_ASSERT(empty_count <= empty_elements_max);
  }
}

/// load_one() `count` times, until a failure.
template <std::size_t SizeMin, class LoadOne>
void load_elements(Reader& in, std::size_t count, std::string_view what, LoadOne load_one) {
  if (count == 0 || !in.enter(what)) return;
  std::size_t empty_count = 0;
  for (std::size_t i = 0; i < count && in.is_ok(); ++i) {
    const std::size_t before = in.position();
    load_one();
    if constexpr (SizeMin == 0) {
      empty_count += in.position() == before ? 1 : 0;
      if (empty_count > empty_elements_max) in.fail("too many elements without bytes", what);
    }
  }
  in.leave();
}

}  // namespace detail
}  // namespace isthmus::engine::serial
