// mpi/datatype/type_codec.hpp: datatypes to bytes and back, for ranks that move and checkpoints.
//
// The calls that made the types are stored, not what was compiled from them: reading checks and
// compiles them again. Types that others share are stored once. Little-endian:
//
//   u32 nodes, then each: u16 named handle, or u16 combiner and four u32 lengths (integers,
//       addresses, counts, types), then i32, i64, i64 of these, and u32 numbers of earlier nodes
//   u32 roots, then each: u32 number of a node, or ~0 for none
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "mpi/datatype/datatype.hpp"

namespace isthmus::engine::mpi {

/// The types, and all that they are made of; null pointers stay null.
std::vector<std::byte> encode_types(std::span<const DatatypePtr> types);

/// The reverse. Bytes may come from anywhere: what encode_types did not write is refused, with the
/// class that the constructor would have answered or MPI_ERR_ARG.
Result<std::vector<DatatypePtr>> decode_types(std::span<const std::byte> bytes);

/// A list of types that archives of the runtime can write and read.
struct StoredTypes {
  std::vector<DatatypePtr> types;

  void serialize(auto& archive) {
    std::vector<std::byte> bytes;
    if constexpr (std::remove_cvref_t<decltype(archive)>::is_reading) {
      archive(bytes);
      auto decoded = decode_types(bytes);
      if (!decoded) return archive.fail(decoded.error().reason, "datatypes");
      types = std::move(*decoded);
    } else {
      bytes = encode_types(types);
      archive(bytes);
    }
  }
};

}  // namespace isthmus::engine::mpi
