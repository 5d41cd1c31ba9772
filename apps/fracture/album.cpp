#include "fracture/album.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

namespace fracture {

Album::Album(const fem::Mesh& mesh, std::vector<std::int32_t> part,
             std::vector<fem::SeriesEntry> series)
    : mesh_(mesh), part_(std::move(part)), series_(std::move(series)) {
  const std::vector<std::int32_t> one(part_.size(), 0);
  piece_ = std::move(fem::pieces_of(mesh, one, {0, fem::Ghosts::By::node}).front());
  const auto all = fem::facets_of(mesh);
  std::ranges::copy_if(all.value(), std::back_inserter(facets_),
                       [](const fem::Facet& facet) { return facet.second >= 0; });
  insertion_ = fem::Insertion(piece_, facets_);
}

fem::Mesh Album::picture(std::span<const NodeState> nodes, std::span<const CrackState> cracks) {
  fem::Mesh picture;
  picture.kind = mesh_.kind;
  picture.group = mesh_.group;
  std::vector<double> damage(part_.size(), 0);
  std::set<std::int32_t> places;
  std::size_t at = 0;
  for (const CrackState& crack : cracks) {
    while (facets_[at].first != crack.element || facets_[at].side != crack.side) ++at;
    const fem::Facet& facet = facets_[at];
    for (const std::int32_t element : {facet.first, facet.second}) {
      damage[element] = std::max(damage[element], crack.damage);
    }
    if (!insertion_.is_tied(static_cast<std::int32_t>(at))) continue;
    insertion_.untie(static_cast<std::int32_t>(at));
    const fem::FacetNodes ends = fem::nodes_of(facet, mesh_.kind, mesh_.nodes);
    places.insert(ends.all().begin(), ends.all().end());
  }
  for (const std::int32_t place : places) insertion_.come_apart(place);

  fem::Field displacement{3, {}};
  fem::Field velocity{3, {}};
  // The picture's nodes are in the order of `nodes`: by place and first element.
  std::vector<std::int32_t> number(static_cast<std::size_t>(insertion_.node_count()), -1);
  for (const NodeState& node : nodes) {
    const std::int32_t own =
        insertion_.node(node.element, insertion_.corner_at(node.element, node.place));
    number[own] = picture.node_count();
    picture.points.push_back(mesh_.points[node.place]);
    displacement.values.insert(displacement.values.end(), node.displacement.begin(),
                               node.displacement.end());
    velocity.values.insert(velocity.values.end(), node.velocity.begin(), node.velocity.end());
  }
  for (std::int32_t e = 0; e < mesh_.element_count(); ++e) {
    for (int k = 0; k < fem::nodes_per(mesh_.kind); ++k)
      picture.nodes.push_back(number[insertion_.node(e, k)]);
  }
  picture.node_data["displacement"] = std::move(displacement);
  picture.node_data["velocity"] = std::move(velocity);
  picture.element_data["damage"] = {1, std::move(damage)};
  picture.element_data["part"] = {1, {part_.begin(), part_.end()}};
  return picture;
}

isthmus::Expected<void> Album::add(const std::string& pvd, int step, double time_s,
                                   const fem::Mesh& picture) {
  char number[16];
  std::snprintf(number, sizeof number, "-%06d.vtu", step);
  const std::filesystem::path series(pvd);
  const std::string file = series.stem().string() + number;
  series_.push_back({time_s, file});
  if (auto done = fem::write_vtu((series.parent_path() / file).string(), picture); !done) {
    return done;
  }
  return fem::write_pvd(pvd, series_);
}

}  // namespace fracture
