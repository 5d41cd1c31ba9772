#include "meshgen/mesh.hpp"

#include <bit>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace meshgen {

namespace {

std::uint64_t edge_key(std::int32_t from, std::int32_t to) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(from)) << 32 |
         static_cast<std::uint32_t>(to);
}

// The corner opposite the edge to a neighbour.
int side_towards(const Triangle& triangle, std::int32_t neighbor) {
  for (int i = 0; i < 3; ++i) {
    if (triangle.neighbor[i] == neighbor) return i;
  }
  return -1;
}

}  // namespace

Mesh::Mesh(MeshParts parts)
    : points_(std::move(parts.points)),
      point_families_(std::move(parts.families)),
      lines_(std::move(parts.lines)),
      families_(std::move(parts.family_list)) {
  own_points_ = static_cast<std::int32_t>(points_.size());
  ISTHMUS_ASSERT(point_families_.size() == points_.size());
  ISTHMUS_ASSERT(lines_.size() == parts.sides.size());
  std::unordered_map<std::uint64_t, std::int32_t> side_of;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const auto number = static_cast<std::int32_t>(i);
    lines_[i].root = number;
    segments_.push_back({.from = parts.sides[i].from, .to = parts.sides[i].to, .line = number});
    side_of[edge_key(parts.sides[i].from, parts.sides[i].to)] = number;
    side_of[edge_key(parts.sides[i].to, parts.sides[i].from)] = number;
  }
  std::unordered_map<std::uint64_t, std::int32_t> left_of;
  for (const auto& corners : parts.triangles) {
    const auto number = static_cast<std::int32_t>(triangles_.size());
    triangles_.push_back({.corner = corners});
    for (int i = 0; i < 3; ++i) {
      left_of[edge_key(corners[(i + 1) % 3], corners[(i + 2) % 3])] = number;
    }
  }
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    Triangle& triangle = triangles_[t];
    for (int i = 0; i < 3; ++i) {
      const std::int32_t a = triangle.corner[(i + 1) % 3];
      const std::int32_t b = triangle.corner[(i + 2) % 3];
      const auto other = left_of.find(edge_key(b, a));
      if (other != left_of.end()) triangle.neighbor[i] = other->second;
      const auto side = side_of.find(edge_key(a, b));
      if (side == side_of.end()) continue;
      triangle.segment[i] = side->second;
      segments_[side->second].triangle = static_cast<std::int32_t>(t);
    }
    for (int i = 0; i < 3; ++i) {
      ISTHMUS_ASSERT(triangle.neighbor[i] >= 0 || triangle.segment[i] >= 0);
    }
  }
}

Place Mesh::walk(std::int32_t from_triangle, const Point& to) const {
  const Triangle* now = &triangles_[from_triangle];
  const Point& p = points_[now->corner[0]];
  const Point& q = points_[now->corner[1]];
  const Point& r = points_[now->corner[2]];
  const Point start{(p.x + q.x + r.x) / 3, (p.y + q.y + r.y) / 3};
  std::int32_t right = -1;
  std::int32_t left = -1;
  int side = -1;
  for (int i = 0; i < 3 && side < 0; ++i) {
    right = now->corner[(i + 1) % 3];
    left = now->corner[(i + 2) % 3];
    if (orientation(start, points_[right], to) >= 0 && orientation(start, points_[left], to) < 0) {
      side = i;
    }
  }
  if (side < 0) return start == to ? Place{.triangle = from_triangle} : Place{};
  std::int32_t here = from_triangle;
  for (std::size_t steps = 0; steps <= triangles_.size(); ++steps) {
    if (orientation(points_[right], points_[left], to) >= 0) return {.triangle = here};
    if (now->segment[side] >= 0) return {.segment = now->segment[side]};
    const std::int32_t next = now->neighbor[side];
    now = &triangles_[next];
    const int apex = side_towards(*now, here);
    here = next;
    const std::int32_t corner = now->corner[apex];
    // The edge that was crossed is left to right seen from here; the way on leaves by the apex's
    // edge on the other side of the line from the apex.
    if (orientation(start, to, points_[corner]) > 0) {
      left = corner;
      side = (apex + 1) % 3;
    } else {
      right = corner;
      side = (apex + 2) % 3;
    }
    if (now->corner[(side + 1) % 3] != right || now->corner[(side + 2) % 3] != left) return {};
  }
  return {};
}

