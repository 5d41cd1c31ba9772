// Scatter, all-gather and all-to-all: everybody gets what is for it, once, wherever it is.
#include "isthmus/collective/scatters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

using ::testing::ElementsAre;

constexpr int count = 13;

std::string part_of(int from, int to) { return std::to_string(from) + ">" + std::to_string(to); }

class Trader : public Chare<Trader, Index1> {
 public:
  void serialize(auto& archive) { archive(got_, ring_); }
  void take(const std::string& part) { got_.push_back(part); }
  void take_number(int number) { got_.push_back(std::to_string(number)); }
  void take_all(std::vector<std::string> parts) {
    for (std::string& part : parts) got_.push_back(std::move(part));
  }
  std::vector<std::string> got() { return got_; }
  void join(const SectionProxy<Trader>& ring) { ring_ = ring; }
  void wander(int pes) { migrate_to(PeId(static_cast<std::uint32_t>((index() * 5 + 1) % pes))); }

  void tell_all() { all_gather<&Trader::take_all>(part_of(index(), -1)); }
  void tell_ring() { all_gather<&Trader::take_all>(ring_, part_of(index(), -1)); }
  void trade() {
    std::vector<std::string> parts;
    for (int to = 0; to < count; ++to) parts.push_back(part_of(index(), to));
    all_to_all<&Trader::take_all>(std::move(parts));
  }
  void trade_and_wander(int pes) {
    trade();
    wander(pes);
  }
  void trade_in_ring(const std::vector<int>& members) {
    std::vector<std::string> parts;
    for (const int to : members) parts.push_back(part_of(index(), to));
    all_to_all<&Trader::take_all>(ring_, std::move(parts));
  }
  void scatter_from_here() {
    std::vector<std::string> parts;
    for (int to = 0; to < count; ++to) parts.push_back(part_of(index(), to));
    array().scatter<&Trader::take>(std::move(parts));
  }

 private:
  std::vector<std::string> got_;
  SectionProxy<Trader> ring_;
};

TEST(Scatter, GivesEachElementItsPartAlsoBeforeTheArrayHasCome) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto traders = job.create_array<Trader>(Index1{count}, mapping::round_robin);
    std::vector<std::string> parts;
    for (int to = 0; to < count; ++to) parts.push_back(part_of(-1, to));
    traders.scatter<&Trader::take>(parts);
    traders.scatter<&Trader::take_number>({{3, 30}, {12, 120}});
    traders.scatter<&Trader::take_number>(std::vector<std::pair<int, int>>{});
    co_await job.quiescence();
    for (int i = 0; i < count; ++i) {
      const auto got = co_await traders[i].call<&Trader::got>();
      EXPECT_EQ(got.size(), i == 3 || i == 12 ? 2u : 1u);
      EXPECT_EQ(std::ranges::count(got, part_of(-1, i)), 1) << i;
      const auto numbers = std::ranges::count(got, std::to_string(10 * i));
      EXPECT_EQ(numbers, i == 3 || i == 12 ? 1 : 0) << i;
    }
  });
}

TEST(Scatter, FollowsElementsThatMoveMeanwhile) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto traders = job.create_array<Trader>(Index1{count}, mapping::block);
    co_await job.quiescence();
    for (int i = 0; i < count; ++i) {
      traders[i].send<&Trader::scatter_from_here>();
      traders[(i + 4) % count].send<&Trader::wander>(job.pe_count());
    }
    co_await job.quiescence();
    for (int i = 0; i < count; ++i) {
      auto got = co_await traders[i].call<&Trader::got>();
      std::vector<std::string> expected;
      for (int from = 0; from < count; ++from) expected.push_back(part_of(from, i));
      EXPECT_THAT(got, ::testing::UnorderedElementsAreArray(expected)) << i;
    }
  });
}

class PeBound : public Chare<PeBound, PeId> {
 public:
  void take(int part) { part_ = part; }
  int part() { return part_; }

 private:
  int part_ = -1;
};

TEST(Scatter, GivesPartsToSectionsAndGroups) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto traders = job.create_array<Trader>(Index1{count}, mapping::round_robin);
    const auto some = traders.section({9, 1, 4});
    some.scatter<&Trader::take_number>({1, 4, 9});
    const auto bound = job.create_group<PeBound>();
    std::vector<int> parts;
    for (int pe = 0; pe < job.pe_count(); ++pe) parts.push_back(100 + pe);
    // Where gateways are reserved not every PE is a member; here they all are.
    bound.scatter<&PeBound::take>(parts);
    co_await job.quiescence();
    for (const int i : {1, 4, 9}) {
      EXPECT_THAT(co_await traders[i].call<&Trader::got>(), ElementsAre(std::to_string(i)));
    }
    for (int pe = 0; pe < job.pe_count(); ++pe) {
      EXPECT_EQ(co_await bound[PeId(pe)].call<&PeBound::part>(), 100 + pe);
    }
  });
}

