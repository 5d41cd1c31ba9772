// mpi/datatype/operator.hpp: the reduction operators that MPI itself names.
#pragma once

#include <cstdint>
#include <string_view>

#include "mpi/datatype/datatype.hpp"

namespace isthmus::engine::mpi {

/// The named operators, by the values of their handles in MPI's ABI (MPI 5.0, 20.2).
enum class Operator : std::uint16_t {
  null = 0x20,
  sum = 0x21,
  min = 0x22,
  max = 0x23,
  prod = 0x24,
  band = 0x28,
  bor = 0x29,
  bxor = 0x2a,
  land = 0x30,
  lor = 0x31,
  lxor = 0x32,
  minloc = 0x38,
  maxloc = 0x39,
  replace = 0x3c,
  no_op = 0x3d,
};

/// Whether a handle of the ABI is that of a named operator, MPI_OP_NULL excluded.
bool is_predefined_operator(std::uintptr_t handle);

/// "MPI_SUM"; "MPI_OP_NULL" for what is no named operator.
std::string_view name_of(Operator op);

/// Whether the standard lets the operator take values of the type (MPI 5.0, 6.9.2 and 6.9.4).
/// MPI_REPLACE and MPI_NO_OP take all, but only in one-sided operations, which is up to the caller.
bool is_allowed(Operator op, BasicType type);

/// inout[i] = in[i] op inout[i] for `count` elements, one after the other by the type's extent;
/// for MPI_REPLACE inout[i] = in[i]. Neither array need be aligned; they must not overlap.
/// Integers wrap around. Of equal values MPI_MINLOC and MPI_MAXLOC take the lower place; the
/// gaps of pairs are left as they are. MPI_ERR_OP if is_allowed says no, MPI_ERR_COUNT for a
/// negative count. All named operators are commutative; the order of floating-point sums is up
/// to the caller.
Result<void> apply(Operator op, BasicType type, const void* in, void* inout, std::int64_t count);

/// The same for the predefined type that a datatype is or duplicates; MPI_ERR_OP for others.
Result<void> apply(Operator op, const Datatype& type, const void* in, void* inout,
                   std::int64_t count);

}  // namespace isthmus::engine::mpi
