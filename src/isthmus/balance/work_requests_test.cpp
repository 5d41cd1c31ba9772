#include "isthmus/balance/work_requests.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace isthmus::engine::balance {
namespace {

/// Pieces of a second each.
Share share(std::uint64_t first, std::size_t count, std::uint32_t pe) {
  Share share;
  for (std::uint64_t i = 0; i < count; ++i) {
    share.pieces.push_back(
        {.id = {CollectionId(1), {.low = first + i}}, .at = PeId(pe), .cpu_s = 1});
  }
  return share;
}

constexpr std::array pes = {PeId(0), PeId(1), PeId(2), PeId(3)};
constexpr std::span<const PeId> near = std::span(pes).first(2);

WorkRequests requests_of(PeId self) { return {self, near, pes}; }

TEST(WorkRequests, AskOneAfterTheOther) {
  WorkRequests requests = requests_of(PeId(0));
  EXPECT_FALSE(requests.next());
  const std::array asked = {PeId(2), PeId(1)};
  for (int step = 0; step < 2; ++step) {
    requests.begin(asked);
    EXPECT_EQ(requests.next(), PeId(2));
    EXPECT_TRUE(requests.is_answer_expected(PeId(2)));
    EXPECT_FALSE(requests.is_answer_expected(PeId(1)));
    EXPECT_EQ(requests.next(), PeId(1));
    EXPECT_FALSE(requests.next());
    EXPECT_FALSE(requests.is_answer_expected(PeId(1)));
  }
}

TEST(WorkRequests, OfAThiefGoToItsSiteThenToAllAndNeverToItself) {
  WorkRequests requests = requests_of(PeId(0));
  requests.begin(Thief(near.size(), pes.size(), 7));
  std::set<PeId> asked;
  bool is_far = false;
  Share own;
  while (const std::optional<PeId> victim = requests.next()) {
    EXPECT_NE(*victim, PeId(0));
    is_far = is_far || victim->value > 1;
    EXPECT_TRUE(*victim == PeId(1) || is_far);
    asked.insert(*victim);
    requests.take({}, own);
  }
  EXPECT_EQ(asked, (std::set{PeId(1), PeId(2), PeId(3)}));
}

TEST(WorkRequests, AreAnsweredWithWhatChangesHands) {
  WorkRequests asker = requests_of(PeId(0));
  WorkRequests asked = requests_of(PeId(1));
  Share few = share(0, 2, 0);
  Share many = share(100, 8, 1);
  asked.begin(std::span<const PeId>());
  asker.begin(std::span<const PeId>());
  const WorkAnswer answer = asked.answer({PeId(0), 1, few}, many);
  EXPECT_EQ(answer.given.size(), 3u);
  EXPECT_TRUE(answer.taken.empty());
  asker.take(answer, few);
  EXPECT_EQ(few.pieces.size(), 5u);
  EXPECT_EQ(many.pieces.size(), 5u);
  EXPECT_TRUE(is_sound(few, 4));
  asker.take(answer, few);
  EXPECT_EQ(few.pieces.size(), 5u) << "what is had already is not had twice";
}

TEST(WorkRequests, TakeWorkFromWhoHasMoreUnlessTheyAreAThiefs) {
  WorkRequests asked = requests_of(PeId(1));
  Share few = share(100, 2, 1);
  const WorkRequest laden{PeId(0), 1, share(0, 8, 0)};
  asked.begin(Thief(near.size(), pes.size(), 7));
  EXPECT_TRUE(asked.answer(laden, few).taken.empty());
  EXPECT_EQ(few.pieces.size(), 2u);
  asked.begin(std::span<const PeId>());
  EXPECT_EQ(asked.answer(laden, few).taken.size(), 3u);
  EXPECT_EQ(few.pieces.size(), 5u);
}

TEST(WorkRequests, AreHeldUntilTheirStep) {
  WorkRequests requests = requests_of(PeId(0));
  EXPECT_FALSE(requests.is_expected({PeId(1), 0, {}})) << "no step has begun";
  const WorkRequest early{PeId(1), 1, {}};
  ASSERT_TRUE(requests.is_expected(early));
  EXPECT_FALSE(requests.is_due(early));
  requests.hold(early);
  EXPECT_TRUE(requests.take_due().empty());
  requests.begin(std::span<const PeId>());
  EXPECT_TRUE(requests.is_due(early));
  requests.hold({PeId(2), 1, {}});
  requests.hold({PeId(3), 2, {}});
  const std::vector<WorkRequest> due = requests.take_due();
  ASSERT_EQ(due.size(), 2u);
  EXPECT_EQ(due[0].from, PeId(1));
  EXPECT_EQ(due[1].from, PeId(2));
  EXPECT_TRUE(requests.take_due().empty());
  EXPECT_FALSE(requests.is_expected({PeId(1), 3, {}})) << "two steps ahead";
}

TEST(WorkRequests, AreHeldForNoMorePesThanThereAre) {
  WorkRequests requests = requests_of(PeId(0));
  for (const PeId pe : pes) requests.hold({pe, 1, {}});
  EXPECT_FALSE(requests.is_expected({PeId(1), 1, {}}));
}

TEST(WorkRequests, TellOfManyPiecesSomeAndTheLoadOfAll) {
  const Share many = share(0, 1000, 0);
  const Share sample = sample_of(many);
  EXPECT_LE(sample.pieces.size(), 256u);
  EXPECT_GT(sample.pieces.size(), 200u);
  EXPECT_DOUBLE_EQ(load_s(sample), load_s(many));
  const Share few = share(0, 100, 0);
  EXPECT_EQ(sample_of(few), few);
}

}  // namespace
}  // namespace isthmus::engine::balance
