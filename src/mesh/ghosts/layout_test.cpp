#include "mesh/ghosts/layout.hpp"

#include <gtest/gtest.h>

#include <set>

namespace isthmus::mesh {
namespace {

using topology::Grid;
using topology::LinkKind;
using topology::Topology;
using Starts = std::vector<std::int32_t>;

Topology of(const Grid& grid) { return Topology::from_grid(grid).value(); }
Topology even(int sites, int pes_per_site) {
  return of(topology::uniform_grid(sites, pes_per_site));
}

Layout made(const LayoutWishes& wishes, const Topology& topology) {
  auto layout = lay_out(wishes, topology);
  EXPECT_TRUE(layout) << layout.error().text();
  return layout ? std::move(*layout) : Layout{};
}
std::string refusal(const LayoutWishes& wishes, const Topology& topology) {
  auto layout = lay_out(wishes, topology);
  return layout ? "" : layout.error().text();
}

TEST(Layout, OfOnePeIsOneBlock) {
  const Layout layout = made({.size = {8, 8, 8}}, even(1, 1));
  EXPECT_EQ(layout.cut.block_count(), 1);
  EXPECT_EQ(layout.pes, (std::vector<PeId>{PeId(0)}));
}

TEST(Layout, TakesTheCutWithLeastSurface) {
  EXPECT_EQ(made({.size = {64, 64, 64}}, even(1, 8)).cut.blocks(), (Point{2, 2, 2}));
  EXPECT_EQ(made({.size = {400, 100, 1}}, even(1, 4)).cut.blocks(), (Point{4, 1, 1}));
  EXPECT_EQ(made({.size = {64, 64, 64}, .blocks_per_pe = 8}, even(1, 1)).cut.blocks(),
            (Point{2, 2, 2}));
}

TEST(Layout, GivesEachSiteASlab) {
  const Topology topology = even(2, 4);
  const Layout layout = made({.size = {64, 64, 64}, .blocks_per_pe = 4}, topology);
  const std::size_t d = layout.between_sites;
  EXPECT_EQ(d, 2u);
  const Point blocks = layout.cut.blocks();
  for (std::int32_t z = 0; z < blocks[2]; ++z) {
    for (std::int32_t y = 0; y < blocks[1]; ++y) {
      for (std::int32_t x = 0; x < blocks[0]; ++x) {
        EXPECT_EQ(topology.site_of(layout.pe({x, y, z})).value, z < blocks[2] / 2 ? 0u : 1u);
      }
    }
  }
}

TEST(Layout, CutsTheDimensionThatWasAskedForBetweenSites) {
  const Topology topology = even(2, 2);
  const Layout layout = made({.size = {64, 64, 64}, .between_sites = 0}, topology);
  EXPECT_EQ(topology.site_of(layout.pe({0, 0, 0})).value, 0u);
  EXPECT_EQ(topology.site_of(layout.pe({layout.cut.blocks(0) - 1, 0, 0})).value, 1u);
}

TEST(Layout, KnowsTheFarthestLinkOfEachPlane) {
  const Topology topology = even(2, 2);
  LayoutWishes wishes{.size = {4, 4, 64}, .processors = {1, 1, 4}};
  using Links = std::vector<LinkKind>;
  EXPECT_EQ(made(wishes, topology).links[2],
            (Links{LinkKind::same_process, LinkKind::same_process, LinkKind::between_sites,
                   LinkKind::same_process}));
  wishes.is_periodic[2] = true;
  const Layout periodic = made(wishes, topology);
  EXPECT_EQ(periodic.links[2][0], LinkKind::between_sites);
  EXPECT_EQ(periodic.depths({{LinkKind::between_sites, 4}}).planes[2], (Starts{4, 1, 4, 1}));
}

TEST(Layout, GivesPesPointsByTheirSpeeds) {
  Grid grid;
  grid.sites = {{"a", {{"a-0", 1, 1, 1.0}}}, {"b", {{"b-0", 1, 1, 3.0}}}};
  EXPECT_EQ(made({.size = {4, 4, 80}}, of(grid)).cut.starts[2], (Starts{0, 20, 80}));
}

TEST(Layout, LetsTheSlowestPeOfALayerDecide) {
  Grid grid;
  grid.sites = {{"a", {{.name = "a-0", .pes = 4, .pe_speeds = {1, 2, 2, 2}}}}};
  const Layout layout = made({.size = {1, 60, 60}, .processors = {1, 2, 2}}, of(grid));
  double longest = 0;
  for (std::int32_t z = 0; z < 2; ++z) {
    for (std::int32_t y = 0; y < 2; ++y) {
      const double points = static_cast<double>(layout.cut.box({0, y, z}).point_count());
      longest = std::max(longest, points / (y + z == 0 ? 1 : 2));
    }
  }
  // Equal blocks take 900; no cut by planes comes to 3600 / 7 = 514.
  EXPECT_LT(longest, 640);
}

TEST(Layout, IsThatOfThePapersFourMachines) {
  Grid grid;
  grid.sites = {
      {"ncsa", {{"aegir", 120, 1, 168}, {"forseti", 120, 1, 168}, {"balder", 240, 1, 168}}},
      {"sdsc", {{"horizon", 1020, 1, 306}}}};
  LayoutWishes wishes{.size = {360, 720, 3345}, .processors = {5, 12, 25}};
  wishes.facing.interior_gains = {0.20, 0.23};
  const Topology topology = of(grid);
  const Layout layout = made(wishes, topology);
  int facing = 0;
  for (std::int32_t z = 1; z < 25; ++z)
    facing += layout.links[2][static_cast<std::size_t>(z)] == LinkKind::between_sites;
  EXPECT_EQ(facing, 1);
  EXPECT_EQ(layout.links[2][8], LinkKind::between_sites) << "2 + 2 + 4 layers at NCSA";
  // Local grids of about 70 x 60 points; layers of 87 and 158, of 73 and 129 at the border.
  EXPECT_EQ(layout.cut.extent(0, 0), 72);
  EXPECT_EQ(layout.cut.extent(1, 0), 60);
  EXPECT_NEAR(layout.cut.extent(2, 0) / static_cast<double>(layout.cut.extent(2, 7)), 1.20, 0.02);
  EXPECT_NEAR(layout.cut.extent(2, 24) / static_cast<double>(layout.cut.extent(2, 8)), 1.23, 0.02);
  EXPECT_NEAR(layout.cut.extent(2, 24) / static_cast<double>(layout.cut.extent(2, 0)),
              306.0 / 168.0, 0.03);
}

TEST(Layout, LeavesPesAtTheBorderTimeForWhatTheyLose) {
  LayoutWishes wishes{.size = {1, 1, 100}};
  wishes.facing = {.lost_points = 10, .redundant_layers = 5};
  // Two layers of PEs at the border with n points, n + 15 for the two others.
  EXPECT_EQ(made(wishes, even(2, 2)).cut.starts[2], (Starts{0, 33, 50, 67, 100}));
}

TEST(Layout, DealsOutBlocksThatNoLatticeOfPesDivides) {
  const Topology topology = even(1, 3);
  const Layout layout = made({.size = {16, 16, 16}, .blocks = {2, 2, 2}}, topology);
  EXPECT_EQ(layout.processors, (Point{0, 0, 0}));
  std::vector<int> blocks(3, 0);
  for (const PeId pe : layout.pes) ++blocks[pe.value];
  for (const int count : blocks) EXPECT_TRUE(count == 2 || count == 3) << count;
}

TEST(Layout, SaysWhatCannotBe) {
  EXPECT_EQ(refusal({.size = {8, 8, 8}, .processors = {2, 2, 2}}, even(1, 4)),
            "processors 2 x 2 x 2 are 8 (expected the 4 PEs of the job that hold objects)");
  EXPECT_EQ(refusal({.size = {8, 8, 8}, .blocks = {9, 1, 1}}, even(1, 1)),
            "9 blocks in x of a grid with 8 points there (expected one point a block at least)");
  EXPECT_EQ(refusal({.size = {2, 1, 1}}, even(1, 4)),
            "a grid of 2 x 1 x 1 points cannot be cut for 4 PEs with 1 blocks each (expected more "
            "points, or blocks = [x, y, z])");
  EXPECT_EQ(refusal({.size = {8, 8, 8}, .processors = {2, 2, 1}, .blocks = {3, 2, 1}}, even(1, 4)),
            "blocks 3 x 2 x 1 for processors 2 x 2 x 1 (expected a multiple in each dimension)");
}

}  // namespace
}  // namespace isthmus::mesh
