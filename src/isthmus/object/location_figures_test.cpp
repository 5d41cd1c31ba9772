// Figures 3.5 to 3.10 of the Clam thesis: where each of five PEs believes the one object to be that
// was made on PE 0, after each of these, when all that follows from it has ended: (1) it moves from
// 0 to 1, (2) from 1 to 2, (3) PE 4 sends it a message, (4) it moves from 2 to 3. The scans of the
// thesis have no pictures: these are what its text says of each policy (3.2).
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/object_reports.hpp"
#include "isthmus/object/tracking.hpp"
#include "isthmus/testing/virtual_time.hpp"

namespace isthmus::engine {
namespace {

constexpr int figure_pes = 5;

class Wanderer : public Chare<Wanderer, Index1> {
 public:
  void serialize(auto&) {}
  void hear() {}
};

/// On each PE.
class Believer : public Chare<Believer, PeId> {
 public:
  void serialize(auto&) {}
  /// From where it is, so that nobody sends it a message.
  void move(const ElementProxy<Wanderer>& object, PeId to) { object.migrate_to(to); }
  void send(const ElementProxy<Wanderer>& object) { object.send<&Wanderer::hear>(); }
  std::uint32_t next(const ElementProxy<Wanderer>& object) {
    return next_stop(Objects::current(), object.id(), false).value;
  }
};

using Beliefs = std::array<std::uint32_t, figure_pes>;  // by PE

Task<Beliefs> beliefs(Job& job, GroupProxy<Believer> believers, ElementProxy<Wanderer> object) {
  co_await job.quiescence();
  Beliefs found{};
  for (std::uint32_t pe = 0; pe < figure_pes; ++pe) {
    found[pe] = co_await believers[PeId(pe)].call<&Believer::next>(object);
  }
  co_return found;
}

/// After each of the four steps. PEs 0 and 1 are one site of two, where there are two.
std::vector<Beliefs> directories(const location::Policy& policy, int sites) {
  topology::Grid grid = topology::uniform_grid(sites, sites == 1 ? figure_pes : 2);
  if (sites > 1) grid.sites[1].nodes[0].pes = figure_pes - 2;
  std::vector<Beliefs> found;
  const auto outcome = testing::run_in_virtual_time(
      topology::Topology::from_grid(grid).value(),
      [&](Job& job) -> Task<void> {
        const auto on_zero = [](Index1, const MapContext&) { return PeId(0); };
        const auto objects = job.create_array<Wanderer>(
            Index1{1}, placed(on_zero).tracked_by(policy).with_homes(Homes::origin));
        const auto believers = job.create_group<Believer>();
        const auto object = objects[0];
        co_await job.quiescence();
        believers[PeId(0)].send<&Believer::move>(object, PeId(1));
        found.push_back(co_await beliefs(job, believers, object));
        believers[PeId(1)].send<&Believer::move>(object, PeId(2));
        found.push_back(co_await beliefs(job, believers, object));
        believers[PeId(4)].send<&Believer::send>(object);
        found.push_back(co_await beliefs(job, believers, object));
        believers[PeId(2)].send<&Believer::move>(object, PeId(3));
        found.push_back(co_await beliefs(job, believers, object));
      },
      {});
  for (const auto& failure : outcome.failures) EXPECT_FALSE(failure) << failure->text();
  return found;
}

std::vector<Beliefs> directories(const location::Policy& policy) { return directories(policy, 1); }

TEST(LocationFigures, LazyForwardingLeavesATrailAndNoMore) {
  EXPECT_EQ(
      directories(location::lazy_forwarding),
      (std::vector<Beliefs>{{1, 1, 0, 0, 0}, {1, 2, 2, 0, 0}, {1, 2, 2, 0, 0}, {1, 2, 3, 3, 0}}));
}

TEST(LocationFigures, JumpUpdateTellsTheSenderOfTheMessage) {
  EXPECT_EQ(
      directories(location::jump_update),
      (std::vector<Beliefs>{{1, 1, 0, 0, 0}, {1, 2, 2, 0, 0}, {1, 2, 2, 0, 2}, {1, 2, 3, 3, 2}}));
}

TEST(LocationFigures, PathCompressionTellsAllOnTheTrailOfTheMessage) {
  EXPECT_EQ(
      directories(location::path_compression),
      (std::vector<Beliefs>{{1, 1, 0, 0, 0}, {1, 2, 2, 0, 0}, {2, 2, 2, 0, 2}, {2, 2, 3, 3, 2}}));
}

TEST(LocationFigures, BroadcastUpdateTellsAllOfEachMove) {
  EXPECT_EQ(
      directories(location::broadcast_update_published),
      (std::vector<Beliefs>{{1, 1, 1, 1, 1}, {2, 2, 2, 2, 2}, {2, 2, 2, 2, 2}, {3, 3, 3, 3, 3}}));
}

TEST(LocationFigures, PartitionedUpdateTellsThePartitionsOfBothEnds) {
  EXPECT_EQ(
      directories(location::partitioned_update_published, 2),
      (std::vector<Beliefs>{{1, 1, 0, 0, 0}, {2, 2, 2, 2, 2}, {2, 2, 2, 2, 2}, {2, 2, 3, 3, 3}}));
}

TEST(LocationFigures, EagerUpdateTellsThoseWhoHaveSentOfTheNextMove) {
  EXPECT_EQ(
      directories(location::eager_update_published),
      (std::vector<Beliefs>{{1, 1, 0, 0, 0}, {1, 2, 2, 0, 0}, {1, 2, 2, 0, 0}, {1, 2, 3, 3, 3}}));
}

// Only the home's directory counts: all others send there.
TEST(LocationFigures, HomeBasedTellsTheHomeOfEachMove) {
  EXPECT_EQ(
      directories(location::home_based),
      (std::vector<Beliefs>{{1, 1, 0, 0, 0}, {2, 0, 2, 0, 0}, {2, 0, 2, 0, 0}, {3, 0, 0, 3, 0}}));
}

}  // namespace
}  // namespace isthmus::engine
