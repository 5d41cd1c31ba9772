#include "mpi/calls.hpp"

#include <gtest/gtest.h>

#include "mpi/abi/functions.hpp"

namespace isthmus::engine::mpi {
namespace {

TEST(Calls, ServeEachFunctionOfTheStandard) {
  for (const std::string_view name : function_names) EXPECT_TRUE(is_served(name)) << name;
}

}  // namespace
}  // namespace isthmus::engine::mpi
