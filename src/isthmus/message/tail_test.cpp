#include "isthmus/message/tail.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <vector>

#include "isthmus/message/pieces.hpp"

namespace isthmus::engine {
namespace {

using Tail = std::array<std::byte, 8>;
constexpr Tail tail_a = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4},
                         std::byte{5}, std::byte{6}, std::byte{7}, std::byte{8}};
constexpr Tail tail_b = {std::byte{9}};

std::vector<std::byte> some_bytes(std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i * 37 + 11);
  return bytes;
}

MessagePtr bytes_message_of(const std::vector<std::byte>& bytes, Pool& pool) {
  MessagePtr message = pool.acquire(bytes.size());
  message->form = bytes.empty() ? PayloadForm::none : PayloadForm::bytes;
  message->word = 7;
  std::ranges::copy(bytes, message->payload());
  return message;
}

std::vector<std::byte> payload_of(const Message& message) {
  const std::span payload = message.payload_span();
  return {payload.begin(), payload.end()};
}

std::vector<std::byte> joined(std::vector<std::byte> bytes, const Tail& tail) {
  bytes.insert(bytes.end(), tail.begin(), tail.end());
  return bytes;
}

TEST(Tail, GoesBehindBytesOfEverySizeAndComesOffAgain) {
  Pool pool;
  for (std::size_t size : {0, 1, 55, 56, 57, 64, 192, 960, 961, 4096, 8 << 20}) {
    const auto bytes = some_bytes(size);
    MessagePtr message = with_tail(bytes_message_of(bytes, pool), tail_a, pool);
    EXPECT_EQ(message->form, PayloadForm::bytes);
    EXPECT_EQ(message->word, 7u);
    ASSERT_EQ(payload_of(*message), joined(bytes, tail_a)) << size;
    drop_tail(*message, tail_a.size());
    EXPECT_EQ(message->form, size == 0 ? PayloadForm::none : PayloadForm::bytes);
    ASSERT_EQ(payload_of(*message), bytes) << size;
    pool.release(std::move(message));
  }
  EXPECT_EQ(pool.outstanding(), 0);
}

TEST(Tail, TakesNoNewBlockWhereThereIsRoom) {
  Pool pool;
  MessagePtr message = bytes_message_of(some_bytes(40), pool);
  const Message* const before = message.get();
  message = with_tail(std::move(message), tail_a, pool);
  EXPECT_EQ(message.get(), before);
}

MessagePtr lent_values(const std::vector<double>& values, Pool& pool) {
  const std::span<const double> span(values);
  return make_pieces(pool, sizeof(std::uint64_t) + span.size_bytes(), span.size_bytes(),
                     [&](serial::Gatherer& gatherer) { gatherer.lend(span); });
}

TEST(Tail, IsAPieceMoreBehindPieces) {
  Pool pool;
  std::vector<double> values(1000);
  std::iota(values.begin(), values.end(), 0.25);
  MessagePtr message = lent_values(values, pool);
  const auto bytes = payload_of(*flattened(lent_values(values, pool), pool));
  message = with_tail(with_tail(std::move(message), tail_a, pool), tail_b, pool);
  ASSERT_EQ(message->form, PayloadForm::pieces);
  EXPECT_EQ(Pieces::of(*message).all()[1].data(), reinterpret_cast<const std::byte*>(&values[0]));
  drop_tail(*message, tail_b.size());
  message = flattened(std::move(message), pool);
  EXPECT_EQ(payload_of(*message), joined(bytes, tail_a));
}

TEST(Tail, FlattensPiecesThatHaveNoRoomForMore) {
  Pool pool;
  const std::vector<double> values(1000, 1.5);
  MessagePtr message = lent_values(values, pool);
  auto bytes = payload_of(*flattened(lent_values(values, pool), pool));
  for (std::size_t i = 0; i <= Pieces::tails_max; ++i) {
    message = with_tail(std::move(message), tail_a, pool);
    bytes = joined(bytes, tail_a);
  }
  EXPECT_EQ(message->form, PayloadForm::bytes);
  EXPECT_EQ(payload_of(*message), bytes);
}

}  // namespace
}  // namespace isthmus::engine
