// fem/cut.hpp: the elements of a mesh dealt out to parts, by METIS or Scotch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fem/mesh.hpp"
#include "isthmus/graph/partition.hpp"

namespace isthmus::fem {

using graph::CutBy;

/// The one who is to have a part.
struct Target {
  std::int32_t site = 0;  ///< Parts of one site lie together.
  double speed = 1;       ///< Above 0; a part of twice the speed gets twice the work.
};

struct Cutting {
  std::vector<Target> parts = {};
  std::uint64_t seed = 1;
  CutBy by = CutBy::metis;
};

/// The part of each element: parts of about their shares of the work, few sides between them, and
/// between sites first: the mesh is cut into sites, and each site's elements into its parts, all at
/// once (graph::CutInto::shares_at_once). `work` has a number above 0 for each element; empty: all
/// take the same. No part is empty. ErrorCode::bad_input where there are more parts than elements,
/// or none, ErrorCode::io where METIS or Scotch fails.
/// METIS keeps one generator of random numbers a process, seeded here: one thread at a time.
Expected<std::vector<std::int32_t>> cut(const Mesh& mesh, std::span<const double> work,
                                        const Cutting& cutting);

/// `count` parts of one site and speed.
Cutting even_parts(std::int32_t count, std::uint64_t seed = 1);

}  // namespace isthmus::fem
