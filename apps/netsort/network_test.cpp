#include "netsort/network.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "netsort/serial.hpp"

namespace netsort {
namespace {

TEST(Network, ExistsForPowersOfTwoAlone) {
  for (const std::int64_t size : {-4, 0, 1, 3, 6, 4095, 1 << 21}) {
    EXPECT_FALSE(Network::exists_for(size)) << size;
  }
  for (const std::int64_t size : {2, 4, 4096, 1 << 20}) EXPECT_TRUE(Network::exists_for(size));
}

TEST(Network, HasTheStagesOfTheThesis) {
  EXPECT_EQ(Network(2).stage_count(), 1);
  EXPECT_EQ(Network(8).stage_count(), 6);
  EXPECT_EQ(Network(4096).stage_count(), 78);
}

// The Clam thesis (College of William and Mary), 4.1.2.1: line 0 of eight is compared "with lines
// 1, 3, 1, 7, 2 and 1".
TEST(Network, ComparesLineZeroOfEightAsTheThesisDoes) {
  const Network network(8);
  const std::vector<std::int32_t> expected = {1, 3, 1, 7, 2, 1};
  for (std::int32_t stage = 0; stage < network.stage_count(); ++stage) {
    EXPECT_EQ(network.partner(0, stage), expected[static_cast<std::size_t>(stage)]);
  }
}

TEST(Network, PairsEveryElementWithOneOtherInEveryStage) {
  for (std::int32_t size = 2; size <= 4096; size *= 2) {
    const Network network(size);
    for (std::int32_t stage = 0; stage < network.stage_count(); ++stage) {
      for (std::int32_t element = 0; element < size; ++element) {
        const std::int32_t partner = network.partner(element, stage);
        ASSERT_TRUE(partner >= 0 && partner < size && partner != element);
        ASSERT_EQ(network.partner(partner, stage), element);
      }
    }
  }
}

// A network that sorts all sequences of zeros and ones sorts all sequences (Knuth, 5.3.4).
TEST(Network, SortsAllZerosAndOnesUpToSixteenInputs) {
  for (std::int32_t size = 2; size <= 16; size *= 2) {
    const Network network(size);
    for (std::uint32_t bits = 0; bits < 1u << size; ++bits) {
      std::vector<std::int32_t> values;
      for (std::int32_t i = 0; i < size; ++i) values.push_back(bits >> i & 1);
      ASSERT_TRUE(std::ranges::is_sorted(sorted_by(network, values))) << size << ": " << bits;
    }
  }
}

TEST(Network, KeepsEqualValuesAsTheyAre) {
  EXPECT_EQ(kept(0, 5, 1, 5), 5);
  EXPECT_EQ(kept(1, 5, 0, 5), 5);
  EXPECT_EQ(kept(0, 5, 1, 3), 3);
  EXPECT_EQ(kept(1, 5, 0, 3), 5);
}

}  // namespace
}  // namespace netsort
