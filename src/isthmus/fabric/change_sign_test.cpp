#include "isthmus/fabric/change_sign.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "isthmus/fabric/wire.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::HasSubstr;

constexpr WireLimits limits{.payload_bytes_max = 1000, .pe_count = 8, .handler_count = 10};

TEST(ChangeSign, SaysTheSameBehindTheWire) {
  Pool pool;
  const MessagePtr sent = make_change_sign({77, ChangeSign::Kind::switch_marker}, pool);
  sent->source = sent->destination = PeId(0);
  const Expected<Message> header = decode_header(encode_header(*sent), limits);
  ASSERT_TRUE(header) << header.error().text();
  const MessagePtr come = message_for(*header, pool);
  std::memcpy(come->payload(), sent->payload(), change_sign_bytes);
  ASSERT_TRUE(is_change_sign(*come));
  const Expected<ChangeSign> sign = read_change_sign(*come);
  ASSERT_TRUE(sign) << sign.error().text();
  EXPECT_EQ(sign->number, 77u);
  EXPECT_EQ(sign->kind, ChangeSign::Kind::switch_marker);
}

TEST(ChangeSign, IsNoEmptyBundle) {
  Pool pool;
  const MessagePtr bundle = pool.acquire(0);
  bundle->form = PayloadForm::bytes;
  bundle->flags = flag_bundle;
  bundle->hops = 1;
  EXPECT_FALSE(is_change_sign(*bundle));
}

TEST(ChangeSign, IsRefusedWhereItIsOfNoKind) {
  Pool pool;
  for (const std::uint64_t kind : {0, 3, 1 << 20}) {
    const MessagePtr message = make_change_sign({77, static_cast<ChangeSign::Kind>(kind)}, pool);
    const Expected<ChangeSign> sign = read_change_sign(*message);
    ASSERT_FALSE(sign);
    EXPECT_EQ(sign.error().code, ErrorCode::malformed);
    EXPECT_THAT(sign.error().text(), HasSubstr("(expected 1 (drain marker) or 2 (switch marker))"));
  }
}

TEST(ChangeSign, IsRefusedWhereItIsOfAnotherSize) {
  Pool pool;
  const MessagePtr message = make_change_sign({77, ChangeSign::Kind::switch_marker}, pool);
  message->payload_bytes = 8;
  const Expected<ChangeSign> sign = read_change_sign(*message);
  ASSERT_FALSE(sign);
  EXPECT_THAT(sign.error().text(), HasSubstr("8 bytes (expected 16)"));
}

TEST(ChangeSign, IsNothingElseAtTheSameTime) {
  Pool pool;
  for (const unsigned other : {flag_bundle, flag_wants_reply, flag_ordered, flag_lands}) {
    const MessagePtr message = make_change_sign({77, ChangeSign::Kind::switch_marker}, pool);
    message->source = message->destination = PeId(0);
    message->flags |= static_cast<std::uint16_t>(other);
    EXPECT_FALSE(decode_header(encode_header(*message), limits)) << other;
  }
}

}  // namespace
}  // namespace isthmus::engine::fabric
