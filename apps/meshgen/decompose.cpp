#include "meshgen/decompose.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "isthmus/graph/partition.hpp"
#include "meshgen/triangulate.hpp"

namespace meshgen {

namespace {

using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::fail;

using Owners = std::vector<std::int32_t>;

constexpr std::size_t coarse_max = 1'000'000;

// Triangles that have to stay together: those with small angles, which lie across acute corners of
// the input, and their neighbours. A line along a side of such a triangle would make a small angle
// with a segment, beside which refinement would not end.
Owners find_clusters(const Mesh& mesh) {
  const auto& triangles = mesh.triangles();
  std::vector<std::int32_t> root(triangles.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](std::int32_t t) {
    while (root[t] != t) t = root[t] = root[root[t]];
    return t;
  };
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const auto& corner = triangles[t].corner;
    const double angle =
        least_angle_deg(mesh.point(corner[0]), mesh.point(corner[1]), mesh.point(corner[2]));
    if (angle >= interface_angle_deg - 1e-6) continue;
    for (int i = 0; i < 3; ++i) {
      if (triangles[t].segment[i] >= 0) continue;
      root[find(triangles[t].neighbor[i])] = find(static_cast<std::int32_t>(t));
    }
  }
  // Numbered in the order of their first triangles.
  Owners cluster(triangles.size(), -1);
  std::int32_t count = 0;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    std::int32_t& first = cluster[find(static_cast<std::int32_t>(t))];
    if (first < 0) first = count++;
  }
  Owners all(triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    all[t] = cluster[find(static_cast<std::int32_t>(t))];
  }
  return all;
}

// Clusters that have sides in common are neighbours, by so many sides.
isthmus::graph::Graph graph_of(const Mesh& mesh, const Owners& cluster, std::int32_t count) {
  std::vector<std::map<std::int32_t, std::uint32_t>> around(count);
  for (std::size_t t = 0; t < cluster.size(); ++t) {
    for (const std::int32_t next : mesh.triangles()[t].neighbor) {
      if (next >= 0 && cluster[next] != cluster[t]) ++around[cluster[t]][cluster[next]];
    }
  }
  isthmus::graph::Graph graph;
  for (const auto& neighbors : around) {
    for (const auto& [next, sides] : neighbors) {
      graph.neighbour.push_back(static_cast<std::uint32_t>(next));
      graph.weight.push_back(sides);
    }
    graph.begin.push_back(static_cast<std::uint32_t>(graph.neighbour.size()));
  }
  return graph;
}

// No part stays without a cluster; there are enough.
void fill_empty_parts(std::vector<std::uint32_t>& part_of, int parts) {
  std::vector<int> size(parts, 0);
  for (const std::uint32_t part : part_of) ++size[part];
  for (int part = 0; part < parts; ++part) {
    if (size[part] > 0) continue;
    const auto largest = static_cast<std::uint32_t>(std::ranges::max_element(size) - size.begin());
    *std::ranges::find(part_of, largest) = static_cast<std::uint32_t>(part);
    --size[largest];
    ++size[part];
  }
}

// Each triangle's part. If there are fewer clusters than parts, some parts stay empty.
Expected<Owners> partition(const Mesh& mesh, int parts) {
  Owners owner = find_clusters(mesh);
  const std::int32_t clusters = *std::ranges::max_element(owner) + 1;
  if (clusters <= parts) return owner;
  std::vector<double> triangles(clusters, 0);
  for (const std::int32_t cluster : owner) ++triangles[cluster];
  const std::vector<double> alike(parts, 1);
  auto part =
      isthmus::graph::cut(graph_of(mesh, owner, clusters), triangles, alike, {.counts = true});
  if (!part) return isthmus::forward_error(part);
  fill_empty_parts(*part, parts);
  for (std::int32_t& triangle : owner) triangle = static_cast<std::int32_t>((*part)[triangle]);
  return owner;
}

// An edge of the coarse mesh that becomes a line, of one part or of two.
struct Interface {
  std::int32_t from = -1;
  std::int32_t to = -1;
  std::int32_t family = -1;
  std::int32_t part[2] = {-1, -1};
  std::uint32_t line[2] = {0, 0};  // Its number in each part.
};

std::vector<Interface> find_interfaces(const Mesh& mesh, const Owners& owner) {
  std::vector<Interface> found;
  for (std::size_t t = 0; t < mesh.triangles().size(); ++t) {
    const Triangle& triangle = mesh.triangles()[t];
    for (int i = 0; i < 3; ++i) {
      const std::int32_t next = triangle.neighbor[i];
      const std::int32_t segment = triangle.segment[i];
      const bool parted = next >= 0 && owner[next] != owner[t];
      if (segment < 0 && !parted) continue;
      if (next >= 0 && next < static_cast<std::int32_t>(t)) continue;  // seen from there
      Interface edge;
      // Both parts get the line in the same direction.
      std::tie(edge.from, edge.to) =
          std::minmax({triangle.corner[(i + 1) % 3], triangle.corner[(i + 2) % 3]});
      if (segment >= 0) edge.family = mesh.lines()[mesh.segments()[segment].line].family;
      edge.part[0] = owner[t];
      if (parted) edge.part[1] = owner[next];
      found.push_back(edge);
    }
  }
  return found;
}

