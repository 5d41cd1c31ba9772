#include "meshgen/refine.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace meshgen {

Effort& Effort::operator+=(const Effort& other) {
  interior_points += other.interior_points;
  split_points += other.split_points;
  foreign_points += other.foreign_points;
  repeated += other.repeated;
  given_up += other.given_up;
  return *this;
}

Refiner::Refiner(Mesh& mesh, const Bounds& bounds, Listener* listener)
    : mesh_(mesh), bounds_(bounds), listener_(listener) {
  const double sine = std::sin(bounds.angle_deg * std::numbers::pi / 180);
  squared_sine_ = sine * sine;
}

void Refiner::look_at_all() {
  for (std::size_t i = 0; i < mesh_.triangles().size(); ++i) look_at(static_cast<int>(i));
}

bool Refiner::take(Split told) {
  if (told.line >= mesh_.lines().size() || told.position < 1 || told.position >= position_max) {
    return false;
  }
  const auto line = static_cast<std::int32_t>(told.line);
  if (mesh_.lines()[line].neighbor < 0) return false;
  std::int32_t ancestor = -1;
  std::int32_t segment = mesh_.find_segment(line, told.position, ancestor);
  if (segment >= 0 && !mesh_.is_whole(segment)) {
    ++effort_.repeated;
    return true;
  }
  // A split that comes before that of the segment it is part of.
  while (segment < 0) {
    if (!mesh_.find_split_cavity(ancestor, cavity_)) return false;
    fill();
    ++effort_.foreign_points;
    segment = mesh_.find_segment(line, told.position, ancestor);
  }
  if (!mesh_.find_split_cavity(segment, cavity_)) return false;
  fill();
  ++effort_.foreign_points;
  return true;
}

bool Refiner::run() { return run_for(INT64_MAX); }

bool Refiner::run_for(std::int64_t points) {
  const std::int64_t points_max = points < INT64_MAX ? effort_.points() + points : points;
  while (mesh_.triangles().size() <= bounds_.triangles_max) {
    if (!encroached_.empty()) {
      const std::int32_t segment = encroached_.back();
      encroached_.pop_back();
      if (mesh_.is_whole(segment) && is_encroached(segment)) split(segment);
    } else if (!bad_.empty()) {
      if (effort_.points() >= points_max) return true;
      const Candidate candidate = bad_.front();
      bad_.pop_front();
      if (mesh_.triangles()[candidate.triangle].corner == candidate.corner) improve(candidate);
    } else {
      return true;
    }
  }
  return false;
}

std::vector<Candidate> Refiner::take_pending() {
  std::vector<Candidate> pending(bad_.begin(), bad_.end());
  bad_.clear();
  return pending;
}

void Refiner::add_pending(const std::vector<Candidate>& candidates) {
  bad_.insert(bad_.end(), candidates.begin(), candidates.end());
}

// False when the segment has to stay as it is.
bool Refiner::split(std::int32_t segment) {
  if (!is_splittable(segment) || !mesh_.find_split_cavity(segment, cavity_)) {
    ++effort_.given_up;
    return false;
  }
  const Segment whole = mesh_.segments()[segment];
  fill();
  ++effort_.split_points;
  const Line& line = mesh_.lines()[whole.line];
  if (listener_ && line.neighbor >= 0) listener_->on_split(line, {line.peer_line, whole.position});
  return true;
}

void Refiner::improve(const Candidate& candidate) {
  const auto& corner = candidate.corner;
  const Point center =
      circumcenter(mesh_.point(corner[0]), mesh_.point(corner[1]), mesh_.point(corner[2]));
  const Place place = mesh_.walk(candidate.triangle, center);
  if (place.segment >= 0) {
    if (split(place.segment) && mesh_.triangles()[candidate.triangle].corner == corner) {
      look_at(candidate.triangle);
    }
    return;
  }
  if (place.triangle < 0) {
    ++effort_.given_up;
    return;
  }
  const bool insertable = mesh_.find_cavity(center, place.triangle, cavity_);
  std::vector<std::int32_t> in_the_way;
  for (const Cavity::Edge& edge : cavity_.edges) {
    if (edge.segment >= 0 && mesh_.is_encroached_by(center, edge.segment)) {
      in_the_way.push_back(edge.segment);
    }
  }
  if (in_the_way.empty()) {
    if (insertable) fill();
    ++(insertable ? effort_.interior_points : effort_.given_up);
    return;
  }
  bool any = false;
  for (const std::int32_t segment : in_the_way) {
    if (mesh_.is_whole(segment) && split(segment)) any = true;
  }
  if (any && mesh_.triangles()[candidate.triangle].corner == corner) look_at(candidate.triangle);
}

bool Refiner::is_bad(const Triangle& triangle) const {
  const auto& corner = triangle.corner;
  const Point& a = mesh_.point(corner[0]);
  const Point& b = mesh_.point(corner[1]);
  const Point& c = mesh_.point(corner[2]);
  const double size = area(a, b, c);
  if (bounds_.area > 0 && size > bounds_.area) return true;
  // The sine of the angle opposite the shortest side is twice the area by the other two.
  std::array<std::pair<double, int>, 3> side = {
      {{squared_distance(b, c), 0}, {squared_distance(c, a), 1}, {squared_distance(a, b), 2}}};
  std::ranges::sort(side);
  if (4 * size * size >= squared_sine_ * side[1].first * side[2].first) return false;
  const int shortest = side[0].second;
  return !mesh_.is_between_shells(corner[(shortest + 1) % 3], corner[(shortest + 2) % 3]);
}

bool Refiner::is_encroached(std::int32_t segment) const {
  const std::int32_t one = mesh_.segments()[segment].triangle;
  const auto apex_encroaches = [&](std::int32_t triangle, int& side) {
    const Triangle& at = mesh_.triangles()[triangle];
    side = static_cast<int>(std::ranges::find(at.segment, segment) - at.segment.begin());
    return mesh_.is_encroached_by(mesh_.point(at.corner[side]), segment);
  };
  int side = 0;
  if (apex_encroaches(one, side)) return true;
  const std::int32_t other = mesh_.triangles()[one].neighbor[side];
  return other >= 0 && apex_encroaches(other, side);
}

bool Refiner::is_splittable(std::int32_t segment) const {
  return mesh_.segments()[segment].position < position_max / 2 &&
         mesh_.squared_length(segment) > bounds_.length_least * bounds_.length_least;
}

void Refiner::look_at(std::int32_t number) {
  const Triangle& triangle = mesh_.triangles()[number];
  for (int i = 0; i < 3; ++i) {
    const std::int32_t segment = triangle.segment[i];
    if (segment >= 0 && mesh_.is_encroached_by(mesh_.point(triangle.corner[i]), segment)) {
      encroached_.push_back(segment);
    }
  }
  if (is_bad(triangle)) bad_.push_back({number, triangle.corner});
}

void Refiner::fill() {
  created_.clear();
  mesh_.fill(cavity_, created_);
  for (const std::int32_t triangle : created_) look_at(triangle);
}

}  // namespace meshgen
