// mpi/datatype/elements.hpp: how many elements a message has, and whether it suits who receives it.
#pragma once

#include <cstdint>
#include <optional>

#include "mpi/datatype/datatype.hpp"

namespace isthmus::engine::mpi {

/// Elements of the type in a message of `bytes` bytes; nothing (MPI_UNDEFINED) if the last one is
/// not whole. MPI_Get_count (MPI 5.0, 3.2.5).
std::optional<std::int64_t> count_in(const Datatype& type, std::int64_t bytes);

/// Basic types in a message of `bytes` bytes, those of an unfinished element included; nothing
/// (MPI_UNDEFINED) if the last one is not whole. MPI_Get_elements (MPI 5.0, 5.1.11).
std::optional<std::int64_t> elements_in(const Datatype& type, std::int64_t bytes);

/// Bytes of so many basic types, such that `elements_in` answers their number: what
/// MPI_Status_set_elements (MPI 5.0, 13.3) puts into a status. Nothing if there is no such number
/// of bytes.
std::optional<std::int64_t> bytes_of_elements(const Datatype& type, std::int64_t elements);

/// What `count` elements of the type are made of, for the envelope of a message. The count must be
/// one that packed_size does not refuse.
Signature signature_of(const Datatype& type, std::int64_t count);

enum class Match : std::uint8_t {
  same,       ///< What was sent is what is received, or its beginning.
  too_long,   ///< More was sent than is received: MPI_ERR_TRUNCATE.
  different,  ///< Another sequence of basic types: MPI_ERR_TYPE.
};

/// Compares a message of signature `sent` and `bytes` bytes with `count` elements of the type that
/// its receiver gave (MPI 5.0, 3.3.1). MPI_PACKED on either side suits everything that is no
/// longer.
Match match(const Signature& sent, std::int64_t bytes, const Datatype& type, std::int64_t count);

}  // namespace isthmus::engine::mpi
