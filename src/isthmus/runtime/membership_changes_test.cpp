#include "isthmus/runtime/membership_changes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "isthmus/store/held_images.hpp"
#include "isthmus/testing/shape.hpp"
#include "isthmus/testing/world.hpp"

namespace isthmus::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int points = 10;

/// Four processes of two PEs each, of which process 2 is absent. Their main program comes to ten
/// points; no checkpoint is due at them, unless somebody asks.
class ChangingWorld {
 public:
  explicit ChangingWorld(bool holds_images = true)
      : held_("all of them"), world_(topology(), options(holds_images)) {
    world_.start([this](Job& job) -> Task<void> {
      int kept = 0;
      job.restored(kept);
      for (; points_seen < points; ++points_seen) co_await job.checkpoint();
    });
  }

  runtime::Process& process(std::uint32_t rank) { return world_.process(ProcessId(rank)); }
  void request(const runtime::MembershipChange& change) {
    process(0).membership_changes().request(change, [this](const Expected<void>& done) {
      told.push_back(done ? "done" : done.error().text());
    });
  }
  void end(std::uint32_t rank) {
    process(0).membership_changes().end(ProcessId(rank), [this](const Expected<void>& done) {
      told.push_back(done ? "done" : done.error().text());
    });
  }
  void run() { run_until_stopping(0); }
  void run_to_the_end() {
    while (world_.step() || world_.advance()) {
    }
  }
  void run_until_stopping(std::uint32_t rank) {
    while (!process(rank).is_stopping() && (world_.step() || world_.advance())) {
    }
  }

  std::vector<std::string> told;
  int points_seen = 0;

 private:
  static topology::Topology topology() {
    return testing::uniform_topology(2, 4, "1ms", "0", 2).without({ProcessId(2)});
  }
  testing::WorldOptions options(bool holds_images) {
    testing::WorldOptions options;
    options.settings.checkpoints.when = store::When::every;
    options.settings.checkpoints.every_ns = 3'600'000'000'000;
    if (holds_images) options.checkpoints.held = &held_;
    return options;
  }

  store::HeldImages held_;
  testing::World world_;
};

TEST(MembershipChanges, AreKnownToAllWhenTheEpochEnds) {
  ChangingWorld job;
  job.request({.leaving = {ProcessId(3)}});
  EXPECT_THAT(job.told, IsEmpty());
  job.run();
  EXPECT_THAT(job.told, ElementsAre("done"));
  EXPECT_TRUE(job.process(0).is_interrupted());
  EXPECT_FALSE(job.process(0).failure());
  for (const std::uint32_t rank : {0U, 1U, 3U}) {
    EXPECT_THAT(job.process(rank).membership_changes().ordered().leaving,
                ElementsAre(ProcessId(3)));
  }
  EXPECT_THAT(job.process(2).membership_changes().ordered().leaving, IsEmpty());
  // It waits at the first point.
  EXPECT_EQ(job.points_seen, 0);
}

TEST(MembershipChanges, ComeTogetherWhereTheyAreWishedBeforeOnePoint) {
  ChangingWorld job;
  job.request({.leaving = {ProcessId(3)}});
  job.request({.leaving = {ProcessId(1), ProcessId(3)}});
  job.run();
  EXPECT_THAT(job.told, ElementsAre("done", "done"));
  EXPECT_THAT(job.process(1).membership_changes().ordered().leaving,
              ElementsAre(ProcessId(3), ProcessId(1)));
}

bootstrap::Peer peer_of(std::uint32_t rank) {
  bootstrap::Peer peer;
  peer.rank = ProcessId(rank);
  peer.hostname = "node " + std::to_string(rank);
  return peer;
}

TEST(MembershipChanges, TellAllWhoComes) {
  ChangingWorld job;
  job.request({.joining = {peer_of(2)}});
  job.run();
  EXPECT_THAT(job.told, ElementsAre("done"));
  for (const std::uint32_t rank : {0U, 1U, 3U}) {
    const auto& joining = job.process(rank).membership_changes().ordered().joining;
    ASSERT_EQ(joining.size(), 1U);
    EXPECT_EQ(joining[0].hostname, "node 2");
  }
}

