#include "isthmus/balance/strategy/parts.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "isthmus/balance/quality.hpp"

namespace isthmus::engine::balance {

std::vector<Part> parts_by_site(const Snapshot& snapshot, const Placement& placement) {
  std::vector<Part> parts(snapshot.site_count());
  for (std::size_t pe = 0; pe < snapshot.pe_count(); ++pe) {
    parts[snapshot.pes.site[pe].value].pes.push_back(PeId(pe));
  }
  for (std::uint32_t i = 0; i < snapshot.object_count(); ++i) {
    if (snapshot.objects.is_pinned[i] != 0) continue;
    parts[snapshot.site_of(placement[i]).value].movable.push_back(i);
  }
  return parts;
}

Part whole(const Snapshot& snapshot) {
  Part part;
  for (std::size_t pe = 0; pe < snapshot.pe_count(); ++pe) part.pes.push_back(PeId(pe));
  for (std::uint32_t i = 0; i < snapshot.object_count(); ++i) {
    if (snapshot.objects.is_pinned[i] == 0) part.movable.push_back(i);
  }
  return part;
}

double least_load_s(const Snapshot& snapshot, const Part& part, std::span<const double> fixed_s) {
  double work_s = 0;
  double heaviest_s = 0;
  for (const std::uint32_t i : part.movable) {
    work_s += snapshot.objects.cpu_s[i];
    heaviest_s = std::max(heaviest_s, snapshot.objects.cpu_s[i]);
  }
  return std::max(level_s(snapshot, part.pes, fixed_s, work_s),
                  alone_s(snapshot, part.pes, fixed_s, heaviest_s));
}

void sort_by_weight(const Snapshot& snapshot, std::vector<std::uint32_t>& objects) {
  // Times are not negative, so their bits are in their order; and the pairs are quicker to sort.
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  std::vector<Entry> entries;
  entries.reserve(objects.size());
  for (const std::uint32_t i : objects) {
    entries.emplace_back(~std::bit_cast<std::uint64_t>(snapshot.objects.cpu_s[i] + 0.0), i);
  }
  if (!std::ranges::is_sorted(entries)) std::ranges::sort(entries);
  for (std::size_t k = 0; k < objects.size(); ++k) objects[k] = entries[k].second;
}

}  // namespace isthmus::engine::balance
