#include "isthmus/program/explanation.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace isthmus::engine::program {

namespace {

constexpr std::size_t waits_told_max = 12;
constexpr std::size_t pes_told_max = 32;

/// Of two sites, what the second one waited for the first.
using Waits = std::map<std::pair<SiteId, SiteId>, TimeNs>;

/// Lines about parts of the time of some PEs.
class Shares {
 public:
  Shares(const topology::Topology& topology, std::size_t pe_count, TimeNs whole_ns)
      : topology_(topology),
        pe_count_(static_cast<double>(pe_count)),
        whole_ns_(static_cast<double>(whole_ns)) {
    std::printf("where the time of %zu PEs goes, of %.6f s:\n", pe_count,
                whole_ns_ * 1e-9 / pe_count_);
  }

  void line(const std::string& what, TimeNs duration_ns) const {
    const auto duration = static_cast<double>(duration_ns);
    std::printf("  %-40s %6.2f %%  %12.6f s per PE\n", what.c_str(),
                whole_ns_ > 0 ? 100 * duration / whole_ns_ : 0, duration * 1e-9 / pe_count_);
  }

  /// The longest first.
  void lines(const Waits& waits) const {
    std::vector<std::pair<std::pair<SiteId, SiteId>, TimeNs>> longest(waits.begin(), waits.end());
    std::ranges::stable_sort(longest, std::ranges::greater{},
                             [](const auto& wait) { return wait.second; });
    if (longest.size() > waits_told_max) longest.resize(waits_told_max);
    for (const auto& [sites, waited_ns] : longest) {
      line("  " + std::string(topology_.site_name(sites.second)) + " for " +
               std::string(topology_.site_name(sites.first)),
           waited_ns);
    }
  }

 private:
  const topology::Topology& topology_;
  const double pe_count_;
  const double whole_ns_;
};

/// What a PE waited for its own site, and for all others.
std::pair<TimeNs, TimeNs> waits_of(const sched::TimeSums& time, SiteId own) {
  std::pair<TimeNs, TimeNs> waits;
  for (std::uint32_t site = 0; site < time.waited_ns.size(); ++site) {
    (SiteId(site) == own ? waits.first : waits.second) += time.waited_ns[site];
  }
  return waits;
}

void print_pe(const topology::Topology& topology, PeId pe, const sched::TimeSums& time) {
  const SiteId own = topology.site_of(pe);
  const auto [waited_here_ns, waited_there_ns] = waits_of(time, own);
  std::printf("  %5u  %-16s %12.6f", pe.value, std::string(topology.site_name(own)).c_str(),
              static_cast<double>(time.whole_ns()) * 1e-9);
  for (const TimeNs part_ns : {time.entry_ns, time.runtime_ns, time.balancing_ns, waited_here_ns,
                               waited_there_ns, time.idle_ns}) {
    std::printf("  %8.2f %%", 100 * static_cast<double>(part_ns) /
                                  static_cast<double>(std::max<TimeNs>(time.whole_ns(), 1)));
  }
  std::printf("\n");
}

}  // namespace

void explain(const topology::Topology& topology, const PeTimes& times) {
  sched::TimeSums total;
  TimeNs whole_ns = 0;
  TimeNs waited_here_ns = 0;
  TimeNs waited_there_ns = 0;
  Waits waits;
  for (const auto& [pe, time] : times) {
    whole_ns += time.whole_ns();
    total.entry_ns += time.entry_ns;
    total.runtime_ns += time.runtime_ns;
    total.balancing_ns += time.balancing_ns;
    total.idle_ns += time.idle_ns;
    const SiteId own = topology.site_of(pe);
    const auto [here_ns, there_ns] = waits_of(time, own);
    waited_here_ns += here_ns;
    waited_there_ns += there_ns;
    for (std::uint32_t site = 0; site < time.waited_ns.size(); ++site) {
      if (SiteId(site) == own || time.waited_ns[site] == 0) continue;
      waits[{SiteId(site), own}] += time.waited_ns[site];
    }
  }
  if (times.empty()) return;
  const Shares shares(topology, times.size(), whole_ns);
  shares.line("in entry methods", total.entry_ns);
  shares.line("in the runtime", total.runtime_ns);
  if (total.balancing_ns > 0) shares.line("balancing the load", total.balancing_ns);
  shares.line("waiting for a message, same site", waited_here_ns);
  if (topology.site_count() > 1) {
    shares.line("waiting for a message, between sites", waited_there_ns);
    shares.lines(waits);
  }
  shares.line("idle", total.idle_ns);
  if (times.size() == 1 || times.size() > pes_told_max) return;
  std::printf("  %5s  %-16s %12s  %10s  %10s  %10s  %10s  %10s  %10s\n", "PE", "site", "seconds",
              "entry", "runtime", "balancing", "same site", "other sites", "idle");
  for (const auto& [pe, time] : times) print_pe(topology, pe, time);
}

void explain(const topology::Topology& topology, const sim::Summary& summary) {
  explain(topology, summary.times);
  TimeNs whole_ns = 0;
  for (const auto& [pe, time] : summary.times) whole_ns += time.whole_ns();
  std::printf(
      "  messages handled %llu: receiving them, and sending, takes %.2f %% of all that\n"
      "  frames sent %llu, which queued for %.6f s in links\n",
      static_cast<unsigned long long>(summary.total.messages),
      100 * static_cast<double>(summary.total.message_ns) /
          static_cast<double>(std::max<TimeNs>(whole_ns, 1)),
      static_cast<unsigned long long>(summary.frames),
      static_cast<double>(summary.queued_ns) * 1e-9);
}

}  // namespace isthmus::engine::program
