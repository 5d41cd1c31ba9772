// Names and attributes of datatypes (MPI 5.0, 7.7.4 and 7.8).
#include <cstring>
#include <string>

#include "mpi/communicators/attribute_keys.hpp"
#include "mpi/types/type_handles.hpp"

namespace isthmus::engine::mpi {

namespace {

bool is_type(Rank& rank, MPI_Datatype handle) {
  return rank.find_type(number_of(handle)) != nullptr;
}

int set_name(Rank& rank, MPI_Datatype handle, const char* text) {
  if (!is_type(rank, handle)) return no_type(rank);
  std::string name = std::string(text).substr(0, MPI_MAX_OBJECT_NAME - 1);
  if (HeldType* const held = rank.state().datatypes.find(number_of(handle))) {
    held->name = std::move(name);
  } else {
    TypeNotes& notes = rank.state().type_notes[number_of(handle)];
    notes.is_named = true;
    notes.name = std::move(name);
  }
  return MPI_SUCCESS;
}

int get_name(Rank& rank, MPI_Datatype handle, char* text, int* length) {
  std::string name = "MPI_DATATYPE_NULL";
  if (handle != MPI_DATATYPE_NULL) {
    const DatatypePtr type = rank.find_type(number_of(handle));
    if (type == nullptr) return no_type(rank);
    const auto& notes = rank.state().type_notes;
    const auto found = notes.find(number_of(handle));
    if (const HeldType* const held = rank.state().datatypes.find(number_of(handle))) {
      name = held->name;
    } else if (found != notes.end() && found->second.is_named) {
      name = found->second.name;
    } else {
      name = predefined_row(type->name().value_or(BasicType::byte)).name;
    }
  }
  std::memcpy(text, name.c_str(), name.size() + 1);
  *length = static_cast<int>(name.size());
  return MPI_SUCCESS;
}

int set_attribute_of(Rank& rank, MPI_Datatype handle, int key, void* value) {
  if (!is_type(rank, handle)) return no_type(rank);
  return set_attribute(rank, Kind::datatype, number_of(handle), key,
                       std::bit_cast<std::uint64_t>(value));
}
int get_attribute_of(Rank& rank, MPI_Datatype handle, int key, void* at, int* flag) {
  if (!is_type(rank, handle)) return no_type(rank);
  return get_attribute(rank, Kind::datatype, number_of(handle), key, at, flag);
}
int delete_attribute_of(Rank& rank, MPI_Datatype handle, int key) {
  if (!is_type(rank, handle)) return no_type(rank);
  return delete_attribute(rank, Kind::datatype, number_of(handle), key);
}

constexpr Call type_attribute_rows[] = {
    call<decltype(MPI_Type_set_name), set_name>("MPI_Type_set_name"),
    call<decltype(MPI_Type_get_name), get_name>("MPI_Type_get_name"),
    call<decltype(MPI_Type_create_keyval),
         create_attribute_key<Kind::datatype, MPI_Type_copy_attr_function,
                              MPI_Type_delete_attr_function>>("MPI_Type_create_keyval"),
    call<decltype(MPI_Type_free_keyval), free_attribute_key_of<Kind::datatype>>(
        "MPI_Type_free_keyval"),
    call<decltype(MPI_Type_set_attr), set_attribute_of>("MPI_Type_set_attr"),
    call<decltype(MPI_Type_get_attr), get_attribute_of>("MPI_Type_get_attr"),
    call<decltype(MPI_Type_delete_attr), delete_attribute_of>("MPI_Type_delete_attr"),
};

}  // namespace

std::span<const Call> type_attribute_calls() { return type_attribute_rows; }

}  // namespace isthmus::engine::mpi
