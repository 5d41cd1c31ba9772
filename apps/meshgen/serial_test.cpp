#include "meshgen/serial.hpp"

#include <gtest/gtest.h>

#include "meshgen/test_domains.hpp"

namespace meshgen {
namespace {

WholeMesh expect_valid(const Problem& problem, const Domain& domain) {
  auto start = prepare(problem, domain);
  EXPECT_TRUE(start) << start.error().text();
  const Requirements required = start->required;
  auto outcome = mesh_serially(problem, std::move(*start));
  EXPECT_TRUE(outcome) << outcome.error().text();
  if (!outcome) return {};
  EXPECT_EQ(outcome->effort.given_up, 0);
  WholeMesh whole = assemble(std::move(outcome->pieces));
  for (const Verdict& verdict : check(whole, required)) {
    EXPECT_TRUE(verdict.holds) << verdict.subject << ": " << verdict.finding;
  }
  return whole;
}

TEST(SerialProgram, MeshesTheSameDomainInAnyNumberOfSubdomains) {
  for (const int subdomains : {1, 2, 3, 16, 100}) {
    Problem problem;
    problem.subdomains = subdomains;
    problem.triangles = 2000;
    for (const Domain& domain : {unit_square(), framed_square(), fan(), wedge(7)}) {
      expect_valid(problem, domain);
    }
  }
}

// Interfaces must not run along the thin triangles that small corners leave.
TEST(SerialProgram, CutsNoSmallAnglesBesideThoseOfTheDomain) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem;
    problem.subdomains = seed % 2 == 0 ? 3 : 60;
    problem.triangles = 400;
    problem.angle_deg = angle_deg_proven;
    expect_valid(problem, random_domain(seed));
  }
}

TEST(SerialProgram, RefinesAFractionInEachIterationAndStaysConforming) {
  Problem problem;
  problem.subdomains = 24;
  problem.triangles = 500;
  problem.spread = 8;
  problem.iterations = 12;
  problem.fraction = 0.25;
  const WholeMesh whole = expect_valid(problem, framed_square());
  EXPECT_GT(whole.triangles.size(), 2000u);
}

TEST(SerialProgram, MakesSomeCoarserInEachIterationAndStaysConforming) {
  for (const double chance : {0.5, 1.0}) {
    SCOPED_TRACE(chance);
    Problem problem;
    problem.subdomains = 24;
    problem.triangles = 3000;
    problem.spread = 8;
    problem.fraction = 0.5;
    const std::size_t before = expect_valid(problem, framed_square()).triangles.size();
    problem.iterations = 10;
    problem.derefine = chance;
    const std::size_t after = expect_valid(problem, framed_square()).triangles.size();
    if (chance == 1) {
      EXPECT_LT(after, before / 2);
    }
    problem.derefine = 0;
    EXPECT_LT(after, expect_valid(problem, framed_square()).triangles.size());
  }
}

TEST(SerialProgram, GivesTheSameMeshAgain) {
  Problem problem;
  problem.subdomains = 9;
  problem.triangles = 700;
  problem.iterations = 6;
  problem.derefine = 0.4;
  const WholeMesh once = expect_valid(problem, framed_square());
  const WholeMesh again = expect_valid(problem, framed_square());
  EXPECT_EQ(once.points, again.points);
  EXPECT_EQ(once.triangles, again.triangles);
}

TEST(SerialProgram, CopesWithTwoDomainsInOne) {
  const Domain domain = domain_of({{0, 0}, {1, 0}, {0, 1}, {5, 5}, {7, 5}, {6, 9}},
                                  {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}});
  Problem problem;
  problem.subdomains = 5;
  problem.triangles = 300;
  expect_valid(problem, domain);
}

TEST(SerialProgram, RefusesADomainFinerThanItsCoordinates) {
  const double x = 1 + 0x1p-50;
  const Domain domain = domain_of({{1, 0}, {x, 0}, {1.5, 1}}, {{0, 1}, {1, 2}, {2, 0}});
  const auto start = prepare({}, domain);
  ASSERT_FALSE(start);
  EXPECT_EQ(start.error().code, isthmus::ErrorCode::bad_input);
  EXPECT_EQ(start.error().where, "test.poly");
}

}  // namespace
}  // namespace meshgen
