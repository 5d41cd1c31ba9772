// mpi/datatype/accumulate.hpp: an operator on elements of a derived datatype, as one-sided
// operations want it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "mpi/datatype/operator.hpp"

namespace isthmus::engine::mpi {

/// target = in op target for the data of `count` elements at `base`, as far as `in` reaches. `in`
/// has packed data (packing.hpp) that begins at byte `first_byte` of all; both must be multiples of
/// the size of the type's component, so that each number is whole. Answers the bytes taken.
/// MPI_ERR_OP if the type has no component or the operator does not take it; MPI_ERR_ARG for
/// numbers that are not whole (MPI 5.0, 12.3.4). No element of the target may occur twice.
Result<std::int64_t> accumulate(Operator op, std::span<const std::byte> in, void* base,
                                const Datatype& type, std::int64_t count, std::int64_t first_byte);

}  // namespace isthmus::engine::mpi
