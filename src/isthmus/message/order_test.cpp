#include "isthmus/message/order.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <new>
#include <string>
#include <utility>

#include "isthmus/message/payload.hpp"

namespace isthmus::engine {
namespace {

constexpr Order order{.sender = 0x1122334455667788, .number = 42};

template <std::size_t Size>
struct Block {
  unsigned char bytes[Size];
};

// Payloads of every size around the block sizes, all bytes of which are 7.
template <std::size_t Size>
struct BlockOps final : PayloadOps {
  BlockOps() {
    wire_size = [](const Message&) { return Size; };
    marshal = [](const Message& message, std::span<std::byte> to) {
      std::memcpy(to.data(), message.payload(), Size);
    };
    enlist("order_test block " + std::to_string(Size));
  }
};
template <std::size_t Size>
const BlockOps<Size> block_ops;

template <std::size_t Size>
MessagePtr make_block(Pool& pool) {
  MessagePtr message = pool.acquire(Size);
  std::memset(message->payload(), 7, Size);
  message->ops = &block_ops<Size>;
  message->form = PayloadForm::typed;
  message->key = {3, 4};
  message->word = 5;
  return message;
}

void expect_sevens(const Message& message, std::size_t size) {
  for (std::size_t k = 0; k < size; ++k) EXPECT_EQ(message.payload()[k], std::byte{7}) << k;
}

template <std::size_t Size>
void expect_it_is_kept() {
  Pool pool;
  MessagePtr message = with_order(make_block<Size>(pool), order, pool);
  EXPECT_EQ(order_of(*message), order) << Size;
  expect_sevens(*message, Size);
  EXPECT_EQ(wire_bytes(*message), sizeof(Message) + Size + sizeof(Order));
  message = marshalled(std::move(message), pool);
  EXPECT_EQ(message->payload_bytes, Size + sizeof(Order));
  EXPECT_EQ(order_of(*message), order) << Size;
  EXPECT_EQ(message->key, (Key{3, 4}));
  EXPECT_EQ(message->word, 5u);
  drop_order(*message);
  EXPECT_EQ(order_of(*message), std::nullopt);
  EXPECT_EQ(message->payload_bytes, Size);
  expect_sevens(*message, Size);
  pool.release(std::move(message));
  EXPECT_EQ(pool.outstanding(), 0);
}

TEST(Order, IsKeptBehindPayloadsOfAnySize) {
  expect_it_is_kept<1>();
  expect_it_is_kept<7>();
  expect_it_is_kept<16>();
  expect_it_is_kept<41>();
  expect_it_is_kept<48>();
  expect_it_is_kept<49>();
  expect_it_is_kept<64>();
  expect_it_is_kept<100>();
  expect_it_is_kept<128>();
  expect_it_is_kept<1000>();
}

TEST(Order, LeavesATypedPayloadAsItIsWhereThereIsRoom) {
  Pool pool;
  MessagePtr message = make_block<40>(pool);
  const Message* before = message.get();
  message = with_order(std::move(message), order, pool);
  EXPECT_EQ(message.get(), before);
  EXPECT_EQ(message->form, PayloadForm::typed);
  pool.release(std::move(message));
}

TEST(Order, IsNotReadFromTooFewBytes) {
  Pool pool;
  MessagePtr message = pool.acquire(15);
  message->form = PayloadForm::bytes;
  message->flags = flag_ordered;
  EXPECT_EQ(order_of(*message), std::nullopt);
  pool.release(std::move(message));
}

TEST(Order, OfMessagesWithoutOneIsNone) {
  Pool pool;
  MessagePtr message = make_block<40>(pool);
  EXPECT_EQ(order_of(*message), std::nullopt);
  pool.release(std::move(message));
}

}  // namespace
}  // namespace isthmus::engine
