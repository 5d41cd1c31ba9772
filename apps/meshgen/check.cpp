#include "meshgen/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <map>
#include <numbers>
#include <utility>

#include "meshgen/segment_map.hpp"

namespace meshgen {

namespace {

constexpr double degree = std::numbers::pi / 180;

[[gnu::format(printf, 1, 2)]] std::string text(const char* format, ...) {
  char line[400];
  va_list values;
  va_start(values, format);
  std::vsnprintf(line, sizeof line, format, values);
  va_end(values);
  return line;
}

// Counts what is wrong, and keeps the first of it.
struct Faults {
  std::int64_t count = 0;
  std::string first;

  void add(std::string what) {
    if (count++ == 0) first = std::move(what);
  }
  Verdict verdict(const char* subject, std::string if_none) const {
    if (count == 0) return {true, subject, std::move(if_none)};
    return {false, subject, first + (count == 1 ? "" : text(", and %ld more", count - 1))};
  }
};

struct Edge {
  std::int32_t low = 0;
  std::int32_t high = 0;
  std::int32_t triangle = 0;
  std::int32_t apex = 0;
  bool forward = false;  // From low to high as its triangle goes round.

  auto operator<=>(const Edge&) const = default;
};

class Checker {
 public:
  Checker(const WholeMesh& mesh, const Requirements& required)
      : mesh_(mesh), required_(required), segments_(required.segments) {
    for (const Point& point : mesh.points) {
      on_.emplace_back();
      segments_.find(point, on_.back());
    }
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      const auto& corner = mesh.triangles[t];
      for (int i = 0; i < 3; ++i) {
        const auto [low, high] = std::minmax(corner[(i + 1) % 3], corner[(i + 2) % 3]);
        edges_.push_back(
            {low, high, static_cast<std::int32_t>(t), corner[i], low == corner[(i + 1) % 3]});
      }
    }
    std::ranges::sort(edges_);
  }

  std::vector<Verdict> run() {
    look_at_edges();
    return {
        orientation_verdict(),
        conformity_.verdict("conformity", text("%ld points, %ld edges between triangles, %ld of "
                                               "them between subdomains, %ld at the rim",
                                               std::ssize(mesh_.points), inner_, interface_, rim_)),
        segments_verdict(),
        delaunay_.verdict("Delaunay", text("%ld edges; %ld between subdomains, %ld of these not",
                                           inner_, interface_, interface_not_delaunay_)),
        angles_verdict(),
        areas_verdict(),
        total_verdict(),
        holes_verdict()};
  }

 private:
  const Point& at(std::int32_t point) const { return mesh_.points[point]; }
  std::string place(std::int32_t triangle) const {
    const auto& corner = mesh_.triangles[triangle];
    return text("triangle at (%.9g, %.9g) of subdomain %d", at(corner[0]).x, at(corner[0]).y,
                mesh_.subdomain[triangle]);
  }

  // The segment that has the whole edge, or -1.
  std::int32_t segment_of(const Edge& edge) const {
    for (const std::int32_t one : on_[edge.low]) {
      if (std::ranges::binary_search(on_[edge.high], one)) return one;
    }
    return -1;
  }

  void look_at_edges() {
    covered_.assign(required_.segments.size(), 0);
    for (std::size_t i = 0; i < edges_.size();) {
      std::size_t end = i + 1;
      while (end < edges_.size() && edges_[end].low == edges_[i].low &&
             edges_[end].high == edges_[i].high) {
        ++end;
      }
      const Edge& edge = edges_[i];
      const std::int32_t segment = segment_of(edge);
      if (segment >= 0) {
        covered_[segment] += std::sqrt(squared_distance(at(edge.low), at(edge.high)));
      }
      if (end - i == 1) {
        ++rim_;
        if (segment < 0) conformity_.add("a side without a neighbour, " + place(edge.triangle));
      } else if (end - i > 2 || edge.forward == edges_[i + 1].forward) {
        conformity_.add("triangles on top of each other, " + place(edge.triangle));
      } else {
        look_at_pair(edge, edges_[i + 1], segment);
      }
      i = end;
    }
  }

  void look_at_pair(const Edge& edge, const Edge& other, std::int32_t segment) {
    ++inner_;
    const auto& corner = mesh_.triangles[edge.triangle];
    const bool good = in_circle(at(corner[0]), at(corner[1]), at(corner[2]), at(other.apex)) <= 0;
    if (mesh_.subdomain[edge.triangle] != mesh_.subdomain[other.triangle]) {
      ++interface_;
      if (!good) ++interface_not_delaunay_;
    } else if (!good && segment < 0) {
      delaunay_.add("the neighbour's corner is inside the circle, " + place(edge.triangle));
    }
  }

  Verdict orientation_verdict() const {
    Faults faults;
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
      const auto& corner = mesh_.triangles[t];
      if (orientation(at(corner[0]), at(corner[1]), at(corner[2])) <= 0) {
        faults.add(place(static_cast<std::int32_t>(t)));
      }
    }
    return faults.verdict(
        "orientation", text("%ld triangles, all counter-clockwise", std::ssize(mesh_.triangles)));
  }

