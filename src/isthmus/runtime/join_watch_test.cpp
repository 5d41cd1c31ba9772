#include "isthmus/runtime/join_watch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "isthmus/bootstrap/test_parts.hpp"
#include "isthmus/store/held_images.hpp"
#include "isthmus/testing/shape.hpp"
#include "isthmus/testing/world.hpp"

namespace isthmus::engine::runtime {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

constexpr std::uint32_t places = 4;
constexpr TimeNs patience_ns = 10'000'000'000;

/// A job of four processes that runs, where others come to it.
class JoinWatchTest : public ::testing::Test {
 protected:
  JoinWatchTest()
      : world_(testing::uniform_topology(2, 2, "0", "0", 2), {.checkpoints = {.held = &held_}}),
        meeter_(places) {
    bootstrap::JobOptions options = meeter_.options(ProcessId(0));
    options.listener.close();
    service_ = bootstrap::JoinService::open(std::move(options), {}, log_).value();
    watch_.emplace(*service_, changes(), world_.topology());
  }
  ~JoinWatchTest() override {
    watch_.reset();
    service_.reset();  // whoever still waits is told so
  }

  MembershipChanges& changes() { return world_.process(ProcessId(0)).membership_changes(); }
  void await(std::set<ProcessId> awaited) {
    watch_->await(std::move(awaited), [this](std::vector<bootstrap::Peer> come) {
      for (const bootstrap::Peer& peer : come) come_.push_back(peer.rank.value);
      ++calls_;
    });
  }
  bootstrap::testing::Joiner& join(std::uint32_t rank) {
    bootstrap::JobOptions options = meeter_.options(ProcessId(rank));
    options.rendezvous = service_->address();
    options.when_late = [](bootstrap::PeerTable, const bootstrap::Welcome&) {
      return Expected<bootstrap::Membership>(bootstrap::Membership());
    };
    return joiners_.emplace_back(std::move(options), log_);
  }
  void look() {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    watch_->poll(world_.unit(PeId(0)).pe(), clock_.now_ns(), true);
  }
  bool look_until_waiting(std::size_t count) {
    const TimeNs end_ns = clock_.now_ns() + patience_ns;
    while (service_->waiting().size() != count && clock_.now_ns() < end_ns) look();
    look();
    return service_->waiting().size() == count;
  }
  /// What it is told that may not come in.
  std::string refusal(bootstrap::testing::Joiner& joiner) {
    std::atomic<bool> is_told = false;
    std::thread waiting([&] {
      joiner.wait();
      is_told = true;
    });
    while (!is_told) look();
    waiting.join();
    return joiner.wait() ? "is in" : joiner.wait().error().text();
  }

  bootstrap::testing::MemoryLog log_;
  store::HeldImages held_{"process 0"};
  testing::World world_;
  SteadyClock clock_;
  bootstrap::testing::Meeter meeter_;
  std::deque<bootstrap::testing::Joiner> joiners_;  // they end when the service does
  std::unique_ptr<bootstrap::JoinService> service_;
  std::optional<JoinWatch> watch_;
  std::vector<std::uint32_t> come_;
  int calls_ = 0;
};

TEST_F(JoinWatchTest, SaysThatThoseAwaitedHaveComeWhenThereAreSomeForAllPlaces) {
  await({ProcessId(2), ProcessId(3)});
  join(3);
  ASSERT_TRUE(look_until_waiting(1));
  EXPECT_EQ(calls_, 0);
  join(2);
  ASSERT_TRUE(look_until_waiting(2));
  EXPECT_EQ(calls_, 1);
  EXPECT_THAT(come_, UnorderedElementsAre(2, 3));
  // Once; and they are not sent away, as they are no news for another epoch.
  look();
  EXPECT_EQ(calls_, 1);
  EXPECT_EQ(service_->waiting().size(), 2U);
}

TEST_F(JoinWatchTest, AwaitsAnotherOneInThePlaceOfOneThatHasGone) {
  await({ProcessId(2), ProcessId(3)});
  auto& gone = join(3);
  ASSERT_TRUE(look_until_waiting(1));
  service_->refuse(ProcessId(3), "the test says so");
  EXPECT_THAT(gone.wait().error().text(), HasSubstr("the test says so"));
  join(2);
  ASSERT_TRUE(look_until_waiting(1));
  EXPECT_EQ(calls_, 0);
  join(3);
  ASSERT_TRUE(look_until_waiting(2));
  EXPECT_EQ(calls_, 1);
}

TEST_F(JoinWatchTest, LeavesWhoComesToTheNextEpochWhereNobodyIsAwaited) {
  await({ProcessId(3)});
  await({});
  service_->offer({ProcessId(3)});
  // Which has no such place: in this job nobody is lost.
  EXPECT_THAT(refusal(join(3)), HasSubstr("process 3 has no place in this job"));
  EXPECT_EQ(calls_, 0);
}

TEST_F(JoinWatchTest, OffersNoPlaceThatSomebodyHasBeforeItIsAwaited) {
  EXPECT_THAT(refusal(join(3)), HasSubstr("asks for rank 3, which is taken"));
  await({ProcessId(3)});
  join(3);
  ASSERT_TRUE(look_until_waiting(1));
  EXPECT_THAT(come_, ElementsAre(3));
}

}  // namespace
}  // namespace isthmus::engine::runtime
