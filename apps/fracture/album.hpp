// fracture/album.hpp: pictures of the solid: meshes whose nodes have come apart, with what is
// known.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "fem/insertion.hpp"
#include "fem/vtu.hpp"
#include "fracture/solid.hpp"

namespace fracture {

class Album {
 public:
  /// `part` of each element; `series` goes on. The mesh outlives it.
  Album(const fem::Mesh& mesh, std::vector<std::int32_t> part,
        std::vector<fem::SeriesEntry> series = {});

  /// All nodes and sides, by place and first element, and by element and side; the mesh of that
  /// moment, undeformed, with `displacement` and `velocity` of nodes, `damage` (the greatest of an
  /// element's sides) and `part` of elements.
  fem::Mesh picture(std::span<const NodeState> nodes, std::span<const CrackState> cracks);

  /// NAME-000123.vtu beside NAME.pvd, which lists all so far. ErrorCode::io when one cannot be
  /// written.
  isthmus::Expected<void> add(const std::string& pvd, int step, double time_s,
                              const fem::Mesh& picture);
  const std::vector<fem::SeriesEntry>& series() const { return series_; }

 private:
  const fem::Mesh& mesh_;
  std::vector<std::int32_t> part_;
  std::vector<fem::Facet> facets_;
  fem::Piece piece_;
  fem::Insertion insertion_;
  std::vector<fem::SeriesEntry> series_;
};

}  // namespace fracture
