#include "isthmus/fabric/bundle.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/message/order.hpp"
#include "isthmus/message/payload.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::HasSubstr;

constexpr WireLimits limits{
    .payload_bytes_max = 1000, .pe_count = 8, .handler_count = 10, .epoch = 2};

/// A payload of 4 bytes that is serialized as twice as many.
struct DoubledOps : PayloadOps {
  DoubledOps() {
    id = 0x77;
    wire_size = [](const Message&) { return std::size_t{8}; };
    marshal = [](const Message& message, std::span<std::byte> to) {
      std::memcpy(to.data(), message.payload(), 4);
      std::memcpy(to.data() + 4, message.payload(), 4);
    };
  }
};
const DoubledOps doubled_ops;

MessagePtr some_message(Pool& pool, Random& random) {
  const auto bytes = static_cast<std::size_t>(random.below(40) * random.below(7));
  MessagePtr message = pool.acquire(bytes);
  if (bytes > 0) {
    message->form = PayloadForm::bytes;
    message->ops = &doubled_ops;
    for (std::size_t i = 0; i < bytes; ++i) message->payload()[i] = std::byte(random.below(256));
  }
  // Few values each, so that neighbours have much in common.
  message->key = {random.below(3), random.below(2)};
  message->collection = CollectionId(random.below(2));
  message->word = random.below(2);
  message->source = PeId(static_cast<std::uint32_t>(random.below(3)));
  message->destination = PeId(static_cast<std::uint32_t>(random.below(3)));
  message->priority = random.below(10) == 0 ? -5 : 0;
  message->handler = HandlerId(static_cast<std::uint16_t>(random.below(2)));
  message->flags = random.below(4) == 0 ? flag_wants_reply : 0;
  message->hops = random.below(9) == 0 ? 2 : 0;
  limits.put_epoch(*message);
  return message;
}

std::vector<MessagePtr> messages_of(const Message& bundle, Pool& pool) {
  std::vector<MessagePtr> messages;
  BundleReader reader(bundle.payload_span(), limits);
  while (!reader.is_at_end()) {
    auto message = reader.next(pool);
    EXPECT_TRUE(message) << message.error().text();
    if (!message) break;
    messages.push_back(std::move(*message));
  }
  return messages;
}

std::string fault_of(std::vector<std::uint8_t> bytes) {
  Pool pool;
  BundleReader reader(std::as_bytes(std::span(bytes)), limits);
  while (!reader.is_at_end()) {
    if (auto message = reader.next(pool); !message) return message.error().text();
  }
  return "none";
}

TEST(Bundle, GivesBackEveryMessageAsItWouldHaveComeAlone) {
  Pool pool;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    BundleWriter writer;
    std::vector<MessagePtr> sent;
    while (writer.has_room(bundled_payload_bytes_max)) {
      sent.push_back(some_message(pool, random));
      writer.add(*sent.back(), sent.back()->payload_bytes, pool);
    }
    EXPECT_EQ(writer.message_count(), static_cast<int>(sent.size()));
    const MessagePtr bundle = writer.take();
    EXPECT_TRUE(writer.is_empty());
    ASSERT_LE(bundle->payload_bytes, BundleWriter::bundle_bytes_max);
    const auto arrived = messages_of(*bundle, pool);
    ASSERT_EQ(arrived.size(), sent.size());
    for (std::size_t i = 0; i < sent.size(); ++i) {
      EXPECT_EQ(encode_header(*arrived[i]), encode_header(*sent[i])) << i;
      EXPECT_TRUE(std::ranges::equal(arrived[i]->payload_span(), sent[i]->payload_span())) << i;
    }
  }
}

TEST(Bundle, TakesAByteBesideThePayloadForAMessageLikeTheOneBefore) {
  Pool pool;
  Random random(1);
  const MessagePtr message = some_message(pool, random);
  BundleWriter writer;
  for (int i = 0; i < 3; ++i) writer.add(*message, message->payload_bytes, pool);
  const std::size_t three = writer.take()->payload_bytes;
  for (int i = 0; i < 2; ++i) writer.add(*message, message->payload_bytes, pool);
  EXPECT_EQ(three - writer.take()->payload_bytes, 1 + message->payload_bytes);
}

