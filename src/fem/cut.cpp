#include "fem/cut.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "fem/adjacency.hpp"

namespace isthmus::fem {

namespace {

// Elements that share a side are neighbours, all alike.
graph::Graph graph_of(const Mesh& mesh) {
  const Lists neighbours = neighbours_of(mesh, Adjacency::facet);
  graph::Graph graph;
  graph.begin.assign(neighbours.begin.begin(), neighbours.begin.end());
  graph.neighbour.assign(neighbours.items.begin(), neighbours.items.end());
  graph.weight.assign(graph.neighbour.size(), 1);
  return graph;
}

class Cutter {
 public:
  Cutter(const Mesh& mesh, std::span<const double> work, const Cutting& cutting)
      : graph_(graph_of(mesh)),
        work_(work),
        how_{.seed = cutting.seed, .into = graph::CutInto::shares_at_once, .by = cutting.by},
        number_of_(graph_.vertex_count(), graph::not_chosen) {}

  /// The part of each of some elements, by their order there, ascending; `shares` of the work,
  /// above 0.
  Expected<std::vector<std::int32_t>> into(std::span<const std::int32_t> elements,
                                           const std::vector<double>& shares) {
    const std::vector<std::uint32_t> chosen(elements.begin(), elements.end());
    const graph::Graph own = graph::subgraph_of(graph_, chosen, number_of_);
    std::vector<double> work;
    if (!work_.empty()) {
      for (const std::int32_t element : elements) work.push_back(work_[element]);
    }
    auto found = graph::cut(own, work, shares, how_);
    if (!found) return forward_error(found);
    std::vector<std::int32_t> parts(found->begin(), found->end());
    fill_empty(parts, shares.size());
    return parts;
  }

 private:
  // Parts may be left empty where there are few elements for each.
  static void fill_empty(std::vector<std::int32_t>& parts, std::size_t count) {
    std::vector<std::int64_t> sizes(count, 0);
    for (const std::int32_t part : parts) ++sizes[part];
    for (std::size_t empty = 0; empty < count; ++empty) {
      if (sizes[empty] > 0) continue;
      const auto largest =
          static_cast<std::int32_t>(std::ranges::max_element(sizes) - sizes.begin());
      const auto last = std::find(parts.rbegin(), parts.rend(), largest);
      *last = static_cast<std::int32_t>(empty);
      --sizes[largest];
      ++sizes[empty];
    }
  }

  graph::Graph graph_;
  std::span<const double> work_;
  graph::Cutting how_;
  std::vector<std::uint32_t> number_of_;  // all not_chosen
};

}  // namespace

Cutting even_parts(std::int32_t count, std::uint64_t seed) {
  return {std::vector<Target>(static_cast<std::size_t>(std::max(count, 0))), seed, {}};
}

Expected<std::vector<std::int32_t>> cut(const Mesh& mesh, std::span<const double> work,
                                        const Cutting& cutting) {
  const auto count = std::ssize(cutting.parts);
  if (count < 1 || count > mesh.element_count()) {
    return fail(ErrorCode::bad_input, std::to_string(count) + " parts", "mesh",
                "1 to " + std::to_string(mesh.element_count()) + ", the number of elements");
  }
  std::map<std::int32_t, std::vector<std::int32_t>> parts_of_site;
  for (std::size_t i = 0; i < cutting.parts.size(); ++i) {
    parts_of_site[cutting.parts[i].site].push_back(static_cast<std::int32_t>(i));
  }
  std::vector<double> site_shares;
  for (const auto& [site, parts] : parts_of_site) {
    double share = 0;
    for (const std::int32_t part : parts) share += cutting.parts[part].speed;
    site_shares.push_back(share);
  }
  std::vector<std::int32_t> all(static_cast<std::size_t>(mesh.element_count()));
  std::iota(all.begin(), all.end(), 0);
  Cutter cutter(mesh, work, cutting);
  auto sites = cutter.into(all, site_shares);
  if (!sites) return sites;
  std::vector<std::int32_t> result(all.size(), 0);
  std::int32_t place = 0;
  for (const auto& [site, parts] : parts_of_site) {
    std::vector<std::int32_t> elements;
    std::ranges::copy_if(all, std::back_inserter(elements),
                         [&](std::int32_t element) { return (*sites)[element] == place; });
    if (std::ssize(elements) < std::ssize(parts)) {
      return fail(ErrorCode::bad_input, std::to_string(parts.size()) + " parts", "site",
                  std::to_string(elements.size()) + " at most, which it has elements for");
    }
    std::vector<double> shares;
    for (const std::int32_t part : parts) shares.push_back(cutting.parts[part].speed);
    auto within = cutter.into(elements, shares);
    if (!within) return within;
    for (std::size_t i = 0; i < elements.size(); ++i) result[elements[i]] = parts[(*within)[i]];
    ++place;
  }
  return result;
}

}  // namespace isthmus::fem
