#include "isthmus/runtime/reports.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine::runtime {
namespace {

constexpr TimeNs ms = 1'000'000;

class Answerer : public Chare<Answerer, Index1> {
 public:
  int answer(int question) { return question + 1; }
};

/// PE 0 asks PE 1, which is of another site, and ends.
Task<void> ask(Job& job) {
  const auto answerers = job.create_array<Answerer>(Index1{2}, mapping::block);
  EXPECT_EQ(co_await answerers[1].call<&Answerer::answer>(1), 2);
}

testing::WorldOptions reporting(runtime::Settings settings = testing::test_settings(0)) {
  settings.reports = true;
  return {.settings = settings};
}

TEST(Reports, SayOfEachPeWhereItsTimeWent) {
  for (const int processes_per_site : {0, 1}) {
    testing::World world(testing::uniform_topology(2, 1, "8ms", "0", processes_per_site),
                         reporting());
    ASSERT_FALSE(world.run(ask));
    const std::map<PeId, PeReport>& reports = world.process(ProcessId(0)).reports();
    ASSERT_EQ(reports.size(), 2u);
    // The clock stands still while somebody works.
    for (const auto& [pe, report] : reports) {
      EXPECT_EQ(report.time().entry_ns + report.time().runtime_ns, 0) << pe.value;
    }
    const sched::TimeSums asker = reports.at(PeId(0)).time();
    EXPECT_EQ(asker.waited_ns, (std::vector<TimeNs>{0, 2 * 8 * ms}));
    EXPECT_EQ(asker.idle_ns, 0);
    // Asked after 8 ms, and asked to report after 8 more than the answer took.
    const sched::TimeSums answerer = reports.at(PeId(1)).time();
    EXPECT_EQ(answerer.waited_ns, (std::vector<TimeNs>{8 * ms}));
    EXPECT_EQ(answerer.idle_ns, 2 * 8 * ms);
  }
}

TEST(Reports, AreGatheredOfEveryPeEverywhereInAnyOrder) {
  for (const testing::Shape& shape : testing::all_shapes()) {
    if (shape.drive != testing::Drive::in_turn) continue;
    SCOPED_TRACE(shape.text());
    testing::World world(shape.topology, reporting(shape.settings));
    ASSERT_FALSE(world.run([](Job& job) -> Task<void> {
      const auto answerers = job.create_array<Answerer>(Index1{job.pe_count()}, mapping::block);
      co_await answerers[job.pe_count() - 1].call<&Answerer::answer>(1);
    }));
    const auto& reports = world.process(ProcessId(0)).reports();
    EXPECT_EQ(reports.size(), static_cast<std::size_t>(shape.topology.pe_count()));
    for (const auto& [pe, report] : reports) {
      EXPECT_LE(report.time().whole_ns(), world.now_ns()) << pe.value;
    }
    EXPECT_EQ(world.messages_alive(), 0);
  }
}

TEST(Reports, HaveWhatTheDevicesOfEachProcessHaveCounted) {
  topology::Grid grid = testing::uniform_topology(2, 1, "8ms", "0", 1).grid();
  topology::LinkClass& between = grid.links.at(topology::LinkKind::between_sites);
  between.chain.insert(between.chain.begin(), {"profile"});
  auto topology = topology::Topology::from_grid(grid);
  ASSERT_TRUE(topology) << topology.error().text();
  testing::World world(*std::move(topology), reporting());
  ASSERT_FALSE(world.run(ask));
  for (const auto& [pe, report] : world.process(ProcessId(0)).reports()) {
    ASSERT_EQ(report.devices.size(), 1u) << pe.value;
    EXPECT_EQ(report.devices[0].link_class, between.name);
    EXPECT_EQ(report.devices[0].device, "profile");
    EXPECT_NE(report.devices[0].figures.find("\"peers\":[{\"process\":"), std::string::npos);
  }
}

TEST(Reports, AreAskedForWhereSomebodyWantsThem) {
  testing::World world(testing::uniform_topology(2, 1, "8ms", "0", 1));
  ASSERT_FALSE(world.run(ask));
  EXPECT_TRUE(world.process(ProcessId(0)).reports().empty());
}

}  // namespace
}  // namespace isthmus::engine::runtime
