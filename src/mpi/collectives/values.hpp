// mpi/collectives/values.hpp: what ranks give to collective operations, as bytes, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mpi/collectives/collective.hpp"

namespace isthmus::engine::mpi {

// Values of reductions are the elements as they lie in memory where the type is one of the
// standard's, gaps of pairs included, so that operators find them; packed where the program made
// the type. All other data is packed. Addresses are those of the calling rank's slot.

std::vector<std::byte> packed(const Buffer& buffer);
/// The bytes for which there was place.
std::int64_t put_packed(const Buffer& buffer, std::span<const std::byte> bytes);

std::vector<std::byte> value_of(const Buffer& buffer);
void put_value(const Buffer& buffer, std::span<const std::byte> value);

/// into = into op more, for an operator and a type of the standard, by their handles.
void combine_values(std::uint64_t operation, std::uint64_t type, std::span<const std::byte> into,
                    std::span<std::byte> more);

/// What one rank gives of a gather or an exchange, to its place in what this rank receives:
/// MPI_SUCCESS, or the error where that is not what is expected there.
int put_part(const Collective& collective, const Part& part);

/// Whether elements of the type lie where a pointer to them points, so that a null pointer is an
/// error; with absolute displacements it is none (MPI_BOTTOM).
bool is_near(const Datatype& type);

/// The elements of one value of a fold.
std::int64_t value_count(const Collective& collective);
/// How long one value of a fold is.
std::size_t value_bytes(const Collective& collective);
std::int64_t total(const std::vector<std::int64_t>& counts);
/// A value as the program's operator wants it, in `memory`; its address.
std::uint64_t lay_out(const Buffer& elements, std::span<const std::byte> value,
                      std::vector<std::byte>& memory);
/// The reverse.
std::vector<std::byte> take_up(const Buffer& elements, std::vector<std::byte> memory);

}  // namespace isthmus::engine::mpi
