#include "mpi/messages/matching.hpp"

#include <gtest/gtest.h>

#include <list>

#include "isthmus/isthmus.hpp"

namespace isthmus::engine::mpi {
namespace {

constexpr Wanted from(std::int32_t source, std::int32_t tag) { return {1, source, tag}; }
constexpr Wanted anything{1, {}, {}};

TEST(Matching, GivesAMessageToTheReceiveThatWaitsForIt) {
  Matching matching;
  EXPECT_EQ(matching.post(from(3, 7), 100), std::nullopt);
  EXPECT_EQ(matching.arrive({1, 3, 8}, 0), std::nullopt);
  EXPECT_EQ(matching.arrive({1, 4, 7}, 1), std::nullopt);
  EXPECT_EQ(matching.arrive({2, 3, 7}, 2), std::nullopt);
  EXPECT_EQ(matching.arrive({1, 3, 7}, 3), 100);
  EXPECT_EQ(matching.waiting_count(), 3u);
  EXPECT_EQ(matching.posted_count(), 0u);
}

TEST(Matching, GivesMessagesOfOneSenderInTheirOrder) {
  Matching matching;
  matching.arrive({1, 3, 7}, 0);
  matching.arrive({1, 3, 8}, 1);
  matching.arrive({1, 3, 7}, 2);
  EXPECT_EQ(matching.post(from(3, 7), 100), 0);
  EXPECT_EQ(matching.post(anything, 101), 1);
  EXPECT_EQ(matching.post(anything, 102), 2);
}

TEST(Matching, PrefersTheReceiveThatWasPostedFirst) {
  Matching matching;
  matching.post(anything, 100);
  matching.post(from(3, 7), 101);
  matching.post({1, 3, {}}, 102);
  EXPECT_EQ(matching.arrive({1, 3, 7}, 0), 100);
  EXPECT_EQ(matching.arrive({1, 3, 7}, 1), 101);
  EXPECT_EQ(matching.arrive({1, 3, 7}, 2), 102);
}

TEST(Matching, TakesReceivesBack) {
  Matching matching;
  matching.post(from(3, 7), 100);
  matching.post(anything, 101);
  EXPECT_TRUE(matching.cancel(from(3, 7), 100));
  EXPECT_FALSE(matching.cancel(from(3, 7), 100));
  EXPECT_TRUE(matching.cancel(anything, 101));
  EXPECT_EQ(matching.arrive({1, 3, 7}, 0), std::nullopt);
}

TEST(Matching, ShowsAMessageWithoutTakingIt) {
  Matching matching;
  EXPECT_EQ(matching.probe(anything), std::nullopt);
  matching.arrive({1, 3, 7}, 5);
  EXPECT_EQ(matching.probe(from(3, 7)), 5);
  EXPECT_EQ(matching.probe(anything), 5);
  EXPECT_EQ(matching.take({1, {}, 7}), 5);
  EXPECT_EQ(matching.probe(anything), std::nullopt);
}

TEST(Matching, KeepsManyLabelsApartWhileTheyComeAndGo) {
  Matching matching;
  constexpr std::int32_t labels = 3000;
  // Two of each label; lines come, are found among all others, and go in another order.
  for (std::int32_t i = 0; i < 2 * labels; ++i) {
    const auto tag = i % labels;
    ASSERT_EQ(matching.post(from(tag % 7, tag), static_cast<std::uint64_t>(i)), std::nullopt);
  }
  EXPECT_EQ(matching.posted_count(), 2u * labels);
  for (std::int32_t i = 0; i < labels; ++i) {
    const auto tag = static_cast<std::int32_t>(i * 1'009LL % labels);
    ASSERT_EQ(matching.arrive({1, tag % 7, tag}, 0), static_cast<std::uint64_t>(tag));
    ASSERT_TRUE(matching.cancel(from(tag % 7, tag), static_cast<std::uint64_t>(tag + labels)));
    ASSERT_FALSE(matching.cancel(from(tag % 7, tag), static_cast<std::uint64_t>(tag + labels)));
  }
  EXPECT_EQ(matching.posted_count(), 0u);
  EXPECT_EQ(matching.waiting_count(), 0u);
}

/// The standard's rule, by looking through all.
class SlowMatching {
 public:
  std::optional<std::uint64_t> arrive(const Label& label, std::uint64_t message) {
    for (auto each = posted_.begin(); each != posted_.end(); ++each) {
      if (!each->first.accepts(label)) continue;
      const std::uint64_t receive = each->second;
      posted_.erase(each);
      return receive;
    }
    waiting_.emplace_back(label, message);
    return std::nullopt;
  }
  std::optional<std::uint64_t> post(const Wanted& wanted, std::uint64_t receive) {
    for (auto each = waiting_.begin(); each != waiting_.end(); ++each) {
      if (!wanted.accepts(each->first)) continue;
      const std::uint64_t message = each->second;
      waiting_.erase(each);
      return message;
    }
    posted_.emplace_back(wanted, receive);
    return std::nullopt;
  }

 private:
  std::list<std::pair<Wanted, std::uint64_t>> posted_;
  std::list<std::pair<Label, std::uint64_t>> waiting_;
};

TEST(Matching, DoesAsLookingThroughAllWouldAlsoAfterAMove) {
  Random random(20260101);
  const auto below = [&](std::uint64_t limit) {
    return static_cast<std::int32_t>(random.next() % limit);
  };
  Matching fast;
  SlowMatching slow;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const Label label{random.next() % 2, below(3), below(3)};
    if (below(2) == 0) {
      ASSERT_EQ(fast.arrive(label, i), slow.arrive(label, i)) << i;
    } else {
      Wanted wanted{label.context, label.source, label.tag};
      if (below(4) == 0) wanted.source.reset();
      if (below(4) == 0) wanted.tag.reset();
      ASSERT_EQ(fast.post(wanted, i), slow.post(wanted, i)) << i;
    }
    if (i % 1000 == 0) {
      auto moved = serial::from_bytes<Matching>(serial::to_bytes(fast));
      ASSERT_TRUE(moved) << moved.error().text();
      fast = std::move(*moved);
    }
  }
}

}  // namespace
}  // namespace isthmus::engine::mpi
