// Sections: who gets their messages, where those go, and what their members reduce.
#include "isthmus/collective/sections.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "isthmus/collective/collectives.hpp"
#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

constexpr int count = 24;
constexpr Reduction<int> highest{"highest"};

struct Longer {
  std::string operator()(const std::string& a, const std::string& b) const {
    return a.size() < b.size() ? b : a;
  }
};

class Singer : public Chare<Singer, Index1> {
 public:
  void serialize(auto& archive) { archive(heard_, chorus_, sums_); }
  void note(const std::vector<int>& tones) { heard_ += tones.at(0); }
  int heard() { return heard_; }
  void go_to(PeId pe) { migrate_to(pe); }
  void note_and_go(int tone, int pes) {
    heard_ += tone;
    migrate_to(PeId(static_cast<std::uint32_t>((index() * 7 + heard_) % pes)));
  }
  void join(const SectionProxy<Singer>& chorus) { chorus_ = chorus; }
  void sum(int round) { contribute(chorus_, "sum", round * 100 + index(), reduce::sum); }
  void sum_and_go(int round, int pes) {
    contribute(chorus_, "sum", round * 100 + index(), reduce::sum);
    migrate_to(PeId(static_cast<std::uint32_t>((index() + round) % pes)));
  }
  void every_kind(Callback<int> target) {
    contribute(chorus_, index(), reduce::min, target);
    contribute(chorus_, highest, index(), reduce::max);
    contribute(chorus_, "longest", std::string(static_cast<std::size_t>(index()), 'x'), Longer());
    contribute_in_order(chorus_, "in order", 1.0 / (index() + 3), reduce::sum);
    gather(chorus_, "who", index());
    contribute(chorus_, "done");
    contribute(chorus_, 1, reduce::sum, chorus_.callback<&Singer::take>());
  }
  void take(int sum) { sums_ += sum; }
  int sums() { return sums_; }
  void begin_chorus(const std::vector<int>& who) {
    const auto chorus = array().section(who);
    for (int k = 0; k < 3; ++k) chorus.send<&Singer::note>(std::vector<int>{1});
  }

 private:
  int heard_ = 0;
  int sums_ = 0;
  SectionProxy<Singer> chorus_;
};

Task<std::vector<int>> heard_by(const ArrayProxy<Singer>& singers) {
  std::vector<int> heard;
  for (int i = 0; i < count; ++i) heard.push_back(co_await singers[i].call<&Singer::heard>());
  co_return heard;
}

class Watcher : public Chare<Watcher, PeId> {
 public:
  std::size_t parts() {
    const auto& pe = static_cast<collective::PeCollectives&>(Objects::current().collectives());
    return pe.sections().parts();
  }
  std::size_t kept() {
    const auto& pe = static_cast<collective::PeCollectives&>(Objects::current().collectives());
    return pe.reductions().kept();
  }
};

TEST(Sections, BringEachMessageToEachMemberOnceAlsoBeforeTheArrayHasCome) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto singers = job.create_array<Singer>(Index1{count}, mapping::round_robin);
    const auto chorus = singers.section({17, 3, 5, 7, 11, 2, 13});
    EXPECT_EQ(chorus.size(), 7u);
    for (int k = 1; k <= 3; ++k) chorus.send<&Singer::note>(std::vector<int>{k});
    co_await job.quiescence();
    const std::vector<int> heard = co_await heard_by(singers);
    for (int i = 0; i < count; ++i) {
      const bool is_member = i == 2 || i == 3 || i == 5 || i == 7 || i == 11 || i == 13 || i == 17;
      EXPECT_EQ(heard[static_cast<std::size_t>(i)], is_member ? 6 : 0) << i;
    }
  });
}

TEST(Sections, MayBeMadeByElementsAndSentToOthers) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto singers = job.create_array<Singer>(Index1{count}, mapping::block);
    std::vector<int> everybody(count);
    std::iota(everybody.begin(), everybody.end(), 0);
    for (int i = 0; i < count; ++i) singers[i].send<&Singer::begin_chorus>(everybody);
    co_await job.quiescence();
    EXPECT_THAT(co_await heard_by(singers), Each(3 * count));
  });
}

