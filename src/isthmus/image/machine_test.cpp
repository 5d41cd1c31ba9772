#include "isthmus/image/machine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "isthmus/image/host_for_tests.hpp"

namespace isthmus::image {
namespace {

using ::testing::ElementsAre;

TEST(Machine, GivesEachRankGlobalsOfItsOwn) {
  Host host;
  host.add("globals", {"first"});
  host.add("globals", {"middle", "second"});
  host.run();
  EXPECT_THAT(host.said(0), ElementsAre("two 40 120 first 40 end"));
  EXPECT_THAT(host.said(1), ElementsAre("zero 41 123 second 41 end"));
  EXPECT_EQ(host.machine(0).ending().status, 40);
  EXPECT_EQ(host.machine(1).ending().status, 41);
}

TEST(Machine, HandsArgumentsToTheHostAndItsAnswersBack) {
  Host host;
  host.add("calls");
  host.run();
  EXPECT_THAT(host.said(0), ElementsAre("36 2.5 42 21"));
}

}  // namespace
}  // namespace isthmus::image
