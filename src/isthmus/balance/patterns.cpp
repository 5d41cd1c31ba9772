#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "isthmus/balance/generator.hpp"
#include "isthmus/base/random.hpp"

namespace isthmus::engine::balance {

namespace {

// What is drawn for which purpose; one purpose's numbers do not shift another's.
constexpr std::uint64_t for_loads = 101;
constexpr std::uint64_t for_places = 102;
constexpr std::uint64_t for_edges = 103;

constexpr double stencil_cpu_s = 1e-3;
constexpr std::uint64_t stencil_halo_bytes = 256;
constexpr std::uint64_t stencil_block_bytes = 8192;

void add_both(std::vector<Edge>& edges, std::uint32_t one, std::uint32_t other,
              std::uint32_t messages, std::uint64_t bytes) {
  edges.push_back({one, other, messages, bytes});
  edges.push_back({other, one, messages, bytes});
}

void add_object_at(Snapshot& snapshot, double cpu_s, std::uint64_t bytes, double x, double y) {
  snapshot.add_object(cpu_s, PeId(0), false, bytes);
  snapshot.objects.position.push_back({static_cast<float>(x), static_cast<float>(y)});
}

/// A rectangle of objects, each with four neighbours, that cost what `cost_s(i)` says.
template <class Cost>
void add_mesh(const Parameters& parameters, Snapshot& snapshot, Cost cost_s) {
  const auto rows = static_cast<std::uint32_t>(
      std::max(1.0, std::floor(std::sqrt(static_cast<double>(parameters.objects)))));
  const auto columns = static_cast<std::uint32_t>(parameters.objects / rows);
  std::vector<Edge> edges;
  for (std::uint32_t column = 0; column < columns; ++column) {
    for (std::uint32_t row = 0; row < rows; ++row) {
      const std::uint32_t i = column * rows + row;
      add_object_at(snapshot, cost_s(i), stencil_block_bytes, column, row);
      if (row > 0) add_both(edges, i - 1, i, 1, stencil_halo_bytes);
      if (column > 0) add_both(edges, i - rows, i, 1, stencil_halo_bytes);
    }
  }
  snapshot.set_edges(std::move(edges));
}

void add_stencil(const Parameters& parameters, Snapshot& snapshot) {
  add_mesh(parameters, snapshot, [](std::uint32_t) { return stencil_cpu_s; });
}

void add_power_law(const Parameters& parameters, Snapshot& snapshot) {
  Random random = Random::for_purpose(parameters.seed, for_loads);
  add_mesh(parameters, snapshot, [&](std::uint32_t) {
    // x to the power of -5/8, by roots alone: libraries round powers differently.
    const double half = std::sqrt(1.0 - random.uniform());
    return 0.5 * stencil_cpu_s / (half * std::sqrt(std::sqrt(half)));
  });
}

void add_hot_object(const Parameters& parameters, Snapshot& snapshot) {
  Random random = Random::for_purpose(parameters.seed, for_loads);
  const std::uint64_t hot = random.below(std::max<std::size_t>(parameters.objects, 1));
  add_mesh(parameters, snapshot,
           [&](std::uint32_t i) { return i == hot ? 200 * stencil_cpu_s : stencil_cpu_s; });
}

/// Groups of some 64 objects that talk much among themselves and little with others; members of a
/// group do not follow one another.
void add_communities(const Parameters& parameters, Snapshot& snapshot) {
  constexpr std::uint32_t group_size = 64;
  constexpr int friends = 6;
  Random loads = Random::for_purpose(parameters.seed, for_loads);
  Random random = Random::for_purpose(parameters.seed, for_edges);
  const auto count = static_cast<std::uint32_t>(parameters.objects);
  const std::uint32_t groups = std::max(1u, count / group_size);
  const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(groups)));
  std::vector<Edge> edges;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t group = i % groups;
    const std::uint32_t member = i / groups;
    const std::uint32_t x = 10 * (group % side) + member % 8;
    const std::uint32_t y = 10 * (group / side) + member / 8;
    add_object_at(snapshot, stencil_cpu_s * (0.5 + loads.uniform()), stencil_block_bytes, x, y);
    const std::uint32_t members = (count - group + groups - 1) / groups;
    for (int k = 0; k < friends; ++k) {
      const auto other = static_cast<std::uint32_t>(random.below(members)) * groups + group;
      if (other != i) add_both(edges, i, other, 4, 4 * stencil_halo_bytes);
    }
    if (random.below(4) == 0) {
      const auto other = static_cast<std::uint32_t>(random.below(count));
      if (other != i) add_both(edges, i, other, 1, stencil_halo_bytes);
    }
  }
  snapshot.set_edges(std::move(edges));
}

