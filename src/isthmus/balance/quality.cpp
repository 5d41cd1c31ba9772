#include "isthmus/balance/quality.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace isthmus::engine::balance {

namespace {

/// Calls visit(from, to, edge) for every edge.
template <class Visit>
void for_each_edge(const Snapshot& snapshot, Visit visit) {
  const EdgeColumns& edges = snapshot.edges;
  for (std::uint32_t from = 0; from < snapshot.object_count(); ++from) {
    for (std::uint32_t at = edges.begin[from]; at < edges.begin[from + 1]; ++at) {
      visit(from, edges.to[at], at);
    }
  }
}

double mean_load_s(const Snapshot& snapshot) {
  double work = 0;
  double speed = 0;
  for (const double cpu_s : snapshot.objects.cpu_s) work += cpu_s;
  for (std::size_t pe = 0; pe < snapshot.pe_count(); ++pe) {
    work += snapshot.pes.background_s[pe] * snapshot.pes.speed[pe];
    speed += snapshot.pes.speed[pe];
  }
  return work / speed;
}

}  // namespace

std::vector<double> loads_s(const Snapshot& snapshot, const Placement& placement) {
  std::vector<double> loads(snapshot.pe_count(), 0.0);
  for (std::size_t i = 0; i < placement.size(); ++i) {
    loads[placement[i].value] += snapshot.objects.cpu_s[i];
  }
  for (std::size_t pe = 0; pe < loads.size(); ++pe) {
    loads[pe] = loads[pe] / snapshot.pes.speed[pe] + snapshot.pes.background_s[pe];
  }
  return loads;
}

double largest_load_s(const Snapshot& snapshot, const Placement& placement) {
  return std::ranges::max(loads_s(snapshot, placement));
}

std::vector<double> fixed_loads_s(const Snapshot& snapshot) {
  std::vector<double> fixed_s = snapshot.pes.background_s;
  for (std::size_t i = 0; i < snapshot.object_count(); ++i) {
    if (snapshot.objects.is_pinned[i] == 0) continue;
    const std::uint32_t pe = snapshot.objects.pe[i].value;
    fixed_s[pe] += snapshot.objects.cpu_s[i] / snapshot.pes.speed[pe];
  }
  return fixed_s;
}

double level_s(const Snapshot& snapshot, std::span<const PeId> pes, std::span<const double> fixed_s,
               double work_s) {
  if (pes.empty()) return 0;
  std::vector<PeId> order(pes.begin(), pes.end());
  std::ranges::sort(order, {}, [&](PeId pe) { return std::pair(fixed_s[pe.value], pe); });
  double level = fixed_s[order.front().value];
  double speed = 0;
  for (std::size_t i = 0; i < order.size() && work_s > 0; ++i) {
    speed += snapshot.pes.speed[order[i].value];
    const double next = i + 1 < order.size() ? fixed_s[order[i + 1].value]
                                             : std::numeric_limits<double>::infinity();
    const double room_s = (next - level) * speed;
    if (work_s <= room_s) return level + work_s / speed;
    level = next;
    work_s -= room_s;
  }
  return level;
}

double alone_s(const Snapshot& snapshot, std::span<const PeId> pes, std::span<const double> fixed_s,
               double cpu_s) {
  if (pes.empty() || cpu_s <= 0) return 0;
  double least = std::numeric_limits<double>::infinity();
  for (const PeId pe : pes) {
    least = std::min(least, fixed_s[pe.value] + cpu_s / snapshot.pes.speed[pe.value]);
  }
  return least;
}

