#include "isthmus/runtime/chain_changes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

using ::testing::HasSubstr;
using topology::LinkKind;

/// Sends numbered messages to every element behind it, `window` of them at once, and one more for
/// each that comes back; counts what is not the next one, or not as it was sent.
class Chatter : public Chare<Chatter, Index1> {
 public:
  Chatter(int elements, int rounds) : last_(static_cast<std::size_t>(elements)), rounds_(rounds) {}

  void start(const ArrayProxy<Chatter>& all) {
    for (int to = index() + 1; to < static_cast<int>(last_.size()); ++to) {
      for (int number = 1; number <= std::min(window, rounds_); ++number) say(all, to, number);
    }
  }
  void hear(const ArrayProxy<Chatter>& all, int from, int number, const std::vector<double>& halo) {
    int& last = last_[static_cast<std::size_t>(from)];
    const bool is_right = number == last + 1 && halo == halo_of(from, number);
    wrong_ += is_right ? 0 : 1;
    last = number;
    if (from < index()) {
      say(all, from, number);
    } else if (number + window <= rounds_) {
      say(all, from, number + window);
    }
    complete_ += number == rounds_ ? 1 : 0;
    if (number == rounds_ && complete_ + 1 == last_.size()) {
      contribute("wrong", wrong_, reduce::sum);
    }
  }

 private:
  static constexpr int window = 8;

  static std::vector<double> halo_of(int from, int number) {
    return std::vector<double>(static_cast<std::size_t>(number % 90), from * 1000.0 + number);
  }
  void say(const ArrayProxy<Chatter>& all, int to, int number) {
    all[to].send<&Chatter::hear>(all, index(), number, halo_of(index(), number));
  }

  std::vector<int> last_;
  int rounds_;
  int wrong_ = 0;
  std::size_t complete_ = 0;
};

constexpr int elements = 6;
constexpr int rounds = 200;

/// The topology with some more classes to choose from.
topology::Topology with_classes(const topology::Topology& plain) {
  topology::Grid grid = plain.grid();
  grid.link_classes["checked"] = {"checked", {{"checksum"}, {"tcp"}}};
  grid.link_classes["packed"] = {"packed", {{"profile"}, {"compress"}, {"tcp"}}};
  grid.link_classes["far"] = {
      "far", {{"checksum"}, {"delay", {{"latency", "5ms"}, {"jitter", "4ms"}}}, {"tcp"}}};
  grid.link_classes["numbered"] = {"numbered", {{"crypt"}, {"reorder"}, {"tcp"}}};
  grid.link_classes["bare"] = {"bare", {{"tcp"}}};
  grid.link_classes["other"] = {"other", {{"mpi"}}};
  grid.link_classes["sealed"] = {"sealed", {{"compress"}, {"crypt"}, {"tcp"}}};
  auto topology = topology::Topology::from_grid(grid);
  EXPECT_TRUE(topology) << topology.error().text();
  const bool in_one_process = plain.process_count() == 1 && plain.pe_count() > 1;
  return in_one_process ? topology->in_one_process() : std::move(*topology);
}

