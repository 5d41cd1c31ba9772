#include "isthmus/sim/faults.hpp"

#include <gtest/gtest.h>

#include <set>

namespace isthmus::engine::sim {
namespace {

class Faults : public ::testing::Test {
 protected:
  Expected<Fault> read(const std::string& text, std::uint64_t seed = 1) {
    Random random(seed);
    return read_fault(text, topology, random);
  }
  const topology::Topology topology =
      topology::Topology::from_grid(topology::uniform_grid(3, 4, 2)).value();
};

TEST_F(Faults, AreReadWithTheirTimes) {
  const Fault crash = read("crash process=2 at=5ms").value();
  EXPECT_EQ(crash.kind, Fault::Kind::crash);
  EXPECT_EQ(crash.process, ProcessId(2));
  EXPECT_EQ(crash.at_ns, 5'000'000);
  EXPECT_EQ(crash.end_ns(), never_ns);
  const Fault cut = read("cut sites=site0,site2 at=1ms for=2ms").value();
  EXPECT_EQ(cut.sites, (std::vector{SiteId(0), SiteId(2)}));
  EXPECT_EQ(cut.end_ns(), 3'000'000);
  const Fault slow = read("slow pe=7 factor=2.5").value();
  EXPECT_EQ(slow.pe, PeId(7));
  EXPECT_EQ(slow.factor, 2.5);
  EXPECT_EQ(slow.at_ns, 0);
  EXPECT_EQ(read("bandwidth sites=site0,site1 to=8Mb/s").value().bytes_per_s, 1e6);
  EXPECT_EQ(read("latency sites=site0,site1 by=3ms").value().extra_ns, 3'000'000);
  EXPECT_EQ(read("lose sites=site0,site1 rate=0.25").value().rate, 0.25);
  EXPECT_EQ(read("partition sites=site0,site1 for=1s").value().sites.size(), 2u);
  EXPECT_EQ(read("site_lost site=site2 at=1s").value().sites, std::vector{SiteId(2)});
}

TEST_F(Faults, AreDrawnFromTheSeed) {
  std::set<TimeNs> times;
  std::set<std::uint32_t> processes;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Fault fault = read("crash process=any at=1ms..2ms", seed).value();
    EXPECT_GE(fault.at_ns, 1'000'000);
    EXPECT_LE(fault.at_ns, 2'000'000);
    EXPECT_LT(fault.process.value, 6u);
    times.insert(fault.at_ns);
    processes.insert(fault.process.value);
    EXPECT_EQ(read("crash process=any at=1ms..2ms", seed).value().at_ns, fault.at_ns);
    const Fault pair = read("cut sites=any,any for=1ms", seed).value();
    EXPECT_NE(pair.sites[0], pair.sites[1]);
  }
  EXPECT_GT(times.size(), 40u);
  EXPECT_EQ(processes.size(), 6u);
}

TEST_F(Faults, DrawEachOfARange) {
  std::set<std::uint32_t> pes;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    pes.insert(read("pause pe=2..4 for=1ms", seed).value().pe.value);
  }
  EXPECT_EQ(pes, (std::set<std::uint32_t>{2, 3, 4}));
}

TEST_F(Faults, RefuseWhatMakesNoSense) {
  for (const char* text : {"",
                           "flood site=site0",
                           "crash",
                           "crash process=6",
                           "crash process=-1",
                           "crash process=two",
                           "crash process=1 at=soon",
                           "crash process=1 at=2ms..1ms",
                           "crash process=1 process=2",
                           "crash pe=1",
                           "crash process",
                           "pause pe=1",
                           "pause pe=12 for=1ms",
                           "slow pe=1 factor=0",
                           "cut sites=site0",
                           "cut sites=site0,site1,site2",
                           "cut sites=site0,moon",
                           "site_lost site=site0,site1",
                           "lose sites=site0,site1 rate=2",
                           "lose sites=site0,site1",
                           "bandwidth sites=site0,site1 to=0",
                           "cut sites=site0,site0 for=1ms",
                           "cut sites=any,any,any for=1ms",
                           "partition sites= for=1ms",
                           "partition sites=site0,site0 for=1ms",
                           "partition sites=site0,site1,site2 for=1ms",
                           "pause pe=1.5 for=1ms",
                           "pause pe=1..12 for=1ms",
                           "crash process=2..1"}) {
    const auto fault = read(text);
    ASSERT_FALSE(fault) << text;
    EXPECT_EQ(fault.error().code, ErrorCode::bad_input) << text;
    EXPECT_NE(fault.error().text().find(text), std::string::npos) << fault.error().text();
    EXPECT_EQ(fault.error().text().find('\n'), std::string::npos);
  }
}

}  // namespace
}  // namespace isthmus::engine::sim
