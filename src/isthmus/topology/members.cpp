#include "isthmus/topology/members.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::topology {

namespace {

std::vector<PeId> present_pes(const Topology& topology) {
  std::vector<PeId> pes;
  pes.reserve(static_cast<std::size_t>(topology.pe_count()));
  for (int pe = 0; pe < topology.pe_count(); ++pe) {
    if (!topology.is_absent(topology.process_of(PeId(pe)))) pes.emplace_back(pe);
  }
  return pes;
}

}  // namespace

Members::Members(const Topology& topology, std::uint32_t epoch)
    : Members(topology, epoch, present_pes(topology)) {}

Members::Members(const Topology& topology, std::uint32_t epoch, std::vector<PeId> pes)
    : topology_(&topology),
      epoch_(epoch),
      pes_(std::move(pes)),
      is_member_(static_cast<std::size_t>(topology.pe_count())) {
  ISTHMUS_ASSERT(std::ranges::is_sorted(pes_));
  for (const PeId pe : pes_) is_member_[pe.value] = true;
  speeds_before_.reserve(is_member_.size() + 1);
  speeds_before_.push_back(0);
  for (std::uint32_t number = 0; number < is_member_.size(); ++number) {
    const PeId pe(number);
    if (holds_objects(pe)) object_pes_.push_back(pe);
    speeds_before_.push_back(speeds_before_.back() +
                             (holds_objects(pe) ? topology.speed_of(pe) : 0));
  }
  ISTHMUS_ASSERT(!object_pes_.empty());
}

PeId Members::heir(PeId pe, std::uint64_t object_hash) const {
  if (contains(pe)) return pe;
  const auto all = static_cast<std::size_t>(topology_->pe_count());
  std::size_t first = 0;
  std::size_t end = all;
  if (pe.value < all) {
    const PeRange of_site = topology_->pes_of(topology_->site_of(pe));
    const std::size_t site_first = of_site.first.value;
    const std::size_t site_end = site_first + static_cast<std::size_t>(of_site.count);
    if (speeds_before_[site_end] > speeds_before_[site_first]) {
      first = site_first;
      end = site_end;
    }
  }
  // Bits from which a double between 0 and 1 is made without being rounded.
  const double share = static_cast<double>(object_hash >> 11) * 0x1.0p-53;
  const double low = speeds_before_[first];
  const double place = low + share * (speeds_before_[end] - low);
  const auto begin = speeds_before_.begin();
  const auto next = std::upper_bound(begin + static_cast<std::ptrdiff_t>(first),
                                     begin + static_cast<std::ptrdiff_t>(end), place);
  // Rounding may lead behind the last one that holds objects.
  PeId found(static_cast<std::uint32_t>(next - begin - 1));
  while (!holds_objects(found)) found = PeId(found.value - 1);
  return found;
}

std::span<const PeId> Members::of(SiteId site) const {
  const PeRange range = topology_->pes_of(site);
  const auto first = std::ranges::lower_bound(pes_, range.first);
  const PeId end(range.first.value + static_cast<std::uint32_t>(range.count));
  return {first, std::ranges::lower_bound(first, pes_.end(), end)};
}

PeId Members::after(PeId pe) const {
  const std::size_t next = position_of(pe) + 1;
  return next < pes_.size() ? pes_[next] : pes_.front();
}

PeId Members::before(PeId pe) const {
  const std::size_t at = position_of(pe);
  return at > 0 ? pes_[at - 1] : pes_.back();
}

std::size_t Members::position_of(PeId pe) const {
  const auto at = std::ranges::lower_bound(pes_, pe);
  ISTHMUS_ASSERT(at != pes_.end() && *at == pe);
  return static_cast<std::size_t>(at - pes_.begin());
}

}  // namespace isthmus::engine::topology
