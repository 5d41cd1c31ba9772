#include "isthmus/topology/speeds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/topology/grid_text.hpp"

namespace isthmus::engine::topology {

namespace {

/// Replaces values that are alike by the median of those: from the smallest on, all that are within
/// `equal_speeds_ratio` of the first form a run.
void level(std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), 0uz);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    const double limit = values[order[begin]] * equal_speeds_ratio;
    while (end < order.size() && values[order[end]] <= limit) ++end;
    const double median = values[order[begin + (end - begin) / 2]];
    for (std::size_t i = begin; i < end; ++i) values[order[i]] = median;
    begin = end;
  }
}

double rounded(double speed) {
  const double scale = std::pow(10.0, 2 - std::floor(std::log10(speed)));
  return std::clamp(std::round(speed * scale) / scale, speed_min, speed_max);
}

}  // namespace

std::vector<double> speeds_from_times(const Topology& topology,
                                      std::span<const std::int64_t> times) {
  ISTHMUS_ASSERT(times.size() == static_cast<std::size_t>(topology.pe_count()));
  std::vector<double> speeds(times.size());
  std::vector<double> kinds;                       // of all nodes, one after the other
  std::vector<std::size_t> kind_of(times.size());  // by PE
  for (int number = 0; number < topology.node_count(); ++number) {
    const PeRange pes = topology.pes_of(NodeId(number));
    std::vector<double> own;
    for (const PeId pe : pes) {
      own.push_back(1.0 / static_cast<double>(std::max<std::int64_t>(times[pe.value], 1)));
    }
    level(own);
    const std::size_t first_kind = kinds.size();
    for (const PeId pe : pes) {
      const double speed = own[pe.value - pes.first.value];
      const auto known =
          std::find(kinds.begin() + static_cast<std::ptrdiff_t>(first_kind), kinds.end(), speed);
      kind_of[pe.value] = static_cast<std::size_t>(known - kinds.begin());
      if (known == kinds.end()) kinds.push_back(speed);
    }
  }
  level(kinds);
  const double fastest = kinds.empty() ? 1.0 : std::ranges::max(kinds);
  for (std::size_t pe = 0; pe < speeds.size(); ++pe) {
    speeds[pe] = rounded(kinds[kind_of[pe]] / fastest);
  }
  return speeds;
}

std::string range_text(std::span<const double> speeds) {
  const auto digits = [](double speed) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", speed);
    return std::string(text.data());
  };
  const auto [least, most] = std::ranges::minmax(speeds);
  return least == most ? digits(least) : digits(least) + " to " + digits(most);
}

WorkSample merged(const WorkSample& a, const WorkSample& b) {
  return {std::min(a.work_ns, b.work_ns), a.elapsed_ns + b.elapsed_ns,
          a.displaced_ns + b.displaced_ns, b.cores};
}

std::vector<double> shares_from_samples(const Topology& topology,
                                        std::span<const WorkSample> samples) {
  ISTHMUS_ASSERT(samples.size() == static_cast<std::size_t>(topology.pe_count()));
  struct Times {
    double elapsed_ns = 0;
    double displaced_ns = 0;
  };
  std::map<std::pair<std::string, std::vector<std::int32_t>>, Times> of_cores;
  const auto times_of = [&](std::size_t pe) -> Times& {
    return of_cores[{topology.address_of(topology.node_of(PeId(pe))), samples[pe].cores}];
  };
  for (std::size_t pe = 0; pe < samples.size(); ++pe) {
    Times& times = times_of(pe);
    times.elapsed_ns += static_cast<double>(samples[pe].elapsed_ns);
    times.displaced_ns += static_cast<double>(samples[pe].displaced_ns);
  }
  std::vector<double> shares;
  for (std::size_t pe = 0; pe < samples.size(); ++pe) {
    const Times& times = times_of(pe);
    const double share = 1 - times.displaced_ns / std::max(times.elapsed_ns, 1.0);
    shares.push_back(share * equal_speeds_ratio >= 1 ? 1.0 : std::max(share, share_of_core_min));
  }
  return shares;
}

}  // namespace isthmus::engine::topology
