#include "isthmus/object/handover.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "isthmus/testing/shape.hpp"
#include "isthmus/testing/world.hpp"

namespace isthmus::engine {
namespace {

class Basket : public Chare<Basket, Index1> {
 public:
  void put(int apple) {
    apples_.push_back(apple);
    sender_is_itself_ = host().execution().sender() == id();
  }
  void refuse() { throw std::runtime_error("full"); }
  /// Says who is here, before and after the object itself is called again.
  std::vector<int> hand_to(const ElementProxy<Basket>& other, int apple) {
    Basket* const there = taker_here(other);
    if (there == nullptr) return {};
    count_handover(*there, apple);
    call_here<&Basket::put>(*there, apple);
    const bool goes_on = host().execution().sender() == id();
    call_here<&Basket::put>(*this, -apple);
    return {there->apples_.back(), apples_.back(), goes_on ? 1 : 0,
            there->sender_is_itself_ ? 1 : 0};
  }
  void hand_what_is_refused(const ElementProxy<Basket>& other) {
    call_here<&Basket::refuse>(*taker_here(other));
  }

 private:
  std::vector<int> apples_;
  bool sender_is_itself_ = false;
};

TEST(Handovers, CallAnElementOfAnOrderedArrayAtOnceAndInItsOwnName) {
  testing::World world(testing::uniform_topology(1, 2));
  const auto failure = world.run([&](Job& job) -> Task<void> {
    const auto baskets = job.create_array<Basket>(4, placed(mapping::block).in_order());
    const std::vector<int> expected{7, -7, 1, 1};
    const auto said = co_await baskets[0].call<&Basket::hand_to>(baskets[1], 7);
    EXPECT_EQ(said, expected);
    // That one is on another PE.
    const auto nothing = co_await baskets[0].call<&Basket::hand_to>(baskets[3], 7);
    EXPECT_TRUE(nothing.empty());
  });
  EXPECT_FALSE(failure) << failure->text();
}

TEST(Handovers, OfWhatThrowsEndTheJobInTheNameOfTheTaker) {
  testing::World world(testing::uniform_topology(1, 1));
  const auto failure = world.run([&](Job& job) -> Task<void> {
    const auto baskets = job.create_array<Basket>(2, placed(mapping::block).in_order());
    baskets[0].send<&Basket::hand_what_is_refused>(baskets[1]);
    co_await job.quiescence();
  });
  ASSERT_TRUE(failure);
  EXPECT_NE(failure->text().find("Basket[1]: full"), std::string::npos) << failure->text();
}

}  // namespace
}  // namespace isthmus::engine
