#include "fracture/problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "fem/gmsh.hpp"
#include "fem/vtu.hpp"

namespace fracture {

using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::fail;
using isthmus::forward_error;

namespace {

// Of the solid's height, as coordinates of files are rounded.
constexpr double near = 1e-6;

Expected<void> require(bool holds, double value, const char* option, const char* expected) {
  if (holds) return {};
  std::string text = std::to_string(value);
  while (text.find('.') != text.npos && (text.back() == '0' || text.back() == '.')) {
    const bool was_point = text.back() == '.';
    text.pop_back();
    if (was_point) break;
  }
  return fail(ErrorCode::bad_input, text, option, expected);
}

Expected<fem::Mesh> read_mesh(const Problem& problem) {
  if (problem.mesh.empty()) return fem::box_of_tets(problem.box);
  if (problem.mesh.ends_with(".msh")) return fem::read_gmsh(problem.mesh);
  if (problem.mesh.ends_with(".vtu")) return fem::read_vtu(problem.mesh);
  return fail(ErrorCode::bad_input, problem.mesh, "--mesh", "a .msh or .vtu file");
}

bool is_at(const Problem& problem, const Grip& grip, const Vec& place) {
  const auto axis = static_cast<std::size_t>(grip.axis);
  const double end = grip.high ? problem.high[axis] : problem.low[axis];
  return std::abs(place[axis] - end) <= near * (problem.high[axis] - problem.low[axis]);
}

}  // namespace

Expected<void> validate(const Problem& problem) {
  const Material& m = problem.material;
  const Cohesion& c = problem.cohesion;
  const auto is_positive = [](double x) { return x > 0 && x < 1e300; };
  const Expected<void> checks[] = {
      require(is_positive(m.young), m.young, "--young", "a number above 0"),
      require(m.poisson >= 0 && m.poisson <= 0.49, m.poisson, "--poisson", "0 to 0.49"),
      require(is_positive(m.density), m.density, "--density", "a number above 0"),
      require(is_positive(c.strength), c.strength, "--strength", "a number above 0"),
      require(is_positive(c.toughness), c.toughness, "--toughness", "a number above 0"),
      require(is_positive(c.shear), c.shear, "--shear", "a number above 0"),
      require(c.scatter >= 0 && c.scatter <= 0.9, c.scatter, "--scatter", "0 to 0.9"),
      require(c.penalty >= 0 && c.penalty <= 1, c.penalty, "--penalty", "0 to 1"),
      require(problem.notch >= 0 && problem.notch < 1e300, problem.notch, "--notch", "0 or more"),
      require(std::abs(problem.pull) < m.pressure_speed(), problem.pull, "--pull",
              "less than the speed of pressure waves"),
      require(problem.safety > 0 && problem.safety <= 1, problem.safety, "--safety",
              "above 0, 1 at most"),
      require(problem.steps >= 0 && problem.steps <= 1'000'000'000, problem.steps, "--steps",
              "0 or more"),
      require(problem.parts >= 1, problem.parts, "--parts", "1 or more"),
  };
  for (const Expected<void>& check : checks) {
    if (!check) return check;
  }
  return {};
}

double stable_step_s(const fem::Mesh& mesh, const Material& material) {
  double least = std::numeric_limits<double>::max();
  for (std::int32_t i = 0; i < mesh.element_count(); ++i) {
    const auto n = mesh.nodes_of(i);
    const double volume = fem::volume_of(mesh, i);
    for (const auto& side : fem::sides_of_tet) {
      const Vec& a = mesh.points[n[side[0]]];
      const double area2 = length(cross(mesh.points[n[side[1]]] - a, mesh.points[n[side[2]]] - a));
      least = std::min(least, 6 * volume / area2);
    }
  }
  return least / material.pressure_speed();
}

Expected<fem::Mesh> prepare(Problem& problem) {
  auto mesh = read_mesh(problem);
  if (!mesh) return mesh;
  if (mesh->kind != fem::Kind::tet4) {
    return fail(ErrorCode::bad_input, "tetrahedra of 10 nodes", problem.mesh, "of 4 nodes");
  }
  if (const auto facets = fem::facets_of(*mesh); !facets) return std::unexpected(facets.error());
  if (problem.parts > mesh->element_count()) {
    return fail(ErrorCode::bad_input, std::to_string(problem.parts), "--parts",
                "at most " + std::to_string(mesh->element_count()) + ", one an element");
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto [least, most] = std::ranges::minmax_element(
        mesh->points, [&](const Vec& one, const Vec& other) { return one[axis] < other[axis]; });
    problem.low[axis] = (*least)[axis];
    problem.high[axis] = (*most)[axis];
  }
  problem.step_s = problem.safety * stable_step_s(*mesh, problem.material);
  problem.grips = {{1, false, {false, true, false}, {0, -problem.pull, 0}},
                   {1, true, {false, true, false}, {0, problem.pull, 0}}};
  return mesh;
}

Vec first_velocity(const Problem& problem, const Vec& place) {
  Vec velocity = {};
  for (std::size_t i = 0; i + 1 < problem.grips.size(); i += 2) {
    const Grip& low = problem.grips[i];
    const Grip& high = problem.grips[i + 1];
    const auto axis = static_cast<std::size_t>(low.axis);
    const double share =
        (place[axis] - problem.low[axis]) / (problem.high[axis] - problem.low[axis]);
    velocity += (1 - share) * low.velocity + share * high.velocity;
  }
  return velocity;
}

Hold hold_at(const Problem& problem, const Vec& place) {
  Hold hold;
  for (const Grip& grip : problem.grips) {
    if (!is_at(problem, grip, place)) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      if (!grip.holds[i]) continue;
      hold.holds[i] = true;
      hold.velocity[i] = grip.velocity[i];
    }
  }
  return hold;
}

bool is_notch(const Problem& problem, const std::array<Vec, 3>& corners) {
  if (problem.notch <= 0) return false;
  const double height = problem.high[1] - problem.low[1];
  const double middle = 0.5 * (problem.low[1] + problem.high[1]);
  return std::ranges::all_of(corners, [&](const Vec& corner) {
    return std::abs(corner[1] - middle) <= near * height &&
           corner[0] <= problem.low[0] + problem.notch + near * height;
  });
}

}  // namespace fracture