/// 216 cells, 6 each way, the box closed upon itself; an object for each pair of neighbouring cells
/// and each cell with itself, 3,024 (Koenig 2007, 8.2.1). A step takes 14.3 s of CPU in all, what
/// its table 8.1 has for 16 PEs that are busy; pairs take nearly all of it, cells that share a face
/// more than those that share a corner.
void add_molecular_dynamics(const Parameters& parameters, Snapshot& snapshot) {
  constexpr int side = 6;
  constexpr std::uint32_t cells = side * side * side;
  constexpr double total_s = 14.3;
  constexpr double cell_share = 0.03;
  constexpr std::uint64_t atoms_bytes = 10'000;
  // By the number of coordinates in which two cells differ.
  constexpr std::array<double, 4> weight_of = {0.6, 1.8, 1.1, 0.7};
  Random random = Random::for_purpose(parameters.seed, for_loads);
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    const std::uint32_t x = cell % side;
    const std::uint32_t y = cell / side % side;
    const std::uint32_t z = cell / (side * side);
    add_object_at(snapshot, total_s * cell_share / cells, 4 * atoms_bytes, x + 0.15 * z,
                  y + 0.15 * z);
  }
  std::vector<Edge> edges;
  double weights = 0;
  const auto add_pair = [&](std::uint32_t one, std::uint32_t other, int differences) {
    const auto pair = static_cast<std::uint32_t>(snapshot.object_count());
    const double weight = weight_of[differences] * (0.8 + 0.4 * random.uniform());
    weights += weight;
    const auto& a = snapshot.objects.position[one];
    const auto& b = snapshot.objects.position[other];
    add_object_at(snapshot, weight, atoms_bytes, 0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]));
    for (const std::uint32_t cell : {one, other}) add_both(edges, cell, pair, 1, atoms_bytes);
    if (one == other) edges.resize(edges.size() - 2);
  };
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    add_pair(cell, cell, 0);
    const std::array<int, 3> at = {static_cast<int>(cell) % side,
                                   static_cast<int>(cell) / side % side,
                                   static_cast<int>(cell) / (side * side)};
    // Half of the 26 neighbours; the other half has this cell for its neighbour.
    for (int way = 14; way < 27; ++way) {
      const std::array<int, 3> step = {way % 3 - 1, way / 3 % 3 - 1, way / 9 - 1};
      std::array<int, 3> to{};
      int differences = 0;
      for (int axis = 0; axis < 3; ++axis) {
        to[axis] = (at[axis] + step[axis] + side) % side;
        differences += step[axis] != 0 ? 1 : 0;
      }
      add_pair(cell, static_cast<std::uint32_t>(to[0] + side * (to[1] + side * to[2])),
               differences);
    }
  }
  for (std::uint32_t i = cells; i < snapshot.object_count(); ++i) {
    snapshot.objects.cpu_s[i] *= total_s * (1 - cell_share) / weights;
  }
  snapshot.set_edges(std::move(edges));
}

using Point = std::array<double, 3>;

double squared_distance(const Point& a, const Point& b) {
  double sum = 0;
  for (int axis = 0; axis < 3; ++axis) sum += (a[axis] - b[axis]) * (a[axis] - b[axis]);
  return sum;
}

/// 20 by 10 by 5 points, each somewhere in its cell of a slab of 5 by 5 by 1 m.
std::vector<Point> slab_points(Random random) {
  std::vector<Point> points;
  for (int i = 0; i < 1000; ++i) {
    const std::array<int, 3> cell = {i / 50, i / 5 % 10, i % 5};
    points.push_back({(cell[0] + random.uniform()) * 0.25, (cell[1] + random.uniform()) * 0.5,
                      (cell[2] + random.uniform()) * 0.2});
  }
  return points;
}

/// 1,000 parts of a slab of 5 by 5 by 1 m through which a crack runs, each with up to six
/// neighbours (Koenig 2007, 8.3.1 and 8.3.2). A step takes 22.8 s of CPU in all: the 2,847 ms of
/// table 8.3 on 8 PEs without a balancer. Parts by the crack take up to three times as long as
/// others.
void add_unstructured_mesh(const Parameters& parameters, Snapshot& snapshot) {
  constexpr double total_s = 8 * 2.847265;
  constexpr int neighbours_max = 6;
  constexpr std::uint64_t ghost_bytes = 6'000;
  const std::vector<Point> points = slab_points(Random::for_purpose(parameters.seed, for_places));
  const auto count = static_cast<std::uint32_t>(points.size());
  Random random = Random::for_purpose(parameters.seed, for_loads);
  double weights = 0;
  for (const Point& point : points) {
    const bool is_cracked = point[0] < 3.0;
    const double from_crack = is_cracked ? std::abs(point[1] - 2.5) : 2.5;
    const double weight =
        (1.0 + 2.0 * std::max(0.0, 1.0 - from_crack)) * (0.9 + 0.2 * random.uniform());
    weights += weight;
    add_object_at(snapshot, weight, 400'000, point[0], point[1] + 0.2 * point[2]);
  }
  for (double& cpu_s : snapshot.objects.cpu_s) cpu_s *= total_s / weights;
  struct Near {
    double distance;
    std::uint32_t one;
    std::uint32_t other;
  };
  std::vector<Near> near;
  for (std::uint32_t i = 0; i < count; ++i) {
    for (std::uint32_t j = i + 1; j < count; ++j) {
      const double distance = squared_distance(points[i], points[j]);
      if (distance < 0.5) near.push_back({distance, i, j});
    }
  }
  std::ranges::stable_sort(near, {}, &Near::distance);
  std::vector<int> neighbours(count, 0);
  std::vector<Edge> edges;
  for (const Near& pair : near) {
    if (std::max(neighbours[pair.one], neighbours[pair.other]) >= neighbours_max) continue;
    ++neighbours[pair.one];
    ++neighbours[pair.other];
    add_both(edges, pair.one, pair.other, 1, ghost_bytes);
  }
  snapshot.set_edges(std::move(edges));
}

constexpr std::array<Pattern, 6> all_patterns = {{
    {"stencil", "a rectangle of equal objects with four neighbours each", add_stencil},
    {"power_law", "the same with a few heavy objects and many light ones", add_power_law},
    {"communities", "groups that talk among themselves, scattered", add_communities},
    {"hot_object", "a stencil in which one object costs as much as 200 others", add_hot_object},
    {"molecular_dynamics", "216 cells and 3,024 pairs of cells", add_molecular_dynamics, true},
    {"unstructured_mesh", "1,000 parts of a slab with a crack", add_unstructured_mesh, true},
}};

}  // namespace

std::span<const Pattern> patterns() { return all_patterns; }

}  // namespace isthmus::engine::balance
