// mpi/datatype/error_class.hpp: what a call of MPI refuses, as a value.
#pragma once

#include <cstdint>
#include <expected>

namespace isthmus::engine::mpi {

/// The error classes that this unit answers with, by their values in MPI's ABI (MPI 5.0, 9.4 and
/// 20.2).
enum class ErrorClass : int {
  buffer = 1,       ///< MPI_ERR_BUFFER
  count = 2,        ///< MPI_ERR_COUNT: a negative count, or one whose bytes no 64 bits hold.
  type = 3,         ///< MPI_ERR_TYPE
  op = 10,          ///< MPI_ERR_OP
  arg = 13,         ///< MPI_ERR_ARG
  truncate = 15,    ///< MPI_ERR_TRUNCATE
  conversion = 25,  ///< MPI_ERR_CONVERSION: a value that its form on the wire cannot hold.
};

/// Why a call was refused: the class for the program, and a reason for people, which lives for
/// ever.
struct Refusal {
  ErrorClass error = ErrorClass::arg;
  const char* reason = "";
};

template <class T>
using Result = std::expected<T, Refusal>;

/// Shorthand for a failed Result: `return refuse(ErrorClass::count, "a negative count");`
constexpr std::unexpected<Refusal> refuse(ErrorClass error, const char* reason) {
  return std::unexpected(Refusal{error, reason});
}

}  // namespace isthmus::engine::mpi
