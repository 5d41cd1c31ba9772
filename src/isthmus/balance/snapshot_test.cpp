#include "isthmus/balance/snapshot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace isthmus::engine::balance {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Two sites of a PE each, three objects in a row.
Snapshot row() {
  Snapshot snapshot;
  snapshot.sites = {"a", "b"};
  snapshot.add_pe(SiteId(0), NodeId(0));
  snapshot.add_pe(SiteId(1), NodeId(1), 2.0, 0.5);
  snapshot.add_object(1.0, PeId(0));
  snapshot.add_object(2.0, PeId(0), true, 100);
  snapshot.add_object(3.0, PeId(1));
  snapshot.set_edges({{0, 1, 4, 40}, {1, 2, 5, 50}, {1, 0, 6, 60}, {2, 1, 7, 70}});
  return snapshot;
}

TEST(Snapshot, SortsEdgesBySenderAndReceiver) {
  const Snapshot snapshot = row();
  EXPECT_THAT(snapshot.edges.begin, ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(snapshot.edges.to, ElementsAre(1, 0, 2, 1));
  EXPECT_THAT(snapshot.edges.messages, ElementsAre(4, 6, 5, 7));
  EXPECT_TRUE(validate(snapshot));
}

TEST(Snapshot, SumsEdgesOfAPairAndDropsThoseOfAnObjectWithItself) {
  Snapshot snapshot = row();
  snapshot.set_edges(
      {{2, 0, 1, 8}, {1, 1, 9, 9}, {2, 0, 2, 8}, {2, 1, 0xffffffffu, 0}, {2, 1, 5, 0}});
  EXPECT_THAT(snapshot.edges.to, ElementsAre(0, 1));
  EXPECT_THAT(snapshot.edges.messages, ElementsAre(3, 0xffffffffu));
  EXPECT_THAT(snapshot.edges.bytes, ElementsAre(16, 0));
  EXPECT_TRUE(validate(snapshot));
}

TEST(Snapshot, TakesSitesNodesAndSpeedsFromATopology) {
  topology::Grid grid;
  grid.sites = {{"a", {{"a-0", 2}, {"a-1", 1, 1, 1.5}}}, {"b", {{"b-0", 1}}}};
  const Snapshot snapshot = without_objects(topology::Topology::from_grid(grid).value());
  EXPECT_THAT(snapshot.sites, ElementsAre("a", "b"));
  EXPECT_THAT(snapshot.pes.site, ElementsAre(SiteId(0), SiteId(0), SiteId(0), SiteId(1)));
  EXPECT_THAT(snapshot.pes.node, ElementsAre(NodeId(0), NodeId(0), NodeId(1), NodeId(2)));
  EXPECT_THAT(snapshot.pes.speed, ElementsAre(1.0, 1.0, 1.5, 1.0));
  EXPECT_TRUE(validate(snapshot));
}

TEST(Snapshot, AcceptsSitesWithoutPesAndNoObjects) {
  Snapshot snapshot;
  snapshot.sites = {"empty", "b"};
  snapshot.add_pe(SiteId(1), NodeId(0));
  EXPECT_TRUE(validate(snapshot));
}

TEST(Snapshot, NamesWhatMakesNoSense) {
  struct Case {
    std::function<void(Snapshot&)> spoil;
    std::string said;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Case> cases = {
      {[](Snapshot& s) { s.pes = {}; }, "pes: no PE (expected at least one)"},
      {[](Snapshot& s) { s.pes.site[1] = SiteId(2); }, "pes.site[1]: no site 2"},
      {[](Snapshot& s) { s.pes.speed[0] = 0; }, "pes.speed[0]: '0' is no speed"},
      {[&](Snapshot& s) { s.pes.speed[1] = nan; }, "pes.speed[1]"},
      {[](Snapshot& s) { s.pes.speed.pop_back(); }, "pes.speed: 1 values (expected 2"},
      {[](Snapshot& s) { s.pes.node[1] = NodeId(0); }, "PEs of two sites"},
      {[](Snapshot& s) { s.pes.node[1] = NodeId::none(); }, "pes.node[1]: no node"},
      {[](Snapshot& s) { s.pes.background_s[0] = -1; }, "pes.background_s[0]: '-1' is no time"},
      {[](Snapshot& s) { s.objects.pe[2] = PeId(2); }, "objects.pe[2]: no PE 2"},
      {[&](Snapshot& s) { s.objects.cpu_s[1] = nan; }, "objects.cpu_s[1]: 'nan' is no time"},
      {[](Snapshot& s) { s.objects.bytes.push_back(1); }, "objects.bytes: 4 values (expected 3"},
      {[](Snapshot& s) { s.objects.position.resize(2); }, "objects.position: 2 values"},
      {[](Snapshot& s) { s.edges.to[0] = 3; }, "edges.to[0]: no receiver 3"},
      {[](Snapshot& s) { s.edges.to[0] = 0; }, "edges.to[0]: no receiver 0"},
      {[](Snapshot& s) { std::swap(s.edges.to[1], s.edges.to[2]); }, "edges.to[2]: not in ascend"},
      {[](Snapshot& s) { s.edges.begin[1] = 9; }, "edges.begin: not ascending"},
      {[](Snapshot& s) { s.edges.begin.pop_back(); }, "edges.begin: 3 values"},
      {[](Snapshot& s) { s.steps = 0; }, "steps: no step"},
      {[](Snapshot& s) { s.links.message_s = -1; }, "links.message_s: '-1'"},
  };
  for (const Case& one : cases) {
    Snapshot snapshot = row();
    one.spoil(snapshot);
    const auto checked = validate(snapshot);
    ASSERT_FALSE(checked) << one.said;
    EXPECT_EQ(checked.error().code, ErrorCode::bad_input);
    EXPECT_THAT(checked.error().text(), HasSubstr(one.said));
  }
}

TEST(Snapshot, KnowsPlacementsThatKeepPinnedObjects) {
  const Snapshot snapshot = row();
  EXPECT_TRUE(is_valid(snapshot, current_placement(snapshot)));
  EXPECT_TRUE(is_valid(snapshot, {PeId(1), PeId(0), PeId(0)}));
  EXPECT_FALSE(is_valid(snapshot, {PeId(1), PeId(1), PeId(0)}));
  EXPECT_FALSE(is_valid(snapshot, {PeId(2), PeId(0), PeId(0)}));
  EXPECT_FALSE(is_valid(snapshot, {PeId(0), PeId(0)}));
}

}  // namespace
}  // namespace isthmus::engine::balance