TEST(MembershipChanges, ForgetWhoWasToComeAndHasGone) {
  ChangingWorld job;
  job.request({.joining = {peer_of(2)}});
  job.process(0).membership_changes().withdraw(ProcessId(2));
  job.run();
  EXPECT_THAT(job.process(1).membership_changes().ordered().joining, IsEmpty());
}

TEST(MembershipChanges, TakeNobodyIntoAPlaceThatIsTaken) {
  ChangingWorld job;
  job.request({.joining = {peer_of(2)}});
  job.request({.joining = {peer_of(2)}});
  job.request({.joining = {peer_of(1)}});
  job.request({.joining = {peer_of(4)}});
  EXPECT_THAT(job.told, ElementsAre(HasSubstr("process 2 has no place in this job"),
                                    HasSubstr("process 1 has no place in this job"),
                                    HasSubstr("process 4 has no place in this job")));
}

TEST(MembershipChanges, AreRefusedWhereTheyCannotBe) {
  ChangingWorld job;
  job.request({.leaving = {ProcessId(2)}});
  job.request({.leaving = {ProcessId(4)}});
  job.request({.leaving = {ProcessId(0), ProcessId(1), ProcessId(3)}});
  EXPECT_THAT(job.told,
              ElementsAre("process 2 is not in this job (expected processes 0, 1, 3)",
                          "process 4 is not in this job (expected processes 0, 1, 3)",
                          "nobody would be left (expected at least one process that stays)"));
  job.request({.leaving = {ProcessId(0), ProcessId(1)}});
  job.request({.leaving = {ProcessId(3)}});
  EXPECT_THAT(job.told.back(), HasSubstr("nobody would be left"));
  job.run();
  EXPECT_EQ(job.told.back(), "done");
}

TEST(MembershipChanges, EndOneProcessAtOnceAndTellNobody) {
  ChangingWorld job;
  job.end(3);
  EXPECT_THAT(job.told, ElementsAre("done"));
  EXPECT_FALSE(job.process(3).is_stopping());
  job.run_until_stopping(3);
  EXPECT_TRUE(job.process(3).has_ended_alone());
  EXPECT_TRUE(job.process(3).is_interrupted());
  EXPECT_FALSE(job.process(3).failure());
  EXPECT_FALSE(job.process(0).has_ended_alone());
  EXPECT_FALSE(job.process(1).has_ended_alone());
}

TEST(MembershipChanges, EndNoProcessThatTheJobCannotGoOnWithout) {
  ChangingWorld job;
  job.end(2);
  EXPECT_THAT(job.told, ElementsAre(HasSubstr("process 2 is not in this job")));
  ChangingWorld other(false);
  other.end(3);
  EXPECT_THAT(other.told, ElementsAre(HasSubstr("begun with --checkpoint and --on-loss go-on")));
}

// The main program may be with any of them when somebody comes.
TEST(MembershipChanges, HaveAllOthersHearOfAPlaceThatIsKept) {
  ChangingWorld job;
  std::vector<std::string> kept;
  for (const std::uint32_t rank : {0, 1, 3}) {
    job.process(rank).membership_changes().set_promised(
        [&kept, rank](ProcessId place, TimeNs for_ns) {
          kept.push_back(std::to_string(rank) + " keeps " + std::to_string(place.value) + " for " +
                         std::to_string(for_ns));
        });
  }
  job.process(0).membership_changes().tell_of_promise(ProcessId(2), 30);
  job.run_to_the_end();
  EXPECT_THAT(kept, ::testing::UnorderedElementsAre("1 keeps 2 for 30", "3 keeps 2 for 30"));
}

TEST(MembershipChanges, AreRefusedInAJobThatHoldsNoImages) {
  ChangingWorld job(false);
  job.request({.leaving = {ProcessId(3)}});
  EXPECT_THAT(job.told, ElementsAre(HasSubstr("begun with --checkpoint and --on-loss go-on")));
  job.run();
  EXPECT_EQ(job.points_seen, points);
  EXPECT_FALSE(job.process(0).is_interrupted());
}

}  // namespace
}  // namespace isthmus::engine