bool Mesh::find_cavity(const Point& point, std::int32_t triangle, Cavity& cavity) {
  cavity.point = point;
  cavity.segment = -1;
  cavity.triangles.assign(1, triangle);
  return grow(cavity);
}

bool Mesh::find_split_cavity(std::int32_t segment, Cavity& cavity) {
  const Segment& split = segments_[segment];
  ISTHMUS_ASSERT(is_whole(segment));
  const Line& line = lines_[split.line];
  const bool at_beginning = std::has_single_bit(split.position);
  const bool at_end = std::has_single_bit(split.position + 1);
  cavity.point = split_point(points_[split.from], points_[split.to],
                             line.from_acute && at_beginning, line.to_acute && at_end);
  cavity.segment = segment;
  cavity.triangles.assign(1, split.triangle);
  const Triangle& side = triangles_[split.triangle];
  for (int i = 0; i < 3; ++i) {
    if (side.segment[i] == segment && side.neighbor[i] >= 0) {
      cavity.triangles.push_back(side.neighbor[i]);
    }
  }
  if (cavity.point == points_[split.from] || cavity.point == points_[split.to]) return false;
  return grow(cavity);
}

// Breadth first from the triangles that are there already, never across a segment.
bool Mesh::grow(Cavity& cavity) {
  stamps_.resize(triangles_.size(), 0);
  if (++stamp_ == 0) {
    stamps_.assign(triangles_.size(), 0);
    stamp_ = 1;
  }
  for (const std::int32_t t : cavity.triangles) stamps_[t] = stamp_;
  for (std::size_t k = 0; k < cavity.triangles.size(); ++k) {
    const Triangle& triangle = triangles_[cavity.triangles[k]];
    for (int i = 0; i < 3; ++i) {
      const std::int32_t next = triangle.neighbor[i];
      if (next < 0 || triangle.segment[i] >= 0 || stamps_[next] == stamp_) continue;
      const auto& corner = triangles_[next].corner;
      if (in_circle(points_[corner[0]], points_[corner[1]], points_[corner[2]], cavity.point) > 0) {
        stamps_[next] = stamp_;
        cavity.triangles.push_back(next);
      }
    }
  }
  cavity.edges.clear();
  for (const std::int32_t t : cavity.triangles) {
    const Triangle& triangle = triangles_[t];
    for (int i = 0; i < 3; ++i) {
      const std::int32_t next = triangle.neighbor[i];
      const std::int32_t segment = triangle.segment[i];
      if (segment >= 0 && segment == cavity.segment) continue;
      if (segment < 0 && stamps_[next] == stamp_) continue;
      cavity.edges.push_back(
          {triangle.corner[(i + 1) % 3], triangle.corner[(i + 2) % 3], next, segment});
    }
  }
  return is_starlike(cavity);
}

bool Mesh::is_starlike(const Cavity& cavity) const {
  for (const Cavity::Edge& edge : cavity.edges) {
    if (orientation(points_[edge.from], points_[edge.to], cavity.point) <= 0) return false;
  }
  return true;
}

std::int32_t Mesh::add_point(const Cavity& cavity) {
  const auto center = static_cast<std::int32_t>(points_.size());
  points_.push_back(cavity.point);
  if (cavity.segment < 0) {
    point_families_.push_back(-1);
    return center;
  }
  const Segment split = segments_[cavity.segment];
  point_families_.push_back(lines_[split.line].family);
  segments_[cavity.segment].first_part = static_cast<std::int32_t>(segments_.size());
  segments_.push_back(
      {.from = split.from, .to = center, .line = split.line, .position = 2 * split.position});
  segments_.push_back(
      {.from = center, .to = split.to, .line = split.line, .position = 2 * split.position + 1});
  return center;
}

