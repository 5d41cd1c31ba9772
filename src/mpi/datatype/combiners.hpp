// mpi/datatype/combiners.hpp: what a constructor of datatypes makes of its arguments.
#pragma once

#include "mpi/datatype/datatype.hpp"

namespace isthmus::engine::mpi {

struct CompiledType {
  TypeFacts facts;
  /// The predefined type that operators take this for; `null` for most.
  BasicType basic = BasicType::null;
};

/// Looks at all arguments, which may come from anywhere, and refuses bad ones with the classes told
/// in datatype.hpp.
Result<CompiledType> compile(Combiner combiner, const Contents& contents);

/// MPI_Type_create_subarray: `sizes`, `subsizes`, `starts` have a number a dimension.
Result<TypeFacts> subarray_facts(const TypeFacts& old, CountSpan sizes, CountSpan subsizes,
                                 CountSpan starts, ArrayOrder order);

/// MPI_Type_create_darray: the spans have a number a dimension.
Result<TypeFacts> darray_facts(const TypeFacts& old, int size, int rank, CountSpan global_sizes,
                               std::span<const int> distributions, std::span<const int> arguments,
                               std::span<const int> process_sizes, ArrayOrder order);

/// The predefined type with the kind that a Fortran compiler selects; MPI_ERR_ARG if there is none.
Result<BasicType> f90_real_type(int precision, int range);
Result<BasicType> f90_complex_type(int precision, int range);
Result<BasicType> f90_integer_type(int range);

}  // namespace isthmus::engine::mpi
