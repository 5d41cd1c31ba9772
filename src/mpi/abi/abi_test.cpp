// What is compiled with the header agrees with what every library of the standard's ABI expects.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "mpi/abi/functions.hpp"
#include "mpi/abi/mpi.h"

namespace isthmus::engine::mpi {
namespace {

static_assert(sizeof(MPI_Status) == 8 * sizeof(int));
static_assert(std::is_standard_layout_v<MPI_Status>);
static_assert(offsetof(MPI_Status, MPI_SOURCE) == MPI_F_SOURCE * sizeof(int));
static_assert(offsetof(MPI_Status, MPI_TAG) == MPI_F_TAG * sizeof(int));
static_assert(offsetof(MPI_Status, MPI_ERROR) == MPI_F_ERROR * sizeof(int));
static_assert(sizeof(MPI_Comm) == sizeof(void*));
static_assert(std::is_same_v<MPI_Aint, std::intptr_t>);
static_assert(std::is_same_v<MPI_Count, std::int64_t>);
static_assert(std::is_same_v<MPI_Offset, std::int64_t>);
static_assert(std::is_same_v<decltype(MPI_Send), decltype(PMPI_Send)>);
static_assert(std::is_same_v<decltype(MPI_Psend_init), int(const void*, int, int, MPI_Datatype, int,
                                                           int, MPI_Comm, MPI_Info, MPI_Request*)>);
static_assert(std::is_same_v<decltype(MPI_Wtime), double()>);

std::uintptr_t value_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

TEST(MpiAbi, NamesHaveOneNumberEach) {
  EXPECT_EQ(function_names.size(), 664);
  for (std::size_t number = 0; number < function_names.size(); ++number) {
    EXPECT_EQ(number_of(function_names[number]), number) << function_names[number];
  }
}

TEST(MpiAbi, ATwinHasTheNumberOfItsFunction) {
  EXPECT_EQ(number_of("PMPI_Send"), number_of("MPI_Send"));
  EXPECT_EQ(function_names[number_of("PMPI_T_init_thread")], "MPI_T_init_thread");
  EXPECT_EQ(number_of("MPI_Sent"), function_names.size());
}

TEST(MpiAbi, PredefinedHandlesLieInThePageThatNobodyHas) {
  EXPECT_EQ(value_of(MPI_COMM_WORLD), 0x101);
  EXPECT_EQ(value_of(MPI_INT), 0x209);
  EXPECT_EQ(value_of(MPI_SUM), 0x21);
  EXPECT_EQ(value_of(MPI_REQUEST_NULL), 0x180);
  EXPECT_EQ(value_of(MPI_COMPLEX32), 0x2eb);
  EXPECT_EQ(value_of(MPI_IN_PLACE), 1);
}

}  // namespace
}  // namespace isthmus::engine::mpi
