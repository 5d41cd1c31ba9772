#include "meshgen/assemble.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

#include "isthmus/base/random.hpp"

namespace meshgen {

namespace {

struct PointHash {
  std::size_t operator()(const Point& point) const {
    return isthmus::Random::mix(std::bit_cast<std::uint64_t>(point.x) +
                                isthmus::Random::mix(std::bit_cast<std::uint64_t>(point.y)));
  }
};

}  // namespace

Piece piece_of(const Mesh& mesh, std::int32_t subdomain, std::int32_t pe, const Bounds& bounds) {
  Piece piece{.subdomain = subdomain,
              .pe = pe,
              .area_limit = bounds.area,
              .points = mesh.points(),
              .triangles = {}};
  piece.triangles.reserve(mesh.triangles().size());
  for (const Triangle& triangle : mesh.triangles()) piece.triangles.push_back(triangle.corner);
  return piece;
}

WholeMesh assemble(Pieces pieces) {
  std::ranges::sort(pieces, {}, &Piece::subdomain);
  WholeMesh whole;
  std::unordered_map<Point, std::int32_t, PointHash> known;
  std::vector<std::int32_t> number;
  for (const Piece& piece : pieces) {
    number.clear();
    for (const Point& point : piece.points) {
      const auto [place, fresh] =
          known.emplace(point, static_cast<std::int32_t>(whole.points.size()));
      if (fresh) whole.points.push_back(point);
      number.push_back(place->second);
    }
    for (const auto& corner : piece.triangles) {
      whole.triangles.push_back({number[corner[0]], number[corner[1]], number[corner[2]]});
      whole.subdomain.push_back(piece.subdomain);
      whole.pe.push_back(piece.pe);
    }
    whole.area_limit.resize(std::max<std::size_t>(whole.area_limit.size(), piece.subdomain + 1));
    whole.area_limit[piece.subdomain] = piece.area_limit;
  }
  return whole;
}

}  // namespace meshgen
