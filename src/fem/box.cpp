#include "fem/box.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace isthmus::fem {

namespace {

// Of the axes; every other one turns the tetrahedron inside out.
constexpr std::array<std::array<int, 3>, 6> orders = {
    {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};

class Builder {
 public:
  explicit Builder(const Box& box) : box_(box) {}

  Mesh build() {
    const auto& n = box_.cells;
    for (std::int32_t z = 0; z <= n[2]; ++z) {
      for (std::int32_t y = 0; y <= n[1]; ++y) {
        for (std::int32_t x = 0; x <= n[0]; ++x) mesh_.points.push_back(point({x, y, z}));
      }
    }
    for (std::int32_t z = 0; z < n[2]; ++z) {
      for (std::int32_t y = 0; y < n[1]; ++y) {
        for (std::int32_t x = 0; x < n[0]; ++x) cut_cell({x, y, z});
      }
    }
    mesh_.group.assign(mesh_.nodes.size() / 4, 1);
    name_surface();
    return std::move(mesh_);
  }

 private:
  using Place = std::array<std::int32_t, 3>;

  Point point(const Place& at) const {
    Point p;
    for (std::size_t i = 0; i < 3; ++i)
      p[i] = box_.origin[i] + box_.size[i] * at[i] / box_.cells[i];
    return p;
  }
  std::int32_t number(const Place& at) const {
    return at[0] + (box_.cells[0] + 1) * (at[1] + (box_.cells[1] + 1) * at[2]);
  }
  Place place(std::int32_t number) const {
    const std::int32_t row = box_.cells[0] + 1;
    const std::int32_t layer = row * (box_.cells[1] + 1);
    return {number % row, number % layer / row, number / layer};
  }

  void cut_cell(const Place& lowest) {
    for (std::size_t i = 0; i < orders.size(); ++i) {
      std::array<std::int32_t, 4> corners = {};
      Place at = lowest;
      corners[0] = number(at);
      for (std::size_t step = 0; step < 3; ++step) {
        ++at[orders[i][step]];
        corners[step + 1] = number(at);
      }
      if (i >= 3) std::swap(corners[1], corners[2]);
      add_triangles(corners);
      mesh_.nodes.insert(mesh_.nodes.end(), corners.begin(), corners.end());
    }
  }

  void add_triangles(const std::array<std::int32_t, 4>& corners) {
    for (const auto& side : sides_of_tet) {
      const Triangle triangle{{corners[side[0]], corners[side[1]], corners[side[2]]}};
      for (std::int32_t face = 0; face < 6; ++face) {
        const std::int32_t plane = face % 2 == 0 ? 0 : box_.cells[face / 2];
        const bool lies_there = std::ranges::all_of(triangle.nodes, [&](std::int32_t node) {
          return place(node)[static_cast<std::size_t>(face / 2)] == plane;
        });
        if (lies_there) mesh_.triangles.push_back({triangle.nodes, face + 1});
      }
    }
  }

  void name_surface() {
    const std::array<const char*, 6> names = {"low x",  "high x", "low y",
                                              "high y", "low z",  "high z"};
    mesh_.names[{3, 1}] = "solid";
    for (std::int32_t i = 0; i < 6; ++i) mesh_.names[{2, i + 1}] = names[i];
  }

  Box box_;
  Mesh mesh_;
};

}  // namespace

Expected<Mesh> box_of_tets(const Box& box) {
  double nodes = 1;
  double elements = 6;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(box.size[i] > 0 && std::isfinite(box.size[i]) && std::isfinite(box.origin[i]))) {
      return fail(ErrorCode::bad_input, std::to_string(box.size[i]), "size of a box", "above 0");
    }
    if (box.cells[i] < 1) {
      return fail(ErrorCode::bad_input, std::to_string(box.cells[i]), "cells of a box",
                  "1 or more");
    }
    elements *= box.cells[i];
    nodes *= (box.kind == Kind::tet4 ? 1.0 : 2.0) * box.cells[i] + 1;
  }
  if (std::max(nodes, elements) > 2147483647.0) {
    return fail(ErrorCode::bad_input,
                std::to_string(nodes) + " nodes and " + std::to_string(elements) + " elements",
                "cells of a box", "at most 2147483647 of each");
  }
  Mesh mesh = Builder(box).build();
  return box.kind == Kind::tet4 ? mesh : with_middles(mesh);
}

Mesh with_middles(const Mesh& mesh) {
  Mesh fine = mesh;
  fine.kind = Kind::tet10;
  fine.nodes.clear();
  std::vector<std::pair<std::int32_t, std::int32_t>> edges;
  const auto edge = [&](std::int32_t element, const std::array<int, 2>& ends) {
    const auto n = mesh.nodes_of(element);
    return std::pair(std::min(n[ends[0]], n[ends[1]]), std::max(n[ends[0]], n[ends[1]]));
  };
  for (std::int32_t i = 0; i < mesh.element_count(); ++i) {
    for (const auto& ends : edges_of_tet) edges.push_back(edge(i, ends));
  }
  std::ranges::sort(edges);
  const auto rest = std::ranges::unique(edges);
  edges.erase(rest.begin(), rest.end());
  for (auto& [name, field] : fine.node_data) {
    const auto count = static_cast<std::size_t>(field.components);
    for (const auto& [low, high] : edges) {
      for (std::size_t i = 0; i < count; ++i) {
        const double ends = field.values[count * static_cast<std::size_t>(low) + i] +
                            field.values[count * static_cast<std::size_t>(high) + i];
        field.values.push_back(0.5 * ends);
      }
    }
  }
  for (const auto& [low, high] : edges) {
    Point middle;
    for (std::size_t i = 0; i < 3; ++i) {
      middle[i] = 0.5 * (mesh.points[low][i] + mesh.points[high][i]);
    }
    fine.points.push_back(middle);
  }
  for (std::int32_t i = 0; i < mesh.element_count(); ++i) {
    const auto n = mesh.nodes_of(i);
    fine.nodes.insert(fine.nodes.end(), n.begin(), n.end());
    for (const auto& ends : edges_of_tet) {
      const auto at = std::ranges::lower_bound(edges, edge(i, ends)) - edges.begin();
      fine.nodes.push_back(mesh.node_count() + static_cast<std::int32_t>(at));
    }
  }
  return fine;
}

}  // namespace isthmus::fem
