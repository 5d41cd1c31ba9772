// Sorts by a network of objects that move all the time: what keeping track of them costs (the Clam
// thesis, 4.1.2.1). Deals the elements out, lets them sort, tells times and counts, and judges the
// result by std::sort where asked to.

#include <cstdio>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "netsort/arguments.hpp"
#include "netsort/mobile_program.hpp"
#include "netsort/results.hpp"
#include "netsort/sortnode.hpp"
#include "netsort/tally.hpp"

namespace netsort {
namespace {

using isthmus::Homes;
using isthmus::Index1;
using isthmus::Job;
using isthmus::PeId;
using isthmus::Task;

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
  if (arguments.over_mobile) {
    co_await mobile_program()(job);
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
  const Note note = [&](const std::string& name, double value) { job.report(name, value); };
  tell(job.topology(), arguments, times, counts, is_restored, note);
  if (arguments.check && !is_sorted(problem, sequence)) job.set_exit_status(1);
}

}  // namespace
}  // namespace netsort

int main(int argc, char** argv) { return isthmus::run(argc, argv, netsort::run_main); }
