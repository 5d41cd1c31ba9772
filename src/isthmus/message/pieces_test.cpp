#include "isthmus/message/pieces.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "isthmus/message/payload.hpp"
#include "isthmus/serial/serial.hpp"

namespace isthmus::engine {
namespace {

constexpr std::size_t value_count = 1000;

std::vector<double> some_values() {
  std::vector<double> values(value_count);
  std::iota(values.begin(), values.end(), 0.5);
  return values;
}

MessagePtr lent_message(Pool& pool, std::span<const double> values) {
  return make_pieces(pool, serial::size_of(1, values, 2), values.size_bytes(),
                     [&](serial::Gatherer& gatherer) {
                       gatherer(1);
                       gatherer.lend(values);
                       gatherer(2);
                     });
}

using Values = std::vector<double>;

const Values& values_of(const Message& message) {
  return *std::launder(reinterpret_cast<const Values*>(message.payload()));
}

/// A kind of payload made by hand: one vector that can be lent.
struct ValuesOps final : PayloadOps {
  ValuesOps() {
    destroy = [](Message& message) noexcept { const_cast<Values&>(values_of(message)).~Values(); };
    wire_size = [](const Message& message) { return serial::size_of(1, values_of(message), 2); };
    marshal = [](const Message& message, std::span<std::byte> to) {
      serial::write(to, 1, values_of(message), 2);
    };
    gather = [](const Message& message, Pool& pool) {
      return lent_message(pool, values_of(message));
    };
    enlist("pieces_test values");
  }
};
const ValuesOps values_ops;

MessagePtr typed_message(Pool& pool, Values values) {
  MessagePtr message = pool.acquire(sizeof(Values));
  ::new (message->payload()) Values(std::move(values));
  message->ops = &values_ops;
  message->form = PayloadForm::typed;
  message->flags = flag_has_destructor | flag_wants_reply;
  message->word = 77;
  return message;
}

std::vector<std::byte> bytes_of(const Message& message) {
  return {message.payload_span().begin(), message.payload_span().end()};
}

TEST(Pieces, CountTheirSerializedSizeAsPayload) {
  Pool pool;
  const Values values = some_values();
  MessagePtr message = lent_message(pool, values);
  EXPECT_TRUE(is_lent(*message));
  EXPECT_EQ(message->payload_bytes, serial::size_of(1, values, 2));
  EXPECT_EQ(wire_bytes(*message), sizeof(Message) + message->payload_bytes);
  pool.release(std::move(message));
  EXPECT_EQ(pool.outstanding(), 0);
}

TEST(Pieces, AreFlattenedUnderTheSameHeader) {
  Pool pool;
  const Values values = some_values();
  MessagePtr message = lent_message(pool, values);
  message->word = 5;
  message->ops = &values_ops;
  message = flattened(std::move(message), pool);
  EXPECT_EQ(message->form, PayloadForm::bytes);
  EXPECT_EQ(message->word, 5u);
  EXPECT_EQ(message->ops, &values_ops);
  EXPECT_EQ(bytes_of(*message), serial::to_bytes(1, values, 2));
  pool.release(std::move(message));
  EXPECT_EQ(pool.outstanding(), 0);
}

TEST(Pieces, AreFlattenedFromAnyPlaceOn) {
  Pool pool;
  const Values values = some_values();
  const auto expected = serial::to_bytes(1, values, 2);
  for (const std::size_t unneeded :
       {1ul, 16ul, 17ul, 4000ul, expected.size() - 4, expected.size()}) {
    MessagePtr flat = flattened(lent_message(pool, values), pool, unneeded);
    const auto bytes = bytes_of(*flat);
    EXPECT_TRUE(std::equal(bytes.begin() + static_cast<std::ptrdiff_t>(unneeded), bytes.end(),
                           expected.begin() + static_cast<std::ptrdiff_t>(unneeded)))
        << unneeded;
    pool.release(std::move(flat));
  }
}

TEST(Pieces, OwnTheTypedMessageThatTheyAreGatheredFrom) {
  Pool pool;
  Values values = some_values();
  const auto expected = serial::to_bytes(1, values, 2);
  const void* const address = values.data();
  MessagePtr message = gathered(typed_message(pool, std::move(values)), pool);
  ASSERT_EQ(message->form, PayloadForm::pieces);
  EXPECT_FALSE(is_lent(*message));
  EXPECT_EQ(message->word, 77u);
  EXPECT_NE(message->flags & flag_wants_reply, 0);
  EXPECT_EQ(static_cast<const void*>(Pieces::of(*message).all()[1].data()), address);
  EXPECT_EQ(pool.outstanding(), 2);
  message = flattened(std::move(message), pool);
  EXPECT_EQ(pool.outstanding(), 1);
  EXPECT_EQ(bytes_of(*message), expected);
  EXPECT_EQ(message->flags, flag_wants_reply);
  pool.release(std::move(message));
  EXPECT_EQ(pool.outstanding(), 0);
}

TEST(Pieces, EndTheirOwnerWithoutAPoolToo) {
  Pool pool;
  // The sanitizer would see the vector leak.
  const MessagePtr dropped = gathered(typed_message(pool, some_values()), pool);
  EXPECT_EQ(dropped->form, PayloadForm::pieces);
}

TEST(Pieces, AreNotMadeOfSmallPayloads) {
  Pool pool;
  MessagePtr message = gathered(typed_message(pool, {1.0, 2.0}), pool);
  EXPECT_EQ(message->form, PayloadForm::bytes);
  EXPECT_EQ(bytes_of(*message), serial::to_bytes(1, Values{1.0, 2.0}, 2));
  pool.release(std::move(message));
  EXPECT_EQ(pool.outstanding(), 0);
}

}  // namespace
}  // namespace isthmus::engine