TEST(Scatter, RefusesAnotherNumberOfPartsThanElements) {
  testing::expect_fails_everywhere(
      [](Job& job) -> Task<void> {
        const auto traders = job.create_array<Trader>(Index1{count}, mapping::round_robin);
        traders.scatter<&Trader::take_number>(std::vector<int>(count - 1));
        co_await job.reduction("never");
      },
      ErrorCode::program, "and 13 elements of");
  testing::expect_fails_everywhere(
      [](Job& job) -> Task<void> {
        const auto traders = job.create_array<Trader>(Index1{count}, mapping::round_robin);
        traders.section({1, 2}).scatter<&Trader::take_number>(std::vector<int>(3));
        co_await job.reduction("never");
      },
      ErrorCode::program, "and 2 members of a section");
}

TEST(AllGather, GivesEveryElementTheValuesOfAllInOrder) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto traders = job.create_array<Trader>(Index1{count}, mapping::round_robin);
    const auto ring = traders.section({2, 8, 5});
    ring.send<&Trader::join>(ring);
    co_await job.quiescence();
    traders.all().send<&Trader::tell_all>();
    traders.all().send<&Trader::wander>(job.pe_count());
    co_await job.quiescence();
    ring.send<&Trader::tell_ring>();
    co_await job.quiescence();
    for (int i = 0; i < count; ++i) {
      std::vector<std::string> expected;
      for (int from = 0; from < count; ++from) expected.push_back(part_of(from, -1));
      if (i == 2 || i == 5 || i == 8) {
        for (const int from : {2, 5, 8}) expected.push_back(part_of(from, -1));
      }
      EXPECT_EQ(co_await traders[i].call<&Trader::got>(), expected) << i;
    }
  });
}

TEST(AllToAll, GivesEveryElementWhatAllHaveForItInOrder) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto traders = job.create_array<Trader>(Index1{count}, mapping::block);
    traders.all().send<&Trader::trade>();
    traders.all().send<&Trader::wander>(job.pe_count());
    co_await job.quiescence();
    traders.all().send<&Trader::trade_and_wander>(job.pe_count());
    co_await job.quiescence();
    for (int i = 0; i < count; ++i) {
      std::vector<std::string> expected;
      for (int from = 0; from < 2 * count; ++from) expected.push_back(part_of(from % count, i));
      EXPECT_EQ(co_await traders[i].call<&Trader::got>(), expected) << i;
    }
  });
}

TEST(AllToAll, StaysWithinItsSection) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto traders = job.create_array<Trader>(Index1{count}, mapping::round_robin);
    const std::vector<int> members = {0, 3, 6, 12};
    const auto ring = traders.section(members);
    ring.send<&Trader::join>(ring);
    ring.send<&Trader::trade_in_ring>(members);
    co_await job.quiescence();
    for (int i = 0; i < count; ++i) {
      std::vector<std::string> expected;
      if (std::ranges::count(members, i) > 0) {
        for (const int from : members) expected.push_back(part_of(from, i));
      }
      EXPECT_EQ(co_await traders[i].call<&Trader::got>(), expected) << i;
    }
  });
}

TEST(AllToAll, RefusesAnotherNumberOfPartsThanElements) {
  testing::expect_fails_everywhere(
      [](Job& job) -> Task<void> {
        const auto traders = job.create_array<Trader>(Index1{count}, mapping::round_robin);
        const auto ring = traders.section({0, 1, 2});
        ring.send<&Trader::join>(ring);
        ring.send<&Trader::trade_in_ring>(std::vector<int>{0, 1});
        co_await job.reduction("never");
      },
      ErrorCode::program, "an element has 2 parts for 3 elements");
}

// --- counted -------------------------------------------------------------------------------------

/// Frames between the three sites of five PEs that `act` causes, in a job that has come to rest.
std::uint64_t frames_between_sites(const std::function<void(ArrayProxy<Trader>)>& act) {
  testing::World world(testing::uniform_topology(3, 5, "4ms"));
  std::uint64_t before = 0;
  world.start([&](Job& job) -> Task<void> {
    const auto traders = job.create_array<Trader>(Index1{count}, mapping::round_robin);
    co_await job.quiescence();
    before = world.frames_sent("between_sites");
    act(traders);
    co_await job.reduction("never");
  });
  world.settle();
  return world.frames_sent("between_sites") - before;
}

TEST(Scatter, CrossesEachWideAreaLinkOnce) {
  EXPECT_EQ(frames_between_sites([](ArrayProxy<Trader> traders) {
              traders.scatter<&Trader::take_number>(std::vector<int>(count));
            }),
            2u);
}

TEST(AllGather, CrossesEachWideAreaLinkOnceInEachDirection) {
  // Two frames tell the elements to begin.
  EXPECT_EQ(frames_between_sites(
                [](ArrayProxy<Trader> traders) { traders.all().send<&Trader::tell_all>(); }),
            2u + 2u + 2u);
}

TEST(AllToAll, CrossesEachWideAreaLinkOnceInEachDirection) {
  EXPECT_EQ(frames_between_sites(
                [](ArrayProxy<Trader> traders) { traders.all().send<&Trader::trade>(); }),
            2u + 2u + 2u);
}

}  // namespace
}  // namespace isthmus::engine
