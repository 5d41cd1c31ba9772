// isthmus/serial/serial.hpp: serialization of user types; the one header to include.
//
// Numbers, enumerations, aggregates, standard containers and vocabulary types need no code. Other
// types say what they consist of, once for all directions:
//
//   class Block {
//    public:
//     void serialize(auto& archive) { archive(problem_, step_, cells_); }
//
// or, beside a class that cannot be changed, `void serialize(auto& archive, Matrix& matrix)` in its
// namespace. Code that differs between directions asks `archive.is_reading`. The bytes are told in
// docs/formats/serial.md.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "isthmus/serial/aggregate.hpp"
#include "isthmus/serial/archive.hpp"
#include "isthmus/serial/associative.hpp"
#include "isthmus/serial/codec.hpp"
#include "isthmus/serial/sequence.hpp"
#include "isthmus/serial/serializable.hpp"
#include "isthmus/serial/vocabulary.hpp"

namespace isthmus::engine::serial {

/// Bytes on the wire, if they are the same for all values of T and anywhere in a buffer.
template <Serializable T>
consteval std::optional<std::size_t> fixed_size() {
  if constexpr (Codec<T>::is_fixed) {
    return Codec<T>::size_min;
  } else {
    return std::nullopt;
  }
}

/// Bytes of the values written one after the other from the start of a buffer.
template <class... Ts>
std::size_t size_of(const Ts&... values) {
  Sizer sizer;
  sizer(values...);
  return sizer.position();
}

/// Fills `to`, which has size_of(values...) bytes and, if spans will view it, starts at a multiple
/// of buffer_alignment. Another size is a programmer error.
template <class... Ts>
void write(std::span<std::byte> to, const Ts&... values) {
  Writer writer(to);
  writer(values...);
  ISTHMUS_ASSERT(writer.position() == to.size());
}

template <class... Ts>
std::vector<std::byte> to_bytes(const Ts&... values) {
  std::vector<std::byte> bytes(size_of(values...));
  write(bytes, values...);
  return bytes;
}

/// The value that `bytes` encode, all of them; else ErrorCode::malformed. Views in it point into
/// `bytes`.
template <std::default_initializable T>
Expected<T> from_bytes(std::span<const std::byte> bytes) {
  Expected<T> result;
  Reader reader(bytes);
  reader(*result);
  if (auto finished = reader.finish(); !finished) result = forward_error(finished);
  return result;
}

}  // namespace isthmus::engine::serial

namespace isthmus {

namespace serial = engine::serial;

}  // namespace isthmus
