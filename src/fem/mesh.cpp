#include "fem/mesh.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace isthmus::fem {

namespace {

// In few digits, however large or small.
std::string in_words(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", value);
  return text.data();
}

Expected<void> check_nodes(const Mesh& mesh, std::span<const std::int32_t> nodes,
                           const std::string& what, const std::string& where) {
  for (const std::int32_t node : nodes) {
    if (node < 0 || node >= mesh.node_count()) {
      return fail(ErrorCode::bad_input, what + " has node " + std::to_string(node), where,
                  "0 to " + std::to_string(mesh.node_count() - 1));
    }
  }
  return {};
}

Expected<void> check_fields(const std::map<std::string, Field>& fields, std::int32_t count,
                            const std::string& of, const std::string& where) {
  for (const auto& [name, field] : fields) {
    if (field.components < 1 ||
        std::ssize(field.values) != std::int64_t{count} * field.components) {
      return fail(
          ErrorCode::bad_input,
          "'" + name + "' has " + std::to_string(field.values.size()) + " values", where,
          std::to_string(field.components) + " for each of " + std::to_string(count) + " " + of);
    }
  }
  return {};
}

}  // namespace

double volume_of(const Point& a, const Point& b, const Point& c, const Point& d) {
  std::array<Point, 3> e;
  for (std::size_t i = 0; i < 3; ++i) {
    e[0][i] = b[i] - a[i];
    e[1][i] = c[i] - a[i];
    e[2][i] = d[i] - a[i];
  }
  return (e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) +
          e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) +
          e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0])) /
         6;
}

double volume_of(const Mesh& mesh, std::int32_t element) {
  const auto n = mesh.nodes_of(element);
  return volume_of(mesh.points[n[0]], mesh.points[n[1]], mesh.points[n[2]], mesh.points[n[3]]);
}

Expected<void> check(const Mesh& mesh, const std::string& where) {
  if (mesh.group.empty()) {
    return fail(ErrorCode::bad_input, "no tetrahedra", where, "a mesh of a solid");
  }
  if (mesh.nodes.size() != mesh.group.size() * static_cast<std::size_t>(nodes_per(mesh.kind))) {
    return fail(ErrorCode::bad_input, std::to_string(mesh.nodes.size()) + " nodes of elements",
                where, std::to_string(nodes_per(mesh.kind)) + " for each element");
  }
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    for (const double x : mesh.points[i]) {
      if (std::isfinite(x)) continue;
      return fail(ErrorCode::bad_input, "node " + std::to_string(i) + " is nowhere", where,
                  "finite coordinates");
    }
  }
  for (std::int32_t i = 0; i < mesh.element_count(); ++i) {
    const std::string what = "element " + std::to_string(i);
    if (auto good = check_nodes(mesh, mesh.nodes_of(i), what, where); !good) return good;
    if (const double volume = volume_of(mesh, i); !(volume > 0)) {
      return fail(ErrorCode::bad_input, what + " has volume " + in_words(volume), where,
                  "more than 0");
    }
  }
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const std::string what = "triangle " + std::to_string(i);
    if (auto good = check_nodes(mesh, mesh.triangles[i].nodes, what, where); !good) return good;
  }
  if (auto good = check_fields(mesh.node_data, mesh.node_count(), "nodes", where); !good) {
    return good;
  }
  return check_fields(mesh.element_data, mesh.element_count(), "elements", where);
}

}  // namespace isthmus::fem
