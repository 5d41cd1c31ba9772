#include "isthmus/collective/tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "isthmus/base/random.hpp"

namespace isthmus::collective {
namespace {

topology::Topology random_topology(Random& random) {
  topology::Grid grid;
  const auto sites = 1 + random.below(5);
  for (std::uint64_t s = 0; s < sites; ++s) {
    topology::Site site{.name = "s" + std::to_string(s)};
    const auto nodes = 1 + random.below(4);
    for (std::uint64_t n = 0; n < nodes; ++n) {
      const int pes = 1 + static_cast<int>(random.below(9));
      const int processes = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(pes)));
      site.nodes.push_back(
          {.name = site.name + "n" + std::to_string(n), .pes = pes, .processes = processes});
    }
    grid.sites.push_back(site);
  }
  const topology::Topology topology = topology::Topology::from_grid(grid).value();
  return random.below(3) == 0 ? topology.in_one_process() : topology;
}

// The tree over `pes`, checked: every PE is reached once from the root, parents and children agree,
// each site but the root's is entered once, nobody has too many children of one level.
void expect_tree(const topology::Topology& topology, const std::vector<PeId>& pes, int branching,
                 const std::map<PeId, TreePlace>& places) {
  std::set<PeId> reached = {pes.front()};
  std::vector<PeId> frontier = {pes.front()};
  std::map<SiteId, int> entries;
  EXPECT_FALSE(places.at(pes.front()).parent);
  while (!frontier.empty()) {
    const PeId pe = frontier.back();
    frontier.pop_back();
    const TreePlace& place = places.at(pe);
    EXPECT_LE(place.children.size(), 4u * static_cast<std::size_t>(branching));
    bool near = false;
    for (const PeId child : place.children) {
      EXPECT_TRUE(reached.insert(child).second) << "PE " << child.value << " is reached twice";
      ASSERT_TRUE(places.contains(child));
      EXPECT_EQ(places.at(child).parent, pe);
      frontier.push_back(child);
      const bool far = topology.site_of(child) != topology.site_of(pe);
      if (far) ++entries[topology.site_of(child)];
      EXPECT_FALSE(far && near) << "the long ways must start first";
      near = near || !far;
    }
  }
  EXPECT_EQ(reached.size(), pes.size());
  for (const auto& [site, count] : entries) EXPECT_EQ(count, 1) << "site " << site.value;
  EXPECT_FALSE(entries.contains(topology.site_of(pes.front())));
}

TEST(Tree, ReachesEveryPeOnceAndEverySiteOnce) {
  const std::uint64_t seed = 2007;
  SCOPED_TRACE(seed);
  Random random(seed);
  for (int round = 0; round < 200; ++round) {
    const topology::Topology topology = random_topology(random);
    const int branching = 1 + static_cast<int>(random.below(5));
    std::vector<PeId> pes;
    std::map<PeId, TreePlace> places;
    for (int pe = 0; pe < topology.pe_count(); ++pe) {
      pes.emplace_back(pe);
      places[PeId(pe)] = place_in_tree(topology::Members(topology), PeId(pe), branching);
    }
    expect_tree(topology, pes, branching, places);
    if (HasFailure()) FAIL() << "round " << round;
  }
}

TEST(Tree, OverSomePesIsATreeTooAndThatOfAJobOfThem) {
  const std::uint64_t seed = 2008;
  SCOPED_TRACE(seed);
  Random random(seed);
  for (int round = 0; round < 200; ++round) {
    const topology::Topology topology = random_topology(random);
    const int branching = 1 + static_cast<int>(random.below(5));
    std::vector<PeId> pes;
    for (int pe = 0; pe < topology.pe_count(); ++pe) {
      if (random.below(3) == 0) pes.emplace_back(pe);
    }
    if (pes.empty()) continue;
    std::map<PeId, TreePlace> places;
    for (const PeId pe : pes) {
      places[pe] = place_in_tree(topology, pes, pe, branching);
      const topology::Members members(topology, 1, pes);
      EXPECT_EQ(places[pe].parent, place_in_tree(members, pe, branching).parent);
      EXPECT_EQ(places[pe].children, place_in_tree(members, pe, branching).children);
    }
    expect_tree(topology, pes, branching, places);
    if (HasFailure()) FAIL() << "round " << round;
  }
}

TEST(Tree, IsAsDeepAsItsBranchingAsks) {
  const topology::Topology topology =
      topology::Topology::from_grid(topology::uniform_grid(1, 85)).value();
  const topology::Members members(topology);
  const auto depth = [&](PeId pe, int branching) {
    int levels = 0;
    for (auto place = place_in_tree(members, pe, branching); place.parent; ++levels) {
      place = place_in_tree(members, *place.parent, branching);
    }
    return levels;
  };
  int deepest = 0;
  for (int pe = 0; pe < 85; ++pe) deepest = std::max(deepest, depth(PeId(pe), 4));
  EXPECT_EQ(deepest, 3);
  EXPECT_EQ(depth(PeId(84), 84), 1);
  EXPECT_EQ(depth(PeId(84), 1), 84);
}

}  // namespace
}  // namespace isthmus::collective
