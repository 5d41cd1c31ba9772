#include "isthmus/fabric/filter/shuffle.hpp"

#include <array>
#include <cstring>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::fabric {

namespace {

// Sixteen elements are handled at once, as a table of bytes whose index has the bits
// [element 3..0][byte in element]. Interleaving the table's halves rotates the bits of every index
// to the left by one. Four times makes [byte][element]; as many times as the byte has bits undoes
// it. Vector types of the compiler: whatever the processor has for them.
using Vector = unsigned char __attribute__((vector_size(16)));
constexpr std::size_t group_elements = sizeof(Vector);

Vector load(const std::byte* from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof(vector));
  return vector;
}

void store(std::byte* to, Vector vector) { std::memcpy(to, &vector, sizeof(vector)); }

template <std::size_t Count>
std::array<Vector, Count> interleaved(const std::array<Vector, Count>& table) {
  std::array<Vector, Count> result;
  for (std::size_t i = 0; i < Count / 2; ++i) {
    const Vector a = table[i];
    const Vector b = table[i + Count / 2];
    result[2 * i] =
        __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    result[2 * i + 1] =
        __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  }
  return result;
}

template <std::size_t ElementBytes>
void shuffle_elements(std::span<const std::byte> from, std::span<std::byte> to) {
  const std::size_t count = from.size() / ElementBytes;
  std::size_t element = 0;
  for (; element + group_elements <= count; element += group_elements) {
    std::array<Vector, ElementBytes> table;
    for (std::size_t i = 0; i < ElementBytes; ++i) {
      table[i] = load(&from[element * ElementBytes + i * sizeof(Vector)]);
    }
    for (int round = 0; round < 4; ++round) table = interleaved(table);
    for (std::size_t i = 0; i < ElementBytes; ++i) store(&to[i * count + element], table[i]);
  }
  for (; element < count; ++element) {
    for (std::size_t i = 0; i < ElementBytes; ++i) {
      to[i * count + element] = from[element * ElementBytes + i];
    }
  }
}

template <std::size_t ElementBytes>
void unshuffle_elements(std::span<const std::byte> from, std::span<std::byte> to) {
  constexpr int rounds = ElementBytes == 8 ? 3 : 2;
  const std::size_t count = from.size() / ElementBytes;
  std::size_t element = 0;
  for (; element + group_elements <= count; element += group_elements) {
    std::array<Vector, ElementBytes> table;
    for (std::size_t i = 0; i < ElementBytes; ++i) table[i] = load(&from[i * count + element]);
    for (int round = 0; round < rounds; ++round) table = interleaved(table);
    for (std::size_t i = 0; i < ElementBytes; ++i) {
      store(&to[element * ElementBytes + i * sizeof(Vector)], table[i]);
    }
  }
  for (; element < count; ++element) {
    for (std::size_t i = 0; i < ElementBytes; ++i) {
      to[element * ElementBytes + i] = from[i * count + element];
    }
  }
}

void copy_rest(std::span<const std::byte> from, std::span<std::byte> to,
               std::size_t element_bytes) {
  const std::size_t rest = from.size() % element_bytes;
  if (rest > 0) std::memcpy(&to[to.size() - rest], &from[from.size() - rest], rest);
}

}  // namespace

void shuffle_bytes(std::span<const std::byte> from, std::span<std::byte> to,
                   std::size_t element_bytes) {
  ISTHMUS_ASSERT(to.size() == from.size() && (element_bytes == 4 || element_bytes == 8));
  element_bytes == 4 ? shuffle_elements<4>(from, to) : shuffle_elements<8>(from, to);
  copy_rest(from, to, element_bytes);
}

void unshuffle_bytes(std::span<const std::byte> from, std::span<std::byte> to,
                     std::size_t element_bytes) {
  ISTHMUS_ASSERT(to.size() == from.size() && (element_bytes == 4 || element_bytes == 8));
  element_bytes == 4 ? unshuffle_elements<4>(from, to) : unshuffle_elements<8>(from, to);
  copy_rest(from, to, element_bytes);
}

}  // namespace isthmus::engine::fabric