void Mesh::fill(const Cavity& cavity, std::vector<std::int32_t>& created) {
  const std::int32_t center = add_point(cavity);
  created_at_.resize(points_.size(), -1);
  const std::size_t begin = created.size();
  for (std::size_t k = 0; k < cavity.edges.size(); ++k) {
    const Cavity::Edge& edge = cavity.edges[k];
    const bool reused = k < cavity.triangles.size();
    const std::int32_t number =
        reused ? cavity.triangles[k] : static_cast<std::int32_t>(triangles_.size());
    if (!reused) triangles_.emplace_back();
    created.push_back(number);
    created_at_[edge.from] = number;
    if (edge.segment >= 0) segments_[edge.segment].triangle = number;
  }
  // The triangles outside still name those that the cavity had; their edges tell which is meant.
  for (std::size_t k = 0; k < cavity.edges.size(); ++k) {
    const Cavity::Edge& edge = cavity.edges[k];
    if (edge.outside < 0) continue;
    Triangle& outside = triangles_[edge.outside];
    for (int i = 0; i < 3; ++i) {
      if (outside.corner[(i + 1) % 3] == edge.to && outside.corner[(i + 2) % 3] == edge.from) {
        outside.neighbor[i] = created[begin + k];
      }
    }
  }
  for (std::size_t k = 0; k < cavity.edges.size(); ++k) {
    const Cavity::Edge& edge = cavity.edges[k];
    Triangle& triangle = triangles_[created[begin + k]];
    triangle.corner = {center, edge.from, edge.to};
    triangle.neighbor = {edge.outside, created_at_[edge.to], -1};
    triangle.segment = {edge.segment, -1, -1};
  }
  for (std::size_t k = begin; k < created.size(); ++k) {
    const std::int32_t next = triangles_[created[k]].neighbor[1];
    if (next >= 0) triangles_[next].neighbor[2] = created[k];
  }
  if (cavity.segment >= 0) mark_halves(cavity, std::span(created).subspan(begin));
  for (const Cavity::Edge& edge : cavity.edges) created_at_[edge.from] = -1;
}

// The edges from the new point to the ends of the segment that it splits.
void Mesh::mark_halves(const Cavity& cavity, std::span<const std::int32_t> created) {
  const std::int32_t first = segments_[cavity.segment].first_part;
  for (const std::int32_t number : created) {
    Triangle& triangle = triangles_[number];
    for (int i = 1; i < 3; ++i) {
      const std::int32_t end = triangle.corner[3 - i];
      for (std::int32_t part = first; part < first + 2; ++part) {
        if (segments_[part].from != end && segments_[part].to != end) continue;
        triangle.segment[i] = part;
        segments_[part].triangle = number;
      }
    }
  }
}

std::int32_t Mesh::find_segment(std::int32_t line, std::uint64_t position,
                                std::int32_t& whole) const {
  std::int32_t segment = lines_[line].root;
  for (int bit = static_cast<int>(std::bit_width(position)) - 2; bit >= 0; --bit) {
    if (is_whole(segment)) {
      whole = segment;
      return -1;
    }
    segment = segments_[segment].first_part + static_cast<std::int32_t>(position >> bit & 1);
  }
  return segment;
}

bool Mesh::is_encroached_by(const Point& point, std::int32_t segment) const {
  return encroaches(point, points_[segments_[segment].from], points_[segments_[segment].to]);
}

double Mesh::squared_length(std::int32_t segment) const {
  return squared_distance(points_[segments_[segment].from], points_[segments_[segment].to]);
}

bool Mesh::is_between_shells(std::int32_t a, std::int32_t b) const {
  const std::int32_t first = point_families_[a];
  const std::int32_t second = point_families_[b];
  if (first < 0 || second < 0 || first == second) return false;
  const Family& one = families_[first];
  const Family& other = families_[second];
  for (const Point* end : {&one.from, &one.to}) {
    const bool acute = end == &one.from ? one.from_acute : one.to_acute;
    if (!acute || !(*end == other.from || *end == other.to)) continue;
    const double near = squared_distance(*end, points_[a]);
    const double far = squared_distance(*end, points_[b]);
    if (std::abs(near - far) <= 1e-6 * near) return true;
  }
  return false;
}

}  // namespace meshgen