  Verdict segments_verdict() const {
    Faults faults;
    for (std::size_t i = 0; i < covered_.size(); ++i) {
      const Family& segment = required_.segments[i];
      const double length = std::sqrt(squared_distance(segment.from, segment.to));
      if (std::abs(covered_[i] - length) > 1e-9 * length + 100 * segments_.tolerance()) {
        faults.add(text("edges cover %.9g of the %.9g from (%.9g, %.9g) to (%.9g, %.9g)",
                        covered_[i], length, segment.from.x, segment.from.y, segment.to.x,
                        segment.to.y));
      }
    }
    return faults.verdict("segments",
                          text("%ld, each made of edges", std::ssize(required_.segments)));
  }

  // The angle of the corner between segments that both points see from the same distance; 180:
  // none.
  double corner_between(std::int32_t a, std::int32_t b) const {
    double least = 180;
    for (const std::int32_t first : on_[a]) {
      for (const std::int32_t second : on_[b]) {
        const Family& one = required_.segments[first];
        const Family& other = required_.segments[second];
        if (first == second) continue;
        for (const Point& apex : {one.from, one.to}) {
          if (!(apex == other.from || apex == other.to)) continue;
          const double near = std::sqrt(squared_distance(apex, at(a)));
          const double far = std::sqrt(squared_distance(apex, at(b)));
          if (near == 0 || std::abs(near - far) > 1e-6 * near) continue;
          const double half = 0.5 * std::sqrt(squared_distance(at(a), at(b))) / near;
          least = std::min(least, 2 * std::asin(std::min(half, 1.0)) / degree);
        }
      }
    }
    return least;
  }

  Verdict angles_verdict() const {
    Faults faults;
    double least = 180;
    std::int64_t allowed = 0;
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
      const auto& corner = mesh_.triangles[t];
      const double angle = least_angle_deg(at(corner[0]), at(corner[1]), at(corner[2]));
      least = std::min(least, angle);
      if (angle >= required_.angle_deg - 1e-9) continue;
      int shortest = 0;
      double length = INFINITY;
      for (int i = 0; i < 3; ++i) {
        const double side = squared_distance(at(corner[(i + 1) % 3]), at(corner[(i + 2) % 3]));
        if (side < length) shortest = i;
        length = std::min(length, side);
      }
      const double between = corner_between(corner[(shortest + 1) % 3], corner[(shortest + 2) % 3]);
      const double lowest =
          std::atan(std::sin(between * degree) / (2 - std::cos(between * degree))) / degree;
      if (between < 60 && angle >= std::min(lowest, between) - 1e-6) {
        ++allowed;
      } else {
        faults.add(text("%.6f degrees, ", angle) + place(static_cast<std::int32_t>(t)));
      }
    }
    return faults.verdict("angles", text("least %.4f degrees, limit %.4g; %ld triangles below it "
                                         "across acute corners of the domain",
                                         least, required_.angle_deg, allowed));
  }

  Verdict areas_verdict() const {
    Faults faults;
    double largest_share = 0;
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
      const auto& corner = mesh_.triangles[t];
      const double size = area(at(corner[0]), at(corner[1]), at(corner[2]));
      const double limit = mesh_.area_limit[mesh_.subdomain[t]];
      if (limit <= 0) continue;
      largest_share = std::max(largest_share, size / limit);
      if (size > limit * (1 + 1e-12)) {
        faults.add(text("%.9g above %.9g, ", size, limit) + place(static_cast<std::int32_t>(t)));
      }
    }
    return faults.verdict("areas",
                          text("the largest is %.4f of its subdomain's limit", largest_share));
  }

  Verdict total_verdict() const {
    long double sum = 0;
    for (const auto& corner : mesh_.triangles) {
      sum += area(at(corner[0]), at(corner[1]), at(corner[2]));
    }
    const double off = std::abs(static_cast<double>(sum) / required_.area - 1);
    return {off <= 1e-10, "total area",
            text("%.15g of the domain's %.15g", static_cast<double>(sum), required_.area)};
  }

  Verdict holes_verdict() const {
    Faults faults;
    for (const Domain::Hole& hole : required_.holes) {
      for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
        const Point& a = at(mesh_.triangles[t][0]);
        const Point& b = at(mesh_.triangles[t][1]);
        const Point& c = at(mesh_.triangles[t][2]);
        if (orientation(a, b, hole.point) >= 0 && orientation(b, c, hole.point) >= 0 &&
            orientation(c, a, hole.point) >= 0) {
          faults.add("in a hole: " + place(static_cast<std::int32_t>(t)));
        }
      }
    }
    return faults.verdict("holes", text("%ld, all empty", std::ssize(required_.holes)));
  }

  const WholeMesh& mesh_;
  const Requirements& required_;
  SegmentMap segments_;
  std::vector<std::vector<std::int32_t>> on_;  // Each point's segments.
  std::vector<Edge> edges_;
  std::vector<double> covered_;
  std::int64_t inner_ = 0;
  std::int64_t interface_ = 0;
  std::int64_t interface_not_delaunay_ = 0;
  std::int64_t rim_ = 0;
  Faults conformity_;
  Faults delaunay_;
};

}  // namespace

std::vector<Verdict> check(const WholeMesh& mesh, const Requirements& required) {
  return Checker(mesh, required).run();
}

}  // namespace meshgen
