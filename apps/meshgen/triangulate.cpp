#include "meshgen/triangulate.hpp"

#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Triangulation_face_base_with_info_2.h>
#include <CGAL/Triangulation_vertex_base_with_info_2.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

namespace meshgen {

namespace {

using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::fail;

struct FaceNumber {
  bool outside = false;
  std::int32_t number = -1;
};

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Vertices = CGAL::Triangulation_vertex_base_with_info_2<std::int32_t, Kernel>;
using Faces =
    CGAL::Triangulation_face_base_with_info_2<FaceNumber, Kernel,
                                              CGAL::Constrained_triangulation_face_base_2<Kernel>>;
using Store = CGAL::Triangulation_data_structure_2<Vertices, Faces>;
using Triangulation = CGAL::Constrained_Delaunay_triangulation_2<
    Kernel, Store, CGAL::No_constraint_intersection_requiring_constructions_tag>;

// All faces that are reached from one without crossing a constraint.
void mark_outside(const Triangulation& all, Triangulation::Face_handle from) {
  std::vector<Triangulation::Face_handle> stack = {from};
  while (!stack.empty()) {
    const auto face = stack.back();
    stack.pop_back();
    if (face->info().outside) continue;
    face->info().outside = true;
    for (int i = 0; i < 3; ++i) {
      if (!all.is_constrained({face, i})) stack.push_back(face->neighbor(i));
    }
  }
}

bool cross(const Point& a, const Point& b, const Point& c, const Point& d) {
  return orientation(a, b, c) * orientation(a, b, d) < 0 &&
         orientation(c, d, a) * orientation(c, d, b) < 0;
}

// The first two that cross, for the message.
std::unexpected<isthmus::Error> crossing(const Domain& domain) {
  for (std::size_t i = 0; i < domain.sides.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto& one = domain.sides[i];
      const auto& other = domain.sides[j];
      if (cross(domain.points[one.from], domain.points[one.to], domain.points[other.from],
                domain.points[other.to])) {
        return fail(ErrorCode::bad_input,
                    "this segment crosses that of line " + std::to_string(other.line),
                    domain.at(one.line), "segments that meet in vertices alone");
      }
    }
  }
  return fail(ErrorCode::bad_input, "segments cross", domain.file,
              "segments that meet in vertices alone");
}

std::unexpected<isthmus::Error> nothing_inside(const Domain& domain) {
  return fail(ErrorCode::bad_input, "the segments enclose nothing", domain.file,
              "closed outlines, and holes inside of them");
}

Expected<Triangulation> build(const Domain& domain) {
  Triangulation all;
  std::vector<Triangulation::Vertex_handle> vertex;
  for (const Point& point : domain.points) {
    vertex.push_back(all.insert({point.x, point.y}));
    vertex.back()->info() = static_cast<std::int32_t>(vertex.size() - 1);
  }
  try {
    for (const Domain::Side& side : domain.sides) {
      all.insert_constraint(vertex[side.from], vertex[side.to]);
    }
  } catch (const Triangulation::Intersection_of_constraints_exception&) {
    return crossing(domain);
  }
  // Of points on one line there are no faces at all.
  if (all.dimension() < 2) return nothing_inside(domain);
  mark_outside(all, all.infinite_face());
  for (const Domain::Hole& hole : domain.holes) {
    const auto face = all.locate({hole.point.x, hole.point.y});
    if (face == nullptr || all.is_infinite(face)) {
      return fail(ErrorCode::bad_input, "the hole lies outside of all segments",
                  domain.at(hole.line), "a point in a hole");
    }
    mark_outside(all, face);
  }
  return all;
}

// Numbers the faces and vertices that are inside, and takes them over.
MeshParts inside(const Domain& domain, const Triangulation& all) {
  MeshParts parts;
  std::vector<std::int32_t> number(domain.points.size(), -1);
  for (const auto face : all.finite_face_handles()) {
    if (face->info().outside) continue;
    std::array<std::int32_t, 3> corner{};
    for (int i = 0; i < 3; ++i) {
      const std::int32_t old = face->vertex(i)->info();
      if (number[old] < 0) {
        number[old] = static_cast<std::int32_t>(parts.points.size());
        parts.points.push_back(domain.points[old]);
      }
      corner[i] = number[old];
    }
    parts.triangles.push_back(corner);
  }
  parts.families.assign(parts.points.size(), -1);
  for (const auto& edge : all.constrained_edges()) {
    const auto [face, i] = edge;
    if (face->info().outside && face->neighbor(i)->info().outside) continue;
    const std::int32_t a = face->vertex(Triangulation::ccw(i))->info();
    const std::int32_t b = face->vertex(Triangulation::cw(i))->info();
    parts.sides.push_back({number[a], number[b]});
  }
  return parts;
}

}  // namespace

Expected<Mesh> triangulate(const Domain& domain) {
  auto all = build(domain);
  if (!all) return isthmus::forward_error(all);
  MeshParts parts = inside(domain, *all);
  if (parts.triangles.empty()) return nothing_inside(domain);
  const std::vector<bool> acute = acute_vertices(parts.points, parts.sides);
  for (const MeshParts::Side& side : parts.sides) {
    const auto number = static_cast<std::int32_t>(parts.lines.size());
    const bool from_acute = acute[side.from];
    const bool to_acute = acute[side.to];
    parts.lines.push_back({.family = number, .from_acute = from_acute, .to_acute = to_acute});
    parts.family_list.push_back(
        {parts.points[side.from], parts.points[side.to], from_acute, to_acute});
  }
  return Mesh(std::move(parts));
}

std::vector<bool> acute_vertices(const std::vector<Point>& points,
                                 const std::vector<MeshParts::Side>& sides) {
  std::vector<std::vector<double>> directions(points.size());
  const auto add = [&](std::int32_t from, std::int32_t to) {
    directions[from].push_back(
        std::atan2(points[to].y - points[from].y, points[to].x - points[from].x));
  };
  for (const MeshParts::Side& side : sides) {
    add(side.from, side.to);
    add(side.to, side.from);
  }
  std::vector<bool> acute(points.size(), false);
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<double>& around = directions[i];
    std::ranges::sort(around);
    for (std::size_t k = 0; k < around.size() && around.size() > 1; ++k) {
      const double next = k + 1 < around.size() ? around[k + 1] : around[0] + 2 * std::numbers::pi;
      // A little less than 60 degrees, so that rounding does not make the corners of a regular
      // triangle acute.
      if (next - around[k] < std::numbers::pi / 3 - 1e-9) acute[i] = true;
    }
  }
  return acute;
}

double total_area(const Mesh& mesh) {
  double sum = 0;
  double lost = 0;
  for (const Triangle& triangle : mesh.triangles()) {
    const auto& corner = triangle.corner;
    const double next =
        area(mesh.point(corner[0]), mesh.point(corner[1]), mesh.point(corner[2])) - lost;
    const double after = sum + next;
    lost = (after - sum) - next;
    sum = after;
  }
  return sum;
}

}  // namespace meshgen
