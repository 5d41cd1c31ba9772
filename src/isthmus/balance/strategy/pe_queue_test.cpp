#include "isthmus/balance/strategy/pe_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::balance {
namespace {

/// PEs of these speeds, on one site.
Snapshot pes_of(const std::vector<double>& speeds) {
  Snapshot snapshot;
  snapshot.sites = {"a"};
  for (const double speed : speeds) snapshot.add_pe(SiteId(0), NodeId(0), speed);
  return snapshot;
}

std::vector<PeId> all_pes(const Snapshot& snapshot) {
  std::vector<PeId> pes;
  for (std::size_t pe = 0; pe < snapshot.pe_count(); ++pe) pes.push_back(PeId(pe));
  return pes;
}

TEST(PeQueue, NamesThePeThatEndsFirstWithSoMuchMore) {
  const Snapshot snapshot = pes_of({1, 4});
  const std::vector<double> loads_s = {0, 0.9};
  PeQueue queue(snapshot, all_pes(snapshot), loads_s);
  EXPECT_EQ(queue.least_loaded(), PeId(0));
  EXPECT_EQ(queue.ends_first(1), PeId(0));    // 1 / 1 = 1, 0.9 + 1 / 4 = 1.15
  EXPECT_EQ(queue.ends_first(1.6), PeId(1));  // 1.6, 0.9 + 0.4 = 1.3
}

TEST(PeQueue, NamesTheFirstOfSeveral) {
  const Snapshot snapshot = pes_of({1, 2, 1, 2});
  const std::vector<double> loads_s(4, 0.5);
  PeQueue queue(snapshot, all_pes(snapshot), loads_s);
  EXPECT_EQ(queue.least_loaded(), PeId(0));
  EXPECT_EQ(queue.ends_first(1), PeId(1));
  EXPECT_EQ(queue.ends_first(0), PeId(0));
}

TEST(PeQueue, KnowsNobodyButItsOwn) {
  const Snapshot snapshot = pes_of({1, 1, 1});
  const std::vector<double> loads_s = {0, 2, 1};
  PeQueue queue(snapshot, std::vector{PeId(1), PeId(2)}, loads_s);
  EXPECT_EQ(queue.least_loaded(), PeId(2));
}

TEST(PeQueue, FollowsLoadsThatHaveChanged) {
  const Snapshot snapshot = pes_of({1, 1});
  std::vector<double> loads_s = {1, 2};
  PeQueue queue(snapshot, all_pes(snapshot), loads_s);
  loads_s[0] = 3;
  queue.update(PeId(0));
  EXPECT_EQ(queue.least_loaded(), PeId(1));
  loads_s[0] = 0.5;
  queue.update(PeId(0));
  EXPECT_EQ(queue.least_loaded(), PeId(0));
  loads_s[0] = 1;  // as it was at first
  queue.update(PeId(0));
  EXPECT_EQ(queue.least_loaded(), PeId(0));
}

// Where all PEs of a class are as fast as each other the queue is exact, so it says what a search
// of all PEs says.
TEST(PeQueue, SaysWhatASearchOfAllSays) {
  std::vector<double> speeds;
  Random random(7);
  for (int i = 0; i < 90; ++i) speeds.push_back(static_cast<double>(1 << random.next() % 6) / 8);
  const Snapshot snapshot = pes_of(speeds);
  std::vector<double> loads_s;
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    loads_s.push_back(static_cast<double>(random.next() % 16) / 4);
  }
  PeQueue queue(snapshot, all_pes(snapshot), loads_s);
  for (int i = 0; i < 3000; ++i) {
    const double cpu_s = static_cast<double>(random.next() % 8) / 4;
    std::size_t first = 0;
    const auto end_s = [&](std::size_t pe) { return loads_s[pe] + cpu_s / speeds[pe]; };
    for (std::size_t pe = 1; pe < speeds.size(); ++pe) {
      if (end_s(pe) < end_s(first)) first = pe;
    }
    ASSERT_EQ(queue.ends_first(cpu_s), PeId(first)) << "object " << i;
    const auto least = std::ranges::min_element(loads_s) - loads_s.begin();
    ASSERT_EQ(queue.least_loaded(), PeId(static_cast<std::size_t>(least)));
    loads_s[first] += cpu_s / speeds[first];
    queue.update(PeId(first));
    // And one gives something away.
    const std::size_t other = random.next() % speeds.size();
    loads_s[other] /= 2;
    queue.update(PeId(other));
  }
}

// More speeds than it tells apart are put to the nearest.
TEST(PeQueue, TakesAnySpeeds) {
  std::vector<double> speeds;
  for (int i = 0; i < 300; ++i) speeds.push_back(1e-6 * std::pow(1.12, i));
  const Snapshot snapshot = pes_of(speeds);
  const std::vector<double> loads_s(speeds.size(), 0);
  PeQueue queue(snapshot, all_pes(snapshot), loads_s);
  EXPECT_EQ(queue.least_loaded(), PeId(0));
  EXPECT_GE(queue.ends_first(1).value, 60u);
}

}  // namespace
}  // namespace isthmus::engine::balance
