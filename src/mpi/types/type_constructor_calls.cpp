// How datatypes are made (MPI 5.0, 5.1.2 to 5.1.10 and 19.1.9).
#include <type_traits>

#include "mpi/communicators/attribute_keys.hpp"
#include "mpi/types/type_handles.hpp"

namespace isthmus::engine::mpi {

namespace {

/// Of the twin calls, the one whose name ends in _c has large counts in its arrays.
template <CountForm Form>
using Number = std::conditional_t<Form == CountForm::integers, int, MPI_Count>;

int made(Rank& rank, Result<DatatypePtr> type, MPI_Datatype* handle) {
  if (!type) return refused(rank, type.error());
  *handle = handle_of<MPI_Datatype>(add_type(rank, {.type = std::move(*type)}));
  return MPI_SUCCESS;
}
DatatypePtr find(Rank& rank, MPI_Datatype handle) { return rank.find_type(number_of(handle)); }

int check_count(Rank& rank, MPI_Count count) {
  return count < 0 ? rank.fail(MPI_ERR_COUNT, "a negative count") : MPI_SUCCESS;
}
int check_array(Rank& rank, MPI_Count count, const void* first) {
  if (first != nullptr || count == 0) return MPI_SUCCESS;
  return rank.fail(MPI_ERR_ARG, "an array at no address");
}
template <class... Array>
int check_arrays(Rank& rank, MPI_Count count, const Array*... arrays) {
  int error = check_count(rank, count);
  ((error =
        error != MPI_SUCCESS ? error : check_array(rank, count, static_cast<const void*>(arrays))),
   ...);
  return error;
}
template <class Element>
std::span<const Element> span_of(const Element* first, MPI_Count count) {
  return {first, static_cast<std::size_t>(count)};
}

// --- one after the other, and at distances -------------------------------------------------------

int duplicate(Rank& rank, MPI_Datatype old, MPI_Datatype* handle) {
  const DatatypePtr type = find(rank, old);
  if (type == nullptr) return no_type(rank);
  auto copy = make_dup(type);
  if (!copy) return refused(rank, copy.error());
  const HeldType* const held = rank.state().datatypes.find(number_of(old));
  const std::uint64_t number = add_type(
      rank, {.type = std::move(*copy), .is_committed = held == nullptr || held->is_committed});
  *handle = handle_of<MPI_Datatype>(number);
  copy_attributes(rank, number_of(old), number, std::bit_cast<std::uint64_t>(handle), 0);
  return MPI_SUCCESS;
}
template <CountForm Form>
int contiguous(Rank& rank, MPI_Count count, MPI_Datatype old, MPI_Datatype* handle) {
  return made(rank, make_contiguous(count, find(rank, old), Form), handle);
}
template <CountForm Form>
int vector(Rank& rank, MPI_Count count, MPI_Count length, MPI_Count stride, MPI_Datatype old,
           MPI_Datatype* handle) {
  return made(rank, make_vector(count, length, stride, find(rank, old), Form), handle);
}
template <CountForm Form>
int hvector(Rank& rank, MPI_Count count, MPI_Count length, MPI_Count stride, MPI_Datatype old,
            MPI_Datatype* handle) {
  return made(rank, make_hvector(count, length, stride, find(rank, old), Form), handle);
}
template <CountForm Form>
int resized(Rank& rank, MPI_Datatype old, MPI_Count lb, MPI_Count extent, MPI_Datatype* handle) {
  return made(rank, make_resized(find(rank, old), lb, extent, Form), handle);
}

// --- here and there ------------------------------------------------------------------------------

template <CountForm Form>
int indexed(Rank& rank, MPI_Count count, const Number<Form>* lengths,
            const Number<Form>* displacements, MPI_Datatype old, MPI_Datatype* handle) {
  if (const int error = check_arrays(rank, count, lengths, displacements)) return error;
  return made(
      rank,
      make_indexed(span_of(lengths, count), span_of(displacements, count), find(rank, old), Form),
      handle);
}
template <CountForm Form>
int hindexed(Rank& rank, MPI_Count count, const Number<Form>* lengths,
             const MPI_Aint* displacements, MPI_Datatype old, MPI_Datatype* handle) {
  if (const int error = check_arrays(rank, count, lengths, displacements)) return error;
  return made(
      rank,
      make_hindexed(span_of(lengths, count), span_of(displacements, count), find(rank, old), Form),
      handle);
}
template <CountForm Form>
int indexed_block(Rank& rank, MPI_Count count, MPI_Count length, const Number<Form>* displacements,
                  MPI_Datatype old, MPI_Datatype* handle) {
  if (const int error = check_arrays(rank, count, displacements)) return error;
  return made(rank,
              make_indexed_block(length, span_of(displacements, count), find(rank, old), Form),
              handle);
}
template <CountForm Form>
int hindexed_block(Rank& rank, MPI_Count count, MPI_Count length, const MPI_Aint* displacements,
                   MPI_Datatype old, MPI_Datatype* handle) {
  if (const int error = check_arrays(rank, count, displacements)) return error;
  return made(rank,
              make_hindexed_block(length, span_of(displacements, count), find(rank, old), Form),
              handle);
}
template <CountForm Form>
int structure(Rank& rank, MPI_Count count, const Number<Form>* lengths,
              const MPI_Aint* displacements, const MPI_Datatype* handles, MPI_Datatype* handle) {
  if (const int error = check_arrays(rank, count, lengths, displacements, handles)) return error;
  std::vector<DatatypePtr> types;
  for (const MPI_Datatype each : span_of(handles, count)) types.push_back(find(rank, each));
  return made(rank,
              make_struct(span_of(lengths, count), span_of(displacements, count), types, Form),
              handle);
}

// --- parts of arrays -----------------------------------------------------------------------------

int check_dimensions(Rank& rank, int dimensions) {
  return dimensions < 1 ? rank.fail(MPI_ERR_DIMS, "an array without dimensions") : MPI_SUCCESS;
}

template <CountForm Form>
int subarray(Rank& rank, int dimensions, const Number<Form>* sizes, const Number<Form>* subsizes,
             const Number<Form>* starts, int order, MPI_Datatype old, MPI_Datatype* handle) {
  if (const int error = check_dimensions(rank, dimensions)) return error;
  if (const int error = check_arrays(rank, dimensions, sizes, subsizes, starts)) return error;
  return made(rank,
              make_subarray(span_of(sizes, dimensions), span_of(subsizes, dimensions),
                            span_of(starts, dimensions), static_cast<ArrayOrder>(order),
                            find(rank, old), Form),
              handle);
}
template <CountForm Form>
int darray(Rank& rank, int size, int member, int dimensions, const Number<Form>* sizes,
           const int* distributions, const int* arguments, const int* processes, int order,
           MPI_Datatype old, MPI_Datatype* handle) {
  if (const int error = check_dimensions(rank, dimensions)) return error;
  if (const int error =
          check_arrays(rank, dimensions, sizes, distributions, arguments, processes)) {
    return error;
  }
  std::vector<Distribution> all;
  for (const int each : span_of(distributions, dimensions)) {
    all.push_back(static_cast<Distribution>(each));
  }
  return made(rank,
              make_darray(size, member, span_of(sizes, dimensions), all,
                          span_of(arguments, dimensions), span_of(processes, dimensions),
                          static_cast<ArrayOrder>(order), find(rank, old), Form),
              handle);
}

// --- those of Fortran's kinds --------------------------------------------------------------------

/// The same arguments give the same handle, which is never freed (MPI 5.0, 19.1.9).
int made_once(Rank& rank, const Result<DatatypePtr>& type, MPI_Datatype* handle) {
  if (!type) return refused(rank, type.error());
  *handle = handle_of<MPI_Datatype>(permanent_type(rank, *type));
  return MPI_SUCCESS;
}
int f90_real(Rank& rank, int precision, int range, MPI_Datatype* handle) {
  return made_once(rank, make_f90_real(precision, range), handle);
}
int f90_complex(Rank& rank, int precision, int range, MPI_Datatype* handle) {
  return made_once(rank, make_f90_complex(precision, range), handle);
}
int f90_integer(Rank& rank, int range, MPI_Datatype* handle) {
  return made_once(rank, make_f90_integer(range), handle);
}

constexpr CountForm integers = CountForm::integers;
constexpr CountForm counts = CountForm::counts;

constexpr Call type_constructor_rows[] = {
    call<decltype(MPI_Type_dup), duplicate>("MPI_Type_dup"),
    call<decltype(MPI_Type_contiguous), contiguous<integers>>("MPI_Type_contiguous"),
    call<decltype(MPI_Type_contiguous_c), contiguous<counts>>("MPI_Type_contiguous_c"),
    call<decltype(MPI_Type_vector), vector<integers>>("MPI_Type_vector"),
    call<decltype(MPI_Type_vector_c), vector<counts>>("MPI_Type_vector_c"),
    call<decltype(MPI_Type_create_hvector), hvector<integers>>("MPI_Type_create_hvector"),
    call<decltype(MPI_Type_create_hvector_c), hvector<counts>>("MPI_Type_create_hvector_c"),
    call<decltype(MPI_Type_create_resized), resized<integers>>("MPI_Type_create_resized"),
    call<decltype(MPI_Type_create_resized_c), resized<counts>>("MPI_Type_create_resized_c"),
    call<decltype(MPI_Type_indexed), indexed<integers>>("MPI_Type_indexed"),
    call<decltype(MPI_Type_indexed_c), indexed<counts>>("MPI_Type_indexed_c"),
    call<decltype(MPI_Type_create_hindexed), hindexed<integers>>("MPI_Type_create_hindexed"),
    call<decltype(MPI_Type_create_hindexed_c), hindexed<counts>>("MPI_Type_create_hindexed_c"),
    call<decltype(MPI_Type_create_indexed_block), indexed_block<integers>>(
        "MPI_Type_create_indexed_block"),
    call<decltype(MPI_Type_create_indexed_block_c), indexed_block<counts>>(
        "MPI_Type_create_indexed_block_c"),
    call<decltype(MPI_Type_create_hindexed_block), hindexed_block<integers>>(
        "MPI_Type_create_hindexed_block"),
    call<decltype(MPI_Type_create_hindexed_block_c), hindexed_block<counts>>(
        "MPI_Type_create_hindexed_block_c"),
    call<decltype(MPI_Type_create_struct), structure<integers>>("MPI_Type_create_struct"),
    call<decltype(MPI_Type_create_struct_c), structure<counts>>("MPI_Type_create_struct_c"),
    call<decltype(MPI_Type_create_subarray), subarray<integers>>("MPI_Type_create_subarray"),
    call<decltype(MPI_Type_create_subarray_c), subarray<counts>>("MPI_Type_create_subarray_c"),
    call<decltype(MPI_Type_create_darray), darray<integers>>("MPI_Type_create_darray"),
    call<decltype(MPI_Type_create_darray_c), darray<counts>>("MPI_Type_create_darray_c"),
    call<decltype(MPI_Type_create_f90_real), f90_real>("MPI_Type_create_f90_real"),
    call<decltype(MPI_Type_create_f90_complex), f90_complex>("MPI_Type_create_f90_complex"),
    call<decltype(MPI_Type_create_f90_integer), f90_integer>("MPI_Type_create_f90_integer"),
};

}  // namespace

std::uint64_t permanent_type(Rank& rank, const DatatypePtr& type) {
  std::uint64_t number = 0;
  rank.state().datatypes.for_each([&](std::uint64_t handle, const HeldType& held) {
    const bool is_same = held.is_permanent && held.type->combiner() == type->combiner() &&
                         held.type->contents().integers == type->contents().integers;
    if (is_same) number = handle;
  });
  if (number != 0) return number;
  return add_type(rank, {.type = type, .is_committed = true, .is_permanent = true});
}

std::span<const Call> type_constructor_calls() { return type_constructor_rows; }

}  // namespace isthmus::engine::mpi
