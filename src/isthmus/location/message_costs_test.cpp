#include "isthmus/location/message_costs.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine::location {
namespace {

MessageCosts costs_of(const std::string& links) {
  const std::string sites =
      "[[site]]\nname = \"a\"\n[[site.node]]\nname = \"a0\"\n"
      "[[site]]\nname = \"b\"\n[[site.node]]\nname = \"b0\"\n"
      "[[site]]\nname = \"c\"\n[[site.node]]\nname = \"c0\"\n";
  const auto grid = topology::read_grid(sites + links, "grid.toml");
  EXPECT_TRUE(grid) << grid.error().text();
  return message_costs(topology::Topology::from_grid(*grid).value());
}

TEST(MessageCosts, AreUnknownWhereNoLinkSaysAnything) { EXPECT_EQ(costs_of(""), MessageCosts{}); }

TEST(MessageCosts, AreThoseOfTheThinnestLinkThatJoinsTwoSites) {
  const std::string usual = "[link.between_sites]\ndelay.bandwidth = \"100Mb/s\"\n";
  EXPECT_EQ(costs_of(usual).shared_bytes_per_s, 12.5e6);
  EXPECT_FALSE(costs_of(usual).crossing_latency_s);
  const std::string thin =
      "[[between]]\nsites = [\"a\", \"c\"]\ndelay.bandwidth = \"10Mb/s\"\n"
      "delay.latency = \"20ms\"\n";
  EXPECT_EQ(costs_of(usual + thin).shared_bytes_per_s, 1.25e6);
  EXPECT_EQ(costs_of(usual + thin).crossing_latency_s, 0.02);
  const std::string wide = "[[between]]\nsites = [\"a\", \"c\"]\ndelay.bandwidth = \"10Gb/s\"\n";
  EXPECT_EQ(costs_of(usual + wide).shared_bytes_per_s, 12.5e6);
}

TEST(MessageCosts, LeaveOutAClassThatNoTwoSitesHave) {
  std::string links = "[link.between_sites]\ndelay.bandwidth = \"1Mb/s\"\n";
  for (const char* pair : {"\"a\", \"b\"", "\"a\", \"c\"", "\"b\", \"c\""}) {
    links += "[[between]]\nsites = [" + std::string(pair) + "]\ndelay.bandwidth = \"10Mb/s\"\n";
  }
  EXPECT_EQ(costs_of(links).shared_bytes_per_s, 1.25e6);
}

}  // namespace
}  // namespace isthmus::engine::location
