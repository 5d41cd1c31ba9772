#include "mpi/points.hpp"

#include <gtest/gtest.h>

#include <string>

namespace isthmus::engine::mpi {
namespace {

TEST(Points, AreCallsOfBlockingCollectiveFunctions) {
  const auto each = read_points("MPI_Barrier");
  ASSERT_TRUE(each);
  EXPECT_EQ(each->call, number_of("MPI_Barrier"));
  EXPECT_EQ(each->every_calls, 1);
  const auto fifth = read_points("MPI_Allreduce_c:5");
  ASSERT_TRUE(fifth);
  EXPECT_EQ(fifth->call, number_of("MPI_Allreduce_c"));
  EXPECT_EQ(fifth->every_calls, 5);
  EXPECT_TRUE(fifth->is_any());
  EXPECT_FALSE(PointPlan().is_any());
}

TEST(Points, AreNoOtherCalls) {
  for (const char* text : {"", ":5", "MPI_Send:5", "MPI_Ibarrier", "MPI_Comm_dup:2", "MPI_Barrier:",
                           "MPI_Barrier:0", "MPI_Barrier:-1", "MPI_Barrier:5x", "barrier:5"}) {
    const auto read = read_points(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, ErrorCode::bad_input);
    EXPECT_NE(read.error().text().find("'" + std::string(text) + "'"), std::string::npos);
  }
}

}  // namespace
}  // namespace isthmus::engine::mpi