TEST(ChainChanges, LoseDoubleAndReorderNothingWhileMessagesAreUnderWay) {
  for (testing::Shape shape : testing::all_shapes()) {
    SCOPED_TRACE(shape.text());
    shape.topology = with_classes(shape.topology);
    const testing::Outcome outcome = testing::run_on(shape, [](Job& job) -> Task<void> {
      const auto chatters =
          job.create_array<Chatter>(Index1{elements}, mapping::round_robin, elements, rounds);
      chatters.all().send<&Chatter::start>(chatters);
      for (const char* to :
           {"checked", "far", "packed", "sealed", "numbered", "bare", "between_sites", "far"}) {
        const ChainChange change = co_await job.change_chain("between_sites", to);
        EXPECT_TRUE(change.is_done()) << change.refusal;
      }
      EXPECT_EQ(co_await job.reduction<int>("wrong"), 0);
    });
    for (const auto& failure : outcome.failures) EXPECT_FALSE(failure) << failure->text();
    EXPECT_EQ(outcome.messages_alive, 0);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(ChainChanges, TakeEffect) {
  testing::World world(with_classes(testing::uniform_topology(2, 1, "1ms", "0", 1)));
  const auto failure = world.run([](Job& job) -> Task<void> {
    const auto chatters = job.create_array<Chatter>(Index1{2}, mapping::round_robin, 2, 1);
    const double before_s = job.seconds();
    co_await job.change_chain("between_sites", "bare");
    EXPECT_LT(job.seconds() - before_s, 1.0);
    const double start_s = job.seconds();
    chatters.all().send<&Chatter::start>(chatters);
    co_await job.reduction<int>("wrong");
    EXPECT_LT(job.seconds() - start_s, 0.001) << "the delay is still there";
  });
  EXPECT_FALSE(failure) << failure->text();
  EXPECT_THAT(world.log().text(),
              HasSubstr("the links of class 'between_sites' have the devices of 'bare'"));
}

TEST(ChainChanges, AreRefusedInOneLineAndChangeNothing) {
  testing::World world(with_classes(testing::uniform_topology(2, 1, "1ms", "0", 1)));
  const auto failure = world.run([](Job& job) -> Task<void> {
    const auto refusal = [&](const char* link_class, const char* to) -> Task<std::string> {
      co_return (co_await job.change_chain(link_class, to)).refusal;
    };
    EXPECT_THAT(co_await refusal("between_sites", "thin"), HasSubstr("no link class 'thin'"));
    EXPECT_THAT(co_await refusal("elsewhere", "bare"), HasSubstr("no link class 'elsewhere'"));
    EXPECT_THAT(co_await refusal("between_sites", "other"),
                HasSubstr("a running job keeps its carriers"));
    const auto chatters = job.create_array<Chatter>(Index1{4}, mapping::round_robin, 4, 20);
    chatters.all().send<&Chatter::start>(chatters);
    EXPECT_EQ(co_await job.reduction<int>("wrong"), 0);
    EXPECT_EQ(co_await refusal("between_sites", "checked"), "");
  });
  EXPECT_FALSE(failure) << failure->text();
}

TEST(ChainChanges, AreRefusedForAClassThatJoinsInOneDirectionAlone) {
  topology::Grid grid = testing::uniform_topology(2, 1, "1ms", "0", 1).grid();
  grid.link_classes["there"] = {"there", {{"crypt"}, {"tcp"}}};
  grid.overrides.push_back({"site0", "site1", "there", true});
  auto topology = topology::Topology::from_grid(grid);
  ASSERT_TRUE(topology) << topology.error().text();
  testing::World world(std::move(*topology));
  const auto failure = world.run([](Job& job) -> Task<void> {
    const ChainChange change = co_await job.change_chain("there", "between_sites");
    EXPECT_THAT(change.refusal, HasSubstr("the other way"));
  });
  EXPECT_FALSE(failure) << failure->text();
}

TEST(ChainChanges, WaitForEachOther) {
  testing::World world(with_classes(testing::uniform_topology(3, 1, "2ms", "1ms", 1)));
  const auto failure = world.run([](Job& job) -> Task<void> {
    Future<ChainChange> first = job.change_chain("between_sites", "checked");
    Future<ChainChange> second = job.change_chain("between_sites", "packed");
    Future<ChainChange> third = job.change_chain("between_sites", "nowhere");
    Future<ChainChange> fourth = job.change_chain("between_sites", "bare");
    EXPECT_TRUE((co_await fourth).is_done());
    EXPECT_TRUE(first.is_ready() && second.is_ready() && third.is_ready());
    EXPECT_FALSE((co_await third).is_done());
  });
  EXPECT_FALSE(failure) << failure->text();
}

TEST(ChainChanges, MayBeUnderWayWhenTheJobEnds) {
  for (const std::uint64_t seed : {0, 1, 2, 3, 4, 5, 6, 7}) {
    testing::World world(with_classes(testing::uniform_topology(3, 1, "2ms", "1ms", 1)),
                         {.settings = testing::test_settings(seed)});
    const auto failure = world.run([](Job& job) -> Task<void> {
      const auto chatters = job.create_array<Chatter>(Index1{3}, mapping::round_robin, 3, 3);
      const Future<ChainChange> change = job.change_chain("between_sites", "checked");
      chatters.all().send<&Chatter::start>(chatters);
      co_await job.reduction<int>("wrong");
    });
    EXPECT_FALSE(failure) << failure->text();
  }
}

}  // namespace
}  // namespace isthmus::engine
