#include "isthmus/object/mapping.hpp"

#include <algorithm>

namespace isthmus::engine {

namespace {

// The index of the interval [before[i], before[i+1]) of `count` ones from `first` that holds
// `weight`. Looks first where it lies if all are equal, as they mostly are.
std::size_t interval_of(const std::vector<double>& before, std::size_t first, std::size_t count,
                        double weight) {
  const double low = before[first];
  const double share = (weight - low) / (before[first + count] - low);
  const std::size_t guess =
      first + std::min(count - 1, static_cast<std::size_t>(share * static_cast<double>(count)));
  if (before[guess] <= weight && weight < before[guess + 1]) return guess;
  const auto begin = before.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = begin + static_cast<std::ptrdiff_t>(count);
  return first + static_cast<std::size_t>(std::upper_bound(begin + 1, end, weight) - begin) - 1;
}

double middle_of(std::int64_t position, std::int64_t count) {
  return (static_cast<double>(position) + 0.5) / static_cast<double>(count);
}

}  // namespace

MapContext::MapContext(const topology::Members& members, Extent extent)
    : members_(&members), extent_(extent) {
  if (!extent.is_bounded()) return;
  const topology::Topology& topology = members.topology();
  const std::vector<double>& weight_before = members.speeds_before();
  const double weight = weight_before.back();
  const std::int32_t length = extent.size[static_cast<std::size_t>(extent.dimensions - 1)];
  std::int32_t at = 0;
  for (int site = 0; site < topology.site_count(); ++site) {
    slab_begin_.push_back(at);
    const topology::PeRange pes = topology.pes_of(SiteId(site));
    const double end = weight_before[pes.first.value + static_cast<std::size_t>(pes.count)];
    while (at < length && middle_of(at, length) * weight < end) ++at;
  }
  slab_begin_.push_back(length);
}

PeId MapContext::pe_by_weight(std::int64_t position, std::int64_t count,
                              topology::PeRange pes) const {
  const std::size_t first = pes.first.value;
  const auto pe_count = static_cast<std::size_t>(pes.count);
  const std::vector<double>& weight_before = members_->speeds_before();
  const double low = weight_before[first];
  const double high = weight_before[first + pe_count];
  return PeId(
      interval_of(weight_before, first, pe_count, low + middle_of(position, count) * (high - low)));
}

MapContext::Slab MapContext::slab_of(std::int32_t last_coordinate) const {
  // Sites without a slab have begin == end; the last one that begins at or before is the owner.
  const auto after = std::upper_bound(slab_begin_.begin(), slab_begin_.end() - 1, last_coordinate);
  return {SiteId(after - slab_begin_.begin() - 1), *(after - 1), *after};
}

namespace mapping {

PeId Block::place(const std::array<std::int32_t, 4>& at, const MapContext& context) {
  const Extent& extent = context.extent();
  const auto last = static_cast<std::size_t>(extent.dimensions - 1);
  const MapContext::Slab slab = context.slab_of(at[last]);
  std::int64_t position = 0;
  std::int64_t count = 1;
  for (std::size_t d = 0; d < last; ++d) {
    position = position * extent.size[d] + at[d];
    count *= extent.size[d];
  }
  const std::int64_t width = slab.end - slab.begin;
  return context.pe_by_weight(position * width + (at[last] - slab.begin), count * width,
                              context.topology().pes_of(slab.site));
}

}  // namespace mapping

}  // namespace isthmus::engine
