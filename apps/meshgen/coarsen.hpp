// meshgen/coarsen.hpp: takes points out of a mesh whose triangles may be larger again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "meshgen/mesh.hpp"
#include "meshgen/refine.hpp"

namespace meshgen {

/// What coarsening has done.
struct Removals {
  std::int64_t interior_points = 0;
  std::int64_t joints = 0;          ///< Of two parts of a segment, by own decision.
  std::int64_t foreign_joints = 0;  ///< Because the neighbour wished or did so.

  void serialize(auto& archive) { archive(interior_points, joints, foreign_joints); }
  Removals& operator+=(const Removals& other);
};

/// Makes a mesh coarser where its area limit has grown again, by taking out what refinement has
/// put in: points inside that lie closer together than equally good triangles of that size would
/// have them (the last inserted first, as in Talmor's (1997) coarsening by a spacing function), and
/// points that split segments, from the smallest parts up. The mesh stays constrained Delaunay
/// after each step. Triangles may be bad afterwards, of this mesh and of a neighbour that has
/// joined with it: a Refiner that looks at all of them makes the mesh good again.
///
/// Two subdomains have the same points on their line. So a part of a line with a neighbour is
/// joined by asking: `wishes` are what this mesh would join; the neighbour's `grant` joins it there
/// if that mesh allows it, and then `follow` joins it here. While anybody coarsens nobody may
/// split. Lives for as long as one piece of work; it ends with `finish`.
class Coarsener {
 public:
  /// `bounds` has the new area limit. Without one (0) nothing is joined or taken out.
  Coarsener(Mesh& mesh, const Bounds& bounds);
  ~Coarsener() { finish(); }
  Coarsener(const Coarsener&) = delete;
  Coarsener& operator=(const Coarsener&) = delete;

  /// Takes points out inside, and on lines that nobody shares.
  void thin();
  /// The shared segments, split into two whole parts, that this mesh would have whole: by its own
  /// lines.
  std::vector<Split> wishes() const;
  /// Whether this mesh, too, would have the segment whole; then it is. It is as well where it was
  /// before. False for what is no split segment with two whole parts.
  bool grant(Split joint);
  /// What the neighbour has granted. False when this mesh cannot follow, as it has no such line or
  /// parts; whole segments are passed by.
  [[nodiscard]] bool follow(Split joint);
  /// The segment that the joined one is a part of, if that is now to be wished for.
  std::optional<Split> next_wish(Split joined) const;

  /// Numbers what is left without gaps. Nothing else may be called after it.
  void finish();

  const Removals& removals() const { return removals_; }

 private:
  /// The triangles around a point, between two segments or all around; `rim` are the corners
  /// opposite it, counter-clockwise, one more than triangles where it is open.
  struct Fan {
    std::vector<std::int32_t> triangles;
    std::vector<std::int32_t> rim;
    bool is_open = false;
  };
  /// How a fan's hole is filled: triangles of places in its rim.
  struct Filling {
    Fan fan;
    std::vector<std::array<int, 3>> triangles;
  };

  bool is_wanted_whole(std::int32_t segment) const;
  bool has_whole_parts(std::int32_t segment) const;
  std::int32_t find(Split joint) const;
  bool take_out(std::int32_t point);
  bool join(std::int32_t segment, bool only_if_free);
  std::optional<Fan> fan_of(std::int32_t point, std::int32_t begin) const;
  std::optional<Filling> fill_hole(Fan fan) const;
  void apply(const Filling& filling, std::int32_t base, std::vector<std::int32_t>& base_sides);
  int corner_of(std::int32_t triangle, std::int32_t point) const;
  void find_triangles();

  Mesh& mesh_;
  double squared_spacing_ = 0;
  Removals removals_;
  std::vector<std::int32_t> triangle_at_;  // of each point; empty until thin() needs it
  std::size_t gone_ = 0;                   // triangles and points that are not there any more
  std::vector<bool> is_gone_;              // by point
};

}  // namespace meshgen
