// What a process does about a site that is lost, as far as it decides by itself: whole jobs whose
// sites are made again are tested in virtual time and with real processes.
#include "isthmus/runtime/site_life.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/object/value.hpp"
#include "isthmus/store/held_images.hpp"
#include "isthmus/testing/malformed_peer.hpp"
#include "isthmus/testing/shape.hpp"
#include "isthmus/testing/world.hpp"

namespace isthmus::engine::runtime {
namespace {

using ::testing::HasSubstr;
using LifeKind = SiteWord::Kind;
using LifeWord = SiteWord;

constexpr SiteId far_site(1);

/// Two sites of two processes each, of one PE, which keep logs. Processes 0 and 1 are left.
class LoggedJob {
 public:
  LoggedJob()
      : held_("all of them"), world_(testing::uniform_topology(2, 2, "1ms", "0", 2), options()) {
    world_.start([](Job& job) -> Task<void> { co_await job.reduction("never"); });
    world_.settle();
  }

  Process& process(std::uint32_t rank) { return world_.process(ProcessId(rank)); }
  SiteLife& life(std::uint32_t rank) { return *process(rank).site_life(); }
  void lose() {
    for (const std::uint32_t rank : {0U, 1U}) life(rank).lose(far_site);
  }
  std::vector<bootstrap::Peer> newcomers() const {
    std::vector<bootstrap::Peer> come(2);
    come[0].rank = ProcessId(2);
    come[1].rank = ProcessId(3);
    return come;
  }
  void wait(TimeNs duration_ns) {
    const TimeNs end_ns = now_ns() + duration_ns;
    world_.unit(PeId(0)).pe().timers().add(end_ns, [] {});
    run_until(end_ns);
  }
  void run_until(TimeNs end_ns) {
    world_.wake_all();
    while (world_.step() || world_.advance(end_ns)) {
    }
  }
  TimeNs now_ns() const { return world_.now_ns(); }
  std::string log() const { return world_.log().text(); }
  std::string refusal(const LifeWord& word, PeId from, PeId to) {
    testing::MalformedPeer peer(world_);
    const auto failure =
        peer.provoke(isthmus::engine::detail::make_value<LifeWord>(peer.pool(), LifeWord(word)),
                     "SiteLife::receive", from, to);
    return failure ? failure->text() : "nothing";
  }

 private:
  testing::WorldOptions options() {
    testing::WorldOptions options;
    options.settings.checkpoints.when = store::When::every;
    options.settings.checkpoints.site_logs = true;
    options.checkpoints.held = &held_;
    return options;
  }

  store::HeldImages held_;
  testing::World world_;
};

TEST(SiteLife, StandsAgainstNothingWhereNoSiteIsLost) {
  LoggedJob job;
  EXPECT_EQ(job.life(0).obstacle(), "");
  EXPECT_TRUE(job.life(0).come().empty());
}

TEST(SiteLife, AwaitsOthersForSoLongAndThenAllGoBack) {
  LoggedJob job;
  job.lose();
  EXPECT_EQ(job.life(0).obstacle(), "others have not come in all of its places");
  const TimeNs lost_ns = job.now_ns();
  job.run_until(lost_ns + SiteLife::coming_ns - 1'000'000);
  EXPECT_FALSE(job.process(0).is_interrupted());
  job.run_until(lost_ns + SiteLife::coming_ns + 1'000'000);
  EXPECT_TRUE(job.process(0).is_interrupted());
  EXPECT_THAT(job.log(), HasSubstr("site site1 is not made again alone: others have not come in "
                                   "all of its places within 20s"));
  // The others are called to the agreement.
  EXPECT_FALSE(job.process(1).is_interrupted());
}

TEST(SiteLife, TellsAllThatAreLeftWhoHasComeBeforeItsProcessStops) {
  LoggedJob job;
  job.lose();
  job.life(0).come(job.newcomers());
  EXPECT_FALSE(job.process(0).is_interrupted());
  job.run_until(job.now_ns() + 100'000'000);
  EXPECT_TRUE(job.process(0).is_interrupted());
  EXPECT_FALSE(job.process(1).is_interrupted());
  for (const std::uint32_t rank : {0U, 1U}) {
    ASSERT_EQ(job.life(rank).come().size(), 2U) << rank;
    EXPECT_EQ(job.life(rank).come()[1].rank, ProcessId(3));
    EXPECT_EQ(job.life(rank).obstacle(), "");
  }
  EXPECT_EQ(job.log(), "");
}

TEST(SiteLife, ForgetsWhoHadComeWhenTheSiteIsLostAgain) {
  LoggedJob job;
  const TimeNs lost_ns = job.now_ns();
  job.lose();
  job.life(0).come(job.newcomers());
  job.wait(100'000'000);
  ASSERT_TRUE(job.process(0).is_interrupted());
  job.process(0).resume();
  const TimeNs again_ns = job.now_ns();
  ASSERT_GT(again_ns, lost_ns);
  job.lose();
  EXPECT_EQ(job.life(1).obstacle(), "others have not come in all of its places");
  // The first loss's patience means nothing any more.
  job.run_until(lost_ns + SiteLife::coming_ns + (again_ns - lost_ns) / 2);
  EXPECT_FALSE(job.process(0).is_interrupted());
  job.run_until(again_ns + SiteLife::coming_ns);
  EXPECT_TRUE(job.process(0).is_interrupted());
}

TEST(SiteLife, GivesUpASiteThatIsNotThereInTime) {
  LoggedJob job;
  job.lose();
  const TimeNs begin_ns = job.now_ns();
  // Nobody has an image for those who have come to be made of.
  for (const std::uint32_t rank : {0U, 1U}) job.life(rank).begin(7);
  EXPECT_EQ(job.life(1).obstacle(), "site site1 has yet to catch up");
  job.run_until(begin_ns + SiteLife::patience_ns - 1'000'000);
  EXPECT_FALSE(job.process(0).is_interrupted());
  job.run_until(begin_ns + SiteLife::patience_ns);
  EXPECT_TRUE(job.process(0).is_interrupted());
  EXPECT_THAT(job.log(),
              HasSubstr("site site1 is not made again alone: it is not there within 30s"));
}

TEST(SiteLife, RefusesWordsOfWhoIsNotToSayThem) {
  const struct {
    LifeKind kind;
    PeId from;
    PeId to;
  } wrong[] = {
      {LifeKind::come, PeId(1), PeId(0)},        // not from the leader
      {LifeKind::open, PeId(1), PeId(0)},        // likewise
      {LifeKind::known, PeId(0), PeId(1)},       // not for it
      {LifeKind::standing, PeId(1), PeId(0)},    // without what it says
      {LifeKind::has_caught, PeId(1), PeId(0)},  // likewise
      {LifeKind::part, PeId(1), PeId(0)},        // to one that is not made again
      {LifeKind::told, PeId(2), PeId(0)},        // likewise
      {LifeKind::numbers, PeId(0), PeId(1)},     // likewise
      {LifeKind::release, PeId(0), PeId(1)},     // likewise
      {LifeKind::made, PeId(1), PeId(0)},        // of another site
      {LifeKind::goes_on, PeId(2), PeId(1)},     // not for the leader
      {static_cast<LifeKind>(200), PeId(0), PeId(1)},
  };
  for (const auto& [kind, from, to] : wrong) {
    LoggedJob job;
    job.lose();
    EXPECT_THAT(job.refusal({.kind = kind}, from, to),
                HasSubstr("word of a site that is made again"))
        << static_cast<int>(kind);
  }
}

}  // namespace
}  // namespace isthmus::engine::runtime
