// C++ and Fortran programs as ranks, of each compiler that is here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "isthmus/image/host_for_tests.hpp"

namespace isthmus::engine::image {
namespace {

using ::testing::ElementsAre;

/// Skipped, and says why, where the compiler was not found when the build was configured.
class Languages : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const std::string have = std::string(",") + ISTHMUS_IMAGE_COMPILERS + ",";
    if (have.find("," + GetParam() + ",") == std::string::npos) {
      GTEST_SKIP() << "no " << GetParam() << " was found when the build was configured";
    }
  }
};

class Cpp : public Languages {};

TEST_P(Cpp, RunsWithConstructorsThreadLocalObjectsExceptionsAndStreamsOfItsOwn) {
  Host host;
  const std::string program = "language." + GetParam();
  for (int i = 0; i < 3; ++i) host.add(program);
  host.run();
  EXPECT_THAT(host.said(0), ElementsAre("3.14 rank 0 3 7 thread-local 4 1 102 the thread-local "
                                        "object 2",
                                        "from rank 0", "destroyed the thread-local object",
                                        "destroyed the static object"));
  EXPECT_THAT(host.said(2),
              ElementsAre("3.1416 rank 2 3 9 thread-local 16 3 104 the thread-local object 2",
                          "from rank 2", "destroyed the thread-local object",
                          "destroyed the static object"));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(host.machine(i).ending().status, i);
}

TEST_P(Cpp, GoesOnInAnotherMachineWithItsExceptionsInFlight) {
  for (const int period : {1, 2, 3}) {
    Host host;
    host.move_every(period);
    for (int i = 0; i < 3; ++i) host.add("language." + GetParam());
    host.run();
    EXPECT_THAT(host.said(2),
                ElementsAre("3.1416 rank 2 3 9 thread-local 16 3 104 the thread-local object 2",
                            "from rank 2", "destroyed the thread-local object",
                            "destroyed the static object"));
    EXPECT_GT(host.moves(), 20 / period);
  }
}

TEST_P(Cpp, HasTheStandardLibraryWithRegexFilesShellsDeepStacksAndExceptionsThroughLibc) {
  Host host;
  host.move_every(2);
  for (int i = 0; i < 2; ++i) host.add("standard." + GetParam());
  host.run();
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(host.machine(i).ending().status, 0);
    EXPECT_EQ(host.machine(i).ending().signal, 0);
  }
}

TEST_P(Cpp, EndsAsItsProgramWants) {
  Host host;
  const std::string program = "uncaught." + GetParam();
  for (const char* how : {"exit", "abort", "quick", "throw"}) host.add(program, {how});
  host.run();
  EXPECT_EQ(host.machine(0).ending().status, 33);
  EXPECT_EQ(host.machine(0).ending().signal, 0);
  EXPECT_THAT(host.said(0), ElementsAre("at exit"));
  EXPECT_EQ(host.machine(1).ending().signal, SIGABRT);
  EXPECT_TRUE(host.said(1).empty());
  EXPECT_EQ(host.machine(2).ending().status, 34);
  EXPECT_TRUE(host.said(2).empty());
  EXPECT_EQ(host.machine(3).ending().signal, SIGABRT);
  EXPECT_TRUE(host.said(3).empty());
}

INSTANTIATE_TEST_SUITE_P(, Cpp, ::testing::Values("gcc", "clang"),
                         [](const auto& tested) { return tested.param; });

class Fortran : public Languages {};

TEST_P(Fortran, KeepsModulesSavedVariablesCommonBlocksAndUnitsOfEachRank) {
  Host host;
  host.move_every(2);
  const std::string file = ::testing::TempDir() + "unit_" + std::to_string(getpid()) + "_";
  for (int i = 0; i < 3; ++i) host.add("fortran." + GetParam(), {file});
  ::testing::internal::CaptureStdout();
  host.run();
  EXPECT_EQ(::testing::internal::GetCapturedStdout(),
            "printed by rank 0\nprinted by rank 1\nprinted by rank 2\n");
  EXPECT_THAT(host.said(0),
              ElementsAre("calls 2 common 1000 field  0.5 size 100 unit 10: rank 0 line 1"));
  EXPECT_THAT(host.said(2),
              ElementsAre("calls 4 common 1002 field  2.5 size 300 unit 10: rank 2 line 1"));
  EXPECT_EQ(host.machine(0).ending().status, 0);
  EXPECT_EQ(host.machine(1).ending().status, 5);
}

// libquadmath, which comes with each program of Fortran, would have libc call it for each number.
TEST_P(Fortran, IsNotCalledByLibcWhenItIsElsewhere) {
  {
    Host host;
    host.add("fortran." + GetParam(), {::testing::TempDir() + "left_" + std::to_string(getpid())});
    host.step(0);
    ASSERT_FALSE(host.machine(0).has_ended());
  }
  char text[20];
  const char* volatile const format = "%.1f";  // The compiler would do it itself.
  std::snprintf(text, sizeof text, format, 2.5);
  EXPECT_STREQ(text, "2.5");
}

INSTANTIATE_TEST_SUITE_P(, Fortran, ::testing::Values("gfortran"),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace isthmus::engine::image
