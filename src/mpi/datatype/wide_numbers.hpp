// mpi/datatype/wide_numbers.hpp: the numbers of Fortran and of compilers that C++ has no name for.
#pragma once

#include <cfloat>
#include <type_traits>

namespace isthmus::engine::mpi {

__extension__ using Int128 = __int128;
__extension__ using Unsigned128 = unsigned __int128;

/// IEEE numbers of 2 and 16 bytes.
__extension__ using Float16 = _Float16;
#if LDBL_MANT_DIG == 113
using Float128 = long double;
#else
__extension__ using Float128 = __float128;
#endif

static_assert(sizeof(Float16) == 2 && sizeof(Float128) == 16 && sizeof(Int128) == 16);

}  // namespace isthmus::engine::mpi
