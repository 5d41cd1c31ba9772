#include "isthmus/network/link_change.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "isthmus/fabric/memory_pair.hpp"
#include "isthmus/fabric/registry.hpp"
#include "isthmus/fabric/test_device.hpp"
#include "isthmus/testing/shape.hpp"

namespace isthmus::engine::network {
namespace {

using ::testing::HasSubstr;

constexpr fabric::WireLimits limits = {1 << 20, 64, 64, 21};
const topology::LinkClass plain{"plain", {{"tcp"}}};
const topology::LinkClass summed{"summed", {{"checksum"}, {"tcp"}}};

/// Some links between processes 0 and 1, whose chains each of them changes together.
class LinkChangeTest : public ::testing::Test {
 protected:
  static constexpr std::size_t link_count = 2;

  void SetUp() override {
    for (std::size_t link = 0; link < link_count; ++link) {
      auto [a, b] = fabric::MemoryEnd::pair();
      chains[0].push_back(chain_on(0, std::move(a)));
      chains[1].push_back(chain_on(1, std::move(b)));
    }
  }
  std::unique_ptr<fabric::Chain> chain_on(std::size_t side, std::unique_ptr<fabric::Device> end) {
    auto top = fabric::build_filters(plain, std::move(end), parts_of(side));
    return std::make_unique<fabric::Chain>(std::move(*top), process(side), receivers[side],
                                           counters[side],
                                           fabric::Chain::Options{.limits = limits});
  }
  static ProcessId process(std::size_t side) { return ProcessId(static_cast<std::uint32_t>(side)); }
  static PeId pe(std::size_t side) { return PeId(static_cast<std::uint32_t>(side)); }
  fabric::Parts parts_of(std::size_t side) const {
    return {.self = process(side), .first_pe = pe(side), .limits = limits, .clock = &clock};
  }

  Expected<void> prepare(std::size_t side, std::uint64_t number = 1) {
    changes[side].expect(link_count);
    for (const auto& chain : chains[side]) {
      fabric::ChangePlan plan{.number = number,
                              .stack =
                                  [this, side](std::unique_ptr<fabric::Device> bottom) {
                                    return fabric::build_filters(summed, std::move(bottom),
                                                                 parts_of(side));
                                  },
                              .first_pe = pe(side),
                              .peers = {{process(1 - side), pe(1 - side)}},
                              .done = {}};
      if (auto prepared = changes[side].prepare(*chain, std::move(plan)); !prepared) {
        return prepared;
      }
    }
    return {};
  }
  void begin(std::size_t side) {
    changes[side].begin([this, side] { ++done[side]; });
  }
  void settle() {
    for (int i = 0; i < 1000; ++i, now_ns += 1'000'000) {
      for (const auto& side : chains) {
        for (const auto& chain : side) chain->poll(now_ns, true, pool);
      }
    }
  }

  ManualClock clock;
  Pool pool;
  std::array<fabric::RecordingReceiver, 2> receivers;
  std::array<trace::LinkCounters, 2> counters;
  std::array<std::vector<std::unique_ptr<fabric::Chain>>, 2> chains;
  std::array<LinkChange, 2> changes;
  std::array<int, 2> done = {};
  TimeNs now_ns = 0;
};

TEST_F(LinkChangeTest, IsDoneOnceWhenAllItsChainsHaveChanged) {
  ASSERT_TRUE(prepare(0) && prepare(1));
  begin(0);
  begin(1);
  EXPECT_EQ(done, (std::array{0, 0})) << "the chains still have to hear of each other";
  settle();
  EXPECT_EQ(done, (std::array{1, 1}));
}

TEST_F(LinkChangeTest, IsNotDoneBeforeItBeginsThoughThePeersHaveBegunTheirs) {
  ASSERT_TRUE(prepare(0) && prepare(1));
  begin(0);
  settle();
  EXPECT_EQ(done, (std::array{1, 0}));
  begin(1);
  EXPECT_EQ(done, (std::array{1, 1})) << "its chains have changed already";
}

TEST_F(LinkChangeTest, IsDoneAtOnceWhereNoChainIsConcerned) {
  changes[0].expect(0);
  begin(0);
  EXPECT_EQ(done[0], 1);
}

TEST_F(LinkChangeTest, MayBePreparedAgainAfterItWasCancelled) {
  ASSERT_TRUE(prepare(0) && prepare(1));
  EXPECT_TRUE(changes[0].cancel());
  EXPECT_TRUE(changes[1].cancel());
  ASSERT_TRUE(prepare(0, 2) && prepare(1, 2));
  begin(0);
  begin(1);
  settle();
  EXPECT_EQ(done, (std::array{1, 1}));
}

TEST_F(LinkChangeTest, CannotBeCancelledWhenAPeerHasBegun) {
  ASSERT_TRUE(prepare(0) && prepare(1));
  begin(0);
  settle();
  const auto cancelled = changes[1].cancel();
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().code, ErrorCode::malformed);
}

/// What a link between the two sites of a job has to say to another class.
class CheckChangeTest : public ::testing::Test {
 protected:
  CheckChangeTest() : grid(testing::uniform_topology(2, 1, "1ms", "0", 1).grid()) {
    grid.link_classes["sealed"] = {"sealed", {{"crypt"}, {"tcp"}}};
    grid.link_classes["bare"] = {"bare", {{"tcp"}}};
    grid.link_classes["other"] = {"other", {{"mpi"}}};
  }

  std::string refusal_of(const std::string& to) {
    auto topology = topology::Topology::from_grid(grid);
    EXPECT_TRUE(topology) << topology.error().text();
    auto links = plan_links({*topology, ProcessId(1)});
    EXPECT_TRUE(links) << links.error().text();
    const auto checked =
        check_change(links->at(0), *topology->find_link_class(to), *topology, ProcessId(1));
    return checked ? "" : checked.error().text();
  }

  topology::Grid grid;
};

TEST_F(CheckChangeTest, LetsALinkHaveOtherFilters) { EXPECT_EQ(refusal_of("bare"), ""); }

TEST_F(CheckChangeTest, KeepsTheCarrier) {
  EXPECT_THAT(refusal_of("other"), HasSubstr("a running job keeps its carriers"));
}

TEST_F(CheckChangeTest, AsksForOneClassForBothWays) {
  grid.link_classes["there"] = {"there", {{"crypt"}, {"tcp"}}};
  grid.overrides.push_back({"site0", "site1", "there", true});
  EXPECT_THAT(refusal_of("sealed"), HasSubstr("'between_sites' joins the other way"));
}

TEST_F(CheckChangeTest, AsksForEncryptionWhereSitesMeetAtARelay) {
  grid.sites[1].nodes[0].reach.relay = "relay.example.org:7000";
  EXPECT_THAT(refusal_of("bare"), HasSubstr("meet at a relay"));
  EXPECT_EQ(refusal_of("sealed"), "");
}

}  // namespace
}  // namespace isthmus::engine::network
