#include "isthmus/sim/window.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine::sim {
namespace {

TEST(Window, HasRoomUntilSoMuchIsUnderWay) {
  Window window(100);
  EXPECT_TRUE(window.has_room(0));
  window.keep(60, 1000);
  EXPECT_TRUE(window.has_room(10));
  window.keep(40, 2000);
  EXPECT_FALSE(window.has_room(20));
  EXPECT_EQ(window.room_ns(), 1000);
  EXPECT_FALSE(window.has_room(999));
  EXPECT_TRUE(window.has_room(1000));
}

TEST(Window, TakesAMessageThatIsLargerThanAllOfIt) {
  Window window(100);
  window.keep(1'000'000, 5000);
  EXPECT_FALSE(window.has_room(4999));
  EXPECT_TRUE(window.has_room(5000));
}

TEST(Window, HasRoomAgainWhenEnoughIsKnownToHaveArrived) {
  Window window(100);
  window.keep(99, 1000);
  ASSERT_TRUE(window.has_room(0));
  window.keep(500, 2000);
  EXPECT_FALSE(window.has_room(0));
  EXPECT_EQ(window.room_ns(), 2000) << "the first alone makes no room";
}

}  // namespace
}  // namespace isthmus::engine::sim
