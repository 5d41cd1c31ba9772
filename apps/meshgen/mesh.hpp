// meshgen/mesh.hpp: a constrained Delaunay triangulation that points are inserted into.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "meshgen/geometry.hpp"

namespace meshgen {

/// A segment of the input, between two of its vertices. Ends are acute where two segments of the
/// input meet at less than 60 degrees.
struct Family {
  Point from;
  Point to;
  bool from_acute = false;
  bool to_acute = false;
};

/// A side of the mesh, or a constraint inside of it, that no triangle crosses. It begins as one
/// segment, which is split again and again: a binary tree.
struct Line {
  std::int32_t family = -1;  ///< The input segment that it is part of; -1: an interface alone.
  bool from_acute = false;
  bool to_acute = false;
  std::int32_t neighbor = -1;   ///< The subdomain on the other side; -1: none, or this one.
  std::uint32_t peer_line = 0;  ///< The same line's number there.
  std::int32_t root = -1;       ///< Its undivided segment.
};

/// A node of a line's tree: an edge of the mesh until it is split. Its position is 1 for the whole
/// line, and 2p and 2p + 1 for the two parts of position p, the one at the line's beginning first.
struct Segment {
  std::int32_t from = -1;
  std::int32_t to = -1;
  std::int32_t triangle = -1;  ///< One that has it as an edge.
  std::int32_t line = -1;
  std::int32_t first_part = -1;  ///< The second follows; -1: not split.
  std::uint64_t position = 1;
};

/// Corners counter-clockwise. Neighbor and segment i lie opposite corner i; -1: none.
struct Triangle {
  std::array<std::int32_t, 3> corner{-1, -1, -1};
  std::array<std::int32_t, 3> neighbor{-1, -1, -1};
  std::array<std::int32_t, 3> segment{-1, -1, -1};
};

/// What a mesh is made of. Segment i is the whole of line i.
struct MeshParts {
  struct Side {
    std::int32_t from = -1;
    std::int32_t to = -1;
  };
  std::vector<Point> points;
  std::vector<std::int32_t> families;  ///< Of each point inside of an input segment; else -1.
  std::vector<std::array<std::int32_t, 3>> triangles;
  std::vector<Line> lines;
  std::vector<Side> sides;
  std::vector<Family> family_list;
};

/// The triangles that a new point replaces. Filled by Mesh, kept by the caller to be used again.
struct Cavity {
  struct Edge {
    std::int32_t from = -1;
    std::int32_t to = -1;  ///< The cavity lies on the left.
    std::int32_t outside = -1;
    std::int32_t segment = -1;
  };
  Point point;
  std::int32_t segment = -1;  ///< The one that the point splits; -1: the point is inside.
  std::vector<std::int32_t> triangles;
  std::vector<Edge> edges;
};

/// Where a walk through the mesh ended: in a triangle, or before a segment.
struct Place {
  std::int32_t triangle = -1;
  std::int32_t segment = -1;
};

/// The triangles of a region, without any outside of it; each edge at the rim is a segment.
/// Triangles are constrained Delaunay after each operation. One owner, no thread safety.
class Mesh {
 public:
  Mesh() = default;
  /// The triangles must be constrained Delaunay and the sides cover the rim.
  explicit Mesh(MeshParts parts);

  /// From inside the triangle straight towards the point. Both are -1 if that led nowhere, which
  /// happens only for triangles that are flat but for rounding.
  Place walk(std::int32_t from_triangle, const Point& to) const;

  /// The cavity of a point in that triangle. False when the point cannot be inserted, as it lies on
  /// a segment; the cavity's edges tell of it all the same.
  bool find_cavity(const Point& point, std::int32_t triangle, Cavity& cavity);
  /// The cavity of the point that splits an undivided segment. False when that is too short for it.
  bool find_split_cavity(std::int32_t segment, Cavity& cavity);
  /// Replaces the cavity's triangles by those around its point. They are appended to `created`.
  void fill(const Cavity& cavity, std::vector<std::int32_t>& created);

  /// The segment of that position in that line. -1: it is not there, as one of those before it in
  /// the tree is whole; then that one is `whole`.
  std::int32_t find_segment(std::int32_t line, std::uint64_t position, std::int32_t& whole) const;

  bool is_whole(std::int32_t segment) const { return segments_[segment].first_part < 0; }
  bool is_encroached_by(const Point& point, std::int32_t segment) const;
  double squared_length(std::int32_t segment) const;
  /// Whether both ends of an edge lie on two input segments that meet in an acute corner, equally
  /// far from it. No refinement lengthens such an edge, so a small angle opposite it stays.
  bool is_between_shells(std::int32_t a, std::int32_t b) const;

  const Point& point(std::int32_t vertex) const { return points_[vertex]; }
  const std::vector<Point>& points() const { return points_; }
  const std::vector<std::int32_t>& point_families() const { return point_families_; }
  const std::vector<Triangle>& triangles() const { return triangles_; }
  const std::vector<Segment>& segments() const { return segments_; }
  const std::vector<Line>& lines() const { return lines_; }
  const std::vector<Family>& families() const { return families_; }

  void serialize(auto& archive) {
    archive(points_, point_families_, own_points_, triangles_, segments_, lines_, families_);
  }

 private:
  friend class Coarsener;  // takes out what fill() has put in

  bool grow(Cavity& cavity);
  bool is_starlike(const Cavity& cavity) const;
  std::int32_t add_point(const Cavity& cavity);
  void mark_halves(const Cavity& cavity, std::span<const std::int32_t> created);

  std::vector<Point> points_;
  std::vector<std::int32_t> point_families_;
  std::int32_t own_points_ = 0;  // those that it was made with come first, and stay
  std::vector<Triangle> triangles_;
  std::vector<Segment> segments_;
  std::vector<Line> lines_;
  std::vector<Family> families_;
  // Scratch, empty in a mesh that has just been moved to another process. Triangles that carry the
  // present stamp are in the cavity; created_at_ has the new triangle on the edge that begins at a
  // vertex.
  std::vector<std::uint32_t> stamps_;
  std::uint32_t stamp_ = 0;
  std::vector<std::int32_t> created_at_;
};

}  // namespace meshgen
