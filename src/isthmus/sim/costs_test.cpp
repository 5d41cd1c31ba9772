#include "isthmus/sim/costs.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

namespace isthmus::engine::sim {
namespace {

TEST(Costs, AreSetByReachAndParameter) {
  Costs costs;
  ASSERT_TRUE(costs.set("same_site.latency=10us"));
  ASSERT_TRUE(costs.set("same_site.bandwidth=1Gb/s"));
  ASSERT_TRUE(costs.set("same_site.send=2us"));
  ASSERT_TRUE(costs.set("between_sites.receive_byte=0.25"));
  ASSERT_TRUE(costs.set("delay=filter"));
  ASSERT_TRUE(costs.set("between_sites.segment=1448"));
  ASSERT_TRUE(costs.set("between_sites.window=256KiB"));
  ASSERT_TRUE(costs.set("between_sites.slow_start=yes"));
  ASSERT_TRUE(costs.set("same_site.medium=ethernet@10Mb/s"));
  ASSERT_TRUE(costs.set("look.segments=1"));
  ASSERT_TRUE(costs.set("entry.jitter=0.05"));
  EXPECT_EQ(costs.way(Reach::same_site).link.latency_ns, 10'000);
  EXPECT_EQ(costs.way(Reach::same_site).link.bandwidth_bytes_per_s, 125e6);
  EXPECT_EQ(costs.way(Reach::same_site).send_ns, 2'000);
  EXPECT_EQ(costs.way(Reach::between_sites).receive_byte_ns, 0.25);
  EXPECT_TRUE(costs.keeps_delay_filters);
  EXPECT_EQ(costs.way(Reach::between_sites).segment_bytes, 1448);
  EXPECT_EQ(costs.way(Reach::between_sites).window_bytes, 256 << 10);
  EXPECT_TRUE(costs.way(Reach::between_sites).starts_slowly);
  EXPECT_FALSE(costs.way(Reach::same_site).starts_slowly);
  EXPECT_EQ(costs.way(Reach::same_site).medium, (MediumUse{"ethernet", 1.25e6}));
  EXPECT_EQ(costs.segments_per_look, 1);
  EXPECT_EQ(costs.entry_jitter, 0.05);
}

TEST(Costs, RefuseWhatTheyDoNotKnow) {
  for (const char* setting : {"",
                              "latency=1ms",
                              "same_site",
                              "same_site.latency",
                              "there.send=1us",
                              "same_site.colour=1",
                              "same_site.send=fast",
                              "same_site.send=",
                              "same_site.send_byte=-1",
                              "same_site.send_byte=x",
                              "delay=never",
                              "same_site.segment=-1",
                              "same_site.segment=1.5",
                              "same_site.window=much",
                              "same_site.window=-1KiB",
                              "same_process.window=1KiB",
                              "same_site.slow_start=1",
                              "same_process.slow_start=yes",
                              "same_pe.slow_start=yes",
                              "same_site.medium=ethernet",
                              "same_site.medium=@10Mb/s",
                              "same_site.medium=ethernet@0",
                              "same_process.medium=bus@10Mb/s",
                              "same_pe.medium=bus@10Mb/s",
                              "look.segments=",
                              "look.segments=few",
                              "look=1",
                              "entry.jitter=1",
                              "entry.jitter=-0.1",
                              "entry.jitter=nan",
                              "entry.send=1us"}) {
    Costs costs;
    const auto set = costs.set(setting);
    ASSERT_FALSE(set) << setting;
    EXPECT_EQ(set.error().code, ErrorCode::bad_input) << setting;
    EXPECT_NE(set.error().text().find("--sim"), std::string::npos) << set.error().text();
    EXPECT_EQ(set.error().text().find('\n'), std::string::npos) << setting;
  }
}

TEST(Costs, AddWhatADelayFilterSaysToTheLink) {
  topology::Grid grid = topology::uniform_grid(2, 1);
  auto& between = grid.links.at(topology::LinkKind::between_sites);
  between.set("delay", "latency", "8ms");
  between.set("delay", "bandwidth", "100Mb/s");
  Costs costs;
  const TimeNs usual_ns = costs.way(Reach::between_sites).link.latency_ns;
  costs.delays = take_delays(grid);
  EXPECT_EQ(between.find("delay"), nullptr);
  const fabric::LinkParameters link = costs.link(Reach::between_sites, between.name);
  EXPECT_EQ(link.latency_ns, usual_ns + 8'000'000);
  EXPECT_EQ(link.bandwidth_bytes_per_s, 12.5e6);
  EXPECT_EQ(costs.link(Reach::same_site, "same_site").latency_ns,
            costs.way(Reach::same_site).link.latency_ns);
}

TEST(Costs, KnowNoSenderThatSpins) {
  topology::Grid grid = topology::uniform_grid(2, 1);
  topology::LinkClass& between = grid.links.at(topology::LinkKind::between_sites);
  between.set("delay", "latency", "8ms");
  EXPECT_TRUE(check_delays(grid));
  between.set("delay", "spin", "75ms");
  const auto checked = check_delays(grid);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().expected_what, "--sim between_sites.send=75ms in virtual time");
}

// What policies are told of two sites of two PEs, each a process, and these settings.
location::MessageCosts told(std::initializer_list<const char*> settings) {
  Costs costs;
  for (const char* setting : settings) EXPECT_TRUE(costs.set(setting)) << setting;
  topology::Grid grid = topology::uniform_grid(2, 2, 2);
  grid.links.at(topology::LinkKind::between_sites).set("delay", "bandwidth", "20Mb/s");
  grid.links.at(topology::LinkKind::between_sites).set("delay", "latency", "8ms");
  if (!costs.keeps_delay_filters) costs.delays = take_delays(grid);
  return message_costs(topology::Topology::from_grid(grid).value(), costs);
}

TEST(Costs, AreToldToPoliciesThatWeighThem) {
  const location::MessageCosts known =
      told({"same_node.send=80us", "same_node.receive=70us", "same_node.send_byte=10",
            "same_node.receive_byte=10", "same_node.bandwidth=100Mb/s", "same_node.latency=40us",
            "between_sites.latency=140us"});
  // send + receive + bytes * (send_byte + receive_byte + 1 / (100e6 / 8)).
  EXPECT_NEAR(known.update_s, 150e-6 + 76 * (20e-9 + 80e-9), 1e-12);
  EXPECT_EQ(known.shared_bytes_per_s, 2.5e6);  // 20e6 / 8
  // The delay, and by how much the links' own latencies differ: 8 ms + (140 - 40) us.
  EXPECT_NEAR(known.crossing_latency_s.value(), 8.1e-3, 1e-12);
}

TEST(Costs, AreToldWithDelaysThatStayFilters) {
  const location::MessageCosts known =
      told({"delay=filter", "between_sites.bandwidth=1Gb/s", "between_sites.latency=1ms"});
  EXPECT_EQ(known.shared_bytes_per_s, 2.5e6);
  // 8 ms + 1 ms, less what a node takes within itself by default.
  EXPECT_NEAR(known.crossing_latency_s.value(), 9e-3, 1e-5);
  EXPECT_EQ(told({"delay=filter", "between_sites.bandwidth=10Mb/s"}).shared_bytes_per_s, 1.25e6);
}

TEST(Costs, TakeWhatWasMeasuredBetweenSitesWhereNoFilterSaysIt) {
  topology::Grid grid = topology::uniform_grid(2, 1);
  topology::LinkClass& between = grid.links.at(topology::LinkKind::between_sites);
  between.chain = {{"tcp"}};
  between.measured = {8'060'000, 12.5e6};
  grid.links.at(topology::LinkKind::same_site).measured = {40'000, {}};
  grid.link_classes["delayed"] = {
      "delayed", {{"delay", {{"latency", "1ms"}}}, {"tcp"}}, {9'000'000, {}}};
  Costs costs;
  costs.delays = take_delays(grid);
  const auto of = [&](const char* line, const char* filters) {
    return costs.link(Reach::between_sites, line, filters);
  };
  const TimeNs usual_ns = costs.way(Reach::between_sites).link.latency_ns;
  EXPECT_EQ(of("between_sites", "between_sites").latency_ns, usual_ns + 8'060'000);
  EXPECT_EQ(of("between_sites", "between_sites").bandwidth_bytes_per_s, 12.5e6);
  EXPECT_EQ(of("delayed", "delayed").latency_ns, usual_ns + 1'000'000);
  EXPECT_FALSE(costs.delays.contains("same_site"));
  // Other filters do not make a line shorter.
  EXPECT_EQ(of("between_sites", "same_site").latency_ns, usual_ns + 8'060'000);
  EXPECT_EQ(of("between_sites", "delayed").latency_ns, usual_ns + 1'000'000);
}

class RecordedCosts : public ::testing::Test {
 protected:
  ~RecordedCosts() override { std::remove(path_.c_str()); }
  Expected<Costs> read(const std::string& text) {
    std::ofstream(path_) << text;
    Costs costs;
    if (auto known = read_recorded_costs(path_, costs); !known) return forward_error(known);
    return costs;
  }
  // Cases run side by side, each in a process of its own.
  const std::string path_ =
      ::testing::TempDir() + std::to_string(getpid()) + "_isthmus_costs_test.txt";
};

TEST_F(RecordedCosts, AreReadLineByLine) {
  const auto costs = read("# a comment\nBlock::run()\t1500\n\nBlock::halo(int,span)\t40\n");
  ASSERT_TRUE(costs);
  EXPECT_EQ(costs->recorded.at("Block::run()"), 1500);
  EXPECT_EQ(costs->recorded.at("Block::halo(int,span)"), 40);
}

TEST_F(RecordedCosts, OfStretchesAreNoEntryMethods) {
  const auto costs = read("Block::run()\t1500\nfrom 0x11a5 to 0x2\t7\n");
  ASSERT_TRUE(costs);
  EXPECT_EQ(costs->recorded.size(), 1u);
  EXPECT_EQ(costs->recorded_stretches.at({0x11a5, 2}), 7);
  EXPECT_EQ(name_of({0x11a5, 2}), "from 0x11a5 to 0x2");
  EXPECT_TRUE(check_recorded_costs(costs->recorded, {"Block::run()"}));
  EXPECT_FALSE(read("from 0x1 to 0x2\t7\nfrom 0x1 to 0x2\t8\n"));
}

TEST_F(RecordedCosts, AreOfThisProgram) {
  const auto costs = read("Block::halo(int,span)\t40\nBlock::run()\t1500\n");
  EXPECT_TRUE(
      check_recorded_costs(costs->recorded, {"Block::halo(int,span)", "Block::run()", "X::y()"}));
  const auto checked = check_recorded_costs(costs->recorded, {"Block::run()", "X::y()"});
  ASSERT_FALSE(checked);
  EXPECT_NE(checked.error().text().find("no entry method 'Block::halo(int,span)'"),
            std::string::npos);
}

TEST_F(RecordedCosts, NameTheLineThatDoesNotRead) {
  for (const char* line :
       {"Block::run()", "Block::run() 5", "Block::run()\tfast", "Block::run()\t-1"}) {
    const auto costs = read("# a comment\n" + std::string(line) + "\n");
    ASSERT_FALSE(costs) << line;
    EXPECT_NE(costs.error().text().find(path_ + ":2"), std::string::npos) << costs.error().text();
  }
  Costs costs;
  EXPECT_FALSE(read_recorded_costs("/nowhere/costs", costs));
}

}  // namespace
}  // namespace isthmus::engine::sim
