#include "fracture/problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "fem/gmsh.hpp"
#include "fem/vtu.hpp"
#include "fracture/tetrahedron.hpp"

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

// How much an element of ten nodes is squeezed where it is most: of a straight one 1.
double least_share(const fem::Mesh& mesh, std::int32_t element) {
  std::array<Vec, 10> nodes;
  for (std::size_t k = 0; k < 10; ++k) nodes[k] = mesh.points[mesh.nodes_of(element)[k]];
  double least = std::numeric_limits<double>::max();
  for (const GaussPoint<10>& point : tetrahedron10(nodes)) least = std::min(least, point.volume);
  return 4 * least / fem::volume_of(mesh, element);
}

Expected<fem::Mesh> read_mesh(const Problem& problem) {
  if (problem.mesh.empty()) {
    fem::Box box = problem.box;
    box.kind = problem.nodes_per_element == 10 ? fem::Kind::tet10 : fem::Kind::tet4;
    return fem::box_of_tets(box);
  }
  if (problem.mesh.ends_with(".msh")) return fem::read_gmsh(problem.mesh);
  if (problem.mesh.ends_with(".vtu")) return fem::read_vtu(problem.mesh);
  return fail(ErrorCode::bad_input, problem.mesh, "--mesh", "a .msh or .vtu file");
}

// As many nodes of each element as are asked for, and no element that is inside out somewhere.
Expected<void> fit_nodes(const Problem& problem, fem::Mesh& mesh) {
  if (problem.nodes_per_element == 10 && mesh.kind == fem::Kind::tet4) {
    mesh = fem::with_middles(mesh);
  }
  if (problem.nodes_per_element == 4 && mesh.kind == fem::Kind::tet10) {
    return fail(ErrorCode::bad_input, "tetrahedra of 10 nodes", problem.mesh,
                "of 4, as --nodes-per-element says");
  }
  if (mesh.kind == fem::Kind::tet4) return {};
  for (std::int32_t i = 0; i < mesh.element_count(); ++i) {
    if (least_share(mesh, i) > 0) continue;
    return fail(ErrorCode::bad_input, "element " + std::to_string(i) + " is bent inside out",
                problem.mesh, "a volume above 0 everywhere");
  }
  return {};
}

bool is_at(const Problem& problem, const Grip& grip, const Vec& place) {
  const auto axis = static_cast<std::size_t>(grip.axis);
  const double end = grip.high ? problem.high[axis] : problem.low[axis];
  return std::abs(place[axis] - end) <= near * (problem.high[axis] - problem.low[axis]);
}

bool has_notch(const Problem& problem, const fem::Mesh& mesh,
               const std::vector<fem::Facet>& facets) {
  return std::ranges::any_of(facets, [&](const fem::Facet& facet) {
    const auto& n = facet.nodes;
    return facet.second >= 0 &&
           is_notch(problem, {mesh.points[n[0]], mesh.points[n[1]], mesh.points[n[2]]});
  });
}

}  // namespace

std::string in_words(const Problem& problem) {
  const fem::Box& box = problem.box;
  const Material& m = problem.material;
  const Cohesion& c = problem.cohesion;
  std::string words = problem.mesh.empty() ? "a box" : problem.mesh;
  const auto add = [&](const char* what, double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), ", %s %.17g", what, value);
    words += text.data();
  };
  for (std::size_t i = 0; i < 3; ++i) add("size", box.size[i]);
  for (std::size_t i = 0; i < 3; ++i) add("cells", box.cells[i]);
  add("nodes per element", problem.nodes_per_element);
  add("law", static_cast<double>(m.law));
  add("young", m.young);
  add("poisson", m.poisson);
  add("density", m.density);
  add("breaks", static_cast<double>(c.breaks));
  add("strength", c.strength);
  add("toughness", c.toughness);
  add("shear", c.shear);
  add("scatter", c.scatter);
  add("penalty", c.penalty);
  add("friction", c.friction);
  add("notch", problem.notch);
  add("pull", problem.pull);
  add("safety", problem.safety);
  add("seed", static_cast<double>(problem.seed));
  add("parts", problem.parts);
  if (problem.cut_by == fem::CutBy::scotch) words += ", cut by scotch";
  return words;
}

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
      require(c.friction >= 0 && c.friction <= 10, c.friction, "--friction", "0 to 10"),
      require(c.friction == 0 || c.penalty > 0, c.friction, "--friction",
              "a --penalty above 0 with it"),
      require(problem.notch >= 0 && problem.notch < 1e300, problem.notch, "--notch", "0 or more"),
      require(std::abs(problem.pull) < m.pressure_speed(), problem.pull, "--pull",
              "less than the speed of pressure waves"),
      require(problem.safety > 0 && problem.safety <= 0.5, problem.safety, "--safety",
              "above 0, 0.5 at most"),
      require(problem.steps >= 0 && problem.steps <= 1'000'000'000, problem.steps, "--steps",
              "0 or more"),
      require(problem.parts >= 1, problem.parts, "--parts", "1 or more"),
  };
  for (const Expected<void>& check : checks) {
    if (!check) return check;
  }
  return {};
}

double least_crossing_s(const fem::Mesh& mesh, const Material& material) {
  double least = std::numeric_limits<double>::max();
  for (std::int32_t i = 0; i < mesh.element_count(); ++i) {
    const auto n = mesh.nodes_of(i);
    const double volume = fem::volume_of(mesh, i);
    const double share =
        mesh.kind == fem::Kind::tet4 ? 1 : 0.4 * std::min(1.0, least_share(mesh, i));
    for (const auto& side : fem::sides_of_tet) {
      const Vec& a = mesh.points[n[side[0]]];
      const double area2 = length(cross(mesh.points[n[side[1]]] - a, mesh.points[n[side[2]]] - a));
      least = std::min(least, share * 6 * volume / area2);
    }
  }
  return least / material.pressure_speed();
}

Expected<fem::Mesh> prepare(Problem& problem) {
  auto mesh = read_mesh(problem);
  if (!mesh) return mesh;
  if (auto good = fit_nodes(problem, *mesh); !good) return forward_error(good);
  auto facets = fem::facets_of(*mesh);
  if (!facets) {
    if (!problem.mesh.empty()) facets.error().where = problem.mesh;
    return forward_error(facets);
  }
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
  if (problem.notch > 0 && !has_notch(problem, *mesh, *facets)) {
    return fail(ErrorCode::bad_input, "no side of an element lies in the notch", "--notch",
                "0, or a mesh with sides at half the height: --cells XxYxZ with an even Y, and a "
                "notch as long as a cell");
  }
  problem.step_s = problem.safety * least_crossing_s(*mesh, problem.material);
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