TEST(Bundle, SerializesTypedPayloadsAndKeepsOrders) {
  Pool pool;
  MessagePtr message = pool.acquire(64);
  message->form = PayloadForm::typed;
  message->ops = &doubled_ops;
  message->payload_bytes = 4;
  message->source = message->destination = PeId(0);
  std::memcpy(message->payload(), "abcd", 4);
  message = with_order(std::move(message), {11, 12}, pool);
  BundleWriter writer;
  writer.add(*message, wire_bytes(*message) - sizeof(Message), pool);
  const MessagePtr bundle = writer.take();
  const auto arrived = messages_of(*bundle, pool);
  ASSERT_EQ(arrived.size(), 1U);
  EXPECT_EQ(std::memcmp(arrived[0]->payload(), "abcdabcd", 8), 0);
  EXPECT_EQ(order_of(*arrived[0]), (Order{11, 12}));
}

TEST(Bundle, IsAFrameThatTheWireAccepts) {
  Pool pool;
  Random random(3);
  const MessagePtr message = some_message(pool, random);
  BundleWriter writer;
  writer.add(*message, message->payload_bytes, pool);
  const MessagePtr bundle = writer.take();
  const HeaderBytes header = encode_header(*bundle);
  const auto decoded =
      decode_header(header, {.payload_bytes_max = 4096, .pe_count = 8, .handler_count = 10});
  ASSERT_TRUE(decoded) << decoded.error().text();
  EXPECT_NE(decoded->flags & flag_bundle, 0);
  bundle->flags |= flag_ordered;
  EXPECT_FALSE(decode_header(encode_header(*bundle), limits));
}

TEST(Bundle, RefusesWhatNoMessageIs) {
  EXPECT_EQ(fault_of({}), "none");
  EXPECT_THAT(fault_of({0}), HasSubstr("flags 0")) << "the first one must say what it is";
  EXPECT_THAT(fault_of({1, 2, 3}), HasSubstr("half a message"));
  // Its kind (handler 3, flags, no payload), source and destination.
  const auto message = [](unsigned flags, std::uint8_t destination = 0) {
    return std::vector<std::uint8_t>{1 | 8 | 16,
                                     0,
                                     0,
                                     0,
                                     0,
                                     0,
                                     0,
                                     0,
                                     0,
                                     3,
                                     0,
                                     static_cast<std::uint8_t>(flags),
                                     static_cast<std::uint8_t>(flags >> 8),
                                     0,
                                     0,
                                     0,
                                     0,
                                     0,
                                     destination,
                                     0,
                                     0,
                                     0};
  };
  EXPECT_EQ(fault_of(message(4)), "none");
  EXPECT_THAT(fault_of(message(4 | 128)), HasSubstr("flags 132")) << "a bundle in a bundle";
  EXPECT_THAT(fault_of(message(4 | 64)), HasSubstr("flags 68")) << "it lands nowhere";
  EXPECT_THAT(fault_of(message(4 | 256)), HasSubstr("flags 260")) << "no filter has seen it";
  EXPECT_THAT(fault_of(message(4, 8)), HasSubstr("destination PE 8"));
  auto sized = message(4);
  sized[0] |= 128;
  sized.insert(sized.end(), {4, 0, 'a', 'b', 'c', 'd'});
  EXPECT_THAT(fault_of(sized), HasSubstr("payload form 0 and a payload of 4 bytes"));
  sized[13] = 2;
  EXPECT_EQ(fault_of(sized), "none");
  sized.pop_back();
  EXPECT_THAT(fault_of(sized), HasSubstr("half a message"));
}

TEST(Bundle, SurvivesWhateverComes) {
  Pool pool;
  int sound = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    Random random(seed);
    BundleWriter writer;
    for (int i = 0; i < 8; ++i) {
      const MessagePtr message = some_message(pool, random);
      writer.add(*message, message->payload_bytes, pool);
    }
    const MessagePtr bundle = writer.take();
    for (int i = 0; i < 3; ++i) {
      bundle->payload()[random.below(bundle->payload_bytes)] = std::byte(random.below(256));
    }
    const auto cut = random.below(bundle->payload_bytes + 1);
    BundleReader reader(bundle->payload_span().first(cut), limits);
    while (!reader.is_at_end()) {
      const auto message = reader.next(pool);
      if (!message) break;
      EXPECT_LT((*message)->destination.value, limits.pe_count);
      ++sound;
    }
  }
  EXPECT_GT(sound, 1000);
}

}  // namespace
}  // namespace isthmus::engine::fabric
