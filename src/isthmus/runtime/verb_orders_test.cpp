#include "isthmus/runtime/verb_orders.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "isthmus/object/future.hpp"
#include "isthmus/object/here.hpp"
#include "isthmus/testing/shape.hpp"
#include "isthmus/testing/world.hpp"

namespace isthmus::engine {
namespace {

/// Four processes at two sites, each with a verb of its own, "tone"; process 2 takes no "loud".
class ToneWorld {
 public:
  ToneWorld() : world_(testing::uniform_topology(2, 2, "1ms", "0", 2)) {
    for (std::uint32_t rank = 0; rank < 4; ++rank) {
      world_.process(ProcessId(rank))
          .verbs()
          .add({.name = "tone",
                .metavar = "WORD",
                .what = "Any.",
                .of = VerbOf::each_process,
                .value = [this, rank] { return tones[rank]; },
                .set = [this, rank](const std::string& text) -> Expected<void> {
                  if (text.empty() || (rank == 2 && text == "loud")) {
                    return fail(ErrorCode::bad_input, "'" + text + "'", {}, "a soft one");
                  }
                  tones[rank] = text;
                  return {};
                }});
    }
  }

  /// Runs a job whose main program has this set; what it is told.
  std::vector<std::string> set(const std::vector<std::pair<std::string, std::string>>& requests) {
    std::vector<std::string> told;
    const auto failure = world_.run([&](Job&) -> Task<void> {
      for (const auto& [name, text] : requests) {
        world_.process(ProcessId(0)).verb_orders().set(name, text, [&](const Expected<void>& done) {
          told.push_back(done ? "done" : done.error().text());
        });
      }
      // Orders are none of the program's messages, so quiescence does not wait for them.
      while (told.size() < requests.size()) {
        Future<void> later("a millisecond");
        after(1'000'000, [target = later.callback()] { send(target); });
        co_await later;
      }
    });
    EXPECT_FALSE(failure) << failure->text();
    EXPECT_EQ(world_.messages_alive(), 0);
    return told;
  }

  testing::World& world() { return world_; }
  std::vector<std::string> tones = std::vector<std::string>(4, "low");

 private:
  testing::World world_;
};

TEST(VerbOrders, ReachAllProcessesAndEndWhenAllHaveDoneIt) {
  ToneWorld tone;
  EXPECT_EQ(tone.set({{"tone", "high"}}), std::vector<std::string>{"done"});
  EXPECT_EQ(tone.tones, std::vector<std::string>(4, "high"));
}

TEST(VerbOrders, SayWhichProcessRefuses) {
  ToneWorld tone;
  EXPECT_EQ(tone.set({{"tone", "loud"}}),
            std::vector<std::string>{"process 2: tone: 'loud' (expected a soft one)"});
  EXPECT_EQ(tone.tones, (std::vector<std::string>{"loud", "loud", "low", "loud"}));
}

TEST(VerbOrders, AskNobodyWhereTheFirstProcessRefuses) {
  ToneWorld tone;
  EXPECT_EQ(tone.set({{"tone", ""}, {"pitch", "high"}}),
            (std::vector<std::string>{"tone: '' (expected a soft one)",
                                      "nothing called 'pitch' changes here (expected one of "
                                      "change-chain, device, border-first, aggregation, "
                                      "tone)"}));
  EXPECT_EQ(tone.tones, std::vector<std::string>(4, "low"));
}

TEST(VerbOrders, WaitForEachOther) {
  ToneWorld tone;
  EXPECT_EQ(tone.set({{"tone", "a"}, {"tone", "loud"}, {"tone", "b"}, {"tone", ""}}),
            (std::vector<std::string>{"done", "process 2: tone: 'loud' (expected a soft one)",
                                      "done", "tone: '' (expected a soft one)"}));
  EXPECT_EQ(tone.tones, std::vector<std::string>(4, "b"));
}

TEST(VerbOrders, MayBeGivenByWhomTheLastOneIsTold) {
  ToneWorld tone;
  runtime::VerbOrders& orders = tone.world().process(ProcessId(0)).verb_orders();
  std::string last;
  const auto failure = tone.world().run([&](Job& job) -> Task<void> {
    orders.set("tone", "", [&](const Expected<void>&) {
      orders.set("tone", "a", [&](const Expected<void>&) {
        orders.set("tone", "b", [&](const Expected<void>& done) { last = done ? "done" : "no"; });
      });
    });
    while (last.empty()) co_await job.quiescence();
  });
  EXPECT_FALSE(failure) << failure->text();
  EXPECT_EQ(last, "done");
  EXPECT_EQ(tone.tones, std::vector<std::string>(4, "b"));
}

// The door is open before the program has said what it lets change, in each epoch anew.
TEST(VerbOrders, WaitForTheProgramToSayWhatItLetsChange) {
  testing::World world(testing::uniform_topology(1, 2));
  runtime::VerbOrders& orders = world.process(ProcessId(0)).verb_orders();
  std::vector<std::string> told;
  const auto note = [&](const Expected<void>& done) {
    told.push_back(done ? "done" : done.error().text());
  };
  orders.set("warmth", "2", note);
  orders.set("pitch", "1", note);
  orders.set("device", "", note);
  const auto failure = world.run([&](Job& job) -> Task<void> {
    const Steerable<int> warmth = job.steerable("warmth", 1, "Any.");
    EXPECT_EQ(told, std::vector<std::string>{});
    co_await job.quiescence();
    EXPECT_EQ(*warmth, 2);
    EXPECT_EQ(told.size(), 3u);
    orders.set("pitch", "2", note);
    EXPECT_EQ(told.size(), 4u);
  });
  EXPECT_FALSE(failure) << failure->text();
  ASSERT_EQ(told.size(), 4u);
  EXPECT_EQ(told[0], "done");
  for (const std::size_t i : {1u, 3u}) {
    EXPECT_TRUE(told[i].starts_with("nothing called 'pitch' changes here")) << told[i];
  }
}

/// Sets it to yes in all processes.
void expect_border_first(testing::World& world) {
  std::string told;
  const auto failure = world.run([&](Job& job) -> Task<void> {
    world.process(ProcessId(0))
        .verb_orders()
        .set("border-first", "yes",
             [&](const Expected<void>& done) { told = done ? "done" : done.error().text(); });
    while (told.empty()) co_await job.quiescence();
  });
  EXPECT_FALSE(failure) << failure->text();
  EXPECT_EQ(told, "done");
}

TEST(VerbOrders, AskNobodyWhoIsAbsent) {
  testing::World world(
      testing::uniform_topology(2, 4, "1ms", "0", 2).without({ProcessId(1), ProcessId(3)}));
  expect_border_first(world);
  EXPECT_EQ(world.process(ProcessId(2)).verbs().find("border-first")->value(), "yes");
}

TEST(VerbOrders, SetBorderFirstInAllProcesses) {
  testing::World world(testing::uniform_topology(2, 2, "1ms", "0", 2));
  expect_border_first(world);
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    EXPECT_EQ(world.process(ProcessId(rank)).verbs().find("border-first")->value(), "yes");
  }
}

}  // namespace
}  // namespace isthmus::engine
