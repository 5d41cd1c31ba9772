#include "netsort/results.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

#include "netsort/serial.hpp"

namespace netsort {

namespace {

struct Totals {
  std::uint64_t values = 0;
  std::uint64_t forwarded = 0;
  std::uint64_t updates = 0;
  std::uint64_t migrations = 0;
  std::vector<std::uint64_t> arrivals_by_forwards;  // from 0
};

Totals totals_of(const std::vector<PeCounts>& pes) {
  Totals totals;
  std::vector<std::uint64_t>& arrivals = totals.arrivals_by_forwards;
  arrivals.resize(1);
  for (const PeCounts& pe : pes) {
    totals.values += pe.values;
    totals.forwarded += pe.forwarded;
    totals.updates += pe.updates;
    totals.migrations += pe.migrations;
    arrivals.resize(std::max(arrivals.size(), pe.arrivals_by_forwards.size() + 1));
    for (std::size_t i = 0; i < pe.arrivals_by_forwards.size(); ++i) {
      arrivals[i + 1] += pe.arrivals_by_forwards[i];
    }
  }
  arrivals[0] = totals.values;
  for (std::size_t i = 1; i < arrivals.size(); ++i) arrivals[0] -= arrivals[i];
  return totals;
}

void report(const Note& note, const Times& times, const Totals& totals) {
  note("seconds", times.setup_s + times.sort_s);
  note("setup_s", times.setup_s);
  note("values", static_cast<double>(totals.values));
  note("forwarded", static_cast<double>(totals.forwarded));
  note("updates", static_cast<double>(totals.updates));
  note("migrations", static_cast<double>(totals.migrations));
  for (std::size_t i = 0; i < totals.arrivals_by_forwards.size(); ++i) {
    note("arrivals_after_" + std::to_string(i),
         static_cast<double>(totals.arrivals_by_forwards[i]));
  }
}

void print_totals(const isthmus::topology::Topology& grid, const Arguments& arguments,
                  const Times& times, const Totals& totals) {
  const Problem& problem = arguments.problem;
  const int sites = grid.site_count();
  std::printf("netsort: %d %s on %d PEs at %d site%s, made %s, seed %llu\n", problem.size,
              arguments.over_mobile ? "mobile objects" : "elements", grid.pe_count(), sites,
              sites == 1 ? "" : "s", arguments.created_on_zero ? "on PE 0" : "everywhere",
              static_cast<unsigned long long>(problem.seed));
  std::printf("  network     %d stages, payload %d bytes, ", problem.network().stage_count(),
              problem.payload_bytes);
  if (problem.stages_between_moves == 0) {
    std::printf("no moves\n");
  } else {
    std::printf("a move every %d stages\n", problem.stages_between_moves);
  }
  std::printf("  time        %.6f s, of which %.6f s dealing out\n", times.setup_s + times.sort_s,
              times.setup_s);
  std::printf("  messages    %llu, forwarded %llu times; %llu updates, %llu migrations\n",
              static_cast<unsigned long long>(totals.values),
              static_cast<unsigned long long>(totals.forwarded),
              static_cast<unsigned long long>(totals.updates),
              static_cast<unsigned long long>(totals.migrations));
  std::printf("  arrived     ");
  for (std::size_t i = 0; i < totals.arrivals_by_forwards.size(); ++i) {
    std::printf(i == 0   ? "at once %.2f %%"
                : i == 1 ? ", after 1, 2, ... forwards %.2f"
                         : ", %.2f",
                100.0 * static_cast<double>(totals.arrivals_by_forwards[i]) /
                    static_cast<double>(totals.values));
  }
  std::printf(totals.arrivals_by_forwards.size() > 1 ? " %%\n" : "\n");
}

void print_by_pe(const Note& note, const std::vector<PeCounts>& pes) {
  std::printf("  %6s %12s %12s %12s %12s\n", "PE", "messages", "forwarded", "updates",
              "migrations");
  for (const PeCounts& pe : pes) {
    std::printf("  %6u %12llu %12llu %12llu %12llu\n", pe.pe.value,
                static_cast<unsigned long long>(pe.values),
                static_cast<unsigned long long>(pe.forwarded),
                static_cast<unsigned long long>(pe.updates),
                static_cast<unsigned long long>(pe.migrations));
    const std::string name = "pe_" + std::to_string(pe.pe.value);
    note(name + "_values", static_cast<double>(pe.values));
    note(name + "_forwarded", static_cast<double>(pe.forwarded));
    note(name + "_updates", static_cast<double>(pe.updates));
  }
}

}  // namespace

void tell(const isthmus::topology::Topology& grid, const Arguments& arguments, const Times& times,
          const std::vector<PeCounts>& pes, bool is_restored, const Note& note) {
  const Totals totals = totals_of(pes);
  print_totals(grid, arguments, times, totals);
  if (is_restored) std::printf("  counted     since the checkpoint from which the job went on\n");
  if (arguments.by_pe) print_by_pe(note, pes);
  report(note, times, totals);
}

bool is_sorted(const Problem& problem, const std::vector<std::int32_t>& values) {
  const std::vector<std::int32_t> expected = sorted(values_of(problem));
  if (values == expected) {
    std::printf("  check       sorted, equal to std::sort\n");
    return true;
  }
  std::size_t differ = 0;
  for (std::size_t i = 0; i < values.size(); ++i) differ += values[i] != expected[i];
  std::printf("  check       NOT sorted: %zu of %zu values differ from std::sort\n", differ,
              values.size());
  return false;
}

}  // namespace netsort
