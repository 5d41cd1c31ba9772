// What datatypes are, how they were made, and their end (MPI 5.0, 5.1.5 to 5.1.13 and 19.1.9).
#include <algorithm>
#include <optional>

#include "mpi/communicators/attribute_keys.hpp"
#include "mpi/types/type_handles.hpp"

namespace isthmus::engine::mpi {

namespace {

int commit(Rank& rank, MPI_Datatype* handle) {
  if (rank.find_type(number_of(*handle)) == nullptr) return no_type(rank);
  if (HeldType* const held = rank.state().datatypes.find(number_of(*handle))) {
    held->is_committed = true;
  }
  return MPI_SUCCESS;
}
int free_type(Rank& rank, MPI_Datatype* handle) {
  const HeldType* const held = rank.state().datatypes.find(number_of(*handle));
  if (held == nullptr || held->is_permanent) {
    return rank.fail(MPI_ERR_TYPE, "no datatype that the program has made");
  }
  free_with_attributes(rank, number_of(*handle), std::bit_cast<std::uint64_t>(handle));
  return MPI_SUCCESS;
}

// --- sizes and bounds ----------------------------------------------------------------------------

/// MPI_UNDEFINED where the number does not fit.
template <class Number>
Number as_number(std::int64_t value) {
  return std::in_range<Number>(value) ? static_cast<Number>(value) : Number{MPI_UNDEFINED};
}

template <class Number>
int get_size(Rank& rank, MPI_Datatype handle, Number* size) {
  const DatatypePtr type = rank.find_type(number_of(handle));
  if (type == nullptr) return no_type(rank);
  *size = as_number<Number>(type->size());
  return MPI_SUCCESS;
}
int get_extent(Rank& rank, MPI_Datatype handle, std::int64_t* lb, std::int64_t* extent) {
  const DatatypePtr type = rank.find_type(number_of(handle));
  if (type == nullptr) return no_type(rank);
  *lb = type->lb();
  *extent = type->extent();
  return MPI_SUCCESS;
}
int get_true_extent(Rank& rank, MPI_Datatype handle, std::int64_t* lb, std::int64_t* extent) {
  const DatatypePtr type = rank.find_type(number_of(handle));
  if (type == nullptr) return no_type(rank);
  *lb = type->true_lb();
  *extent = type->true_extent();
  return MPI_SUCCESS;
}

// --- how they were made --------------------------------------------------------------------------

int no_large_counts(Rank& rank) {
  return rank.fail(MPI_ERR_TYPE, "a datatype of large counts, which calls that end in _c tell of");
}

int get_envelope_c(Rank& rank, MPI_Datatype handle, MPI_Count* integers, MPI_Count* addresses,
                   MPI_Count* counts, MPI_Count* types, int* combiner) {
  const DatatypePtr type = rank.find_type(number_of(handle));
  if (type == nullptr) return no_type(rank);
  const Contents& contents = type->contents();
  *integers = std::ssize(contents.integers);
  *addresses = std::ssize(contents.addresses);
  *counts = std::ssize(contents.counts);
  *types = std::ssize(contents.types);
  *combiner = static_cast<int>(type->combiner());
  return MPI_SUCCESS;
}
int get_envelope(Rank& rank, MPI_Datatype handle, int* integers, int* addresses, int* types,
                 int* combiner) {
  MPI_Count all_integers = 0;
  MPI_Count all_addresses = 0;
  MPI_Count counts = 0;
  MPI_Count all_types = 0;
  if (const int error = get_envelope_c(rank, handle, &all_integers, &all_addresses, &counts,
                                       &all_types, combiner)) {
    return error;
  }
  if (counts != 0) return no_large_counts(rank);
  *integers = static_cast<int>(all_integers);
  *addresses = static_cast<int>(all_addresses);
  *types = static_cast<int>(all_types);
  return MPI_SUCCESS;
}

/// Those of the standard are themselves; others get a handle that the program frees.
MPI_Datatype handle_for(Rank& rank, const DatatypePtr& type) {
  if (const auto name = type->name()) {
    return handle_of<MPI_Datatype>(static_cast<std::uint64_t>(*name));
  }
  const Combiner combiner = type->combiner();
  if (combiner == Combiner::f90_real || combiner == Combiner::f90_complex ||
      combiner == Combiner::f90_integer) {
    return handle_of<MPI_Datatype>(permanent_type(rank, type));
  }
  // Whether it is committed is up to us (MPI 5.0, 5.1.13), and the old one mostly was.
  return handle_of<MPI_Datatype>(add_type(rank, {.type = type, .is_committed = true}));
}

int get_contents_c(Rank& rank, MPI_Datatype handle, MPI_Count max_integers, MPI_Count max_addresses,
                   MPI_Count max_counts, MPI_Count max_types, int* integers, MPI_Aint* addresses,
                   MPI_Count* counts, MPI_Datatype* types) {
  const DatatypePtr type = rank.find_type(number_of(handle));
  if (type == nullptr) return no_type(rank);
  if (type->combiner() == Combiner::named) {
    return rank.fail(MPI_ERR_TYPE, "a datatype of the standard, which was made of nothing");
  }
  const Contents& contents = type->contents();
  if (max_integers < std::ssize(contents.integers) ||
      max_addresses < std::ssize(contents.addresses) || max_counts < std::ssize(contents.counts) ||
      max_types < std::ssize(contents.types)) {
    return rank.fail(MPI_ERR_ARG, "an array that is too short for the contents");
  }
  std::ranges::copy(contents.integers, integers);
  std::ranges::copy(contents.addresses, addresses);
  std::ranges::copy(contents.counts, counts);
  for (std::size_t i = 0; i < contents.types.size(); ++i) {
    types[i] = handle_for(rank, contents.types[i]);
  }
  return MPI_SUCCESS;
}
int get_contents(Rank& rank, MPI_Datatype handle, int max_integers, int max_addresses,
                 int max_types, int* integers, MPI_Aint* addresses, MPI_Datatype* types) {
  const DatatypePtr type = rank.find_type(number_of(handle));
  if (type != nullptr && type->count_form() == CountForm::counts) return no_large_counts(rank);
  return get_contents_c(rank, handle, max_integers, max_addresses, 0, max_types, integers,
                        addresses, nullptr, types);
}

// --- those of the standard, by their properties --------------------------------------------------

std::optional<BasicType> sized_type(int type_class, int size) {
  struct Sized {
    int type_class, size;
    BasicType type;
  };
  static constexpr Sized all[] = {
      {MPI_TYPECLASS_INTEGER, 1, BasicType::integer1},
      {MPI_TYPECLASS_INTEGER, 2, BasicType::integer2},
      {MPI_TYPECLASS_INTEGER, 4, BasicType::integer4},
      {MPI_TYPECLASS_INTEGER, 8, BasicType::integer8},
      {MPI_TYPECLASS_INTEGER, 16, BasicType::integer16},
      {MPI_TYPECLASS_REAL, 2, BasicType::real2},
      {MPI_TYPECLASS_REAL, 4, BasicType::real4},
      {MPI_TYPECLASS_REAL, 8, BasicType::real8},
      {MPI_TYPECLASS_REAL, 16, BasicType::real16},
      {MPI_TYPECLASS_COMPLEX, 4, BasicType::complex4},
      {MPI_TYPECLASS_COMPLEX, 8, BasicType::complex8},
      {MPI_TYPECLASS_COMPLEX, 16, BasicType::complex16},
      {MPI_TYPECLASS_COMPLEX, 32, BasicType::complex32},
      {MPIX_TYPECLASS_LOGICAL, 1, BasicType::logical1},
      {MPIX_TYPECLASS_LOGICAL, 2, BasicType::logical2},
      {MPIX_TYPECLASS_LOGICAL, 4, BasicType::logical4},
      {MPIX_TYPECLASS_LOGICAL, 8, BasicType::logical8},
      {MPIX_TYPECLASS_LOGICAL, 16, BasicType::logical16},
  };
  for (const Sized& each : all) {
    if (each.type_class == type_class && each.size == size) return each.type;
  }
  return std::nullopt;
}
int match_size(Rank& rank, int type_class, int size, MPI_Datatype* handle) {
  const auto type = sized_type(type_class, size);
  if (!type) return rank.fail(MPI_ERR_ARG, "no datatype of this class and size");
  *handle = handle_of<MPI_Datatype>(static_cast<std::uint64_t>(*type));
  return MPI_SUCCESS;
}

int get_value_index(Rank& rank, MPI_Datatype value, MPI_Datatype index, MPI_Datatype* pair) {
  const DatatypePtr of_value = rank.find_type(number_of(value));
  const DatatypePtr of_index = rank.find_type(number_of(index));
  if (of_value == nullptr || of_index == nullptr) return no_type(rank);
  std::optional<BasicType> type;
  const auto value_name = of_value->name();
  const auto index_name = of_index->name();
  if (value_name && index_name) type = value_index_pair(*value_name, *index_name);
  *pair = type ? handle_of<MPI_Datatype>(static_cast<std::uint64_t>(*type)) : MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}

constexpr Call type_rows[] = {
    call<decltype(MPI_Type_commit), commit>("MPI_Type_commit"),
    call<decltype(MPI_Type_free), free_type>("MPI_Type_free"),
    call<decltype(MPI_Type_size), get_size<int>>("MPI_Type_size"),
    call<decltype(MPI_Type_size_c), get_size<MPI_Count>>("MPI_Type_size_c"),
    call<decltype(MPI_Type_size_x), get_size<MPI_Count>>("MPI_Type_size_x"),
    call<decltype(MPI_Type_get_extent), get_extent>("MPI_Type_get_extent"),
    call<decltype(MPI_Type_get_extent_c), get_extent>("MPI_Type_get_extent_c"),
    call<decltype(MPI_Type_get_extent_x), get_extent>("MPI_Type_get_extent_x"),
    call<decltype(MPI_Type_get_true_extent), get_true_extent>("MPI_Type_get_true_extent"),
    call<decltype(MPI_Type_get_true_extent_c), get_true_extent>("MPI_Type_get_true_extent_c"),
    call<decltype(MPI_Type_get_true_extent_x), get_true_extent>("MPI_Type_get_true_extent_x"),
    call<decltype(MPI_Type_get_envelope), get_envelope>("MPI_Type_get_envelope"),
    call<decltype(MPI_Type_get_envelope_c), get_envelope_c>("MPI_Type_get_envelope_c"),
    call<decltype(MPI_Type_get_contents), get_contents>("MPI_Type_get_contents"),
    call<decltype(MPI_Type_get_contents_c), get_contents_c>("MPI_Type_get_contents_c"),
    call<decltype(MPI_Type_match_size), match_size>("MPI_Type_match_size"),
    call<decltype(MPI_Type_get_value_index), get_value_index>("MPI_Type_get_value_index"),
};

}  // namespace

std::span<const Call> type_calls() { return type_rows; }

}  // namespace isthmus::engine::mpi
