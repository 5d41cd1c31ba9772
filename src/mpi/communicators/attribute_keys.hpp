// mpi/communicators/attribute_keys.hpp: calls for attributes, the same for all kinds of objects.
//
// `of` is the kind of the object, whose handle the caller has checked.
#pragma once

#include <bit>
#include <cstdint>

#include "mpi/rank.hpp"

namespace isthmus::engine::mpi {

/// Keys of programs begin behind those of the standard.
inline constexpr int first_program_key = 1000;

int add_attribute_key(Rank& rank, const AttributeKey& key);
int free_attribute_key(Rank& rank, Kind of, int* key);
int set_attribute(Rank& rank, Kind of, std::uint64_t object, int key, std::uint64_t value);
int get_attribute(Rank& rank, Kind of, std::uint64_t object, int key, void* at, int* flag);
int delete_attribute(Rank& rank, Kind of, std::uint64_t object, int key);

/// The program's functions are called for what the object has; if all agree, it is freed and its
/// handle, at `handle_at`, made null.
void free_with_attributes(Rank& rank, std::uint64_t object, std::uint64_t handle_at);
/// The same without the end, for MPI_COMM_SELF; an error is the request's.
void remove_attributes(Rank& rank, std::uint64_t object, std::uint64_t request);
/// A new object gets those that the program's functions let it have. An error of one ends the new
/// object, and is the request's or, if that is 0, the call's.
void copy_attributes(Rank& rank, std::uint64_t from, std::uint64_t to, std::uint64_t handle_at,
                     std::uint64_t request);

/// Of the attribute MPI_LASTUSEDCODE, when an error has been added.
void set_last_used_code(Rank& rank);

template <Kind of, class Copy, class Remove>
int create_attribute_key(Rank& rank, Copy* copy, Remove* remove, int* key, void* extra_state) {
  *key = add_attribute_key(
      rank, {of, std::bit_cast<std::uint64_t>(copy), std::bit_cast<std::uint64_t>(remove),
             std::bit_cast<std::uint64_t>(extra_state)});
  return 0;
}
template <Kind of>
int free_attribute_key_of(Rank& rank, int* key) {
  return free_attribute_key(rank, of, key);
}

}  // namespace isthmus::engine::mpi
