// A job in which some of the topology's PEs take no part.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine::runtime {
namespace {

const std::vector<PeId> members = {PeId(1), PeId(2), PeId(4), PeId(7)};

bool is_member(PeId pe) { return std::ranges::find(members, pe) != members.end(); }

class Traveller : public Chare<Traveller, Index1> {
 public:
  void tell_where() {
    EXPECT_TRUE(is_member(pe())) << pe().value;
    contribute("told", 1, reduce::sum);
  }
  void go_round(int left) {
    ++calls_;
    if (left == 0) return;
    array()[(index() + 1) % 24].send<&Traveller::go_round>(left - 1);
  }
  void count_calls() { contribute("calls", calls_, reduce::sum); }
  void meet() { at_sync<&Traveller::tell_where>(); }
  void serialize(auto& archive) { archive(calls_); }

 private:
  int calls_ = 0;
};

class Guard : public Chare<Guard, PeId> {
 public:
  void tell_where() {
    EXPECT_TRUE(is_member(pe())) << pe().value;
    EXPECT_EQ(pe(), index());
    contribute("guards", 1, reduce::sum);
  }
};

/// A mapping of a program that knows nothing of members.
PeId by_index(Index1 index, const MapContext& context) {
  return PeId(static_cast<std::uint32_t>(index) % static_cast<std::uint32_t>(context.pe_count()));
}

enum class Kind { dense, mapped, sparse };

ArrayProxy<Traveller> travellers_of(Job& job, Kind kind) {
  switch (kind) {
    case Kind::dense:
      return job.create_array<Traveller>(24, mapping::block);
    case Kind::mapped:
      return job.create_array<Traveller>(
          24, [](Index1 index, const MapContext& context) { return by_index(index, context); });
    case Kind::sparse:
      break;
  }
  return job.create_sparse_array<Traveller>(mapping::hashed);
}

Task<void> tour(Job& job, Kind kind) {
  const ArrayProxy<Traveller> travellers = travellers_of(job, kind);
  if (kind == Kind::sparse) {
    for (int i = 0; i < 24; ++i) travellers[i].insert();
    co_await job.quiescence();
  }
  travellers.all().send<&Traveller::tell_where>();
  EXPECT_EQ(co_await job.reduction<int>("told"), 24);
  for (int i = 0; i < 24; ++i) travellers[i].send<&Traveller::go_round>(30);
  co_await job.quiescence();
  travellers.all().send<&Traveller::count_calls>();
  EXPECT_EQ(co_await job.reduction<int>("calls"), 24 * 31);
  travellers.all().send<&Traveller::meet>();
  EXPECT_EQ(co_await job.reduction<int>("told"), 24);
  // Also to those that take no part.
  for (int i = 0; i < 24; ++i) travellers[i].migrate_to(PeId(static_cast<std::uint32_t>(i % 8)));
  co_await job.quiescence();
  travellers.all().send<&Traveller::tell_where>();
  EXPECT_EQ(co_await job.reduction<int>("told"), 24);
  const auto guards = job.create_group<Guard>();
  guards.all().send<&Guard::tell_where>();
  EXPECT_EQ(co_await job.reduction<int>("guards"), static_cast<int>(members.size()));
}

struct Case {
  Kind kind;
  collective::QuiescenceStrategy quiescence;
};

class MembersAlone : public ::testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(
    Jobs, MembersAlone,
    ::testing::Values(Case{Kind::dense, collective::QuiescenceStrategy::counting_waves},
                      Case{Kind::dense, collective::QuiescenceStrategy::safra},
                      Case{Kind::mapped, collective::QuiescenceStrategy::counting_waves},
                      Case{Kind::sparse, collective::QuiescenceStrategy::counting_waves},
                      Case{Kind::sparse, collective::QuiescenceStrategy::safra}));

TEST_P(MembersAlone, HoldTheObjectsAndTheMainProgram) {
  for (const int processes : {0, 1, 2}) {
    for (const std::uint64_t seed : {0, 1, 2, 3}) {
      SCOPED_TRACE(std::to_string(processes) + " processes a site, seed " + std::to_string(seed));
      testing::WorldOptions options{.settings = testing::test_settings(seed), .members = members};
      options.settings.quiescence = GetParam().quiescence;
      testing::World world(testing::uniform_topology(2, 4, "1ms", "500us", processes), options);
      const auto failure = world.run([](Job& job) { return tour(job, GetParam().kind); });
      EXPECT_FALSE(failure) << failure->text();
      EXPECT_EQ(world.messages_alive(), 0);
      for (std::uint32_t pe = 0; pe < 8; ++pe) {
        if (is_member(PeId(pe))) continue;
        EXPECT_EQ(world.unit(PeId(pe)).pe().processed(), 0u) << pe;
      }
    }
  }
}

}  // namespace
}  // namespace isthmus::engine::runtime
