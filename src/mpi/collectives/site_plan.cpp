#include "mpi/collectives/site_plan.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <map>
#include <utility>

namespace isthmus::engine::mpi {

namespace {

std::vector<std::int32_t> leaders_of(std::span<const std::int32_t> members,
                                     const RankSites& sites) {
  std::map<std::uint16_t, std::int32_t> first;
  for (const std::int32_t member : members) {
    const auto at = first.emplace(sites.of(member), member).first;
    at->second = std::min(at->second, member);
  }
  std::vector<std::int32_t> leaders;
  for (const auto& [place, leader] : first) leaders.push_back(leader);
  return leaders;
}

}  // namespace

std::vector<std::vector<std::int32_t>> by_site(std::span<const std::int32_t> members,
                                               const RankSites& sites) {
  std::map<std::uint16_t, std::vector<std::int32_t>> by_place;
  for (const std::int32_t member : members) by_place[sites.of(member)].push_back(member);
  std::vector<std::vector<std::int32_t>> all;
  for (auto& [place, own] : by_place) {
    std::ranges::sort(own);
    all.push_back(std::move(own));
  }
  return all;
}

std::vector<std::span<const std::int32_t>> branches_of(std::span<const std::int32_t> subtree) {
  std::vector<std::span<const std::int32_t>> branches;
  std::size_t end = subtree.size();
  for (std::size_t step = std::bit_ceil(end) / 2; step >= 1; step /= 2) {
    if (step >= end) continue;
    branches.push_back(subtree.subspan(step, end - step));
    end = step;
  }
  return branches;
}

SitePlan make_site_plan(std::int32_t self, std::span<const std::int32_t> group,
                        std::span<const std::int32_t> peers, const RankSites& sites) {
  SitePlan plan;
  plan.leaders = leaders_of(group, sites);
  plan.peer_leaders = leaders_of(peers, sites);
  std::vector<std::int32_t> own;
  for (const std::int32_t member : group) {
    if (sites.of(member) == sites.of(self)) own.push_back(member);
  }
  std::ranges::sort(own);
  std::span<const std::int32_t> subtree = own;
  while (subtree.front() != self) {
    for (const std::span<const std::int32_t> branch : branches_of(subtree)) {
      if (self < branch.front() || self > branch.back()) continue;
      plan.parent = subtree.front();
      subtree = branch;
      break;
    }
  }
  plan.subtree.assign(subtree.begin(), subtree.end());
  return plan;
}

}  // namespace isthmus::engine::mpi
