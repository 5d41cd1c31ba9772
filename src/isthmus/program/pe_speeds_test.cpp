#include "isthmus/program/pe_speeds.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine::program {
namespace {

/// Two PEs with a balancer, of which nobody has said how fast they are.
Options balanced() {
  Options options;
  options.grid = topology::uniform_grid(1, 2);
  options.settings.balancing.strategy = balance::find_strategy("auto");
  return options;
}

topology::Topology topology_of(const Options& options) {
  return topology::Topology::from_grid(options.grid).value();
}

TEST(PeSpeeds, AreMeasuredWhereABalancerIsAskedFor) {
  Options options = balanced();
  EXPECT_TRUE(measures_speeds(options));
  EXPECT_EQ(speed_source(options), SpeedSource::start);
  options.settings.balancing.strategy = nullptr;
  EXPECT_FALSE(measures_speeds(options));
  EXPECT_EQ(speed_source(options), SpeedSource::nobody);
}

TEST(PeSpeeds, AreThoseOfTheGridFileWhereItSaysAny) {
  Options options = balanced();
  options.grid = topology::read_grid("[[site]]\npes = 2\nspeed = 1\n", "g.toml").value();
  EXPECT_FALSE(measures_speeds(options));
  EXPECT_EQ(speed_source(options), SpeedSource::grid);
  options.speed_measuring = SpeedMeasuring::always;
  EXPECT_TRUE(measures_speeds(options));
}

TEST(PeSpeeds, AreThoseOfTheProbeWhereItIsAskedForThem) {
  Options options = balanced();
  options.grid.probe.sites = true;
  EXPECT_TRUE(measures_speeds(options));
  options.grid.probe.speeds = true;
  EXPECT_FALSE(measures_speeds(options));
  EXPECT_EQ(speed_source(options), SpeedSource::probe);
}

TEST(PeSpeeds, AreNeverMeasuredWhereTheUserWantsThatOrTimeIsVirtual) {
  Options options = balanced();
  options.speed_measuring = SpeedMeasuring::never;
  EXPECT_FALSE(measures_speeds(options));
  options.speed_measuring = SpeedMeasuring::automatic;
  options.backend = Backend::sim;
  EXPECT_FALSE(measures_speeds(options));
}

TEST(PeSpeeds, OfOnePeAloneNeedNoMeasuring) {
  Options options = balanced();
  options.grid = topology::uniform_grid(1, 1);
  EXPECT_FALSE(measures_speeds(options));
  options.grid = topology::uniform_grid(2, 1);
  EXPECT_TRUE(measures_speeds(options));
}

TEST(PeSpeeds, AreMeasuredOnceAlsoWhereThatIsAlways) {
  Options options = balanced();
  options.speed_measuring = SpeedMeasuring::always;
  options.speed_source = SpeedSource::start;
  EXPECT_FALSE(measures_speeds(options));
}

TEST(PeSpeeds, AreDescribedWithHowTheyWereFound) {
  Options options = balanced();
  EXPECT_EQ(describe_speeds(topology_of(options), options.settings.balancing, SpeedSource::nobody),
            "speeds of PEs 1, taken as equal");
  options.grid.sites[0].nodes[0].pe_speeds = {1, 0.25};
  options.settings.balancing.shares = {1, 0.5};
  const topology::Topology topology = topology_of(options);
  EXPECT_EQ(describe_speeds(topology, options.settings.balancing, SpeedSource::start),
            "speeds of PEs 0.25 to 1, measured while all PEs worked; shares of cores 0.5 to 1");
  EXPECT_EQ(describe_speeds(topology, {}, SpeedSource::grid),
            "speeds of PEs 0.25 to 1, as the grid file says");
}

}  // namespace
}  // namespace isthmus::engine::program
