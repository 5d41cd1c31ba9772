#include "meshgen/coarsen.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "meshgen/polygon.hpp"

namespace meshgen {

namespace {

// Refinement to an area limit leaves triangles of some 0.6 of it on average. Points that are at
// least sqrt(limit) apart, and no others that could be added, have such triangles.
constexpr double squared_spacing_by_area = 1.0;
// A segment may be longer than that, as those are that refinement has not split.
constexpr double squared_stretch = 2.0;

}  // namespace

Removals& Removals::operator+=(const Removals& other) {
  interior_points += other.interior_points;
  joints += other.joints;
  foreign_joints += other.foreign_joints;
  return *this;
}

Coarsener::Coarsener(Mesh& mesh, const Bounds& bounds)
    : mesh_(mesh), squared_spacing_(squared_spacing_by_area * bounds.area) {}

void Coarsener::find_triangles() {
  triangle_at_.assign(mesh_.points_.size(), -1);
  for (std::size_t t = 0; t < mesh_.triangles_.size(); ++t) {
    for (const std::int32_t corner : mesh_.triangles_[t].corner) {
      if (corner >= 0) triangle_at_[corner] = static_cast<std::int32_t>(t);
    }
  }
}

void Coarsener::thin() {
  find_triangles();
  // The last inserted are the finest.
  for (auto point = static_cast<std::int32_t>(mesh_.points_.size()) - 1; point >= mesh_.own_points_;
       --point) {
    if (take_out(point)) ++removals_.interior_points;
  }
  // Parts follow what they are parts of, so that two parts are looked at before their whole is.
  for (auto segment = static_cast<std::int32_t>(mesh_.segments_.size()) - 1; segment >= 0;
       --segment) {
    if (mesh_.lines_[mesh_.segments_[segment].line].neighbor >= 0) continue;
    if (has_whole_parts(segment) && is_wanted_whole(segment) && join(segment, true)) {
      ++removals_.joints;
    }
  }
}

// Two parts that are whole themselves, and in the mesh.
bool Coarsener::has_whole_parts(std::int32_t segment) const {
  const std::int32_t first = mesh_.segments_[segment].first_part;
  return first >= 0 && mesh_.is_whole(first) && mesh_.is_whole(first + 1) &&
         mesh_.segments_[first].triangle >= 0;
}

bool Coarsener::is_wanted_whole(std::int32_t segment) const {
  return mesh_.squared_length(segment) <= squared_stretch * squared_spacing_;
}

std::vector<Split> Coarsener::wishes() const {
  std::vector<Split> found;
  for (std::size_t i = 0; i < mesh_.segments_.size(); ++i) {
    const auto segment = static_cast<std::int32_t>(i);
    const Segment& one = mesh_.segments_[i];
    if (mesh_.lines_[one.line].neighbor < 0) continue;
    if (has_whole_parts(segment) && is_wanted_whole(segment)) {
      found.push_back({static_cast<std::uint64_t>(one.line), one.position});
    }
  }
  return found;
}

std::optional<Split> Coarsener::next_wish(Split joined) const {
  const Split above{joined.line, joined.position / 2};
  const std::int32_t segment = above.position == 0 ? -1 : find(above);
  if (segment < 0 || !has_whole_parts(segment) || !is_wanted_whole(segment)) return std::nullopt;
  return above;
}

// That segment, or the whole one that it would be a part of. -1: there is no such line that is
// shared.
std::int32_t Coarsener::find(Split joint) const {
  if (joint.line >= mesh_.lines_.size() || joint.position < 1 || joint.position >= position_max) {
    return -1;
  }
  const auto line = static_cast<std::int32_t>(joint.line);
  if (mesh_.lines_[line].neighbor < 0) return -1;
  std::int32_t whole = -1;
  const std::int32_t segment = mesh_.find_segment(line, joint.position, whole);
  return segment >= 0 ? segment : whole;
}

bool Coarsener::grant(Split joint) {
  const std::int32_t segment = find(joint);
  if (segment < 0) return false;
  if (mesh_.is_whole(segment)) return true;
  if (!has_whole_parts(segment) || !is_wanted_whole(segment) || !join(segment, true)) return false;
  ++removals_.foreign_joints;
  return true;
}

bool Coarsener::follow(Split joint) {
  const std::int32_t segment = find(joint);
  if (segment < 0) return false;
  if (mesh_.is_whole(segment)) return true;
  if (!has_whole_parts(segment) || !join(segment, false)) return false;
  ++removals_.foreign_joints;
  return true;
}

int Coarsener::corner_of(std::int32_t triangle, std::int32_t point) const {
  const auto& corner = mesh_.triangles_[triangle].corner;
  return static_cast<int>(std::ranges::find(corner, point) - corner.begin());
}

// From that triangle on clockwise to a segment or the mesh's rim, and from there counter-clockwise
// to the next one. Nothing where the point touches a segment that the walk does not end at, or
// where it leads nowhere.
std::optional<Coarsener::Fan> Coarsener::fan_of(std::int32_t point, std::int32_t begin) const {
  const std::size_t most = mesh_.triangles_.size();
  Fan fan;
  std::int32_t here = begin;
  for (std::size_t steps = 0;; ++steps) {
    if (steps > most) return std::nullopt;
    const Triangle& triangle = mesh_.triangles_[here];
    const int right = (corner_of(here, point) + 2) % 3;  // opposite it lies the edge to the right
    if (triangle.segment[right] >= 0 || triangle.neighbor[right] < 0) {
      fan.is_open = true;
      break;
    }
    here = triangle.neighbor[right];
    if (here == begin) break;
  }
  begin = here;
  while (true) {
    const Triangle& triangle = mesh_.triangles_[here];
    const int at = corner_of(here, point);
    fan.triangles.push_back(here);
    fan.rim.push_back(triangle.corner[(at + 1) % 3]);
    const int left = (at + 1) % 3;
    if (triangle.segment[left] >= 0 || triangle.neighbor[left] < 0) {
      if (!fan.is_open) return std::nullopt;
      fan.rim.push_back(triangle.corner[(at + 2) % 3]);
      return fan;
    }
    here = triangle.neighbor[left];
    if (here == begin) return fan.is_open ? std::nullopt : std::optional(std::move(fan));
    if (fan.triangles.size() > most) return std::nullopt;
  }
}

std::optional<Coarsener::Filling> Coarsener::fill_hole(Fan fan) const {
  std::vector<Point> rim;
  for (const std::int32_t point : fan.rim) rim.push_back(mesh_.points_[point]);
  auto triangles = triangulate_polygon(rim);
  if (!triangles) return std::nullopt;
  return Filling{std::move(fan), std::move(*triangles)};
}

// A point inside of the mesh that is closer to another one than points need be now.
bool Coarsener::take_out(std::int32_t point) {
  const std::int32_t begin = triangle_at_[point];
  if (begin < 0) return false;
  std::optional<Fan> fan = fan_of(point, begin);
  if (!fan || fan->is_open) return false;
  const bool is_close = std::ranges::any_of(fan->rim, [&](std::int32_t other) {
    return squared_distance(mesh_.points_[point], mesh_.points_[other]) < squared_spacing_;
  });
  if (!is_close) return false;
  const std::optional<Filling> filling = fill_hole(std::move(*fan));
  if (!filling) return false;
  std::vector<std::int32_t> none;
  apply(*filling, -1, none);
  is_gone_.resize(mesh_.points_.size(), false);
  is_gone_[point] = true;
  ++gone_;
  return true;
}

// Takes out the point between the two parts. With `only_if_free` not where the whole segment's
// circle would hold a point, so that refinement would split it again.
bool Coarsener::join(std::int32_t segment, bool only_if_free) {
  Segment& whole = mesh_.segments_[segment];
  const std::int32_t first = whole.first_part;
  const std::int32_t point = mesh_.segments_[first].to;
  const std::int32_t begin = mesh_.segments_[first].triangle;
  std::optional<Fan> fan = fan_of(point, begin);
  if (!fan || !fan->is_open) return false;
  const auto joins_ends = [&](const Fan& one) {
    const std::int32_t a = one.rim.front();
    const std::int32_t b = one.rim.back();
    return (a == whole.from && b == whole.to) || (a == whole.to && b == whole.from);
  };
  if (!joins_ends(*fan)) return false;
  // The other side, where that is in this mesh.
  const std::int32_t last = fan->triangles.back();
  const std::int32_t across = mesh_.triangles_[last].neighbor[(corner_of(last, point) + 1) % 3];
  std::vector<Filling> fillings;
  for (int side = 0; side < (across >= 0 ? 2 : 1); ++side) {
    if (side == 1) fan = fan_of(point, across);
    if (!fan || !fan->is_open || !joins_ends(*fan)) return false;
    const auto is_in_the_way = [&](std::int32_t corner) {
      return encroaches(mesh_.points_[corner], mesh_.points_[whole.from], mesh_.points_[whole.to]);
    };
    const std::span inner(fan->rim.begin() + 1, fan->rim.end() - 1);
    if (only_if_free && std::ranges::any_of(inner, is_in_the_way)) return false;
    std::optional<Filling> filling = fill_hole(std::move(*fan));
    if (!filling) return false;
    fillings.push_back(std::move(*filling));
  }
  std::vector<std::int32_t> sides;
  for (const Filling& filling : fillings) apply(filling, segment, sides);
  whole.triangle = sides.front();
  if (sides.size() == 2) {
    for (int side = 0; side < 2; ++side) {
      Triangle& triangle = mesh_.triangles_[sides[side]];
      const auto at = std::ranges::find(triangle.segment, segment) - triangle.segment.begin();
      triangle.neighbor[at] = sides[1 - side];
    }
  }
  whole.first_part = -1;
  mesh_.segments_[first].triangle = mesh_.segments_[first + 1].triangle = -1;
  is_gone_.resize(mesh_.points_.size(), false);
  is_gone_[point] = true;
  ++gone_;
  return true;
}

// `base` is the segment that closes an open fan's rim; the triangle on it is appended.
void Coarsener::apply(const Filling& filling, std::int32_t base,
                      std::vector<std::int32_t>& base_sides) {
  const Fan& fan = filling.fan;
  const int count = static_cast<int>(fan.rim.size());
  struct Beyond {
    std::int32_t neighbor = -1;
    std::int32_t segment = -1;
  };
  std::vector<Beyond> beyond;  // the edge from each place of the rim to the next
  for (std::size_t k = 0; k < fan.triangles.size(); ++k) {
    const Triangle& triangle = mesh_.triangles_[fan.triangles[k]];
    // Opposite the point, which is no corner of the rim.
    const auto at = std::ranges::find(triangle.corner, fan.rim[k]) - triangle.corner.begin();
    beyond.push_back({triangle.neighbor[(at + 2) % 3], triangle.segment[(at + 2) % 3]});
  }
  for (std::size_t k = filling.triangles.size(); k < fan.triangles.size(); ++k) {
    mesh_.triangles_[fan.triangles[k]] = {};
    ++gone_;
  }
  for (std::size_t k = 0; k < filling.triangles.size(); ++k) {
    const std::int32_t number = fan.triangles[k];
    const auto& places = filling.triangles[k];
    Triangle triangle;
    for (int i = 0; i < 3; ++i) {
      triangle.corner[i] = fan.rim[places[i]];
      const int from = places[(i + 1) % 3];
      const int to = places[(i + 2) % 3];
      if (to == (from + 1) % count && !(fan.is_open && from == count - 1)) {
        const Beyond& edge = beyond[from];
        triangle.neighbor[i] = edge.neighbor;
        triangle.segment[i] = edge.segment;
        if (edge.segment >= 0) mesh_.segments_[edge.segment].triangle = number;
        if (edge.neighbor < 0) continue;
        Triangle& outside = mesh_.triangles_[edge.neighbor];
        for (int j = 0; j < 3; ++j) {
          if (outside.corner[(j + 1) % 3] == fan.rim[to] &&
              outside.corner[(j + 2) % 3] == fan.rim[from]) {
            outside.neighbor[j] = number;
          }
        }
      } else if (to == (from + 1) % count) {
        triangle.segment[i] = base;
        base_sides.push_back(number);
      } else {
        for (std::size_t other = 0; other < filling.triangles.size(); ++other) {
          const auto& its = filling.triangles[other];
          for (int j = 0; j < 3; ++j) {
            if (its[(j + 1) % 3] == to && its[(j + 2) % 3] == from) {
              triangle.neighbor[i] = fan.triangles[other];
            }
          }
        }
      }
    }
    mesh_.triangles_[number] = triangle;
    if (triangle_at_.empty()) continue;
    for (const std::int32_t corner : triangle.corner) triangle_at_[corner] = number;
  }
}

void Coarsener::finish() {
  if (std::exchange(gone_, 0) == 0) return;
  std::vector<std::int32_t> points(mesh_.points_.size(), -1);
  std::int32_t kept = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i < is_gone_.size() && is_gone_[i]) continue;
    mesh_.points_[kept] = mesh_.points_[i];
    mesh_.point_families_[kept] = mesh_.point_families_[i];
    points[i] = kept++;
  }
  mesh_.points_.resize(kept);
  mesh_.point_families_.resize(kept);
  std::vector<std::int32_t> triangles(mesh_.triangles_.size(), -1);
  kept = 0;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    if (mesh_.triangles_[i].corner[0] < 0) continue;
    mesh_.triangles_[kept] = mesh_.triangles_[i];
    triangles[i] = kept++;
  }
  mesh_.triangles_.resize(kept);
  // Two parts follow each other. Those of a segment that is whole again are not there any more.
  std::vector<std::int32_t> segments(mesh_.segments_.size(), -1);
  std::vector<bool> is_part(mesh_.segments_.size(), false);
  for (const Segment& segment : mesh_.segments_) {
    if (segment.first_part < 0) continue;
    is_part[segment.first_part] = is_part[segment.first_part + 1] = true;
  }
  kept = 0;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (i >= mesh_.lines_.size() && !is_part[i]) continue;
    mesh_.segments_[kept] = mesh_.segments_[i];
    segments[i] = kept++;
  }
  mesh_.segments_.resize(kept);
  const auto renumber = [](std::int32_t& number, const std::vector<std::int32_t>& by) {
    if (number >= 0) number = by[number];
  };
  for (Triangle& triangle : mesh_.triangles_) {
    for (int i = 0; i < 3; ++i) {
      renumber(triangle.corner[i], points);
      renumber(triangle.neighbor[i], triangles);
      renumber(triangle.segment[i], segments);
    }
  }
  for (Segment& segment : mesh_.segments_) {
    renumber(segment.from, points);
    renumber(segment.to, points);
    renumber(segment.triangle, triangles);
    renumber(segment.first_part, segments);
  }
  mesh_.stamps_.clear();
  mesh_.stamp_ = 0;
  mesh_.created_at_.clear();
  triangle_at_.clear();
  is_gone_.clear();
}

}  // namespace meshgen
