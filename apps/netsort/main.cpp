// Sorts by a network of objects that move all the time: what keeping track of them costs (the Clam
// thesis, 4.1.2.1). Deals the elements out, lets them sort, tells times and counts, and judges the
// result by std::sort where asked to.

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "netsort/arguments.hpp"
#include "netsort/serial.hpp"
#include "netsort/sortnode.hpp"
#include "netsort/tally.hpp"

namespace netsort {
namespace {

using isthmus::Homes;
using isthmus::Index1;
using isthmus::Job;
using isthmus::PeId;
using isthmus::Task;

struct Times {
  double setup_s = 0;
  double sort_s = 0;
};

struct Totals {
  std::uint64_t values = 0;
  std::uint64_t forwarded = 0;
  std::uint64_t updates = 0;
  std::uint64_t migrations = 0;
  std::vector<std::uint64_t> arrivals_by_forwards;  // from 0
};

isthmus::ArrayProxy<Sortnode> create_elements(Job& job, const Arguments& arguments) {
  const Index1 size = arguments.problem.size;
  const Homes homes = arguments.homes_spread ? Homes::spread : Homes::origin;
  if (!arguments.created_on_zero) {
    return job.create_array<Sortnode>(
        size, isthmus::placed(isthmus::mapping::block).with_homes(homes), arguments.problem);
  }
  const auto on_zero = [](Index1, const isthmus::MapContext&) { return PeId(0); };
  return job.create_array<Sortnode>(size, isthmus::placed(on_zero).with_homes(homes),
                                    arguments.problem);
}

/// What it takes to go on: from a checkpoint, too.
struct Progress {
  isthmus::ArrayProxy<Sortnode> elements;
  isthmus::GroupProxy<Tally> tallies;
  double setup_s = 0;
};

/// Equal shares for all PEs, as a block mapping would give them.
void deal_out(const Job& job, const isthmus::ArrayProxy<Sortnode>& elements, std::int32_t size) {
  for (Index1 i = 0; i < size; ++i) {
    elements[i].migrate_to(PeId(static_cast<std::int64_t>(i) * job.pe_count() / size));
  }
}

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

void report(Job& job, const Times& times, const Totals& totals) {
  job.report("seconds", times.setup_s + times.sort_s);
  job.report("setup_s", times.setup_s);
  job.report("values", static_cast<double>(totals.values));
  job.report("forwarded", static_cast<double>(totals.forwarded));
  job.report("updates", static_cast<double>(totals.updates));
  job.report("migrations", static_cast<double>(totals.migrations));
  for (std::size_t i = 0; i < totals.arrivals_by_forwards.size(); ++i) {
    job.report("arrivals_after_" + std::to_string(i),
               static_cast<double>(totals.arrivals_by_forwards[i]));
  }
}

void print(const Job& job, const Arguments& arguments, const Times& times, const Totals& totals) {
  const Problem& problem = arguments.problem;
  const int sites = job.topology().site_count();
  std::printf("netsort: %d elements on %d PEs at %d site%s, made %s, seed %llu\n", problem.size,
              job.pe_count(), sites, sites == 1 ? "" : "s",
              arguments.created_on_zero ? "on PE 0" : "everywhere",
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

void print_by_pe(Job& job, const std::vector<PeCounts>& pes) {
  std::printf("  %6s %12s %12s %12s %12s\n", "PE", "messages", "forwarded", "updates",
              "migrations");
  for (const PeCounts& pe : pes) {
    std::printf("  %6u %12llu %12llu %12llu %12llu\n", pe.pe.value,
                static_cast<unsigned long long>(pe.values),
                static_cast<unsigned long long>(pe.forwarded),
                static_cast<unsigned long long>(pe.updates),
                static_cast<unsigned long long>(pe.migrations));
    const std::string name = "pe_" + std::to_string(pe.pe.value);
    job.report(name + "_values", static_cast<double>(pe.values));
    job.report(name + "_forwarded", static_cast<double>(pe.forwarded));
    job.report(name + "_updates", static_cast<double>(pe.updates));
  }
}

// True where the values are those that std::sort gives.
bool check(const Problem& problem, const std::vector<std::int32_t>& values) {
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

/// Makes the elements, deals them out and has them begin; when they are dealt out.
Task<double> begin(Job& job, const Arguments& arguments, Progress& progress) {
  const Problem& problem = arguments.problem;
  progress.tallies = job.create_group<Tally>();
  job.set_readonly(Company{problem, progress.tallies});
  co_await job.quiescence();
  const double begin_s = job.seconds();
  progress.elements = create_elements(job, arguments);
  if (arguments.created_on_zero) deal_out(job, progress.elements, problem.size);
  co_await job.quiescence();
  const double dealt_out_s = job.seconds();
  progress.setup_s = dealt_out_s - begin_s;
  for (Index1 i = 0; i < problem.size; ++i) {
    progress.tallies.local()->count_value();
    progress.elements[i].send<&Sortnode::begin>();
  }
  co_return dealt_out_s;
}

Task<void> run_main(Job& job) {
  auto parsed = parse_arguments(job.arguments());
  if (!parsed) throw isthmus::BadInput(parsed.error());
  const Arguments& arguments = *parsed;
  const Problem& problem = arguments.problem;
  if (arguments.help) {
    std::fputs(arguments.help->c_str(), stdout);
    co_return;
  }
  Progress progress;
  const bool is_restored = job.restored(progress);
  const double begin_s = is_restored ? job.seconds() : co_await begin(job, arguments, progress);
  Times times{.setup_s = progress.setup_s};
  const auto sequence = co_await job.reduction<std::vector<std::int32_t>>(sequence_name);
  times.sort_s = job.seconds() - begin_s;

  co_await job.quiescence();
  progress.tallies.all().send<&Tally::tell>();
  const auto counts = co_await job.reduction<std::vector<PeCounts>>(counts_name);
  const Totals totals = totals_of(counts);
  print(job, arguments, times, totals);
  if (is_restored) std::printf("  counted     since the checkpoint from which the job went on\n");
  if (arguments.by_pe) print_by_pe(job, counts);
  report(job, times, totals);
  if (arguments.check && !check(problem, sequence)) job.set_exit_status(1);
}

}  // namespace
}  // namespace netsort

int main(int argc, char** argv) { return isthmus::run(argc, argv, netsort::run_main); }
