// Facts of the binary form, and of the Fortran that programs are compiled with (MPI 5.0, 20.2 and
// 20.4). The library for Fortran (abi/fortran) has them built in, so no program changes them.
#include <array>
#include <cstdint>
#include <cstring>
#include <string>

#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"

namespace isthmus::engine::mpi {

namespace {

constexpr std::int32_t fortran_true = 1;
constexpr std::int32_t fortran_false = 0;

Info abi_facts() {
  return {{"mpi_aint_size", std::to_string(sizeof(MPI_Aint))},
          {"mpi_count_size", std::to_string(sizeof(MPI_Count))},
          {"mpi_offset_size", std::to_string(sizeof(MPI_Offset))}};
}
Info fortran_facts() {
  return {{"mpi_logical_size", "4"},
          {"mpi_integer_size", "4"},
          {"mpi_real_size", "4"},
          {"mpi_double_precision_size", "8"},
          {"mpi_integer1_supported", "true"},
          {"mpi_integer2_supported", "true"},
          {"mpi_integer4_supported", "true"},
          {"mpi_integer8_supported", "true"},
          {"mpi_real4_supported", "true"},
          {"mpi_real8_supported", "true"},
          {"mpi_complex8_supported", "true"},
          {"mpi_complex16_supported", "true"}};
}

template <Info (*Facts)()>
int get_info(Rank& rank, MPI_Info* info) {
  *info = handle_of<MPI_Info>(rank.state().infos.add(Facts()));
  return MPI_SUCCESS;
}

int set_info(Rank& rank, MPI_Info handle) {
  const Info* const info = rank.state().infos.find(number_of(handle));
  if (info == nullptr) return rank.fail(MPI_ERR_INFO, "no such info");
  const Info facts = fortran_facts();
  for (const auto& [key, value] : *info) {
    for (const auto& [known, fact] : facts) {
      if (key == known && value != fact) {
        return rank.fail(MPI_ERR_ABI, "a Fortran whose " + key + " is not " + fact);
      }
    }
  }
  return MPI_SUCCESS;
}

int get_booleans(Rank& rank, int size, void* logical_true, void* logical_false, int* is_set) {
  if (size != 1 && size != 2 && size != 4 && size != 8 && size != 16) {
    return rank.fail(MPI_ERR_ARG, "no size of a LOGICAL");
  }
  *is_set = size == sizeof fortran_true ? 1 : 0;
  if (*is_set == 0) return MPI_SUCCESS;
  std::memcpy(logical_true, &fortran_true, sizeof fortran_true);
  std::memcpy(logical_false, &fortran_false, sizeof fortran_false);
  return MPI_SUCCESS;
}
int set_booleans(Rank& rank, int size, const void* logical_true, const void* logical_false) {
  const bool are_ours = size == sizeof fortran_true && logical_true != nullptr &&
                        logical_false != nullptr &&
                        std::memcmp(logical_true, &fortran_true, sizeof fortran_true) == 0 &&
                        std::memcmp(logical_false, &fortran_false, sizeof fortran_false) == 0;
  return are_ours ? MPI_SUCCESS : rank.fail(MPI_ERR_ABI, "values of LOGICAL that are other ones");
}

constexpr Call fortran_rows[] = {
    call<decltype(MPI_Abi_get_info), get_info<abi_facts>>("MPI_Abi_get_info"),
    call<decltype(MPI_Abi_get_fortran_info), get_info<fortran_facts>>("MPI_Abi_get_fortran_info"),
    call<decltype(MPI_Abi_set_fortran_info), set_info>("MPI_Abi_set_fortran_info"),
    call<decltype(MPI_Abi_get_fortran_booleans), get_booleans>("MPI_Abi_get_fortran_booleans"),
    call<decltype(MPI_Abi_set_fortran_booleans), set_booleans>("MPI_Abi_set_fortran_booleans"),
};

}  // namespace

std::span<const Call> fortran_calls() { return fortran_rows; }

}  // namespace isthmus::engine::mpi
