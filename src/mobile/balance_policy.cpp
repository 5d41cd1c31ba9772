#include "mobile/balance_policy.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace isthmus::mobile {

namespace {

double total_load(std::span<const ObjectLoad> objects) {
  double sum = 0;
  for (const ObjectLoad& object : objects) sum += object.load;
  return sum;
}

/// Those with load, the heaviest first; of equal ones in the order of their pointers.
std::vector<ObjectLoad> by_weight(std::span<const ObjectLoad> objects) {
  std::vector<ObjectLoad> sorted;
  for (const ObjectLoad& object : objects) {
    if (object.load > 0) sorted.push_back(object);
  }
  std::ranges::sort(sorted, [](const ObjectLoad& a, const ObjectLoad& b) {
    return a.load != b.load ? a.load > b.load : a.pointer < b.pointer;
  });
  return sorted;
}

PeId behind(PeId self, std::uint64_t steps, int pe_count) {
  return PeId((self.value + steps) % static_cast<std::uint64_t>(pe_count));
}

void add_once(std::vector<PeId>& pes, PeId self, PeId pe) {
  if (pe != self && std::ranges::find(pes, pe) == pes.end()) pes.push_back(pe);
}

}  // namespace

std::vector<PeId> neighbours_of(PeId self, int pe_count) {
  std::vector<PeId> pes;
  const auto count = static_cast<std::uint64_t>(pe_count);
  for (std::uint64_t step = 1; step < count; step *= 2) {
    add_once(pes, self, behind(self, step, pe_count));
    add_once(pes, self, behind(self, count - step, pe_count));
  }
  return pes;
}

namespace work_stealing {

namespace {

/// Asked at each distance before those that are farther away.
constexpr std::size_t asked_per_distance = 4;

}  // namespace

std::vector<PeId> lifelines(PeId self, int pe_count) {
  std::vector<PeId> pes;
  for (std::uint64_t step = 1; step < static_cast<std::uint64_t>(pe_count); step *= 2) {
    add_once(pes, self, behind(self, step, pe_count));
  }
  return pes;
}

std::vector<PeId> victims(const topology::Topology& topology, PeId self, Random& random) {
  std::vector<std::pair<int, PeId>> others;
  for (int i = 0; i < topology.pe_count(); ++i) {
    const PeId pe(i);
    if (pe != self) others.emplace_back(topology.distance(self, pe), pe);
  }
  std::ranges::stable_sort(others, {}, &std::pair<int, PeId>::first);
  std::vector<PeId> chosen;
  for (std::size_t begin = 0; begin < others.size();) {
    std::size_t end = begin;
    while (end < others.size() && others[end].first == others[begin].first) ++end;
    for (std::size_t i = begin; i < std::min(end, begin + asked_per_distance); ++i) {
      std::swap(others[i], others[i + random.below(end - i)]);
      chosen.push_back(others[i].second);
    }
    begin = end;
  }
  return chosen;
}

std::vector<Transfer> gifts(std::span<const ObjectLoad> objects, std::span<const PeId> takers) {
  std::vector<ObjectLoad> stock = by_weight(objects);
  const double share = total_load(stock) / static_cast<double>(takers.size() + 1);
  std::vector<Transfer> transfers;
  for (const PeId taker : takers) {
    double given = 0;
    for (std::size_t i = 0; i < stock.size() && stock.size() > 1;) {
      // A little more than the share is as good as a little less.
      if (given + stock[i].load > share * 1.000001) {
        ++i;
        continue;
      }
      given += stock[i].load;
      transfers.push_back({stock[i].pointer, taker});
      stock.erase(stock.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (given == 0 && stock.size() > 1) {
      transfers.push_back({stock.back().pointer, taker});
      stock.pop_back();
    }
  }
  return transfers;
}

}  // namespace work_stealing

namespace diffusion {

std::vector<Transfer> shifts(std::span<const ObjectLoad> objects,
                             std::span<const PeLoad> neighbours) {
  std::vector<ObjectLoad> stock = by_weight(objects);
  double own = total_load(stock);
  std::vector<PeLoad> poorest_first(neighbours.begin(), neighbours.end());
  std::ranges::stable_sort(poorest_first, {}, &PeLoad::load);
  const double part = 1.0 / static_cast<double>(neighbours.size() + 1);
  std::vector<Transfer> transfers;
  for (const PeLoad& neighbour : poorest_first) {
    const double amount = (own - neighbour.load) * part;
    double theirs = neighbour.load;
    double shifted = 0;
    for (std::size_t i = 0; i < stock.size() && stock.size() > 1;) {
      const double load = stock[i].load;
      const bool improves = theirs + load < own;
      if (!improves || (shifted + load > amount && (shifted > 0 || i + 1 < stock.size()))) {
        ++i;
        continue;
      }
      transfers.push_back({stock[i].pointer, neighbour.pe});
      stock.erase(stock.begin() + static_cast<std::ptrdiff_t>(i));
      shifted += load;
      theirs += load;
      own -= load;
    }
  }
  return transfers;
}

bool is_news(double told, double now) {
  if (told == 0 || now == 0) return told != now;
  return std::abs(now - told) > 0.2 * told;
}

}  // namespace diffusion

}  // namespace isthmus::mobile
