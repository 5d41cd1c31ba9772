#include "isthmus/fabric/session/record.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace isthmus::engine::fabric::session {
namespace {

using ::testing::HasSubstr;

std::string refusal_of(const Record& record) {
  const auto back = decode(encode(record));
  if (back) return "taken";
  EXPECT_EQ(back.error().code, ErrorCode::malformed);
  return back.error().text();
}

TEST(SessionRecord, SurvivesItsWay) {
  const Record record{RecordKind::data, 77, 1ULL << 40, 12345, 678, 3, 99};
  const auto back = decode(encode(record));
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, record);
}

TEST(SessionRecord, NoticesAByteThatChanged) {
  const RecordBytes bytes = encode({RecordKind::data, 77, 1ULL << 40, 12345, 678, 3, 99});
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    RecordBytes changed = bytes;
    changed[i] ^= std::byte{0x10};
    const auto back = decode(changed);
    ASSERT_FALSE(back) << "byte " << i;
    EXPECT_EQ(back.error().code, ErrorCode::io);
  }
}

TEST(SessionRecord, IsNoRowOfZeros) {
  const auto record = decode(RecordBytes{});
  ASSERT_FALSE(record);
  EXPECT_EQ(record.error().code, ErrorCode::io);
}

TEST(SessionRecord, WritesTheBytesOfTheFormatsPage) {
  const RecordBytes bytes = encode({RecordKind::data, 69, 1000, 64, 0, 0, 0xabcd1234});
  std::string text;
  for (const std::byte byte : bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    text += digits[std::to_integer<unsigned>(byte) >> 4];
    text += digits[std::to_integer<unsigned>(byte) & 15];
  }
  EXPECT_EQ(text,
            "4500000002000000e803000000000000400000000000000000000000000000003412cdab3239df28");
}

TEST(SessionRecord, IsOfOneOfFourKinds) {
  Record record;
  record.kind = RecordKind{0};
  EXPECT_THAT(refusal_of(record), HasSubstr("kind 0 (expected 1 to 4)"));
  record.kind = RecordKind{5};
  EXPECT_THAT(refusal_of(record), HasSubstr("kind 5"));
  record.kind = RecordKind::end;
  EXPECT_EQ(refusal_of(record), "taken");
}

TEST(SessionRecord, SaysHelloInOneVersion) {
  Record record{.kind = RecordKind::hello, .length = version, .offset = 1 << 20};
  EXPECT_EQ(refusal_of(record), "taken");
  record.length = version + 1;
  EXPECT_THAT(refusal_of(record), HasSubstr("version " + std::to_string(version + 1)));
}

TEST(SessionRecord, HasASegmentOfAByteAtLeastAndAMebibyteAtMost) {
  Record record{.kind = RecordKind::data, .length = 1};
  EXPECT_EQ(refusal_of(record), "taken");
  record.length = segment_bytes_limit;
  EXPECT_EQ(refusal_of(record), "taken");
  record.length = segment_bytes_limit + 1;
  EXPECT_THAT(refusal_of(record), HasSubstr("a segment of 1048577 bytes (expected 1 to 1048576)"));
  record.length = 0;
  EXPECT_THAT(refusal_of(record), HasSubstr("a segment of 0 bytes"));
}

TEST(SessionRecord, HasNoLengthWhereNothingFollows) {
  for (const RecordKind kind : {RecordKind::acknowledgement, RecordKind::end}) {
    EXPECT_EQ(refusal_of({.kind = kind, .offset = 77}), "taken");
    EXPECT_THAT(refusal_of({.kind = kind, .length = 1}), HasSubstr("a length of 1 (expected 0)"));
  }
}

}  // namespace
}  // namespace isthmus::engine::fabric::session
