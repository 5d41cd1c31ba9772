#include "isthmus/trace/counters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <thread>

namespace isthmus::engine::trace {
namespace {

using ::testing::Contains;

TEST(Counters, AreReadByName) {
  PeCounters counters;
  counters.messages_executed.add(12);
  counters.sleep_ns.add(1'000'000'007);
  counters.sleep_ns.increment();
  const CounterValues values = read(counters);
  EXPECT_THAT(values, Contains(CounterValue{"messages_executed", 12}));
  EXPECT_THAT(values, Contains(CounterValue{"sleep_ns", 1'000'000'008}));
  EXPECT_THAT(values, Contains(CounterValue{"sleeps", 0}));
}

// Each member must have a name of its own: raises every counter through its bytes and expects the
// reader to see each of them once.
template <class Counters>
void expect_all_counters_listed() {
  constexpr std::size_t count_max = sizeof(Counters) / sizeof(Counter);
  Counters counters;
  auto* all = reinterpret_cast<Counter*>(&counters);
  const std::size_t listed = read(counters).size();
  ASSERT_LE(listed, count_max);
  for (std::size_t i = 0; i < listed; ++i) all[i].add(i + 1);
  std::set<std::string_view> names;
  std::uint64_t expected = 1;
  for (const auto& [name, value] : read(counters)) {
    EXPECT_EQ(value, expected++) << name;
    names.insert(name);
  }
  EXPECT_EQ(names.size(), listed);
}

TEST(Counters, ListEveryMemberOnceInOrder) {
  expect_all_counters_listed<PeCounters>();
  expect_all_counters_listed<LinkCounters>();
}

TEST(Counters, OfSeveralPesAreSummed) {
  std::vector<PeCounters> pes(3);
  for (std::size_t i = 0; i < pes.size(); ++i) pes[i].messages_received.add(10 * (i + 1));
  CounterValues total;
  for (const PeCounters& pe : pes) add_to(total, read(pe));
  EXPECT_THAT(total, Contains(CounterValue{"messages_received", 60}));
  EXPECT_EQ(total.size(), read(pes[0]).size());
}

TEST(Counters, SortArrivalsByHowOftenTheyWereForwarded) {
  PeCounters counters;
  EXPECT_TRUE(read_arrivals_by_forwards(counters).empty());
  counters.note_arrival(1);
  counters.note_arrival(3);
  counters.note_arrival(3);
  EXPECT_EQ(read_arrivals_by_forwards(counters), (std::vector<std::uint64_t>{1, 0, 2}));
  counters.note_arrival(32);
  counters.note_arrival(65'535);
  const std::vector<std::uint64_t> counts = read_arrivals_by_forwards(counters);
  ASSERT_EQ(counts.size(), 32u);
  EXPECT_EQ(counts.back(), 2u);
}

TEST(Counters, DoNotShareCacheLines) {
  const std::vector<PeCounters> pes(2);
  const auto first = reinterpret_cast<std::uintptr_t>(&pes[0]);
  const auto second = reinterpret_cast<std::uintptr_t>(&pes[1]);
  EXPECT_EQ(first % counter_alignment, 0u);
  EXPECT_GE(second - first, counter_alignment);
}

TEST(Counters, AreReadWhileTheirOwnerWrites) {
  LinkCounters counters;
  std::thread owner([&counters] {
    for (int i = 0; i < 10'000; ++i) counters.frames_sent.increment();
  });
  std::uint64_t last = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t seen = counters.frames_sent.value();
    EXPECT_GE(seen, last);
    last = seen;
  }
  owner.join();
  EXPECT_EQ(counters.frames_sent.value(), 10'000u);
}

TEST(Counters, AreWrittenAsOneJsonObject) {
  EXPECT_EQ(to_json({{"frames_sent", 2}, {"bytes_sent", 18'446'744'073'709'551'615u}}),
            R"({"frames_sent":2,"bytes_sent":18446744073709551615})");
  EXPECT_EQ(to_json({}), "{}");
}

}  // namespace
}  // namespace isthmus::engine::trace
