#include "mpi/handles.hpp"

#include <gtest/gtest.h>

#include <string>

#include "isthmus/isthmus.hpp"

namespace isthmus::engine::mpi {
namespace {

using Names = HandleTable<std::string, Kind::group>;

TEST(HandleTable, FindsWhatItHasByItsNumber) {
  Names names;
  const std::uint64_t one = names.add("one");
  const std::uint64_t two = names.add("two");
  EXPECT_NE(one, two);
  EXPECT_EQ(*names.find(one), "one");
  EXPECT_EQ(names.remove(one), "one");
  EXPECT_EQ(names.find(one), nullptr);
  EXPECT_EQ(*names.find(two), "two");
  EXPECT_EQ(names.size(), 1u);
}

TEST(HandleTable, MakesANewThingWhereAnotherWas) {
  Names names;
  const std::uint64_t one = names.make();
  EXPECT_EQ(*names.find(one), "");
  *names.find(one) = "one";
  names.discard(one);
  EXPECT_EQ(names.find(one), nullptr);
  EXPECT_EQ(names.make(), one);
  EXPECT_EQ(*names.find(one), "");
  EXPECT_EQ(names.size(), 1u);
}

TEST(HandleTable, RefusesNumbersOfOtherKindsAndOfTheStandard) {
  Names names;
  const std::uint64_t one = names.add("one");
  EXPECT_EQ((HandleTable<std::string, Kind::request>().find(one)), nullptr);
  EXPECT_EQ(names.find(HandleNumber::encode(Kind::request, 0)), nullptr);
  for (std::uint64_t number = 0; number < 4096; ++number) EXPECT_EQ(names.find(number), nullptr);
  EXPECT_EQ(names.find(one + (std::uint64_t{1} << 40)), nullptr);
  EXPECT_GE(one, 4096u);
}

TEST(HandleTable, GivesItsNumbersAlongWhenTheRankMoves) {
  Names names;
  const std::uint64_t one = names.add("one");
  const std::uint64_t two = names.add("two");
  names.remove(one);
  auto moved = serial::from_bytes<Names>(serial::to_bytes(names));
  ASSERT_TRUE(moved) << moved.error().text();
  EXPECT_EQ(*moved->find(two), "two");
  EXPECT_EQ(moved->find(one), nullptr);
  EXPECT_EQ(moved->add("three"), one);
}

}  // namespace
}  // namespace isthmus::engine::mpi
