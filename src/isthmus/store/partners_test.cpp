// Who holds whose image.
#include "isthmus/store/partners.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

namespace isthmus::engine::store {
namespace {

/// Site a has nodes of 2 and 1 processes, site b one of 3; each process has two PEs.
topology::Topology uneven() {
  topology::Grid grid;
  grid.sites = {{"a", {{"a-0", 4, 2}, {"a-1", 2, 1}}}, {"b", {{"b-0", 6, 3}}}};
  return topology::Topology::from_grid(grid).value();
}

std::optional<ProcessId> partner(std::uint32_t of, const topology::Topology& topology,
                                 Apart apart) {
  return partner_of(ProcessId(of), topology::Members(topology), apart);
}

TEST(Partners, AreOfAnotherNode) {
  const topology::Topology topology = uneven();
  EXPECT_EQ(partner(0, topology, Apart::node), ProcessId(2));
  EXPECT_EQ(partner(1, topology, Apart::node), ProcessId(2));
  EXPECT_EQ(partner(2, topology, Apart::node), ProcessId(3));
  EXPECT_EQ(partner(4, topology, Apart::node), ProcessId(1));
}

TEST(Partners, AreOfAnotherSite) {
  const topology::Topology topology = uneven();
  for (std::uint32_t of = 0; of < 3; ++of) {
    EXPECT_EQ(partner(of, topology, Apart::site), ProcessId(of + 3));
    EXPECT_EQ(partner(of + 3, topology, Apart::site), ProcessId(of));
  }
}

TEST(Partners, AreOfAnotherProcessWhereAllElseIsTheSame) {
  topology::Grid grid;
  grid.sites = {{"a", {{"a-0", 3, 3}}}};
  const auto topology = topology::Topology::from_grid(grid).value();
  EXPECT_EQ(partner(2, topology, Apart::site), ProcessId(0));
  EXPECT_EQ(partner(0, topology, Apart::node), ProcessId(1));
}

TEST(Partners, AreOfThoseThatAreLeft) {
  const topology::Topology topology = uneven().without({ProcessId(3), ProcessId(4)});
  for (std::uint32_t of = 0; of < 3; ++of) {
    EXPECT_EQ(partner(of, topology, Apart::site), ProcessId(5));
  }
  EXPECT_EQ(partner(5, topology, Apart::site), ProcessId(0));
}

TEST(Partners, AreNobodyWhereAProcessIsAlone) {
  topology::Grid grid;
  grid.sites = {{"a", {{"a-0", 2, 1}}}};
  EXPECT_EQ(partner(0, topology::Topology::from_grid(grid).value(), Apart::node), std::nullopt);
}

TEST(Partners, HoldTwoCopiesAmongThoseThatStayWhereSomeLeave) {
  const topology::Topology topology = uneven();
  const topology::Members members(topology);
  for (const Apart apart : {Apart::process, Apart::node, Apart::site}) {
    for (std::uint32_t leaving = 0; leaving < 64; ++leaving) {
      std::vector<ProcessId> leaves;
      for (std::uint32_t i = 0; i < 6; ++i) {
        if ((leaving >> i & 1) != 0) leaves.emplace_back(i);
      }
      const std::size_t staying = 6 - leaves.size();
      for (std::uint32_t i = 0; i < 6; ++i) {
        const bool leaves_too = (leaving >> i & 1) != 0;
        const auto holders = holders_for(ProcessId(i), members, leaves, apart);
        std::set<ProcessId> copies(holders.begin(), holders.end());
        EXPECT_EQ(copies.size(), holders.size());
        EXPECT_FALSE(copies.contains(ProcessId(i)));
        if (!leaves_too) copies.insert(ProcessId(i));
        EXPECT_EQ(copies.size(), std::min<std::size_t>(2, staying)) << i << " of " << leaving;
        for (const ProcessId gone : leaves) EXPECT_FALSE(copies.contains(gone));
      }
    }
  }
}

TEST(Partners, AreTheOnlyHoldersWhereNobodyLeaves) {
  const topology::Topology topology = uneven();
  const topology::Members members(topology);
  for (std::uint32_t i = 0; i < 6; ++i) {
    EXPECT_EQ(holders_for(ProcessId(i), members, {}, Apart::site),
              std::vector<ProcessId>{*partner(i, topology, Apart::site)});
  }
}

}  // namespace
}  // namespace isthmus::engine::store
