#include "isthmus/collective/tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::collective {
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
                 const std::map<PeId, TreePlace>& places, PeId root) {
  std::set<PeId> reached = {root};
  std::vector<PeId> frontier = {root};
  std::map<SiteId, int> entries;
  EXPECT_FALSE(places.at(root).parent);
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
  EXPECT_FALSE(entries.contains(topology.site_of(root)));
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
    expect_tree(topology, pes, branching, places, PeId(0));
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
    const PeId root = pes[random.below(pes.size())];
    for (const PeId pe : pes) {
      places[pe] = place_in_tree(topology, pes, pe, branching, root);
      const topology::Members members(topology, 1, pes);
      EXPECT_EQ(places[pe].parent, place_in_tree(members, pe, branching, root).parent);
      EXPECT_EQ(places[pe].children, place_in_tree(members, pe, branching, root).children);
    }
    expect_tree(topology, pes, branching, places, root);
    if (HasFailure()) FAIL() << "round " << round;
  }
}

// Items for random PEs, sent on from one PE to the next as the branches say.
TEST(Branches, BringEveryItemToItsPeAndEnterEverySiteOnce) {
  const std::uint64_t seed = 2009;
  SCOPED_TRACE(seed);
  Random random(seed);
  for (int round = 0; round < 200; ++round) {
    const topology::Topology topology = random_topology(random);
    const int branching = 1 + static_cast<int>(random.below(5));
    const auto pe_count = static_cast<std::uint64_t>(topology.pe_count());
    std::vector<PeId> pes;
    for (std::uint64_t items = random.below(3 * pe_count); items > 0; --items) {
      pes.emplace_back(random.below(pe_count));
    }
    std::ranges::sort(pes);
    const PeId root(random.below(pe_count));
    std::map<PeId, std::vector<PeId>> held = {{root, pes}};
    std::map<SiteId, int> entries;
    std::vector<PeId> frontier = {root};
    std::size_t arrived = 0;
    while (!frontier.empty()) {
      const PeId pe = frontier.back();
      frontier.pop_back();
      const std::vector<PeId> items = held.at(pe);
      arrived += static_cast<std::size_t>(std::ranges::count(items, pe));
      EXPECT_TRUE(pe == root || std::ranges::binary_search(items, pe)) << "passes a PE for nothing";
      const std::vector<Branch> ways = branches(topology, items, pe, branching);
      EXPECT_LE(ways.size(), 4u * static_cast<std::size_t>(branching));
      for (const Branch& way : ways) {
        std::vector<PeId>& beyond = held[way.to];
        ASSERT_TRUE(beyond.empty()) << "PE " << way.to.value << " is reached twice";
        for (const std::size_t item : way.items) beyond.push_back(items.at(item));
        frontier.push_back(way.to);
        if (topology.site_of(way.to) != topology.site_of(pe)) ++entries[topology.site_of(way.to)];
      }
    }
    EXPECT_EQ(arrived, pes.size());
    for (const auto& [site, count] : entries) EXPECT_EQ(count, 1) << "site " << site.value;
    EXPECT_FALSE(entries.contains(topology.site_of(root)));
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
}  // namespace isthmus::engine::collective
