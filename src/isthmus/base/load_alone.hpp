// isthmus/base/load_alone.hpp: reading what was written a moment ago.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace isthmus::engine {

/// The value, in a load of its own. Compilers join loads of neighbouring fields; one that covers
/// several stores, which have not reached the cache yet, has to wait until they have, which takes
/// longer than all the rest of copying a small message.
template <class T>
  requires std::is_trivially_copyable_v<T> && (sizeof(T) <= sizeof(std::uint64_t))
T load_alone(const T& from) {
  T value = from;
  asm("" : "+r"(value));
  return value;
}

/// Copies 16 bytes of which the first 8 may just have been written.
inline void copy_two_words(std::byte* to, const std::byte* from) {
  std::array<std::uint64_t, 2> words;
  std::memcpy(words.data(), from, sizeof(std::uint64_t));
  asm("" : "+r"(words[0]));
  std::memcpy(words.data() + 1, from + sizeof(std::uint64_t), sizeof(std::uint64_t));
  asm("" : "+r"(words[1]));
  std::memcpy(to, words.data(), sizeof(std::uint64_t));
  std::memcpy(to + sizeof(std::uint64_t), words.data() + 1, sizeof(std::uint64_t));
}

}  // namespace isthmus::engine