double least_load_s(const Snapshot& snapshot) {
  double work_s = 0;
  double heaviest_s = 0;
  for (std::size_t i = 0; i < snapshot.object_count(); ++i) {
    if (snapshot.objects.is_pinned[i] != 0) continue;
    work_s += snapshot.objects.cpu_s[i];
    heaviest_s = std::max(heaviest_s, snapshot.objects.cpu_s[i]);
  }
  std::vector<PeId> pes;
  for (std::size_t pe = 0; pe < snapshot.pe_count(); ++pe) pes.push_back(PeId(pe));
  const std::vector<double> fixed_s = fixed_loads_s(snapshot);
  const double level = level_s(snapshot, pes, fixed_s, work_s);
  return std::max({level, std::ranges::max(fixed_s), alone_s(snapshot, pes, fixed_s, heaviest_s)});
}

double overload(const Snapshot& snapshot, const Placement& placement) {
  const double least_s = least_load_s(snapshot);
  return least_s > 0 ? largest_load_s(snapshot, placement) / least_s : 1.0;
}

std::vector<std::uint64_t> cross_site_messages_of(const Snapshot& snapshot,
                                                  const Placement& placement) {
  std::vector<std::uint64_t> messages(snapshot.object_count(), 0);
  for_each_edge(snapshot, [&](std::uint32_t from, std::uint32_t to, std::uint32_t at) {
    if (snapshot.site_of(placement[from]) == snapshot.site_of(placement[to])) return;
    messages[from] += snapshot.edges.messages[at];
    messages[to] += snapshot.edges.messages[at];
  });
  return messages;
}

std::vector<std::uint64_t> cross_site_messages_sent_by(const Snapshot& snapshot,
                                                       const Placement& placement) {
  std::vector<std::uint64_t> messages(snapshot.object_count(), 0);
  for_each_edge(snapshot, [&](std::uint32_t from, std::uint32_t to, std::uint32_t at) {
    if (snapshot.site_of(placement[from]) == snapshot.site_of(placement[to])) return;
    messages[from] += snapshot.edges.messages[at];
  });
  return messages;
}

std::uint64_t cross_site_messages(const Snapshot& snapshot, const Placement& placement) {
  std::uint64_t messages = 0;
  for_each_edge(snapshot, [&](std::uint32_t from, std::uint32_t to, std::uint32_t at) {
    if (snapshot.site_of(placement[from]) != snapshot.site_of(placement[to])) {
      messages += snapshot.edges.messages[at];
    }
  });
  return messages;
}

std::vector<std::uint32_t> border_objects_of(const Snapshot& snapshot, const Placement& placement) {
  const std::vector<std::uint64_t> messages = cross_site_messages_of(snapshot, placement);
  std::vector<std::uint32_t> counts(snapshot.pe_count(), 0);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (messages[i] > 0) ++counts[placement[i].value];
  }
  return counts;
}

double expected_step_s(const Snapshot& snapshot, const Placement& placement) {
  const LinkCosts& links = snapshot.links;
  std::vector<double> times_s = loads_s(snapshot, placement);
  std::vector<double> site_bytes(snapshot.site_count(), 0.0);
  std::vector<std::uint8_t> is_border(snapshot.object_count(), 0);
  for_each_edge(snapshot, [&](std::uint32_t from, std::uint32_t to, std::uint32_t at) {
    const PeId one = placement[from];
    const PeId other = placement[to];
    if (one == other) return;
    const double cost_s = links.message_s * snapshot.edges.messages[at];
    times_s[one.value] += cost_s / snapshot.pes.speed[one.value];
    times_s[other.value] += cost_s / snapshot.pes.speed[other.value];
    if (snapshot.site_of(one) == snapshot.site_of(other)) return;
    if (snapshot.edges.messages[at] > 0) is_border[from] = is_border[to] = 1;
    site_bytes[snapshot.site_of(one).value] += static_cast<double>(snapshot.edges.bytes[at]);
    site_bytes[snapshot.site_of(other).value] += static_cast<double>(snapshot.edges.bytes[at]);
  });
  std::vector<double> border_s(snapshot.pe_count(), -1.0);
  for (std::size_t i = 0; i < placement.size(); ++i) {
    if (is_border[i] == 0) continue;
    const std::uint32_t pe = placement[i].value;
    border_s[pe] = std::max(border_s[pe], 0.0) + snapshot.objects.cpu_s[i] / snapshot.pes.speed[pe];
  }
  const auto steps = static_cast<double>(snapshot.steps);
  double longest_s = 0;
  for (std::size_t pe = 0; pe < times_s.size(); ++pe) {
    longest_s = std::max(longest_s, times_s[pe] / steps);
    if (border_s[pe] >= 0) {
      longest_s = std::max(longest_s, links.wide_area_latency_s + border_s[pe] / steps);
    }
  }
  if (links.wide_area_bytes_per_s > 0) {
    const double bytes = site_bytes.empty() ? 0.0 : std::ranges::max(site_bytes);
    longest_s = std::max(longest_s, bytes / steps / links.wide_area_bytes_per_s);
  }
  return longest_s;
}

