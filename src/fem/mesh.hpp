// fem/mesh.hpp: an unstructured mesh of a solid as plain data: nodes, elements, what is known
// there.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/error.hpp"

namespace isthmus::fem {

using Point = std::array<double, 3>;

/// Of solid elements. The nodes of a tet10 are its four corners, and then the middles of its edges
/// (0,1) (1,2) (0,2) (0,3) (1,3) (2,3), as VTK counts them.
enum class Kind : std::uint8_t { tet4, tet10 };

constexpr int nodes_per(Kind kind) { return kind == Kind::tet4 ? 4 : 10; }

/// The two corners of each edge, in the order of a tet10's middles.
inline constexpr std::array<std::array<int, 2>, 6> edges_of_tet = {
    {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}}};
/// The corners of each side, which lies opposite the corner of its number; counter-clockwise where
/// one looks at the element from outside.
inline constexpr std::array<std::array<int, 3>, 4> sides_of_tet = {
    {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};
/// The middles of each side's edges, from its first corner on, as a tet10 numbers them.
inline constexpr std::array<std::array<int, 3>, 4> middles_of_sides = {
    {{5, 9, 8}, {7, 9, 6}, {4, 8, 7}, {6, 5, 4}}};

/// Values of one name, `components` of them at each node or at each element.
struct Field {
  int components = 1;
  std::vector<double> values = {};

  bool operator==(const Field&) const = default;
};

/// A triangle of the surface, or of an inner face that was named.
struct Triangle {
  std::array<std::int32_t, 3> nodes = {};
  std::int32_t group = 0;

  bool operator==(const Triangle&) const = default;
};

/// All elements are of one kind. Nodes and elements are counted from 0; their numbers are their
/// places here.
struct Mesh {
  Kind kind = Kind::tet4;
  std::vector<Point> points = {};
  std::vector<std::int32_t> nodes = {};  ///< nodes_per(kind) of each element.
  std::vector<std::int32_t> group = {};  ///< Of each element.
  std::vector<Triangle> triangles = {};
  /// What groups are called, by dimension (2 or 3) and number.
  std::map<std::pair<int, std::int32_t>, std::string> names = {};
  std::map<std::string, Field> node_data = {};
  std::map<std::string, Field> element_data = {};

  std::int32_t node_count() const { return static_cast<std::int32_t>(points.size()); }
  std::int32_t element_count() const { return static_cast<std::int32_t>(group.size()); }
  std::span<const std::int32_t> nodes_of(std::int32_t element) const {
    const auto per = static_cast<std::size_t>(nodes_per(kind));
    return std::span(nodes).subspan(per * static_cast<std::size_t>(element), per);
  }
};

/// Of the tetrahedron of these corners; negative where they are in the other order.
double volume_of(const Point& a, const Point& b, const Point& c, const Point& d);
/// Of the element's corners.
double volume_of(const Mesh& mesh, std::int32_t element);

/// ErrorCode::bad_input, in one line that begins with `where`, unless all nodes that elements and
/// triangles name are there, all points are finite, all elements have a volume above 0, and data
/// are as many as nodes and elements.
Expected<void> check(const Mesh& mesh, const std::string& where);

}  // namespace isthmus::fem