// One part's vertices, numbered as they come.
class PartBuilder {
 public:
  explicit PartBuilder(const Mesh& mesh) : mesh_(mesh) {}

  void add(const Triangle& triangle) {
    std::array<std::int32_t, 3> corner{};
    for (int i = 0; i < 3; ++i) corner[i] = vertex(triangle.corner[i]);
    parts_.triangles.push_back(corner);
  }

  std::uint32_t add(const Interface& edge, const std::vector<bool>& acute) {
    Line line;
    line.family = edge.family < 0 ? -1 : family(edge.family);
    line.from_acute = acute[edge.from];
    line.to_acute = acute[edge.to];
    parts_.lines.push_back(line);
    parts_.sides.push_back({vertex(edge.from), vertex(edge.to)});
    return static_cast<std::uint32_t>(parts_.lines.size() - 1);
  }

  void join(std::uint32_t line, std::int32_t neighbor, std::uint32_t peer_line) {
    parts_.lines[line].neighbor = neighbor;
    parts_.lines[line].peer_line = peer_line;
  }

  Mesh build() { return Mesh(std::move(parts_)); }

 private:
  std::int32_t vertex(std::int32_t coarse) {
    const auto [place, fresh] =
        vertices_.emplace(coarse, static_cast<std::int32_t>(parts_.points.size()));
    if (fresh) {
      parts_.points.push_back(mesh_.point(coarse));
      const std::int32_t of = mesh_.point_families()[coarse];
      parts_.families.push_back(of < 0 ? -1 : family(of));
    }
    return place->second;
  }

  std::int32_t family(std::int32_t coarse) {
    const auto [place, fresh] =
        families_.emplace(coarse, static_cast<std::int32_t>(parts_.family_list.size()));
    if (fresh) parts_.family_list.push_back(mesh_.families()[coarse]);
    return place->second;
  }

  const Mesh& mesh_;
  MeshParts parts_;
  std::map<std::int32_t, std::int32_t> vertices_;
  std::map<std::int32_t, std::int32_t> families_;
};

std::vector<Mesh> cut(const Mesh& mesh, const Owners& owner, int parts) {
  std::vector<Interface> interfaces = find_interfaces(mesh, owner);
  std::vector<MeshParts::Side> sides;
  for (const Interface& edge : interfaces) sides.push_back({edge.from, edge.to});
  const std::vector<bool> acute = acute_vertices(mesh.points(), sides);
  std::vector<PartBuilder> builders(parts, PartBuilder(mesh));
  for (std::size_t t = 0; t < owner.size(); ++t) builders[owner[t]].add(mesh.triangles()[t]);
  for (Interface& edge : interfaces) {
    for (int side = 0; side < 2; ++side) {
      if (edge.part[side] < 0) continue;
      edge.line[side] = builders[edge.part[side]].add(edge, acute);
    }
    if (edge.part[1] < 0) continue;
    for (int side = 0; side < 2; ++side) {
      builders[edge.part[side]].join(edge.line[side], edge.part[1 - side], edge.line[1 - side]);
    }
  }
  std::vector<Mesh> meshes;
  for (PartBuilder& builder : builders) meshes.push_back(builder.build());
  return meshes;
}

}  // namespace

double least_length(const std::vector<Point>& points) {
  double extent = 0;
  for (const Point& point : points) {
    extent = std::max({extent, std::abs(point.x), std::abs(point.y)});
  }
  return extent * 0x1p-30;
}

Expected<std::vector<Mesh>> decompose(Mesh domain, int subdomains, int grain) {
  const Bounds bounds{.angle_deg = interface_angle_deg,
                      .area = total_area(domain) / (static_cast<double>(subdomains) * grain),
                      .length_least = least_length(domain.points()),
                      .triangles_max = coarse_max + 30 * domain.triangles().size() +
                                       20 * static_cast<std::size_t>(subdomains) * grain};
  Refiner refiner(domain, bounds, nullptr);
  refiner.look_at_all();
  if (!refiner.run() || refiner.effort().given_up > 0) {
    return fail(ErrorCode::bad_input,
                "details so fine that the coarse mesh would have more than " +
                    std::to_string(bounds.triangles_max) + " triangles, or too small ones",
                {}, "vertices farther from each other and from segments");
  }
  auto owner = partition(domain, subdomains);
  if (!owner) return isthmus::forward_error(owner);
  return cut(domain, *owner, subdomains);
}

}  // namespace meshgen
