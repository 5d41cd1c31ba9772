// mpi/datatype/packing.hpp: elements of a datatype to bytes without gaps, and back.
//
// Packed bytes are those of the basic types in the order of the type map, as this machine has them.
// Memory is at a base address, which may be null (MPI_BOTTOM) if the type's displacements are
// absolute. Any part of the packed bytes can be asked for, so that large messages go in segments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "mpi/datatype/datatype.hpp"

namespace isthmus::engine::mpi {

/// Bytes of `count` elements, packed. MPI_ERR_COUNT if the count is negative, or if 64 bits hold
/// neither the bytes nor the memory that the elements span.
Result<std::int64_t> packed_size(const Datatype& type, std::int64_t count);

/// Fills `out` with the packed bytes from `first_byte` on, as far as there are any; answers how
/// many bytes those were. The count must be one that packed_size does not refuse.
std::int64_t pack(const void* base, const Datatype& type, std::int64_t count,
                  std::int64_t first_byte, std::span<std::byte> out);

/// The reverse: lays packed bytes down, which begin at `first_byte` of all; answers how many there
/// was place for. What lies in the type's gaps stays as it is.
std::int64_t unpack(std::span<const std::byte> in, void* base, const Datatype& type,
                    std::int64_t count, std::int64_t first_byte);

/// Where the packed bytes of `count` elements already lie in one piece in their order, so that
/// nobody needs to copy them; nothing otherwise. Without data: an empty span.
std::optional<std::span<const std::byte>> contiguous_bytes(const void* base, const Datatype& type,
                                                           std::int64_t count);
std::optional<std::span<std::byte>> contiguous_bytes(void* base, const Datatype& type,
                                                     std::int64_t count);

/// From memory to memory, as a message within one process: as many bytes as both have, which it
/// answers. The memories must not overlap.
std::int64_t transfer(const void* from, const Datatype& from_type, std::int64_t from_count,
                      void* to, const Datatype& to_type, std::int64_t to_count);

/// Calls `visit` with displacement and length (bytes) of each piece of memory of the packed bytes
/// [first_byte, first_byte + bytes), in their order. Neighbours need not be merged. For views of
/// files and for carriers that gather by themselves.
void visit_pieces(const Datatype& type, std::int64_t count, std::int64_t first_byte,
                  std::int64_t bytes,
                  const std::function<void(std::int64_t offset, std::int64_t bytes)>& visit);

}  // namespace isthmus::engine::mpi
