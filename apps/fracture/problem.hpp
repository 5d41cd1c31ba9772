// fracture/problem.hpp: what is pulled, how, and for how long; plain data.
#pragma once

#include <string>
#include <vector>

#include "fem/adjacency.hpp"
#include "fem/box.hpp"
#include "fem/cut.hpp"
#include "fem/mesh.hpp"
#include "fracture/cohesion.hpp"
#include "fracture/material.hpp"

namespace fracture {

namespace fem = isthmus::fem;

/// All nodes at one end of the solid move in given directions at given speeds, for ever.
struct Grip {
  int axis = 1;
  bool high = false;  ///< The end with the greatest coordinate, else the least.
  std::array<bool, 3> holds = {};
  Vec velocity = {};  ///< m/s; of directions that it holds.
};

struct Problem {
  fem::Box box = {{0, 0, 0}, {5, 5, 1}, {20, 20, 4}, fem::Kind::tet4};
  std::string mesh = {};  ///< A file instead of the box; empty: none.
  /// 4 or 10, which a mesh of 4 gets middles of edges for; 0: what the file has, of a box 4.
  int nodes_per_element = 0;
  Material material = {};
  Cohesion cohesion = {};
  double notch =
      1;  ///< m from low x, at half the height (y), through the whole thickness; 0: none.
  double pull = 0.02;   ///< m/s, of each end in y.
  double safety = 0.5;  ///< Share of least_crossing_s that a step takes; up to 0.5.
  int steps = 450;
  std::uint64_t seed = 1;  ///< Of the cut into parts.
  fem::CutBy cut_by = fem::CutBy::metis;
  int parts = 8;

  // Worked out by prepare().
  double step_s = 0;
  Vec low = {};  ///< Corners of the box around the solid.
  Vec high = {};
  std::vector<Grip> grips = {};
};

/// ErrorCode::bad_input in one line for what makes no sense.
isthmus::Expected<void> validate(const Problem& problem);

/// All that is given but the number of steps: two problems with the same words are the same.
std::string in_words(const Problem& problem);

/// The mesh; fills in what follows from it. ErrorCode::bad_input for a mesh that cannot be used.
isthmus::Expected<fem::Mesh> prepare(Problem& problem);

/// m/s at the start: each end at its grip's speed, in between in proportion to the place.
Vec first_velocity(const Problem& problem, const Vec& place);
/// Which directions of a node are held, and at which speeds.
struct Hold {
  std::array<bool, 3> holds = {};
  Vec velocity = {};
};
Hold hold_at(const Problem& problem, const Vec& place);
/// The side lies in the notch.
bool is_notch(const Problem& problem, const std::array<Vec, 3>& corners);

/// What a pressure wave takes through the least height of an element, s; of ten nodes 0.4 of it, as
/// their lumped masses are so much less for what holds them. A block of tetrahedra is stable up to
/// about 0.9 of it, one that has come loose up to about 0.6 (0.51 at Poisson's ratio 0.49), less
/// where it overlaps.
double least_crossing_s(const fem::Mesh& mesh, const Material& material);

}  // namespace fracture
