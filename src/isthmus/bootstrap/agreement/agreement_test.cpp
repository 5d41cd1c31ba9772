#include "isthmus/bootstrap/agreement/agreement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "isthmus/bootstrap/agreement/agreement_world.hpp"

namespace isthmus::engine::bootstrap {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::World;
using Kind = AgreementMessage::Kind;

constexpr TimeNs ms_ns = 1'000'000;

ProcessSet set_of(std::initializer_list<std::uint32_t> ranks) {
  ProcessSet set;
  for (const std::uint32_t rank : ranks) set.insert(ProcessId(rank));
  return set;
}

std::vector<std::uint32_t> ranks_of(const MemberList& list) {
  std::vector<std::uint32_t> ranks;
  for (const EpochMember& member : list) ranks.push_back(member.process.value);
  return ranks;
}

/// Delivers all, and lets time pass until nobody waits for anything.
void run_to_the_end(World<Agreement>& world) {
  for (int step = 0; step < 10'000; ++step) {
    if (!world.news.empty()) {
      world.hear(0);
    } else if (!world.in_flight.empty()) {
      world.deliver(0);
    } else {
      std::uint32_t next = world.count();
      TimeNs next_ns = never_ns;
      for (std::uint32_t i = 0; i < world.count(); ++i) {
        const TimeNs wake_ns = world.is_crashed[i] ? never_ns : world.processes[i]->wake_ns();
        if (wake_ns < next_ns) next = i;
        next_ns = std::min(next_ns, wake_ns);
      }
      if (next == world.count()) return;
      world.tick(next);
    }
  }
  ADD_FAILURE() << "no end\n" << world.text();
}

std::vector<std::uint32_t> members_for(const World<Agreement>& world, std::uint32_t process) {
  const auto& outcome = world.state(process).outcome;
  if (!outcome || !*outcome) return {};
  EXPECT_EQ((*outcome)->number, 5u);
  return ranks_of((*outcome)->members);
}

std::string reason_for(const World<Agreement>& world, std::uint32_t process) {
  const auto& outcome = world.state(process).outcome;
  return outcome && !*outcome ? outcome->error().text() : "";
}

Electorate electorate_of(std::uint32_t count, bool has_witness) {
  std::vector<Voter> voters;
  // The lowest PE is on the process of the highest rank.
  for (std::uint32_t i = 0; i < count; ++i) voters.push_back({ProcessId(i), PeId(count - i)});
  return {voters, has_witness};
}

TEST(Electorate, WantsMoreThanHalfOfAllVotes) {
  const Electorate five = electorate_of(5, false);
  EXPECT_TRUE(five.is_quorum(set_of({0, 1, 2}), {}));
  EXPECT_FALSE(five.is_quorum(set_of({3, 4}), {}));
}

TEST(Electorate, GivesOneOfTwoHalvesToTheLowestPe) {
  const Electorate four = electorate_of(4, false);
  EXPECT_FALSE(four.is_quorum(set_of({0, 1}), {}));
  EXPECT_TRUE(four.is_quorum(set_of({2, 3}), {}));
}

TEST(Electorate, GivesOneOfTwoHalvesToTheWitnessWhereThereIsOne) {
  const Electorate four = electorate_of(4, true);
  EXPECT_FALSE(four.is_quorum(set_of({2, 3}), {}));
  ProcessSet with_witness = set_of({0, 1});
  with_witness.insert(witness_id);
  EXPECT_TRUE(four.is_quorum(with_witness, {}));
}

TEST(Electorate, IsContentWithAllWhoAreNotDead) {
  const Electorate five = electorate_of(5, false);
  EXPECT_TRUE(five.is_quorum(set_of({0}), set_of({1, 2, 3, 4})));
  // The fourth may have gone on with the votes of those who died since.
  EXPECT_FALSE(five.is_quorum(set_of({0, 1}), set_of({2, 3})));
}

TEST(Agreement, GoesOnWithoutWhoIsDead) {
  World<Agreement> world(3, false, {}, set_of({0}));
  world.start();
  run_to_the_end(world);
  EXPECT_THAT(members_for(world, 1), ElementsAre(1, 2));
  EXPECT_THAT(members_for(world, 2), ElementsAre(1, 2));
}

TEST(Agreement, TakesNoTimeWhenAllLossesAreCertain) {
  World<Agreement> world(5, false, {}, set_of({0, 1}));
  world.start();
  while (!world.in_flight.empty()) world.deliver(0);
  for (std::uint32_t i = 2; i < 5; ++i) {
    EXPECT_THAT(members_for(world, i), ElementsAre(2, 3, 4));
    EXPECT_EQ(world.state(i).now_ns, 0);
  }
}

TEST(Agreement, GoesOnWithOneOfManyWhenAllOthersAreDead) {
  World<Agreement> world(5, false, {}, set_of({0, 1, 2, 4}));
  world.start();
  EXPECT_THAT(members_for(world, 3), ElementsAre(3));
}

TEST(Agreement, LetsTheLargerSideOfACutGoOnAndEndsTheOther) {
  World<Agreement> world(5, false, {});
  world.cut({true, true, false, false, false, false}, true);
  while (!world.news.empty()) world.hear(0);
  world.start();
  run_to_the_end(world);
  for (std::uint32_t i = 2; i < 5; ++i) EXPECT_THAT(members_for(world, i), ElementsAre(2, 3, 4));
  for (std::uint32_t i = 0; i < 2; ++i) {
    EXPECT_THAT(reason_for(world, i),
                HasSubstr("no majority of the 5 processes of epoch 4 was found in 30s; processes "
                          "2, 3, 4 may go on without this one"));
  }
}

TEST(Agreement, LetsTheSideOfTheWitnessGoOnOfTwoEqualOnes) {
  World<Agreement> world(4, true, {});
  world.cut({false, false, true, true, true}, true);
  while (!world.news.empty()) world.hear(0);
  world.start();
  run_to_the_end(world);
  EXPECT_NE(reason_for(world, 0), "");
  EXPECT_NE(reason_for(world, 1), "");
  EXPECT_THAT(members_for(world, 2), ElementsAre(2, 3));
  EXPECT_THAT(members_for(world, 3), ElementsAre(2, 3));
}

TEST(Agreement, KeepsWhoWasHeldForSilentAndAnswers) {
  World<Agreement> world(3, false, {});
  world.suspect(0, 2);
  world.suspect(1, 2);
  world.start();
  run_to_the_end(world);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_THAT(members_for(world, i), ElementsAre(0, 1, 2));
}

/// Loses what goes between those two.
void run_with_a_broken_pair(World<Agreement>& world, std::uint32_t a, std::uint32_t b) {
  world.suspect(a, b);
  world.suspect(b, a);
  world.start();
  for (int step = 0; step < 1000; ++step) {
    std::erase_if(world.in_flight, [&](const auto& message) {
      const auto is_between = [&](std::uint32_t from, std::uint32_t to) {
        return message->from == ProcessId(from) && message->to == ProcessId(to);
      };
      return is_between(a, b) || is_between(b, a);
    });
    if (!world.in_flight.empty()) {
      world.deliver(0);
    } else {
      std::uint32_t next = 0;
      for (std::uint32_t i = 1; i < world.count(); ++i) {
        if (world.processes[i]->wake_ns() < world.processes[next]->wake_ns()) next = i;
      }
      world.tick(next);
    }
  }
}

TEST(Agreement, KeepsOnlyOneOfTwoWhoCannotReachEachOther) {
  World<Agreement> world(4, false, {});
  run_with_a_broken_pair(world, 1, 2);
  for (const std::uint32_t i : {0, 1, 3}) EXPECT_THAT(members_for(world, i), ElementsAre(0, 1, 3));
  EXPECT_THAT(reason_for(world, 2), HasSubstr("epoch 4 is over and this process was given up: "
                                              "processes 0, 1, 3 go on"));
}

TEST(Agreement, TellsWhoComesBackTooLateThatItWasGivenUp) {
  World<Agreement> world(3, false, {});
  world.cut({false, false, true, false}, true);
  while (!world.news.empty()) world.hear(0);
  for (int step = 0; step < 10; ++step) {
    for (const std::uint32_t i : {0, 1}) world.tick(i);
    while (!world.in_flight.empty()) world.deliver(0);
  }
  EXPECT_THAT(members_for(world, 0), ElementsAre(0, 1));
  world.side.assign(4, false);
  world.tick(2);
  while (!world.in_flight.empty()) world.deliver(0);
  EXPECT_THAT(reason_for(world, 2), HasSubstr("given up: processes 0, 1 go on"));
}

TEST(Agreement, EndsAProcessThatIsHeldForDead) {
  World<Agreement> world(3, false, {});
  world.start();
  world.news.push_back({0, 2, Loss::certain});
  world.hear(0);
  run_to_the_end(world);
  EXPECT_THAT(reason_for(world, 2), HasSubstr("given up for dead by process 0"));
  EXPECT_THAT(members_for(world, 1), ElementsAre(0, 1));
}

TEST(Agreement, SurvivesTheLossOfTheProposerAtAnyPoint) {
  for (std::size_t delivered = 0; delivered < 40; ++delivered) {
    World<Agreement> world(4, false, {});
    world.start();
    for (std::size_t i = 0; i < delivered && !world.in_flight.empty(); ++i) world.deliver(0);
    world.crash(0, true);
    run_to_the_end(world);
    const auto members = members_for(world, 1);
    EXPECT_EQ(members_for(world, 2), members);
    EXPECT_EQ(members_for(world, 3), members);
    EXPECT_GE(members.size(), 3u) << "after " << delivered << " messages";
  }
}

AgreementSetup setup_of(std::uint32_t self, std::uint32_t count) {
  AgreementSetup setup;
  setup.self = ProcessId(self);
  setup.epoch = 4;
  for (std::uint32_t i = 0; i < count; ++i) setup.voters.push_back({ProcessId(i), PeId(i)});
  return setup;
}

/// Two processes that talk until neither has anything to say; returns what goes to others.
std::vector<AgreementMessage> talk(Agreement& a, Agreement& b) {
  std::vector<AgreementMessage> to_others;
  for (int round = 0; round < 20; ++round) {
    for (Agreement* from : {&a, &b}) {
      Agreement& to = from == &a ? b : a;
      for (const AgreementMessage& message : from->take_messages()) {
        if (message.to.value > 1) {
          to_others.push_back(message);
        } else {
          to.receive(message, 0);
        }
      }
    }
  }
  return to_others;
}

TEST(Agreement, CarriesTheNotesOfAllIntoTheList) {
  AgreementSetup first = setup_of(0, 2);
  AgreementSetup second = setup_of(1, 2);
  first.note = "image 7";
  second.note = std::string("image 8\0", 8);
  Agreement a(first, 0);
  Agreement b(second, 0);
  a.tick(0);
  talk(a, b);
  ASSERT_TRUE(b.outcome() && *b.outcome());
  EXPECT_THAT((*b.outcome())->members, ElementsAre(EpochMember{ProcessId(0), first.note},
                                                   EpochMember{ProcessId(1), second.note}));
  EXPECT_EQ(**a.outcome(), **b.outcome());
}

TEST(Agreement, LetsAProcessLeaveThatVotes) {
  AgreementSetup leaver = setup_of(1, 2);
  leaver.is_leaving = true;
  Agreement a(setup_of(0, 2), 0);
  Agreement b(leaver, 0);
  a.tick(0);
  talk(a, b);
  ASSERT_TRUE(a.outcome() && *a.outcome());
  EXPECT_THAT(ranks_of((*a.outcome())->members), ElementsAre(0));
  ASSERT_TRUE(b.outcome());
  EXPECT_THAT(b.outcome()->error().text(), HasSubstr("this process has left: process 0 goes on"));
}

// Who is asked again, as its answer got lost, says what is decided.
TEST(Agreement, WelcomesWhoJoinsWhenAllOthersKnow) {
  for (const Kind answer : {Kind::learned, Kind::decided}) {
    AgreementSetup proposer = setup_of(0, 2);
    proposer.joining = {{ProcessId(5), "new"}};
    Agreement a(proposer, 0);
    Agreement b(setup_of(1, 2), 0);
    a.tick(0);
    const auto to_others = talk(a, b);
    ASSERT_EQ(to_others.size(), 1u);
    EXPECT_EQ(to_others[0].to, ProcessId(5));
    EXPECT_EQ(to_others[0].kind, Kind::decided);
    EXPECT_THAT(ranks_of(to_others[0].list), ElementsAre(0, 1, 5));
    EXPECT_FALSE(a.is_settled());
    AgreementMessage answered{ProcessId(5), ProcessId(0), 4, answer};
    if (answer == Kind::decided) answered.list = to_others[0].list;
    a.receive(answered, 0);
    EXPECT_TRUE(a.is_settled());
  }
}

TEST(Agreement, IgnoresWhatNoProcessSays) {
  Agreement a(setup_of(0, 3), 0);
  AgreementMessage foreign{ProcessId(1), ProcessId(0), 4, Kind::prepare};
  foreign.ballot = {7, 1, ProcessId(1)};
  a.receive(foreign, 0);
  foreign.ballot = {0, 0xffffffff, ProcessId(1)};
  a.receive(foreign, 0);
  foreign.ballot = {0, 1, ProcessId(2)};
  a.receive(foreign, 0);
  foreign.ballot = {1, 1, ProcessId(1)};
  foreign.dead = set_of({9});
  a.receive(foreign, 0);
  EXPECT_TRUE(a.take_messages().empty());
}

}  // namespace
}  // namespace isthmus::engine::bootstrap
