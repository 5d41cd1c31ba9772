#include "isthmus/fabric/filter/packing_choice.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine::fabric {
namespace {

constexpr AllowedPackings all = {true, true, true, true, true, true, true};
constexpr std::size_t none = 0;
constexpr std::size_t lz4 = 1;
constexpr std::size_t zstd = 4;

/// lz4: a half at 1 ns a byte; zstd: a quarter at 10 ns a byte; unpacking costs nothing.
PackingEstimates some_estimates() {
  PackingEstimates estimates;
  for (PackingEstimate& estimate : estimates) estimate.pack_ns_per_byte = 1000;
  estimates[none] = {};
  estimates[lz4] = {.ratio = 0.5, .pack_ns_per_byte = 1};
  estimates[zstd] = {.ratio = 0.25, .pack_ns_per_byte = 10};
  return estimates;
}

TEST(PackingChoice, DependsOnTheLink) {
  const PackingEstimates estimates = some_estimates();
  EXPECT_EQ(best_packing(estimates, all, {1000, 0, 0}), none);
  EXPECT_EQ(best_packing(estimates, all, {1000, 1e9, 0}), none);
  EXPECT_EQ(best_packing(estimates, all, {1000, 400e6, 0}), lz4);
  EXPECT_EQ(best_packing(estimates, all, {1000, 1e6, 0}), zstd);
}

TEST(PackingChoice, PacksForFreeWhileTheLinkIsBusy) {
  const PackingEstimates estimates = some_estimates();
  EXPECT_EQ(best_packing(estimates, all, {1000, 1e9, 400}), none);
  EXPECT_EQ(best_packing(estimates, all, {1000, 1e9, 1000}), lz4);
  EXPECT_EQ(best_packing(estimates, all, {1000, 1e9, 10'000}), zstd);
}

TEST(PackingChoice, KeepsToWhatIsAllowed) {
  AllowedPackings only_lz4{};
  only_lz4[lz4] = true;
  EXPECT_EQ(best_packing(some_estimates(), only_lz4, {1000, 0, 0}), lz4);
  EXPECT_EQ(best_packing(some_estimates(), only_lz4, {1000, 1e6, 0}), lz4);
}

TEST(PackingChoice, ReckonsTheTimeOfUnpacking) {
  PackingEstimates estimates = some_estimates();
  estimates[lz4].unpack_ns_per_byte = 2;
  EXPECT_EQ(best_packing(estimates, all, {1000, 400e6, 0}), none);
  // pack + ratio * bytes / bandwidth + unpack: 1 * 1000 + 0.5 * 1000 + 2 * 1000.
  EXPECT_DOUBLE_EQ(arrival_ns(estimates[lz4], {1000, 1e9, 0}), 1000 + 500 + 2000);
  // max(pack, backlog) + max(ratio * bytes / bandwidth, unpack).
  EXPECT_DOUBLE_EQ(arrival_ns(estimates[lz4], {1000, 1e9, 5000}), 5000 + 2000) << "in a stream";
}

}  // namespace
}  // namespace isthmus::engine::fabric
