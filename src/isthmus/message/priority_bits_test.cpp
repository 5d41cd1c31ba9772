#include "isthmus/message/priority_bits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/serial/serial.hpp"

namespace isthmus::engine {
namespace {

PriorityBits bits_of(const std::string& text) {
  PriorityBits bits;
  for (const char digit : text) bits.append(digit == '1' ? 1 : 0, 1);
  return bits;
}

// As a queue has it: heads first, then tails.
int compare(const PriorityBits& first, const PriorityBits& second) {
  if (first.head() != second.head()) return first.head() < second.head() ? -1 : 1;
  return PriorityBits::compare(first.tail(), second.tail());
}

int sign(int number) { return number < 0 ? -1 : number > 0 ? 1 : 0; }

// The definition: the shorter one goes on with zeros.
int expected(std::string first, std::string second) {
  const std::size_t size = std::max(first.size(), second.size());
  first.resize(size, '0');
  second.resize(size, '0');
  return sign(first.compare(second));
}

TEST(PriorityBits, AreAppendedHighestFirst) {
  PriorityBits bits;
  bits.append(5, 3).append(0, 2).append(0xff01, 9);
  EXPECT_EQ(bits, bits_of("10100100000001"));
  EXPECT_EQ(bits.size(), 14u);
  EXPECT_TRUE(bits[0]);
  EXPECT_FALSE(bits[1]);
  EXPECT_TRUE(bits[13]);
  EXPECT_EQ(bits_of("101").followed_by(1, 2), bits_of("10101"));
}

TEST(PriorityBits, OfUpTo32BitsAreWholeNumbers) {
  EXPECT_EQ(PriorityBits().head(), INT32_MIN);
  EXPECT_EQ(PriorityBits().append(0xffffffff, 32).head(), INT32_MAX);
  EXPECT_EQ(bits_of("1").head(), 0);
  EXPECT_EQ(bits_of("01").head(), -(1 << 30));
  EXPECT_EQ(PriorityBits().append(0x80000007, 32).head(), 7);
  EXPECT_TRUE(PriorityBits().append(0x80000007, 32).append(0, 64).tail().empty());
}

TEST(PriorityBits, StandBehindTheNumberThatTheyBeginWithAndBeforeTheNext) {
  for (const std::uint32_t number : {0x80000000U, 0x80000001U, 0x7fffffffU, 0U, 0xffffffffU, 6U}) {
    const PriorityBits whole = PriorityBits().append(number, 32);
    EXPECT_GT(compare(whole.followed_by(1, 40), whole), 0) << number;
    if (number == UINT32_MAX) continue;
    const PriorityBits next = PriorityBits().append(number + 1, 32);
    EXPECT_LT(compare(whole.followed_by(UINT64_MAX, 64), next), 0) << number;
  }
}

TEST(PriorityBits, ThatGoOnAreNeitherUsualNorTheRuntimesOwn) {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const std::int32_t head = PriorityBits()
                                  .append(random.below(3) - 1 + 0x80000000U, 32)
                                  .append(random.below(5) + 1, 8)
                                  .head();
    EXPECT_NE(head, 0);
    EXPECT_NE(head, INT32_MIN);
  }
  EXPECT_NE(PriorityBits().append(1, 64).head(), INT32_MIN);
}

TEST(PriorityBits, CompareAtTheFirstBitThatDiffers) {
  Random random(7);
  for (int i = 0; i < 20'000; ++i) {
    std::string common(random.below(70), '0');
    for (char& digit : common) digit = random.below(2) == 0 ? '0' : '1';
    std::string texts[2] = {common, common};
    for (std::string& text : texts) {
      for (std::uint64_t more = random.below(12); more > 0; --more) {
        text += random.below(2) == 0 ? '0' : '1';
      }
    }
    ASSERT_EQ(compare(bits_of(texts[0]), bits_of(texts[1])), expected(texts[0], texts[1]))
        << texts[0] << " " << texts[1];
  }
}

TEST(PriorityBits, AreFoundInAPayloadThatMayBeAnything) {
  const PriorityBits bits = PriorityBits().append(9, 35).append(1, 64);
  serial::Sizer sizer;
  sizer(bits, 17);
  std::vector<std::byte> payload(sizer.position());
  serial::Writer writer(payload);
  writer(bits, 17);
  EXPECT_TRUE(std::ranges::equal(PriorityBits::tail_of_payload(payload), bits.tail()));
  EXPECT_FALSE(bits.tail().empty());
  for (std::size_t size = 0; size < 8 + 13; ++size) {
    EXPECT_TRUE(PriorityBits::tail_of_payload(std::span(payload).first(size)).empty()) << size;
  }
}

}  // namespace
}  // namespace isthmus::engine
