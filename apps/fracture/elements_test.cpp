#include "fracture/elements.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "fem/adjacency.hpp"
#include "fem/box.hpp"

namespace fracture {
namespace {

// A block whose corners inside are moved about; edges are straight.
fem::Mesh crooked(fem::Kind kind) {
  fem::Mesh mesh = fem::box_of_tets({{0, 0, 0}, {1, 1, 1}, {3, 3, 3}, fem::Kind::tet4}).value();
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      double& x = mesh.points[i][k];
      if (x > 0 && x < 1) x += 0.05 * std::sin(static_cast<double>(7 * i + k));
    }
  }
  return kind == fem::Kind::tet4 ? mesh : fem::with_middles(mesh);
}

Elements elements_of(const fem::Mesh& mesh) {
  Elements elements(mesh.kind);
  for (std::int32_t e = 0; e < mesh.element_count(); ++e) {
    elements.add(mesh.points, mesh.nodes_of(e));
  }
  return elements;
}

AtNodes of_nodes(const fem::Mesh& mesh, std::int32_t e, const std::vector<Vec>& u) {
  AtNodes own = {};
  const auto n = mesh.nodes_of(e);
  for (std::size_t k = 0; k < n.size(); ++k) own[k] = u[n[k]];
  return own;
}

std::vector<std::uint8_t> at_surface(const fem::Mesh& mesh) {
  std::vector<std::uint8_t> is_there(mesh.points.size(), 0);
  const auto facets = fem::facets_of(mesh);
  for (const fem::Facet& facet : facets.value()) {
    if (facet.second >= 0) continue;
    const fem::FacetNodes nodes = fem::nodes_of(facet, mesh.kind, mesh.nodes);
    for (const std::int32_t node : nodes.all()) is_there[node] = 1;
  }
  return is_there;
}

struct Bent {
  double energy = 0;
  double inside = 0;   // the greatest force on a node inside, N
  double outside = 0;  // and at the surface
};

// Bent to a curvature of 1/m: the stress along x is Young's modulus times y, all others are 0, so
// there is no force inside (Timoshenko and Goodier 1970, 102).
Bent bent(fem::Kind kind, const Material& material) {
  const fem::Mesh mesh = crooked(kind);
  Elements elements = elements_of(mesh);
  std::vector<Vec> u;
  const double nu = material.poisson;
  for (const Vec& p : mesh.points) {
    u.push_back(
        {p[0] * p[1], -0.5 * (p[0] * p[0] + nu * (p[1] * p[1] - p[2] * p[2])), -nu * p[1] * p[2]});
  }
  std::vector<Vec> force(mesh.points.size());
  Bent result;
  for (std::int32_t e = 0; e < mesh.element_count(); ++e) {
    const AtNodes own = of_nodes(mesh, e, u);
    elements.strain(e, material, own);
    result.energy += elements.energy(e, material, own);
    AtNodes forces;
    elements.find_forces(e, forces);
    for (std::size_t k = 0; k < elements.nodes_per(); ++k) {
      force[mesh.nodes_of(e)[k]] += forces[k];
    }
  }
  const auto outside = at_surface(mesh);
  for (std::size_t i = 0; i < force.size(); ++i) {
    double& most = outside[i] != 0 ? result.outside : result.inside;
    most = std::max(most, length(force[i]));
  }
  return result;
}

TEST(Elements, OfTenNodesPassThePatchTestOfOrderTwo) {
  Material material;
  material.poisson = 0.3;
  const double exact = material.young / 6;  // half of E y^2 over the unit block
  const Bent ten = bent(fem::Kind::tet10, material);
  EXPECT_NEAR(ten.energy / exact, 1, 1e-12);
  EXPECT_LT(ten.inside, 1e-12 * ten.outside);
  // Those of four nodes do not: it takes what they have not.
  const Bent four = bent(fem::Kind::tet4, material);
  EXPECT_GT(four.energy / exact, 1.01);
  EXPECT_GT(four.inside, 1e-3 * four.outside);
}

TEST(Elements, HaveTheStressOfALinearFieldAtTheirSides) {
  Material material;
  material.poisson = 0.3;
  const fem::Mesh mesh = crooked(fem::Kind::tet10);
  Elements elements = elements_of(mesh);
  std::vector<Vec> u;
  for (const Vec& p : mesh.points) u.push_back({p[0] * p[1], -0.5 * p[0] * p[0], 0});
  for (std::int32_t e = 0; e < mesh.element_count(); ++e) {
    elements.strain(e, material, of_nodes(mesh, e, u));
    for (std::size_t side = 0; side < 4; ++side) {
      Vec middle = {};
      for (const int k : fem::sides_of_tet[side]) {
        middle += 1.0 / 3 * mesh.points[mesh.nodes_of(e)[static_cast<std::size_t>(k)]];
      }
      // du_x/dx = y, all other strains are 0.
      const double along = (material.lambda() + 2 * material.mu()) * middle[1];
      EXPECT_NEAR(elements.stress_at_side(e, side)[0], along, 1e-9 * material.young);
      EXPECT_NEAR(elements.stress_at_side(e, side)[1], 0, 1e-9 * material.young);
    }
  }
}

// Also where edges are curved and strains large.
TEST(Elements, HaveTheForcesThatTheirEnergySays) {
  for (const fem::Kind kind : {fem::Kind::tet4, fem::Kind::tet10}) {
    Material material;
    material.law = Law::neo_hookean;
    fem::Mesh mesh = crooked(kind);
    for (std::size_t i = 64; i < mesh.points.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k)
        mesh.points[i][k] += 0.01 * std::sin(static_cast<double>(11 * i + k));
    }
    Elements elements = elements_of(mesh);
    AtNodes u;
    for (std::size_t k = 0; k < 10; ++k) {
      const auto x = static_cast<double>(k);
      u[k] = {0.02 * std::sin(3 * x), 0.03 * std::cos(5 * x), 0.01 * std::sin(2 * x + 1)};
    }
    constexpr std::size_t element = 40;
    elements.strain(element, material, u);
    AtNodes forces;
    elements.find_forces(element, forces);
    for (std::size_t k = 0; k < elements.nodes_per(); ++k) {
      for (std::size_t i = 0; i < 3; ++i) {
        constexpr double step = 1e-7;
        AtNodes more = u;
        AtNodes less = u;
        more[k][i] += step;
        less[k][i] -= step;
        const double slope =
            (elements.energy(element, material, more) - elements.energy(element, material, less)) /
            (2 * step);
        EXPECT_NEAR(forces[k][i], -slope, 1e-7 * material.young);
      }
    }
  }
}

TEST(MassShares, AreAboveNothingAndMakeUpTheWhole) {
  for (const fem::Kind kind : {fem::Kind::tet4, fem::Kind::tet10}) {
    double sum = 0;
    for (std::size_t k = 0; k < static_cast<std::size_t>(fem::nodes_per(kind)); ++k) {
      EXPECT_GT(mass_share(kind, k), 0);
      sum += mass_share(kind, k);
    }
    EXPECT_NEAR(sum, 1, 1e-15);
  }
}

}  // namespace
}  // namespace fracture