double migration_s(const Snapshot& snapshot, const Placement& placement) {
  std::vector<double> pe_bytes(snapshot.pe_count(), 0.0);
  std::vector<double> site_bytes(snapshot.site_count(), 0.0);
  std::vector<double> messages(snapshot.pe_count(), 0.0);
  bool crosses = false;
  for (std::size_t i = 0; i < placement.size(); ++i) {
    const PeId from = snapshot.objects.pe[i];
    const PeId to = placement[i];
    if (from == to) continue;
    const auto bytes = static_cast<double>(snapshot.objects.bytes[i]);
    for (const PeId end : {from, to}) {
      pe_bytes[end.value] += bytes;
      messages[end.value] += 1;
    }
    if (snapshot.site_of(from) == snapshot.site_of(to)) continue;
    crosses = true;
    site_bytes[snapshot.site_of(from).value] += bytes;
    site_bytes[snapshot.site_of(to).value] += bytes;
  }
  const LinkCosts& links = snapshot.links;
  double longest_s = crosses ? links.wide_area_latency_s : 0.0;
  for (std::size_t pe = 0; pe < pe_bytes.size(); ++pe) {
    double time_s = messages[pe] * links.message_s / snapshot.pes.speed[pe];
    if (links.local_bytes_per_s > 0) time_s += pe_bytes[pe] / links.local_bytes_per_s;
    longest_s = std::max(longest_s, time_s);
  }
  if (links.wide_area_bytes_per_s > 0) {
    for (const double bytes : site_bytes) {
      if (bytes == 0) continue;
      longest_s =
          std::max(longest_s, links.wide_area_latency_s + bytes / links.wide_area_bytes_per_s);
    }
  }
  return longest_s;
}

Quality measure(const Snapshot& snapshot, const Placement& placement) {
  Quality quality;
  quality.load_max_s = largest_load_s(snapshot, placement);
  quality.load_mean_s = mean_load_s(snapshot);
  if (quality.load_mean_s > 0) quality.imbalance = quality.load_max_s / quality.load_mean_s;
  for_each_edge(snapshot, [&](std::uint32_t from, std::uint32_t to, std::uint32_t at) {
    if (placement[from] == placement[to]) return;
    quality.cross_pe_messages += snapshot.edges.messages[at];
    if (snapshot.site_of(placement[from]) == snapshot.site_of(placement[to])) return;
    quality.cross_site_messages += snapshot.edges.messages[at];
    quality.cross_site_bytes += snapshot.edges.bytes[at];
  });
  for (std::size_t i = 0; i < placement.size(); ++i) {
    if (placement[i] == snapshot.objects.pe[i]) continue;
    ++quality.objects_moved;
    quality.bytes_moved += snapshot.objects.bytes[i];
  }
  quality.border_objects_max = std::ranges::max(border_objects_of(snapshot, placement));
  quality.step_s = expected_step_s(snapshot, placement);
  return quality;
}

}  // namespace isthmus::engine::balance
