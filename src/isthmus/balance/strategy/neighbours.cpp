#include "isthmus/balance/strategy/neighbours.hpp"

#include <algorithm>
#include <iterator>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy/exchange.hpp"
#include "isthmus/balance/strategy/parts.hpp"

namespace isthmus::balance {

std::vector<std::vector<PeId>> neighbours_of(const Snapshot& snapshot) {
  std::vector<std::vector<PeId>> sites(snapshot.site_count());
  for (std::size_t pe = 0; pe < snapshot.pe_count(); ++pe) {
    sites[snapshot.pes.site[pe].value].push_back(PeId(pe));
  }
  std::erase_if(sites, [](const auto& pes) { return pes.empty(); });
  std::vector<std::vector<PeId>> neighbours(snapshot.pe_count());
  for (std::size_t site = 0; site < sites.size(); ++site) {
    for (std::size_t k = 0; k < sites[site].size(); ++k) {
      std::vector<PeId>& mine = neighbours[sites[site][k].value];
      for (std::size_t bit = 1; bit < sites[site].size(); bit *= 2) {
        if ((k ^ bit) < sites[site].size()) mine.push_back(sites[site][k ^ bit]);
      }
      for (std::size_t bit = 1; bit < sites.size(); bit *= 2) {
        if ((site ^ bit) >= sites.size()) continue;
        const std::vector<PeId>& other = sites[site ^ bit];
        mine.push_back(other[k % other.size()]);
      }
    }
  }
  return neighbours;
}

Holdings::Holdings(const Snapshot& snapshot, Placement placement)
    : snapshot_(snapshot),
      placement_(std::move(placement)),
      load_s_(loads_s(snapshot, placement_)),
      objects_(snapshot.pe_count()) {
  for (std::uint32_t i = 0; i < placement_.size(); ++i) {
    if (snapshot.objects.is_pinned[i] != 0 || snapshot.objects.cpu_s[i] == 0) continue;
    objects_[placement_[i].value].push_back(i);
  }
  for (auto& objects : objects_) sort_by_weight(snapshot, objects);
}

double Holdings::largest_s() const { return std::ranges::max(load_s_); }

std::size_t Holdings::hand_over(PeId from, PeId to, double work_s) {
  if (objects_of(from).empty() || from == to) return 0;
  const std::vector<double>& cpu_s = snapshot_.objects.cpu_s;
  std::vector<std::uint32_t> given;
  double left_s = work_s;
  for (const std::uint32_t i : objects_of(from)) {
    if (cpu_s[i] > left_s) continue;
    given.push_back(i);
    left_s -= cpu_s[i];
  }
  if (!given.empty()) {
    move(from, to, given);
    return given.size();
  }
  const std::uint32_t lightest = objects_of(from).back();
  const double end_s = load_s(to) + cpu_s[lightest] / snapshot_.pes.speed[to.value];
  if (end_s < load_s(from) * (1.0 - 1e-9)) {
    move(from, to, {lightest});
    return 1;
  }
  const auto exchange = best_exchange(snapshot_, objects_of(from), objects_of(to), work_s);
  if (!exchange) return 0;
  move(from, to, {exchange->first});
  move(to, from, {exchange->second});
  return 2;
}

void Holdings::move(PeId from, PeId to, const std::vector<std::uint32_t>& given) {
  const std::vector<double>& cpu_s = snapshot_.objects.cpu_s;
  for (const std::uint32_t i : given) {
    placement_[i] = to;
    load_s_[from.value] -= cpu_s[i] / snapshot_.pes.speed[from.value];
    load_s_[to.value] += cpu_s[i] / snapshot_.pes.speed[to.value];
  }
  std::erase_if(objects_[from.value], [&](std::uint32_t i) { return placement_[i] == to; });
  std::vector<std::uint32_t>& theirs = objects_[to.value];
  std::vector<std::uint32_t> merged;
  merged.reserve(theirs.size() + given.size());
  std::ranges::merge(theirs, given, std::back_inserter(merged), [&](auto a, auto b) {
    return cpu_s[a] != cpu_s[b] ? cpu_s[a] > cpu_s[b] : a < b;
  });
  theirs = std::move(merged);
}

}  // namespace isthmus::balance
