#include "isthmus/topology/link_estimate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace isthmus::engine::topology {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

LinkClass link_of(std::map<std::string, std::string> delay) {
  return {"thin", {{"delay", std::move(delay)}, {"tcp"}}};
}

TEST(LinkEstimate, IsWhatTheDelayFilterAdds) {
  const LinkEstimate all =
      estimate(link_of({{"latency", "8ms"}, {"jitter", "500us"}, {"bandwidth", "80Mb/s"}}));
  EXPECT_EQ(all.latency_ns, 8'000'000);
  EXPECT_EQ(all.jitter_ns, 500'000);
  EXPECT_EQ(all.bandwidth_bytes_per_s, 1e7);
  EXPECT_THAT(all.faults, IsEmpty());
}

TEST(LinkEstimate, IsNothingWhereTheTextDoesNotSay) {
  for (const LinkClass& link : {LinkClass{"plain", {{"tcp"}}}, link_of({})}) {
    const LinkEstimate none = estimate(link);
    EXPECT_FALSE(none.latency_ns || none.jitter_ns || none.bandwidth_bytes_per_s);
    EXPECT_THAT(none.faults, IsEmpty());
  }
}

TEST(LinkEstimate, GoesByWhatWasMeasuredBeforeWhatIsSaid) {
  LinkClass link = link_of({{"latency", "8ms"}, {"bandwidth", "80Mb/s"}, {"jitter", "1ms"}});
  link.measured.latency_ns = 9'100'000;
  EXPECT_EQ(estimate(link).latency_ns, 9'100'000);
  EXPECT_EQ(estimate(link).bandwidth_bytes_per_s, 1e7);
  link.measured.bandwidth_bytes_per_s = 5e6;
  EXPECT_EQ(estimate(link).bandwidth_bytes_per_s, 5e6);
  EXPECT_EQ(estimate(link).jitter_ns, 1'000'000) << "nobody measures that";
}

TEST(LinkEstimate, NamesEachParameterThatDoesNotReadWithItsLine) {
  LinkClass link = link_of({{"latency", "8"}, {"bandwidth", "fast"}, {"jitter", "1ms"}});
  link.chain[0].file = "grid.toml";
  link.chain[0].line = 3;
  link.chain[0].parameter_lines = {{"latency", 4}, {"bandwidth", 5}};
  const LinkEstimate found = estimate(link);
  EXPECT_FALSE(found.latency_ns || found.bandwidth_bytes_per_s);
  EXPECT_EQ(found.jitter_ns, 1'000'000);
  EXPECT_THAT(
      found.faults,
      ElementsAre(
          testing::AllOf(HasSubstr("grid.toml:4"), HasSubstr("'latency' of device 'delay': ")),
          testing::AllOf(HasSubstr("grid.toml:5"), HasSubstr("'bandwidth' of device 'delay': "))));
}

Grid three_sites() {
  Grid grid;
  for (const char* name : {"a", "b", "c"}) {
    grid.sites.push_back({name, {{std::string(name) + "-0", 1, 1}}});
  }
  grid.link_classes["thin"] = {"thin", {{"tcp"}}};
  return grid;
}

std::vector<std::string> names_between(const Grid& grid) {
  const Topology topology = Topology::from_grid(grid).value();
  std::vector<std::string> names;
  for (const LinkClass* link : classes_between_sites(topology)) names.push_back(link->name);
  return names;
}

TEST(ClassesBetweenSites, AreTheUsualOneWhereNoPairHasAnother) {
  EXPECT_THAT(names_between(three_sites()), ElementsAre("between_sites"));
}

TEST(ClassesBetweenSites, HaveTheUsualOneAsLongAsAPairIsLeftForIt) {
  Grid grid = three_sites();
  grid.overrides.push_back({"a", "b", "thin"});
  EXPECT_THAT(names_between(grid), ElementsAre("thin", "between_sites"));
  grid.overrides.push_back({"a", "c", "thin"});
  grid.overrides.push_back({"b", "c", "thin", true});  // there, and not back
  EXPECT_THAT(names_between(grid), ElementsAre("thin", "between_sites"));
  grid.overrides.push_back({"c", "b", "thin", true});
  EXPECT_THAT(names_between(grid), ElementsAre("thin"));
}

TEST(ClassesBetweenSites, AreNoneWhereThereIsOneSite) {
  Grid grid = three_sites();
  grid.sites.resize(1);
  EXPECT_THAT(names_between(grid), IsEmpty());
}

}  // namespace
}  // namespace isthmus::engine::topology
