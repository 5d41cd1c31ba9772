#include "isthmus/runtime/pulse.hpp"

#include <gtest/gtest.h>

#include <string>

#include "isthmus/testing/everywhere.hpp"
#include "isthmus/testing/virtual_time.hpp"

namespace isthmus::engine::runtime {
namespace {

constexpr TimeNs second_ns = 1'000'000'000;

TEST(Silence, LastsSinceSomebodyWasHeard) {
  Silence silence(10 * second_ns, second_ns);
  EXPECT_EQ(silence.length_ns(11 * second_ns), second_ns);
  silence.heard(11 * second_ns);
  EXPECT_EQ(silence.length_ns(11 * second_ns + 7), 7);
  EXPECT_EQ(silence.length_ns(12 * second_ns), second_ns);
  EXPECT_EQ(silence.length_ns(13 * second_ns), 2 * second_ns);
}

TEST(Silence, IsNobodysWhileNobodyListens) {
  Silence silence(0, second_ns);
  EXPECT_EQ(silence.length_ns(second_ns), second_ns);
  // 500 s of an entry method; but for the second in which it might have looked.
  EXPECT_EQ(silence.length_ns(501 * second_ns), 2 * second_ns);
  EXPECT_EQ(silence.length_ns(502 * second_ns), 3 * second_ns);
  silence.heard(502 * second_ns);
  EXPECT_EQ(silence.length_ns(902 * second_ns), second_ns);
}

class Worker : public Chare<Worker, Index1> {
 public:
  void work() {
    charge(20'000'000);
    contribute("awake", 1, reduce::sum);
  }
};

testing::VirtualTimeOptions with_pause(const std::string& pause) {
  testing::VirtualTimeOptions options;
  options.settings = testing::test_settings(1);
  options.settings.silence_ns = second_ns;
  if (!pause.empty()) options.faults = {pause};
  return options;
}

/// Three processes that work for 8 s, of which one may do nothing for a while.
testing::VirtualTimeOutcome run(const std::string& pause, int& awake) {
  const topology::Topology topology = testing::uniform_topology(1, 3, "0", "0", 3);
  return testing::run_in_virtual_time(
      topology,
      [&awake](Job& job) -> Task<void> {
        const auto all = job.create_array<Worker>(Index1{12}, mapping::block);
        for (int round = 0; round < 100; ++round) {
          co_await job.quiescence();
          all.all().send<&Worker::work>();
          awake = co_await job.reduction<int>("awake");
        }
      },
      with_pause(pause));
}

TEST(Pulse, LosesNobodyWhileAllIsWell) {
  int awake = 0;
  const auto outcome = run("", awake);
  EXPECT_EQ(awake, 12);
  for (const auto& failure : outcome.failures) EXPECT_FALSE(failure) << failure->text();
}

TEST(Pulse, LosesNobodyWhoIsAwayForLess) {
  int awake = 0;
  const auto outcome = run("pause pe=1 at=2s for=700ms", awake);
  EXPECT_EQ(awake, 12);
  for (const auto& failure : outcome.failures) EXPECT_FALSE(failure) << failure->text();
}

TEST(Pulse, LosesWhoIsSilentForLonger) {
  int awake = 0;
  const auto outcome = run("pause pe=1 at=2s for=60s", awake);
  ASSERT_TRUE(outcome.failures[0]);
  EXPECT_EQ(outcome.failures[0]->code, ErrorCode::unreachable);
  EXPECT_NE(outcome.failures[0]->text().find("is gone: it has said nothing for 1s"),
            std::string::npos)
      << outcome.failures[0]->text();
}

}  // namespace
}  // namespace isthmus::engine::runtime
