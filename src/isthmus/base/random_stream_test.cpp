#include "isthmus/base/random_stream.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace isthmus::engine {
namespace {

using Words = RandomStream::Words;

std::vector<std::uint64_t> next_of(RandomStream stream, int count) {
  std::vector<std::uint64_t> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(stream.next());
  return numbers;
}

TEST(RandomStream, HasTheNumbersThatItsAuthorsPublished) {
  // kat_vectors of Random123, "philox4x32 10".
  EXPECT_EQ(RandomStream::philox({0, 0, 0, 0}, 0, 0),
            (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(RandomStream::philox({ones, ones, ones, ones}, ones, ones),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(RandomStream::philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0xa4093822,
                                 0x299f31d0),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomStream, BeginsWithTheWordsOfBlockZero) {
  EXPECT_EQ(next_of(RandomStream(0, 0), 2),
            (std::vector<std::uint64_t>{0xe169c58d6627e8d5, 0x9b00dbd8bc57ac4c}));
}

TEST(RandomStream, GoesOnAnywhere) {
  const std::vector<std::uint64_t> all = next_of(RandomStream(7, 3), 20);
  for (std::uint64_t at = 0; at < 20; ++at) {
    RandomStream stream(7, 3);
    stream.next();
    stream.skip_to(at);
    EXPECT_EQ(stream.position(), at);
    EXPECT_EQ(stream.next(), all[at]);
  }
}

/// As an archive that reads: three numbers are all that is kept.
struct Kept {
  std::uint64_t words[3];
  void operator()(std::uint64_t& a, std::uint64_t& b, std::uint64_t& c) {
    a = words[0];
    b = words[1];
    c = words[2];
  }
};

TEST(RandomStream, IsItsSeedItsNumberAndItsPosition) {
  const std::vector<std::uint64_t> all = next_of(RandomStream(7, 3), 6);
  for (std::uint64_t at = 0; at < 6; ++at) {
    RandomStream stream(1, 1);
    stream.next();  // What it has in hand is of another stream.
    Kept kept{{7, 3, at}};
    stream.serialize(kept);
    EXPECT_EQ(stream.next(), all[at]);
  }
}

TEST(RandomStream, HasNumbersOfItsOwnForEachSeedAndStream) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    for (std::uint64_t stream = 0; stream < 4; ++stream) {
      for (const std::uint64_t number : next_of(RandomStream(seed, stream), 100)) {
        seen.insert(number);
      }
    }
  }
  EXPECT_EQ(seen.size(), 1600U);
}

TEST(RandomStream, IsEven) {
  RandomStream stream(5, 5);
  std::vector<int> counts(10);
  double sum = 0;
  constexpr int draws = 100'000;
  for (int i = 0; i < draws; ++i) {
    ++counts[stream.below(10)];
    sum += stream.uniform();
  }
  for (const int count : counts) EXPECT_NEAR(count, draws / 10, 500);
  EXPECT_NEAR(sum / draws, 0.5, 0.005);
}

}  // namespace
}  // namespace isthmus::engine