TEST(Sections, ReachMembersThatMoveAllTheTime) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto singers = job.create_array<Singer>(Index1{count}, mapping::round_robin);
    const auto watchers = job.create_group<Watcher>();
    std::vector<int> half;
    for (int i = 0; i < count; i += 2) half.push_back(i);
    const auto chorus = singers.section(half);
    for (int k = 1; k <= 40; ++k) {
      chorus.send<&Singer::note_and_go>(k, job.pe_count());
      if (k % 10 == 0) co_await job.quiescence();
    }
    for (int k = 0; k < 20; ++k) chorus.send<&Singer::note>(std::vector<int>{1});
    co_await job.quiescence();
    const std::vector<int> heard = co_await heard_by(singers);
    for (int i = 0; i < count; ++i) {
      EXPECT_EQ(heard[static_cast<std::size_t>(i)], i % 2 == 0 ? 840 : 0) << i;
    }
    // Of the plans that have ended nothing is kept.
    for (int pe = 0; pe < job.pe_count(); ++pe) {
      EXPECT_LE(co_await watchers[PeId(pe)].call<&Watcher::parts>(), 1u);
    }
  });
}

TEST(Sections, ReduceByEveryOperationToEveryTarget) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto singers = job.create_array<Singer>(Index1{count}, mapping::round_robin);
    const auto chorus = singers.section({20, 4, 9, 15});
    chorus.send<&Singer::join>(chorus);
    Future<int> least;
    chorus.send<&Singer::every_kind>(least.callback());
    EXPECT_EQ(co_await least, 4);
    EXPECT_EQ(co_await job.reduction(highest), 20);
    EXPECT_EQ((co_await job.reduction<std::string>("longest")).size(), 20u);
    // No two of them are neighbours in the tree of all elements.
    EXPECT_EQ(co_await job.reduction<double>("in order"), 1.0 / 7 + 1.0 / 12 + 1.0 / 18 + 1.0 / 23);
    EXPECT_THAT(co_await job.reduction<std::vector<int>>("who"), ElementsAre(4, 9, 15, 20));
    co_await job.reduction("done");
    co_await job.quiescence();
    EXPECT_EQ(co_await singers[9].call<&Singer::sums>(), 4);
    EXPECT_EQ(co_await singers[10].call<&Singer::sums>(), 0);
  });
}

TEST(Sections, ReduceWhileTheirMembersMoveAndThoseOfOthersDo) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto singers = job.create_array<Singer>(Index1{count}, mapping::round_robin);
    const auto watchers = job.create_group<Watcher>();
    const auto low = singers.section({0, 1, 2, 3, 4, 5});
    const auto high = singers.section({12, 14, 16, 18, 20, 22});
    low.send<&Singer::join>(low);
    high.send<&Singer::join>(high);
    co_await job.quiescence();
    for (int round = 0; round < 30; ++round) {
      low.send<&Singer::sum_and_go>(round, job.pe_count());
      EXPECT_EQ(co_await job.reduction<int>("sum"), 600 * round + 15);
      if (round % 3 != 0) continue;
      high.send<&Singer::sum>(round);
      EXPECT_EQ(co_await job.reduction<int>("sum"), 600 * round + 102);
    }
    co_await job.quiescence();
    for (int pe = 0; pe < job.pe_count(); ++pe) {
      EXPECT_LE(co_await watchers[PeId(pe)].call<&Watcher::kept>(), 16u);
    }
  });
}

TEST(Sections, LoseMembersThatEnd) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto singers = job.create_array<Singer>(Index1{count}, mapping::round_robin);
    const auto chorus = singers.section({1, 2, 3});
    chorus.send<&Singer::join>(chorus);
    co_await job.quiescence();
    chorus.send<&Singer::sum>(0);
    EXPECT_EQ(co_await job.reduction<int>("sum"), 6);
    singers[2].destroy();
    co_await job.quiescence();
    for (const int i : {1, 3}) singers[i].send<&Singer::sum>(1);
    EXPECT_EQ(co_await job.reduction<int>("sum"), 204);
  });
}

TEST(Sections, RefuseMembersThatThereAreNot) {
  testing::expect_fails_everywhere(
      [](Job& job) -> Task<void> {
        const auto singers = job.create_array<Singer>(Index1{count}, mapping::round_robin);
        singers.section({1, count});
        co_await job.reduction("never");
      },
      ErrorCode::program, "Singer[24] does not exist");
}

