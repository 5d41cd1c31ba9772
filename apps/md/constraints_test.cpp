#include "md/constraints.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace md {
namespace {

constexpr double timestep = 0.5;

/// A leader of mass 16 and two others of mass 1, all three distances fixed, as they are now.
RigidGroup triangle(const GroupState& state) {
  RigidGroup group;
  group.atom_count = 3;
  group.length_count = 3;
  group.lengths = {{{0, 1, 0}, {0, 2, 0}, {1, 2, 0}}};
  for (RigidGroup::Length& held : group.lengths) {
    held.length = norm(minus(state.positions[static_cast<std::size_t>(held.one)],
                             state.positions[static_cast<std::size_t>(held.other)]));
  }
  return group;
}

GroupState moving(std::uint32_t seed, double speed) {
  std::minstd_rand random(seed);
  std::uniform_real_distribution<double> any(-speed, speed);
  GroupState state;
  state.positions = {{{0, 0, 0}, {1, 0.1, 0}, {-0.25, 0.9, 0.2}, {0, 0, 0}}};
  state.inverse_masses = {1.0 / 16, 1, 1, 0};
  for (std::size_t i = 0; i < 3; ++i) state.velocities[i] = {any(random), any(random), any(random)};
  return state;
}

Vec momentum(const GroupState& state) {
  Vec all = {0, 0, 0};
  for (std::size_t i = 0; i < 3; ++i) {
    add_to(all, times(1 / state.inverse_masses[i], state.velocities[i]));
  }
  return all;
}

Vec angular_momentum(const GroupState& state) {
  Vec all = {0, 0, 0};
  for (std::size_t i = 0; i < 3; ++i) {
    add_to(all, times(1 / state.inverse_masses[i], cross(state.positions[i], state.velocities[i])));
  }
  return all;
}

void expect_near(const Vec& found, const Vec& expected) {
  for (std::size_t d = 0; d < 3; ++d) EXPECT_NEAR(found[d], expected[d], 1e-12) << "in " << d;
}

/// Two atoms of mass 2 at distance 3 along x.
GroupState dumbbell() {
  GroupState state;
  state.positions = {{{1, 0, 0}, {4, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
  state.inverse_masses = {0.5, 0.5, 0, 0};
  return state;
}

RigidGroup of_dumbbell() {
  RigidGroup group;
  group.atom_count = 2;
  group.length_count = 1;
  group.lengths[0] = {0, 1, 3};
  return group;
}

TEST(Constraints, BringAllLengthsBackAfterTheStep) {
  for (std::uint32_t seed = 1; seed <= 50; ++seed) {
    GroupState state = moving(seed, 0.2);
    const RigidGroup group = triangle(state);
    ASSERT_TRUE(hold_lengths(group, timestep, state));
    for (const RigidGroup::Length& held : group.lengths) {
      const auto after = [&](std::int32_t atom) {
        const auto i = static_cast<std::size_t>(atom);
        return sum(state.positions[i], times(timestep, state.velocities[i]));
      };
      EXPECT_NEAR(norm(minus(after(held.one), after(held.other))), held.length, 1e-12);
    }
  }
}

// Their forces act between two atoms, along the line that joins them.
TEST(Constraints, ChangeNeitherMomentumNorAngularMomentum) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const GroupState before = moving(seed, 0.2);
    const RigidGroup group = triangle(before);
    GroupState state = before;
    ASSERT_TRUE(hold_lengths(group, timestep, state));
    EXPECT_NE(state.velocities, before.velocities);
    expect_near(momentum(state), momentum(before));
    expect_near(angular_momentum(state), angular_momentum(before));
    state = before;
    hold_velocities(group, state);
    EXPECT_NE(state.velocities, before.velocities);
    expect_near(momentum(state), momentum(before));
    expect_near(angular_momentum(state), angular_momentum(before));
  }
}

TEST(Constraints, LeaveAloneWhatMovesAsOne) {
  GroupState state = moving(1, 0);
  const RigidGroup group = triangle(state);
  for (std::size_t i = 0; i < 3; ++i) state.velocities[i] = {1, -2, 3};
  const GroupState before = state;
  ASSERT_TRUE(hold_lengths(group, timestep, state));
  for (std::size_t i = 0; i < 3; ++i) expect_near(state.velocities[i], before.velocities[i]);
  hold_velocities(group, state);
  for (std::size_t i = 0; i < 3; ++i) expect_near(state.velocities[i], before.velocities[i]);
}

TEST(Constraints, TakeOutOfVelocitiesWhatLiesAlongTheBonds) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    GroupState state = moving(seed, 5);
    const RigidGroup group = triangle(state);
    hold_velocities(group, state);
    for (const RigidGroup::Length& held : group.lengths) {
      const auto one = static_cast<std::size_t>(held.one);
      const auto other = static_cast<std::size_t>(held.other);
      const Vec bond = minus(state.positions[one], state.positions[other]);
      EXPECT_NEAR(dot(bond, minus(state.velocities[one], state.velocities[other])), 0, 1e-12);
    }
  }
}

// Along the bond (-3, 0, 0) a push moves x alone: 9 = (3 - s)^2 + (0.5 * 2)^2.
TEST(Constraints, OfTwoAtomsSolveTheirQuadraticEquation) {
  GroupState state = dumbbell();
  state.velocities[1] = {0, 2, 0};
  ASSERT_TRUE(hold_lengths(of_dumbbell(), timestep, state));
  const double shorter = 3 - std::sqrt(8.0);
  expect_near(state.velocities[0], {0.5 * shorter / timestep, 0, 0});
  expect_near(state.velocities[1], {-0.5 * shorter / timestep, 2, 0});
}

TEST(Constraints, SayWhereNoPushAlongTheBondsBringsALengthBack) {
  GroupState state = dumbbell();
  state.velocities[1] = {0, 3.1 / timestep, 0};
  EXPECT_FALSE(hold_lengths(of_dumbbell(), timestep, state));
}

// A mass m at each end of a length L that turns by w is held by m w^2 L / 2: sum of r.F is
// -m w^2 L^2 / 2.
TEST(Constraints, HaveTheVirialOfTheCentripetalForce) {
  GroupState state = dumbbell();
  constexpr double turning = 0.7;
  state.velocities[0] = {0, -1.5 * turning, 0};
  state.velocities[1] = {0, 1.5 * turning, 0};
  EXPECT_NEAR(constraint_virial(of_dumbbell(), state), -2 * turning * turning * 9 / 2, 1e-12);
}

// Forces f at both ends, outwards, are answered by as much inwards: -f L.
TEST(Constraints, HaveTheVirialThatAnswersForcesAlongTheBond) {
  GroupState state = dumbbell();
  constexpr double force = 0.25;
  state.accelerations[0] = {-force / 2, 0, 0};
  state.accelerations[1] = {force / 2, 5, 0};
  EXPECT_NEAR(constraint_virial(of_dumbbell(), state), -force * 3, 1e-12);
}

}  // namespace
}  // namespace md
