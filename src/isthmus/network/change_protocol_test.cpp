#include "isthmus/network/change_protocol.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::network {
namespace {

using Verdict = ChangeCoordinator::Verdict;

constexpr ProcessId first(0);
constexpr ProcessId second(1);

std::vector<ProcessId> processes(std::size_t count) {
  std::vector<ProcessId> processes;
  for (std::size_t rank = 0; rank < count; ++rank) processes.emplace_back(rank);
  return processes;
}

TEST(ChangeCoordinator, HasAllBeginWhenAllHavePrepared) {
  ChangeCoordinator coordinator(processes(2));
  coordinator.start();
  EXPECT_EQ(coordinator.step(), ChangeStep::prepare);
  EXPECT_EQ(coordinator.take_report(second, 1, ""), Verdict::waits);
  EXPECT_EQ(coordinator.take_report(first, 1, ""), Verdict::next_step);
  EXPECT_EQ(coordinator.step(), ChangeStep::begin);
  EXPECT_EQ(coordinator.take_report(first, 1, ""), Verdict::waits);
  EXPECT_EQ(coordinator.take_report(second, 1, ""), Verdict::over);
  EXPECT_EQ(coordinator.refusal(), "");
}

TEST(ChangeCoordinator, HasAllCancelWhenOneCouldNotPrepareAndKeepsTheFirstReason) {
  ChangeCoordinator coordinator(processes(3));
  coordinator.start();
  coordinator.take_report(first, 1, "");
  coordinator.take_report(second, 1, "no such class");
  EXPECT_EQ(coordinator.take_report(ProcessId(2), 1, "no room"), Verdict::next_step);
  EXPECT_EQ(coordinator.step(), ChangeStep::cancel);
  EXPECT_EQ(coordinator.refusal(), "no such class");
}

TEST(ChangeCoordinator, TakesOneReportOfAStepFromEachProcessAndNoOther) {
  ChangeCoordinator coordinator(processes(2));
  EXPECT_EQ(coordinator.take_report(first, 0, ""), Verdict::out_of_turn) << "none is under way";
  coordinator.start();
  EXPECT_EQ(coordinator.take_report(first, 2, ""), Verdict::out_of_turn) << "of another change";
  EXPECT_EQ(coordinator.take_report(ProcessId(2), 1, ""), Verdict::out_of_turn) << "of nobody";
  EXPECT_EQ(coordinator.take_report(first, 1, ""), Verdict::waits);
  EXPECT_EQ(coordinator.take_report(first, 1, "twice"), Verdict::out_of_turn);
  EXPECT_EQ(coordinator.refusal(), "");
}

TEST(ChangeCoordinator, GivesEachChangeANumberOfItsOwnAndForgetsRefusals) {
  ChangeCoordinator coordinator(processes(1));
  coordinator.start();
  coordinator.take_report(first, 1, "not now");
  EXPECT_EQ(coordinator.take_report(first, 1, ""), Verdict::over);
  coordinator.start();
  EXPECT_EQ(coordinator.number(), 2U);
  EXPECT_EQ(coordinator.refusal(), "");
}

TEST(ChangeParticipant, TakesTheOrdersOfAChangeInTurn) {
  ChangeParticipant participant;
  EXPECT_TRUE(participant.take_order(1, ChangeStep::prepare));
  participant.note_prepared(true);
  EXPECT_TRUE(participant.take_order(1, ChangeStep::begin));
  participant.note_over();
  EXPECT_TRUE(participant.take_order(2, ChangeStep::prepare));
  participant.note_prepared(false);
  EXPECT_FALSE(participant.is_prepared());
  EXPECT_TRUE(participant.take_order(2, ChangeStep::cancel));
}

TEST(ChangeParticipant, TakesNoOrderOutOfTurn) {
  ChangeParticipant participant;
  EXPECT_FALSE(participant.take_order(1, ChangeStep::begin));
  EXPECT_FALSE(participant.take_order(0, ChangeStep::prepare)) << "a number that was had before";
  ASSERT_TRUE(participant.take_order(1, ChangeStep::prepare));
  participant.note_prepared(true);
  EXPECT_FALSE(participant.take_order(2, ChangeStep::prepare)) << "while one is under way";
  EXPECT_FALSE(participant.take_order(2, ChangeStep::begin)) << "of another change";
  ASSERT_TRUE(participant.take_order(1, ChangeStep::begin));
  EXPECT_FALSE(participant.take_order(1, ChangeStep::cancel)) << "it has begun";
  EXPECT_FALSE(participant.take_order(1, ChangeStep::begin)) << "twice";
}

TEST(ChangeParticipant, BeginsNothingThatItRefused) {
  ChangeParticipant participant;
  ASSERT_TRUE(participant.take_order(1, ChangeStep::prepare));
  participant.note_prepared(false);
  EXPECT_FALSE(participant.take_order(1, ChangeStep::begin));
}

TEST(ChangeParticipant, TakesNoStepThatThereIsNot) {
  ChangeParticipant participant;
  EXPECT_FALSE(participant.take_order(1, static_cast<ChangeStep>(3)));
  EXPECT_EQ(participant.number(), 0U);
}

/// Reports come in any order; some processes cannot prepare.
TEST(ChangeProtocol, HasAllProcessesBeginOrNone) {
  constexpr std::size_t process_count = 5;
  int changed = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    ChangeCoordinator coordinator(processes(process_count));
    std::vector<ChangeParticipant> participants(process_count);
    coordinator.start();
    std::size_t begun = 0;
    for (Verdict verdict = Verdict::next_step; verdict != Verdict::over;) {
      std::vector<std::uint32_t> order = {0, 1, 2, 3, 4};
      for (std::size_t i = order.size(); i > 1; --i) {
        std::swap(order[i - 1], order[random.below(i)]);
      }
      const ChangeStep step = coordinator.step();
      for (const std::uint32_t process : order) {
        ChangeParticipant& participant = participants[process];
        ASSERT_TRUE(participant.take_order(coordinator.number(), step));
        std::string refusal;
        if (step == ChangeStep::prepare) {
          refusal = random.below(8) == 0 ? "not here" : "";
          participant.note_prepared(refusal.empty());
        } else {
          begun += step == ChangeStep::begin;
          participant.note_over();
        }
        verdict = coordinator.take_report(ProcessId(process), 1, refusal);
        ASSERT_NE(verdict, Verdict::out_of_turn);
      }
    }
    EXPECT_EQ(begun, coordinator.refusal().empty() ? process_count : 0) << seed;
    changed += coordinator.refusal().empty();
  }
  EXPECT_GT(changed, 20);
  EXPECT_LT(changed, 180);
}

}  // namespace
}  // namespace isthmus::engine::network
