#include "fem/cut.hpp"

#include <metis.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "fem/adjacency.hpp"

namespace isthmus::fem {

namespace {

constexpr double work_total = 1e9;  // METIS sums in 32 bits

class Cutter {
 public:
  Cutter(const Mesh& mesh, std::span<const double> work, std::uint64_t seed)
      : neighbours_(neighbours_of(mesh, Adjacency::facet)),
        work_(work),
        seed_(seed),
        place_(static_cast<std::size_t>(mesh.element_count()), -1) {}

  /// The part of each of some elements, by their order there; `shares` of the work, above 0.
  Expected<std::vector<std::int32_t>> into(std::span<const std::int32_t> elements,
                                           const std::vector<double>& shares) {
    if (shares.size() == 1) return std::vector<std::int32_t>(elements.size(), 0);
    auto parts = by_metis(elements, shares);
    if (parts) fill_empty(*parts, shares.size());
    return parts;
  }

 private:
  std::vector<idx_t> weights_of(std::span<const std::int32_t> elements) const {
    std::vector<idx_t> weights(elements.size(), 1);
    if (work_.empty()) return weights;
    double sum = 0;
    for (const std::int32_t element : elements) sum += work_[element];
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const double weight = std::round(work_[elements[i]] / sum * work_total);
      weights[i] = std::max<idx_t>(1, static_cast<idx_t>(weight));
    }
    return weights;
  }

  Expected<std::vector<std::int32_t>> by_metis(std::span<const std::int32_t> elements,
                                               const std::vector<double>& shares) {
    for (std::size_t i = 0; i < elements.size(); ++i) place_[elements[i]] = static_cast<idx_t>(i);
    std::vector<idx_t> begin = {0};
    std::vector<idx_t> next;
    for (const std::int32_t element : elements) {
      for (const std::int32_t other : neighbours_[element]) {
        if (place_[other] >= 0) next.push_back(place_[other]);
      }
      begin.push_back(static_cast<idx_t>(next.size()));
    }
    for (const std::int32_t element : elements) place_[element] = -1;
    std::vector<idx_t> weights = weights_of(elements);
    const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
    std::vector<real_t> targets;
    for (const double share : shares) targets.push_back(static_cast<real_t>(share / total));
    idx_t options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = static_cast<idx_t>(seed_ & 0x7fffffff);
    auto vertices = static_cast<idx_t>(elements.size());
    auto count = static_cast<idx_t>(shares.size());
    idx_t constraints = 1;
    idx_t edges_cut = 0;
    std::vector<idx_t> found(elements.size(), 0);
    const int status = METIS_PartGraphKway(&vertices, &constraints, begin.data(), next.data(),
                                           weights.data(), nullptr, nullptr, &count, targets.data(),
                                           nullptr, options, &edges_cut, found.data());
    if (status != METIS_OK) {
      return fail(ErrorCode::io, why(status),
                  "METIS, " + std::to_string(elements.size()) + " elements into " +
                      std::to_string(shares.size()) + " parts");
    }
    return std::vector<std::int32_t>(found.begin(), found.end());
  }

  static const char* why(int status) {
    if (status == METIS_ERROR_MEMORY) return "not enough memory";
    return status == METIS_ERROR_INPUT ? "refused its input" : "failed";
  }

  // METIS may leave parts empty where there are few elements for each.
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

  Lists neighbours_;
  std::span<const double> work_;
  std::uint64_t seed_;
  std::vector<idx_t> place_;  // of elements among those that are cut; -1: is not
};

}  // namespace

Cutting even_parts(std::int32_t count, std::uint64_t seed) {
  return {std::vector<Target>(static_cast<std::size_t>(std::max(count, 0))), seed};
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
  Cutter cutter(mesh, work, cutting.seed);
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
