#include "isthmus/fabric/wire.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "isthmus/base/random.hpp"
#include "isthmus/message/payload.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::HasSubstr;

constexpr WireLimits limits{
    .payload_bytes_max = 1000, .pe_count = 8, .handler_count = 10, .epoch = 19};

struct TestOps : PayloadOps {
  TestOps() { id = 0x0123456789abcdef; }
};
const TestOps test_ops;

MessagePtr sample(Pool& pool) {
  MessagePtr message = pool.acquire(5);
  message->ops = &test_ops;
  message->key = {7, 1};
  message->collection = CollectionId(0x0000000200000003);
  message->word = 42;
  message->source = PeId(1);
  message->destination = PeId(6);
  message->priority = -2;
  message->handler = HandlerId(9);
  message->flags = flag_wants_reply;
  message->form = PayloadForm::bytes;
  message->hops = 1;
  limits.put_epoch(*message);
  std::memcpy(message->payload(), "hello", 5);
  return message;
}

std::string hex_of(std::span<const std::byte> bytes) {
  std::string hex;
  for (const std::byte byte : bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    hex += digits[std::to_integer<unsigned>(byte) >> 4];
    hex += digits[std::to_integer<unsigned>(byte) & 15];
  }
  return hex;
}

TEST(Wire, WritesTheBytesOfTheFormatsPage) {
  Pool pool;
  const MessagePtr message = sample(pool);
  EXPECT_EQ(hex_of(encode_header(*message)),
            "efcdab8967452301"
            "0700000000000000"
            "0100000000000000"
            "0300000002000000"
            "2a00000000000000"
            "050000000100000006000000feffffff"
            "0900060002000130");
  EXPECT_EQ(hex_of(message->payload_span()), "68656c6c6f");
}

TEST(Wire, ReadsBackWhatItWrote) {
  Pool pool;
  const MessagePtr sent = sample(pool);
  const Expected<Message> header = decode_header(encode_header(*sent), limits);
  ASSERT_TRUE(header) << header.error().text();
  const MessagePtr received = message_for(*header, pool);
  EXPECT_EQ(received->ops_id, test_ops.id);
  EXPECT_EQ(received->key, sent->key);
  EXPECT_EQ(received->collection, sent->collection);
  EXPECT_EQ(received->word, sent->word);
  EXPECT_EQ(received->payload_bytes, sent->payload_bytes);
  EXPECT_EQ(received->source, sent->source);
  EXPECT_EQ(received->destination, sent->destination);
  EXPECT_EQ(received->priority, sent->priority);
  EXPECT_EQ(received->handler, sent->handler);
  EXPECT_EQ(received->flags, flag_wants_reply | flag_on_wire);
  EXPECT_EQ(received->form, PayloadForm::bytes);
  EXPECT_EQ(received->hops, 1);
  EXPECT_EQ(received->epoch, 3);
}

TEST(Wire, KeepsTheIdentityOfAMessageThatIsForwardedUnread) {
  Pool pool;
  MessagePtr message = sample(pool);
  message->flags |= flag_on_wire;
  message->ops_id = 77;
  EXPECT_EQ(decode_header(encode_header(*message), limits)->ops_id, 77u);
}

TEST(Wire, KeepsToItselfWhatConcernsTheSenderAlone) {
  Pool pool;
  MessagePtr message = sample(pool);
  const HeaderBytes plain = encode_header(*message);
  message->flags |= flag_may_wait;
  EXPECT_EQ(encode_header(*message), plain);
  pool.release(std::move(message));
}

TEST(Wire, GivesABlockOfThePoolItWasAskedFor) {
  Pool pool;
  Message header = *sample(pool);
  header.payload_bytes = 200'000;  // another size class than the sender's
  MessagePtr message = message_for(header, pool);
  EXPECT_NE(message->size_class, header.size_class);
  std::memset(message->payload(), 1, message->payload_bytes);
  pool.release(std::move(message));
}

struct BadHeader {
  const char* name;
  std::size_t offset;
  std::vector<unsigned char> bytes;
  const char* complaint;
};

class BadHeaders : public ::testing::TestWithParam<BadHeader> {};

TEST_P(BadHeaders, AreRefusedWithTheFieldAndWhatWasExpected) {
  Pool pool;
  HeaderBytes bytes = encode_header(*sample(pool));
  for (std::size_t i = 0; i < GetParam().bytes.size(); ++i) {
    bytes[GetParam().offset + i] = std::byte{GetParam().bytes[i]};
  }
  const Expected<Message> header = decode_header(bytes, limits);
  ASSERT_FALSE(header);
  EXPECT_EQ(header.error().code, ErrorCode::malformed);
  EXPECT_THAT(header.error().text(), HasSubstr(GetParam().complaint));
}

INSTANTIATE_TEST_SUITE_P(
    Wire, BadHeaders,
    ::testing::Values(
        BadHeader{"LongPayload", 40, {0xe9, 3}, "payload of 1001 bytes (expected at most 1000)"},
        BadHeader{"HugePayload", 40, {0xff, 0xff, 0xff, 0xff}, "payload of 4294967295 bytes"},
        BadHeader{"Source", 44, {8}, "source PE 8 (expected less than 8)"},
        BadHeader{"NoSource", 44, {0xff, 0xff, 0xff, 0xff}, "source PE 4294967295"},
        BadHeader{"Destination", 48, {8}, "destination PE 8 (expected less than 8)"},
        BadHeader{"Handler", 56, {10}, "handler 10 (expected less than 10)"},
        BadHeader{"UnknownFlag", 58, {12}, "flags 12"}, BadHeader{"NotOnWire", 58, {2}, "flags 2"},
        BadHeader{"ShortSlice", 58, {68}, "payload of 5 bytes that lands (expected at least 48)"},
        BadHeader{"OrderedSlice", 58, {84}, "flags 84"},
        BadHeader{"TypedPayload", 60, {1}, "payload form 1"},
        BadHeader{"UnknownForm", 60, {200}, "payload form 200"},
        BadHeader{"BytesWithoutForm", 60, {0}, "payload form 0 and a payload of 5 bytes"},
        BadHeader{"EarlierEpoch", 63, {0x20}, "epoch 2 of the members (expected 3, the one here)"},
        BadHeader{"SizeClass", 61, {3}, "byte 61 of 3"}),
    [](const auto& test) { return test.param.name; });

TEST(Wire, TakesAnyBytesWithoutHarm) {
  Random random(20240817);
  Pool pool;
  const HeaderBytes good = encode_header(*sample(pool));
  int accepted = 0;
  for (int i = 0; i < 20'000; ++i) {
    HeaderBytes bytes = good;
    // Few wrong bytes get further than many.
    for (auto wrong = random.below(4); wrong > 0; --wrong) {
      bytes[random.below(header_bytes)] = static_cast<std::byte>(random.next());
    }
    const Expected<Message> header = decode_header(bytes, limits);
    if (!header) continue;
    ++accepted;
    ASSERT_LE(header->payload_bytes, limits.payload_bytes_max);
    ASSERT_LT(header->source.value, limits.pe_count);
    ASSERT_LT(header->destination.value, limits.pe_count);
    ASSERT_EQ(encode_header(*header), bytes);
  }
  EXPECT_GT(accepted, 5000);
  EXPECT_LT(accepted, 19'000);
}

}  // namespace
}  // namespace isthmus::engine::fabric