TEST(SectionsDeathTest, HaveMembersAndNoneTwice) {
  const auto make = [](const std::vector<int>& who) {
    testing::World world(testing::uniform_topology(1, 1));
    world.run([&](Job& job) -> Task<void> {
      job.create_array<Singer>(Index1{count}, mapping::round_robin).section(who);
      co_return;
    });
  };
  EXPECT_DEATH(make({}), "empty");
  EXPECT_DEATH(make({3, 4, 3}), "adjacent_find");
}

// --- counted -------------------------------------------------------------------------------------

struct Cost {
  std::uint64_t far = 0;      // frames between sites
  std::uint64_t handled = 0;  // messages, by all PEs
};

/// What `act` costs in a job of three sites of four PEs whose section has come to rest. Element i
/// of 1,200 is on PE i % 12.
Cost cost_of_acting(const std::function<void(ArrayProxy<Singer>, SectionProxy<Singer>)>& prepare,
                    const std::function<void(ArrayProxy<Singer>, SectionProxy<Singer>)>& act) {
  testing::World world(testing::uniform_topology(3, 4, "4ms"));
  Cost before;
  const auto now = [&] {
    return Cost{world.frames_sent("between_sites"), world.messages_handled()};
  };
  world.start([&](Job& job) -> Task<void> {
    const auto singers = job.create_array<Singer>(Index1{1200}, mapping::round_robin);
    std::vector<int> everybody(1200);
    std::iota(everybody.begin(), everybody.end(), 0);
    const auto chorus = singers.section(everybody);
    chorus.send<&Singer::join>(chorus);
    co_await job.quiescence();
    prepare(singers, chorus);
    co_await job.quiescence();
    before = now();
    act(singers, chorus);
    co_await job.reduction("never");
  });
  world.settle();
  return {now().far - before.far, now().handled - before.handled};
}

const auto nothing = [](ArrayProxy<Singer>, SectionProxy<Singer>) {};

TEST(Sections, CrossEachWideAreaLinkOnceForThousandsOfMembers) {
  const Cost cost = cost_of_acting(nothing, [](ArrayProxy<Singer>, SectionProxy<Singer> chorus) {
    chorus.send<&Singer::note>(std::vector<int>{1});
  });
  EXPECT_EQ(cost.far, 2u);
  // To the keeper, to each PE, and on each PE to each of its members.
  EXPECT_EQ(cost.handled, 1u + 11u + 1200u);
}

TEST(Sections, ReduceAcrossEachWideAreaLinkOnce) {
  const Cost cost = cost_of_acting(nothing, [](ArrayProxy<Singer>, SectionProxy<Singer> chorus) {
    chorus.send<&Singer::sum>(1);
  });
  EXPECT_EQ(cost.far, 2u + 2u);
}

// They all go to the last site but a few, and messages follow: at first by where they were, then
// straight.
TEST(Sections, SendToWhereTheMembersHaveGone) {
  const auto move = [](ArrayProxy<Singer> singers, SectionProxy<Singer> chorus) {
    for (int i = 0; i < 1200; ++i) singers[i].send<&Singer::go_to>(PeId(8 + i % 4));
    chorus.send<&Singer::note>(std::vector<int>{1});
  };
  const auto move_and_learn = [&](ArrayProxy<Singer> singers, SectionProxy<Singer> chorus) {
    move(singers, chorus);
  };
  Cost cost = cost_of_acting(move_and_learn, [](ArrayProxy<Singer>, SectionProxy<Singer> chorus) {
    chorus.send<&Singer::note>(std::vector<int>{1});
    chorus.send<&Singer::note>(std::vector<int>{1});
    chorus.send<&Singer::note>(std::vector<int>{1});
  });
  // The new plan, the end of the old one in two other sites, and three messages.
  EXPECT_LE(cost.far, 1u + 2u + 3u);
}

TEST(Sections, AreMadeOfThousandsAtTheCostOfAMessageForEachPe) {
  const Cost cost = cost_of_acting(nothing, [](ArrayProxy<Singer> singers, SectionProxy<Singer>) {
    std::vector<int> who;
    for (int i = 0; i < 1200; i += 5) who.push_back(i);
    singers.section(who);
  });
  // One to the keeper itself, one to each other PE, and the few that tell how many members are
  // where.
  EXPECT_LE(cost.handled, 12u + 3 * 12u);
  EXPECT_LE(cost.far, 2u + 6u);
}

}  // namespace
}  // namespace isthmus::engine
