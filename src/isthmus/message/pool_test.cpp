#include "isthmus/message/pool.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <vector>

namespace isthmus::engine {
namespace {

TEST(Pool, GivesMessagesWithAZeroedHeader) {
  Pool pool;
  MessagePtr used = pool.acquire(40);
  used->priority = -3;
  used->flags = flag_uncounted;
  used->form = PayloadForm::bytes;
  used->hops = 7;
  pool.release(std::move(used));
  MessagePtr message = pool.acquire(30);
  EXPECT_EQ(message->priority, 0);
  EXPECT_EQ(message->flags, 0);
  EXPECT_EQ(message->form, PayloadForm::none);
  EXPECT_EQ(message->hops, 0);
  EXPECT_EQ(message->ops, nullptr);
  EXPECT_EQ(message->payload_bytes, 30u);
  pool.release(std::move(message));
}

TEST(Pool, ReusesABlockForAPayloadOfTheSameClass) {
  Pool pool;
  MessagePtr first = pool.acquire(65);
  Message* const block = first.get();
  pool.release(std::move(first));
  MessagePtr second = pool.acquire(120);
  EXPECT_EQ(second.get(), block);
  MessagePtr third = pool.acquire(120);
  EXPECT_NE(third.get(), block);
  pool.release(std::move(second));
  pool.release(std::move(third));
}

TEST(Pool, HoldsThePayloadOfEverySize) {
  Pool pool;
  std::vector<MessagePtr> messages;
  for (std::size_t class_bytes = 128; class_bytes <= (std::size_t{16} << 20); class_bytes *= 2) {
    for (const std::size_t bytes : {class_bytes - 64 - 1, class_bytes - 64, class_bytes - 64 + 1}) {
      messages.push_back(pool.acquire(bytes));
      EXPECT_EQ(messages.back()->payload_bytes, bytes);
      std::memset(messages.back()->payload(), 0x5a, bytes);
    }
  }
  for (const MessagePtr& message : messages) {
    EXPECT_EQ(message->payload()[message->payload_bytes - 1], std::byte{0x5a});
  }
  for (MessagePtr& message : messages) pool.release(std::move(message));
  EXPECT_EQ(pool.outstanding(), 0);
}

TEST(Pool, AlignsEveryBlockToTheCacheLine) {
  Pool pool;
  std::vector<MessagePtr> messages;
  for (const std::size_t bytes : {0, 1, 64, 65, 1000, 100'000, 9'000'000}) {
    messages.push_back(pool.acquire(bytes));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(messages.back()->payload()) % 64, 0u);
  }
  for (MessagePtr& message : messages) pool.release(std::move(message));
}

TEST(Pool, GivesNoBlockTwice) {
  Pool pool;
  std::set<Message*> blocks;
  std::vector<MessagePtr> messages;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 100; ++i) {
      messages.push_back(pool.acquire(8));
      EXPECT_TRUE(blocks.insert(messages.back().get()).second);
    }
    for (int i = 0; i < 50; ++i) {
      blocks.erase(messages.back().get());
      pool.release(std::move(messages.back()));
      messages.pop_back();
    }
  }
  for (MessagePtr& message : messages) pool.release(std::move(message));
}

TEST(Pool, CountsWhatIsOut) {
  Pool pool;
  MessagePtr small = pool.acquire(8);
  MessagePtr large = pool.acquire(std::size_t{32} << 20);
  EXPECT_EQ(pool.outstanding(), 2);
  pool.release(std::move(small));
  EXPECT_EQ(pool.outstanding(), 1);
  pool.release(std::move(large));
  EXPECT_EQ(pool.outstanding(), 0);
}

TEST(Pool, CountsMessagesAliveInSumWhenTheyEndElsewhere) {
  Pool here;
  Pool there;
  MessagePtr message = here.acquire(500);
  there.release(std::move(message));
  EXPECT_EQ(here.outstanding(), 1);
  EXPECT_EQ(there.outstanding(), -1);
  MessagePtr back = there.acquire(500);
  EXPECT_EQ(here.outstanding() + there.outstanding(), 1);
  here.release(std::move(back));
  EXPECT_EQ(here.outstanding() + there.outstanding(), 0);
}

TEST(Pool, IgnoresTheReleaseOfNothing) {
  Pool pool;
  pool.release(nullptr);
  EXPECT_EQ(pool.outstanding(), 0);
}

}  // namespace
}  // namespace isthmus::engine
