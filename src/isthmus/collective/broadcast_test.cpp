// Broadcasts and multicasts use the links between sites sparingly.
#include <gtest/gtest.h>

#include <vector>

#include "isthmus/object/create.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

class Listener : public Chare<Listener, Index1> {
 public:
  void poke(const std::vector<int>& values) { pokes_ += values.at(0); }
  int pokes() { return pokes_; }
  void gather() { contribute("gathered", 1, reduce::sum); }

 private:
  int pokes_ = 0;
};

// The frames between sites that `act` causes; the job is quiet before and handled whole after it.
std::uint64_t frames_between_sites(const topology::Topology& topology,
                                   const std::function<void(ArrayProxy<Listener>)>& act) {
  testing::World world(topology);
  std::uint64_t before = 0;
  ArrayProxy<Listener> cells;
  world.start([&](Job& job) -> Task<void> {
    cells = job.create_array<Listener>(Index1{60}, mapping::round_robin);
    co_await job.quiescence();
    cells.section({0, 7, 14, 21, 28, 35, 42, 49, 56});
    co_await job.quiescence();
    before = world.frames_sent("between_sites");
    act(cells);
    co_await job.reduction("never");
  });
  world.settle();
  return world.frames_sent("between_sites") - before;
}

TEST(Broadcasts, CrossEachWideAreaLinkOfTheTreeOnce) {
  const auto broadcast = [](ArrayProxy<Listener> cells) {
    cells.all().send<&Listener::poke>(std::vector<int>{1});
  };
  for (const int processes_per_site : {0, 1, 2}) {
    EXPECT_EQ(frames_between_sites(testing::uniform_topology(3, 5, "4ms", "0", processes_per_site),
                                   broadcast),
              2u);
    EXPECT_EQ(frames_between_sites(testing::uniform_topology(6, 2, "4ms", "0", processes_per_site),
                                   broadcast),
              5u);
  }
}

TEST(Multicasts, CrossEachWideAreaLinkOfTheTreeOnce) {
  std::uint64_t making = 0;
  const auto make = [](ArrayProxy<Listener> cells) { cells.section({0, 5, 6, 11, 13, 14}); };
  const auto make_and_send = [](ArrayProxy<Listener> cells) {
    cells.section({0, 5, 6, 11, 13, 14}).send<&Listener::poke>(std::vector<int>{1});
  };
  const topology::Topology topology = testing::uniform_topology(3, 5, "4ms");
  making = frames_between_sites(topology, make);
  EXPECT_EQ(frames_between_sites(topology, make_and_send) - making, 2u);
}

TEST(Reductions, CrossEachWideAreaLinkOfTheTreeOnce) {
  const auto reduce = [](ArrayProxy<Listener> cells) { cells.all().send<&Listener::gather>(); };
  for (const int processes_per_site : {0, 1}) {
    // Two frames of the broadcast, two of the reduction.
    EXPECT_EQ(frames_between_sites(testing::uniform_topology(3, 5, "4ms", "0", processes_per_site),
                                   reduce),
              4u);
  }
}

class Crier : public Chare<Crier, Index1> {
 public:
  void cry() {
    for (int k = 0; k < 8; ++k) array().all().send<&Crier::hear>(index() * 8 + k);
  }
  void hear(int word) { heard_.push_back(word); }
  void tell() { contribute("heard", std::vector<std::vector<int>>{heard_}, reduce::concatenate); }

 private:
  std::vector<int> heard_;
};

TEST(Broadcasts, ComeToAllElementsInOneOrderWhoeverSendsThem) {
  for (const int processes_per_site : {0, 1}) {
    testing::World world(testing::uniform_topology(3, 2, "4ms", "3ms", processes_per_site));
    std::vector<std::vector<int>> heard;
    const auto failure = world.run([&](Job& job) -> Task<void> {
      const auto criers = job.create_array<Crier>(Index1{12}, mapping::round_robin);
      co_await job.quiescence();
      criers.all().send<&Crier::cry>();
      co_await job.quiescence();
      criers.all().send<&Crier::tell>();
      heard = co_await job.reduction<std::vector<std::vector<int>>>("heard");
    });
    ASSERT_FALSE(failure) << failure->text();
    ASSERT_EQ(heard.size(), 12u);
    ASSERT_EQ(heard.front().size(), 12u * 8u);
    for (const auto& words : heard) EXPECT_EQ(words, heard.front());
  }
}

}  // namespace
}  // namespace isthmus::engine
