// mpi/datatype/external32.hpp: elements of a datatype in the form that all machines read.
//
// "external32" is big-endian, with sizes of its own (MPI 5.0, 14.5.2 and table 14.2): a long has 4
// bytes, a wchar_t 2, a long double is an IEEE number of 16. Fortran's sized types keep their size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "mpi/datatype/datatype.hpp"

namespace isthmus::engine::mpi {

/// Bytes of `count` elements in external32; MPI_Pack_external_size. MPI_ERR_COUNT if the count is
/// negative or 64 bits do not hold the bytes.
Result<std::int64_t> external32_size(const Datatype& type, std::int64_t count);

/// Lays `count` elements at `base` down in `out` and answers their bytes; MPI_Pack_external.
/// MPI_ERR_TRUNCATE if `out` is too short, MPI_ERR_CONVERSION if a number does not fit its form.
Result<std::int64_t> pack_external32(const void* base, const Datatype& type, std::int64_t count,
                                     std::span<std::byte> out);

/// The reverse; answers how many bytes of `in` were read. MPI_ERR_TRUNCATE if there are fewer than
/// `count` elements have, MPI_ERR_COUNT as above.
Result<std::int64_t> unpack_external32(std::span<const std::byte> in, void* base,
                                       const Datatype& type, std::int64_t count);

}  // namespace isthmus::engine::mpi
