#include "md/exclusions.hpp"

#include <gtest/gtest.h>

namespace md {
namespace {

/// 10 - 20 - 30 - 40 - 50, in a cell whose atoms are in no order, with one that nothing binds.
class ExclusionsTest : public testing::Test {
 protected:
  ExclusionsTest() {
    topology.bonds = {{1, 1}};
    topology.set_terms({{TermKind::bond, 0, {10, 20}},
                        {TermKind::bond, 0, {20, 30}},
                        {TermKind::bond, 0, {30, 40}},
                        {TermKind::bond, 0, {40, 50}}});
    box.high = {10, 10, 10};
    roster.ids = {50, 20, 7, 10, 30};
    atoms.x = {1, 1, 1, 1, 1};
    atoms.y = atoms.z = atoms.x;
  }

  /// The places that stay, of those.
  std::vector<std::int32_t> kept(std::int64_t atom, const Vec& at, std::vector<std::int32_t> near,
                                 const Vec& shift = {0, 0, 0}) const {
    const ExclusionFilter filter({&topology, &box}, atoms, roster, shift);
    near.resize(filter.keep(atom, at, near));
    return near;
  }

  Topology topology;
  Box box;
  Roster roster;
  Positions atoms;
};

using Places = std::vector<std::int32_t>;

TEST_F(ExclusionsTest, TakeOutWhoUpToThreeBondsJoinAndLeaveTheOrder) {
  EXPECT_EQ(kept(20, {1, 1, 1}, {0, 1, 2, 3, 4}), (Places{1, 2}));
  EXPECT_EQ(kept(10, {1, 1, 1}, {0, 1, 2, 3, 4}), (Places{0, 2, 3}));  // 50 is four bonds away
  EXPECT_EQ(kept(7, {1, 1, 1}, {0, 1, 2, 3, 4}), (Places{0, 1, 2, 3, 4}));
}

TEST_F(ExclusionsTest, TakeOutOfThoseThatAreNearAlone) {
  EXPECT_EQ(kept(20, {1, 1, 1}, {1, 3}), Places{1});
  EXPECT_EQ(kept(20, {1, 1, 1}, {2}), Places{2});
  EXPECT_EQ(kept(20, {1, 1, 1}, {}), Places{});
  EXPECT_EQ(kept(40, {1, 1, 1}, {0, 4}), Places{});  // who is in another cell itself
}

TEST_F(ExclusionsTest, LeaveFartherImagesOfABoxThatIsPeriodic) {
  EXPECT_EQ(kept(20, {1, 1, 1}, {3, 4}, {10, 0, 0}), (Places{3, 4}));
  EXPECT_EQ(kept(20, {9, 1, 1}, {3, 4}, {10, 0, 0}), Places{});  // that is the nearest one
  atoms.y[3] = 6.5;
  EXPECT_EQ(kept(20, {1, 1, 1}, {3, 4}), Places{3});
  box.periodic[1] = false;
  EXPECT_EQ(kept(20, {1, 1, 1}, {3, 4}), Places{});
}

TEST_F(ExclusionsTest, AreNoneWithoutBonds) {
  EXPECT_TRUE(ExclusionFilter({&topology, &box}, atoms, roster, {0, 0, 0}).has_any());
  EXPECT_FALSE(ExclusionFilter({}, atoms, roster, {0, 0, 0}).has_any());
  roster.ids = {1, 2, 3, 4, 5};
  EXPECT_FALSE(ExclusionFilter({&topology, &box}, atoms, roster, {0, 0, 0}).has_any());
  const Topology unbound;
  roster.ids = {10, 20, 30, 40, 50};
  EXPECT_FALSE(ExclusionFilter({&unbound, &box}, atoms, roster, {0, 0, 0}).has_any());
}

}  // namespace
}  // namespace md
