#include "isthmus/object/seeds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

/// Two sites of three PEs, the last of each twice as fast.
topology::Topology uneven_topology() {
  topology::Grid grid;
  for (const char* name : {"a", "b"}) {
    topology::Site site{.name = name};
    site.nodes.push_back({.name = std::string(name) + "1", .pes = 2});
    site.nodes.push_back({.name = std::string(name) + "2", .pes = 1, .speed = 2.0});
    grid.sites.push_back(site);
  }
  return topology::Topology::from_grid(grid).value();
}

std::map<std::uint32_t, int> dealt(const std::function<PeId(const SeedContext&)>& balancer,
                                   PeId creator, std::uint64_t chares) {
  const topology::Topology topology = uneven_topology();
  const topology::Members members(topology);
  std::map<std::uint32_t, int> counts;
  for (std::uint64_t number = 0; number < chares; ++number) {
    ++counts[balancer({members, creator, number, {}}).value];
  }
  return counts;
}

TEST(Seeds, GoToAnyPeAtRandom) {
  const auto counts = dealt(seed::random, PeId(4), 6000);
  ASSERT_EQ(counts.size(), 6u);
  for (const auto& [pe, count] : counts) EXPECT_NEAR(count, 1000, 150) << pe;
  EXPECT_NE(dealt(seed::random, PeId(1), 7), dealt(seed::random, PeId(2), 7));
}

TEST(Seeds, GoToPesInProportionToTheirSpeedsAlsoFewInARow) {
  for (const PeId creator : {PeId(0), PeId(5)}) {
    const auto counts = dealt(seed::by_speed, creator, 80);
    for (const auto& [pe, count] : counts) EXPECT_NEAR(count, pe % 3 == 2 ? 20 : 10, 2) << pe;
  }
}

TEST(Seeds, StayInTheCreatorsSite) {
  const auto counts = dealt(seed::near_by_speed, PeId(4), 40);
  ASSERT_EQ(counts.size(), 3u);
  EXPECT_NEAR(counts.at(3), 10, 2);
  EXPECT_NEAR(counts.at(4), 10, 2);
  EXPECT_NEAR(counts.at(5), 20, 2);
}

TEST(Seeds, GoWhereTheFewestAreForTheSpeed) {
  const topology::Topology topology = uneven_topology();
  const topology::Members members(topology);
  const auto place = [&](const std::vector<std::uint32_t>& alive) {
    return seed::least_loaded({members, PeId(4), 0, alive}).value;
  };
  EXPECT_EQ(place({}), 5u);
  EXPECT_EQ(place({1, 1, 3, 0, 1, 3}), 3u);
  EXPECT_EQ(place({0, 1, 3, 1, 1, 3}), 0u);
  EXPECT_EQ(place({1, 1, 2, 1, 1, 3}), 2u);
}

class Sprout : public Chare<Sprout> {
 public:
  Sprout() = default;
  explicit Sprout(int depth) {
    if (depth == 0) return;
    create_chare<Sprout>(seed::least_loaded, depth - 1);
    create_chare<Sprout>(seed::near_by_speed, depth - 1);
  }
  void serialize(auto& archive) { archive(pokes_); }
  int poke() { return ++pokes_; }
  std::uint32_t where() { return pe().value; }
  void go_to(PeId to) { migrate_to(to); }

 private:
  int pokes_ = 0;
};

TEST(Seeds, BecomeCharesThatTakeMessagesMoveAndEnd) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    for (int round = 0; round < 3; ++round) {
      std::vector<ChareProxy<Sprout>> sprouts;
      for (int i = 0; i < job.pe_count(); ++i) {
        sprouts.push_back(job.create_chare<Sprout>(seed::least_loaded, 0));
      }
      sprouts.push_back(job.create_chare<Sprout>(seed::random, 2));
      sprouts.push_back(job.create_chare<Sprout>(seed::by_speed, 0));
      std::map<std::uint32_t, int> places;
      for (int i = 0; i < job.pe_count(); ++i) {
        ++places[co_await sprouts[static_cast<std::size_t>(i)].call<&Sprout::where>()];
      }
      // One on each that holds objects, since those of the round before have ended.
      EXPECT_GE(places.size() + 3, static_cast<std::size_t>(job.pe_count()));
      for (const auto& sprout : sprouts) {
        sprout.send<&Sprout::poke>();
        sprout.send<&Sprout::go_to>(PeId(round % job.pe_count()));
        EXPECT_EQ(co_await sprout.call<&Sprout::poke>(), 2);
        sprout.destroy();
      }
      co_await job.quiescence();
    }
  });
}

TEST(Seeds, AreForgottenWhenTheyEnd) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    for (int i = 0; i < 20; ++i) {
      const auto sprout = job.create_chare<Sprout>(seed::least_loaded, 0);
      sprout.send<&Sprout::go_to>(PeId(i % job.pe_count()));
      sprout.destroy();
    }
    co_await job.quiescence();
    for (const std::uint32_t alive : Objects::current().seeds().next().alive) EXPECT_EQ(alive, 0u);
  });
}

}  // namespace
}  // namespace isthmus::engine
