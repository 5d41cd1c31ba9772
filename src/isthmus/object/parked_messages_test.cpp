#include "isthmus/object/parked_messages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "isthmus/message/pool.hpp"

namespace isthmus::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class ParkedMessagesTest : public ::testing::Test {
 protected:
  void park(std::uint64_t collection, std::uint64_t key, std::uint64_t word) {
    MessagePtr message = pool.acquire(0);
    message->collection = CollectionId(collection);
    message->key = {key, 0};
    message->word = word;
    parked.add(std::move(message));
  }
  std::vector<std::uint64_t> words(std::vector<MessagePtr> messages) {
    std::vector<std::uint64_t> words;
    for (MessagePtr& message : messages) {
      words.push_back(message->word);
      pool.release(std::move(message));
    }
    return words;
  }
  static ObjectId object(std::uint64_t collection, std::uint64_t key) {
    return {CollectionId(collection), {key, 0}};
  }
  void TearDown() override {
    words(parked.take_all());
    EXPECT_EQ(pool.outstanding(), 0);
  }

  Pool pool;
  ParkedMessages parked;
};

TEST_F(ParkedMessagesTest, GivesAnObjectItsOwnInOrderAndLeavesTheOthers) {
  park(1, 7, 0);
  park(1, 8, 1);
  park(1, 7, 2);
  park(2, 7, 3);
  EXPECT_THAT(words(parked.take(object(1, 7))), ElementsAre(0, 2));
  EXPECT_THAT(words(parked.take(object(1, 7))), IsEmpty());
  EXPECT_THAT(words(parked.take(object(1, 9))), IsEmpty());
  EXPECT_THAT(words(parked.take(object(3, 7))), IsEmpty());
  EXPECT_THAT(words(parked.take(object(2, 7))), ElementsAre(3));
  EXPECT_THAT(words(parked.take(object(1, 8))), ElementsAre(1));
}

TEST_F(ParkedMessagesTest, GivesACollectionAllOfItsOwnInTheOrderInWhichTheyCame) {
  for (std::uint64_t i = 0; i < 100; ++i) park(i % 2, i % 7, i);
  const std::vector<std::uint64_t> even = words(parked.take(CollectionId(0)));
  ASSERT_EQ(even.size(), 50u);
  for (std::uint64_t i = 0; i < 50; ++i) EXPECT_EQ(even[i], 2 * i);
  EXPECT_THAT(words(parked.take(CollectionId(0))), IsEmpty());
}

TEST_F(ParkedMessagesTest, ShowsAll) {
  park(1, 7, 0);
  park(1, 8, 1);
  park(2, 7, 2);
  std::vector<std::uint64_t> seen;
  parked.for_each([&](const Message& message) { seen.push_back(message.word); });
  EXPECT_THAT(seen, UnorderedElementsAre(0, 1, 2));
}

}  // namespace
}  // namespace isthmus::engine
