#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "md/generator.hpp"
#include "md/lammps_data.hpp"
#include "md/rigid_groups.hpp"
#include "md/serial.hpp"
#include "md/water.hpp"

namespace md {
namespace {

// A chain of five atoms, a ring of three, and one alone.
Topology chain_and_ring() {
  Topology topology;
  topology.bonds = {{1, 1}};
  topology.set_terms({{TermKind::bond, 0, {10, 20}},
                      {TermKind::bond, 0, {30, 20}},
                      {TermKind::bond, 0, {30, 40}},
                      {TermKind::angle, 0, {30, 20, 10}},
                      {TermKind::bond, 0, {40, 50}},
                      {TermKind::bond, 0, {1, 2}},
                      {TermKind::bond, 0, {2, 3}},
                      {TermKind::bond, 0, {3, 1}}});
  return topology;
}

std::vector<std::int64_t> excluded(const Topology& topology, std::int64_t atom) {
  const auto found = topology.excluded(atom);
  return {found.begin(), found.end()};
}

TEST(Topology, LeavesOutWhatUpToThreeBondsJoin) {
  const Topology topology = chain_and_ring();
  EXPECT_EQ(excluded(topology, 10), (std::vector<std::int64_t>{20, 30, 40}));
  EXPECT_EQ(excluded(topology, 30), (std::vector<std::int64_t>{10, 20, 40, 50}));
  EXPECT_EQ(excluded(topology, 2), (std::vector<std::int64_t>{1, 3}));
  EXPECT_TRUE(excluded(topology, 7).empty());
}

TEST(Topology, FindsTermsByTheirFirstAtoms) {
  Topology topology = chain_and_ring();
  EXPECT_EQ(topology.terms_of(30).size(), 3u);
  EXPECT_EQ(topology.terms_of(30)[2].kind, TermKind::angle);
  EXPECT_TRUE(topology.terms_of(20).empty());
  EXPECT_EQ(topology.count(TermKind::bond), 7);
  topology.drop_terms([](const Term& term) { return term.kind == TermKind::bond; });
  EXPECT_EQ(topology.terms().size(), 1u);
  EXPECT_EQ(excluded(topology, 2), (std::vector<std::int64_t>{1, 3}));
}

System water(int molecules, const std::string& rigid) {
  System system = *generate({.shape = "water", .molecules = molecules, .density = 0.9});
  system.interaction.cutoff = 5;
  system.interaction.switch_from = 4;
  system.interaction.ending = Ending::smooth;
  system.interaction.coulomb = system.units.coulomb;
  system.rigid = *rigid_groups_of(system, rigid);
  EXPECT_TRUE(make_rigid(system));
  give_velocities(system, 100, 1);
  return system;
}

Outcome run(const System& system, double timestep, int steps, const Place& cells) {
  Course course;
  course.timestep = timestep;
  course.steps = steps;
  course.cells = cells;
  course.exchange_every = 5;
  course.skin = 0.5;
  const auto model = model_of(system, course);
  EXPECT_TRUE(model) << model.error().text();
  auto outcome = solve_serial(system, *model);
  EXPECT_TRUE(outcome) << outcome.error().text();
  return *outcome;
}

TEST(Water, HasTheDensityAndTheShapeThatItShould) {
  const auto system = generate_water(100, 0.997, 1);
  ASSERT_TRUE(system);
  EXPECT_EQ(system->atoms.size(), 300u);
  EXPECT_NEAR(100 * 18.0154 / system->box.volume() / 0.602214, 0.997, 1e-4);
  for (std::size_t i = 0; i < 300; i += 3) {
    const Vec one = minus(system->atoms[i + 1].position, system->atoms[i].position);
    const Vec other = minus(system->atoms[i + 2].position, system->atoms[i].position);
    EXPECT_NEAR(norm(one), 0.9572, 1e-12);
    EXPECT_NEAR(angle_of(dot(one, other), norm(cross(one, other))) * 180 / 3.14159265358979, 104.52,
                1e-9);
  }
  EXPECT_NE(generate_water(100, 0.997, 2)->atoms[1].position, system->atoms[1].position);
  EXPECT_FALSE(generate_water(0, 1, 1));
  EXPECT_FALSE(generate_water(10, 5, 1));
}

double total_change(const Outcome& outcome) {
  double most = 0;
  const double first = outcome.energies.front().second.total();
  for (const auto& [step, energies] : outcome.energies) {
    most = std::max(most, std::abs(energies.total() - first));
  }
  return most;
}

TEST(Water, ConservesEnergyBendingAndRigid) {
  const double kinetic = 64 * 3 * 0.5 * 0.6;  // about, at 300 K
  EXPECT_LT(total_change(run(water(64, "none"), 0.25, 400, {1, 2, 2})), 0.02 * kinetic);
  EXPECT_LT(total_change(run(water(64, "water"), 1.0, 400, {1, 1, 1})), 0.02 * kinetic);
}

TEST(Water, NeitherCellsNorListsChangeThePhysics) {
  for (const char* const rigid : {"none", "water"}) {
    const System system = water(216, rigid);
    const Outcome coarse = run(system, 0.5, 20, {1, 1, 1});
    for (const Place cells : {Place{2, 1, 2}, Place{1, 2, 1}}) {
      const Outcome fine = run(system, 0.5, 20, cells);
      for (std::size_t i = 0; i < coarse.atoms.size(); ++i) {
        for (std::size_t d = 0; d < 3; ++d) {
          ASSERT_NEAR(fine.forces[i][d], coarse.forces[i][d], 1e-7 * 100);
        }
      }
      const Energies& one = fine.energies.back().second;
      const Energies& other = coarse.energies.back().second;
      EXPECT_NEAR(one.total(), other.total(), 1e-7);
      EXPECT_NEAR(one.virial, other.virial, 1e-6);
    }
  }
}

TEST(Water, RigidLengthsStay) {
  const System system = water(64, "water");
  EXPECT_EQ(system.rigid.length_count(), 192);
  const Outcome outcome = run(system, 2, 100, {1, 1, 1});
  for (const auto& [step, energies] : outcome.energies) {
    EXPECT_EQ(energies.bond, 0);
    EXPECT_EQ(energies.angle, 0);
  }
  for (const RigidGroup& group : system.rigid.groups()) {
    for (const RigidGroup::Length& length : group.lengths) {
      const auto atom = [&](std::int32_t place) -> const Atom& {
        const std::int64_t id = group.atoms[static_cast<std::size_t>(place)];
        return outcome.atoms[static_cast<std::size_t>(id - 1)];
      };
      const Vec apart = minus(atom(length.one).position, atom(length.other).position);
      const Vec speed = minus(atom(length.one).velocity, atom(length.other).velocity);
      EXPECT_NEAR(norm(apart), length.length, 1e-12);
      EXPECT_NEAR(dot(apart, speed), 0, 1e-12);
    }
  }
}

// The box grows and the molecules' centres of mass with it, but not the molecules. Where all stand
// still, that is the virial of all forces on atoms, those that keep lengths included.
TEST(Water, TheVirialOfRigidWaterIsTheSlopeOfItsEnergyWithTheBox) {
  System system = water(64, "water");
  for (Atom& atom : system.atoms) atom.velocity = {0, 0, 0};
  const auto energies_of = [&](double scale) {
    System other = system;
    for (double& high : other.box.high) high *= scale;
    for (std::size_t i = 0; i < other.atoms.size(); i += 3) {
      Vec centre = {0, 0, 0};
      double mass = 0;
      for (std::size_t j = i; j < i + 3; ++j) {
        const double some = other.masses[static_cast<std::size_t>(other.atoms[j].type)];
        add_to(centre, times(some, other.atoms[j].position));
        mass += some;
      }
      const Vec move = times((scale - 1) / mass, centre);
      for (std::size_t j = i; j < i + 3; ++j) add_to(other.atoms[j].position, move);
    }
    return run(other, 1, 0, {1, 1, 1}).energies.front().second;
  };
  const double slope =
      (energies_of(1 + 1e-6).potential() - energies_of(1 - 1e-6).potential()) / 2e-6;
  EXPECT_NEAR(energies_of(1).virial, -slope, 1e-5 * std::abs(slope));
}

TEST(RigidGroups, HydrogensGoWithTheirAtoms) {
  System system;
  system.masses = {12, 1};
  for (int i = 0; i < 7; ++i) system.atoms.push_back({.id = i + 1, .type = i < 2 ? 0 : 1});
  system.topology.bonds = {{1, 1.5}, {1, 1.1}};
  std::vector<Term> terms = {{TermKind::bond, 0, {1, 2}},
                             {TermKind::bond, 1, {3, 1}},
                             {TermKind::bond, 1, {1, 4}},
                             {TermKind::bond, 1, {5, 1}},
                             {TermKind::bond, 1, {2, 6}}};
  system.topology.set_terms(terms);
  const auto groups = rigid_groups_of(system, "hydrogens");
  ASSERT_TRUE(groups) << groups.error().text();
  EXPECT_EQ(groups->length_count(), 4);
  EXPECT_EQ(groups->led_by(1)->atom_count, 4);
  EXPECT_EQ(groups->led_by(3), nullptr);
  EXPECT_EQ(groups->reach(), 1.1);
  EXPECT_FALSE(groups->hold(terms[0]));
  EXPECT_TRUE(groups->hold(terms[1]));
  EXPECT_TRUE(rigid_groups_of(system, "water")->empty());
  auto more = terms;
  more.push_back({TermKind::bond, 1, {1, 6}});
  system.topology.set_terms(more);
  EXPECT_EQ(rigid_groups_of(system, "hydrogens").error().text(),
            "--rigid: atom 1 has more than three hydrogens (expected three at most)");
  terms.push_back({TermKind::bond, 1, {6, 7}});
  system.topology.set_terms(terms);
  EXPECT_NE(rigid_groups_of(system, "hydrogens").error().text().find("a hydrogen, has two bonds"),
            std::string::npos);
}

}  // namespace
}  // namespace md
