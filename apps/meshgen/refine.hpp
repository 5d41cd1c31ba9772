// meshgen/refine.hpp: Delaunay refinement of one mesh until all its triangles are good.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "meshgen/mesh.hpp"

namespace meshgen {

/// What a triangle must keep to.
struct Bounds {
  double angle_deg = 20;    ///< No angle below this; at most angle_deg_max.
  double area = 0;          ///< No area above this, in squared units of the coordinates.
  double length_least = 0;  ///< Segments that are shorter than this are not split any more.
  std::size_t triangles_max = std::size_t{1} << 30;  ///< The numbers of more would not fit.
};

/// Up to here refinement ends for every domain whose segments do not meet at less than 60 degrees,
/// and spares none but the triangles across smaller corners (Miller, Pav, Walkington 2003).
constexpr double angle_deg_proven = 20.7;
constexpr double angle_deg_max = 30;

/// A split of a line, for those who share it. Without padding, so messages are read in place.
struct Split {
  std::uint64_t line = 0;  ///< Its number in the mesh that is told.
  std::uint64_t position = 1;

  bool operator==(const Split&) const = default;
};

/// A triangle that was bad when it was looked at; with other corners it is gone.
struct Candidate {
  std::int32_t triangle = -1;
  std::array<std::int32_t, 3> corner{-1, -1, -1};
};

struct Effort {
  std::int64_t interior_points = 0;
  std::int64_t split_points = 0;    ///< On segments, by own decision.
  std::int64_t foreign_points = 0;  ///< On segments, because the neighbour told so.
  std::int64_t repeated = 0;        ///< Splits that were told of and had been done here, too.
  std::int64_t given_up = 0;        ///< Triangles and segments that rounding leaves as they are.

  void serialize(auto& archive) {
    archive(interior_points, split_points, foreign_points, repeated, given_up);
  }
  Effort& operator+=(const Effort& other);
  std::int64_t points() const { return interior_points + split_points + foreign_points; }
};

/// Ruppert's algorithm (1995) with concentric shells: splits segments whose diametral circle holds
/// a point, then inserts the circumcenters of bad triangles, unless one lies in such a circle: then
/// that segment is split instead. Lives for as long as one piece of work; the mesh is good when
/// run() has returned true.
class Refiner {
 public:
  /// Told of each split of a line that has a neighbor, in the order in which they happen.
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void on_split(const Line& line, Split split) = 0;
  };

  Refiner(Mesh& mesh, const Bounds& bounds, Listener* listener);

  /// Looks at the whole mesh, as is needed after its bounds have changed.
  void look_at_all();
  /// Splits the line where the neighbour has, and before that wherever the neighbour must have: so
  /// the order of arrival does not matter. Splits already done are passed by. False when there is
  /// no such line or position.
  [[nodiscard]] bool take(Split split);
  /// Until nothing is left to improve. False when there would be more than the most triangles.
  [[nodiscard]] bool run();
  /// The same, until there are so many more points: what is left to do is in `pending` then.
  [[nodiscard]] bool run_for(std::int64_t points);

  /// Triangles that may be bad, for a later Refiner of the same mesh.
  std::vector<Candidate> take_pending();
  void add_pending(const std::vector<Candidate>& candidates);

  const Effort& effort() const { return effort_; }

 private:
  bool split(std::int32_t segment);
  void improve(const Candidate& candidate);
  bool is_bad(const Triangle& triangle) const;
  bool is_encroached(std::int32_t segment) const;
  bool is_splittable(std::int32_t segment) const;
  void look_at(std::int32_t triangle);
  void fill();

  Mesh& mesh_;
  Bounds bounds_;
  double squared_sine_ = 0;
  Listener* listener_;
  Effort effort_;
  std::vector<std::int32_t> encroached_;
  std::deque<Candidate> bad_;
  Cavity cavity_;
  std::vector<std::int32_t> created_;
};

/// 60 bits of a split's position are told apart; no segment is split as often.
constexpr std::uint64_t position_max = std::uint64_t{1} << 60;

}  // namespace meshgen
