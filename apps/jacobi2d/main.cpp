// The stencil over a grid: reads the options, runs the blocks, reports time per step, and judges
// the result by the serial program where asked to.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <type_traits>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "jacobi2d/arguments.hpp"
#include "jacobi2d/block.hpp"
#include "jacobi2d/collector.hpp"
#include "jacobi2d/kernel.hpp"
#include "jacobi2d/npy.hpp"
#include "jacobi2d/serial.hpp"

namespace jacobi2d {
namespace {

using isthmus::Job;
using isthmus::Task;

/// Measures how fast all PEs together read and write memory.
class MemoryProbe : public isthmus::Chare<MemoryProbe, isthmus::PeId> {
 public:
  explicit MemoryProbe(double bytes) : bytes_(static_cast<std::size_t>(bytes)) {}
  Task<void> measure() {
    co_await barrier();
    const isthmus::SteadyClock clock;
    contribute("memory bandwidth", measure_memory_bandwidth(bytes_, 5, clock),
               isthmus::reduce::sum);
  }

 private:
  std::size_t bytes_;
};

struct Outcome {
  int steps_done = 0;
  double residual = 0.0;
  bool is_steered = false;  // has gone by another tolerance than the one it began with
  // From the first mark after the warm-up to the last. Shorter parts would not do: blocks run ahead
  // of each other by steps, and marks come in bursts.
  double timed_s = 0.0;
  int timed_steps = 0;
};

isthmus::ArrayProxy<Block> create_blocks(Job& job, const Arguments& arguments) {
  const Problem& problem = arguments.problem;
  const isthmus::Index2 sizes{{problem.objects_down, problem.objects_across}};
  const auto create = [&](const auto& mapping) {
    return job.create_array<Block>(sizes, mapping, problem, arguments.execution);
  };
  if (arguments.mapping == "naive") return create(isthmus::mapping::naive);
  if (arguments.mapping == "round_robin") return create(isthmus::mapping::round_robin);
  if (arguments.mapping == "square") return create(isthmus::mapping::square);
  if (arguments.mapping == "modified_square") return create(isthmus::mapping::modified_square);
  return create(isthmus::mapping::block);
}

void load_blocks(const isthmus::ArrayProxy<Block>& blocks, const Problem& problem,
                 const Field& start) {
  for (int i = 0; i < problem.objects_down; ++i) {
    for (int j = 0; j < problem.objects_across; ++j) {
      blocks[{{i, j}}].send<&Block::load>(
          piece_of(start, split(problem.rows, problem.objects_down, i),
                   split(problem.columns, problem.objects_across, j)));
    }
  }
}

/// The process of PE 0 holds this share of the mesh, at least. Others may be on other machines.
double share_of_this_process(const Job& job) {
  if (job.in_virtual_time()) return 1;
  const int own = job.topology().pes_of(isthmus::ProcessId(0)).count;
  return static_cast<double>(own) / job.pe_count();
}

/// What it takes to go on: from a checkpoint, too.
struct Progress {
  isthmus::ArrayProxy<Block> blocks;
  Outcome outcome;
  int ordered = 0;  // steps that the blocks may do
  int marked = 0;   // steps whose marks have gone by
};

// Watches the marks go by until `steps` are done.
Task<void> watch_marks(Job& job, const Arguments& arguments, int& step, int steps, double& at_s,
                       Outcome& outcome) {
  while (step + arguments.execution.mark_every <= steps) {
    co_await job.reduction("mark");
    step += arguments.execution.mark_every;
    const double now_s = job.seconds();
    if (step >= arguments.warmup) {
      if (at_s > 0) {
        outcome.timed_s += now_s - at_s;
        outcome.timed_steps += arguments.execution.mark_every;
      }
      at_s = now_s;
    }
    job.progress(step, arguments.problem.steps);
  }
}

/// What the user says meanwhile goes, where steps are looked at at all.
isthmus::Steerable<double> steerable_tolerance(Job& job, const Problem& problem) {
  if (problem.tolerance == 0) return isthmus::Steerable(0.0);
  return job.steerable("tolerance", problem.tolerance,
                       "It ends when a step changes no cell by more.", 0.0);
}

Task<Outcome> iterate(Job& job, const Arguments& arguments, Progress& progress) {
  const Problem& problem = arguments.problem;
  Outcome& outcome = progress.outcome;
  const isthmus::Steerable<double> tolerance = steerable_tolerance(job, problem);
  double at_s = 0;
  job.phase("steps");
  while (outcome.steps_done < problem.steps) {
    if (progress.ordered == outcome.steps_done) {
      progress.ordered = next_residual(problem, progress.ordered);
      progress.blocks.all().send<&Block::advance>(progress.ordered);
    }
    co_await watch_marks(job, arguments, progress.marked, progress.ordered, at_s, outcome);
    outcome.residual = co_await job.reduction<double>("residual");
    outcome.steps_done = progress.ordered;
    outcome.is_steered |= *tolerance != problem.tolerance;
    if (converged(*tolerance, outcome.residual)) break;
    co_await job.checkpoint();
  }
  job.phase("results");
  co_return outcome;
}

Task<Field> gather(const Arguments& arguments, const isthmus::ArrayProxy<Block>& blocks,
                   Field start) {
  isthmus::Future<void> whole("all cells");
  static_cast<void>(arguments);
  const auto collector =
      isthmus::create_chare<Collector>(isthmus::PeId(0), std::move(start), whole.callback());
  blocks.all().send<&Block::collect>(collector);
  co_await whole;
  co_return collector.local()->field();
}

void print_outcome(Job& job, const Arguments& arguments, const Outcome& outcome, double seconds,
                   double bandwidth) {
  const Problem& problem = arguments.problem;
  const double cells = static_cast<double>(problem.rows) * problem.columns;
  const int sites = job.topology().site_count();
  std::printf("jacobi2d: mesh %dx%d, %dx%d objects on %d PEs at %d site%s, %s mapping\n",
              problem.rows, problem.columns, problem.objects_down, problem.objects_across,
              job.pe_count(), sites, sites == 1 ? "" : "s", arguments.mapping.c_str());
  std::printf("  steps     %d, residual %.6g\n", outcome.steps_done, outcome.residual);
  job.report("steps", outcome.steps_done);
  job.report("residual", outcome.residual);
  if (outcome.steps_done == 0) return;
  const bool timed = outcome.timed_steps > 0;
  const double ms =
      timed ? outcome.timed_s * 1e3 / outcome.timed_steps : seconds * 1e3 / outcome.steps_done;
  std::printf("  time      %.3f ms per step (over %d steps)\n", ms,
              timed ? outcome.timed_steps : outcome.steps_done);
  if (bandwidth > 0) {
    const double used = cells * bytes_per_cell() / (ms * 1e-3);
    std::printf("  memory    %.1f GB/s, %.0f %% of the %.1f GB/s that these PEs reach\n",
                used * 1e-9, 100 * used / bandwidth, bandwidth * 1e-9);
    job.report("bandwidth_share", used / bandwidth);
  }
  job.report("ms_per_step", ms);
}

/// The greatest difference of a cell.
double distance(const Field& one, const Field& other) {
  if (one.cells.size() != other.cells.size()) return HUGE_VAL;
  double distance = 0;
  for (std::size_t i = 0; i < one.cells.size(); ++i) {
    distance = std::max(distance, std::abs(one.cells[i] - other.cells[i]));
  }
  return distance;
}

// True when the field is the serial program's, as far as the edges may be off.
bool check_within(const Solution& serial, const Outcome& outcome, const Field& field,
                  double halo_error) {
  // A cell becomes the mean of its neighbours: each step adds an edge's error at most.
  const double bound = halo_error * outcome.steps_done;
  const double off = distance(field, serial.field);
  const bool is_right = serial.steps_done == outcome.steps_done && off <= bound;
  std::printf("  check     %swithin %.3g of the serial reference, %.3g allowed\n",
              is_right ? "" : "FAILED: ", off, bound);
  return is_right;
}

// True when the field is the serial program's, bit for bit, or within what the edges may be off.
bool check(Problem problem, const Outcome& outcome, const Field& field, double halo_error) {
  if (outcome.is_steered) {
    problem.steps = outcome.steps_done;
    problem.tolerance = 0;
  }
  const Solution serial = or_bad_input(solve_serial(problem));
  if (halo_error > 0) return check_within(serial, outcome, field, halo_error);
  const bool same_steps = serial.steps_done == outcome.steps_done;
  const bool same_field = serial.field == field;
  const bool same_residual = serial.residual == outcome.residual;
  if (same_steps && same_field && same_residual) {
    std::printf("  check     equal to the serial reference, bit for bit\n");
    return true;
  }
  std::size_t differ = 0;
  for (std::size_t i = 0; i < field.cells.size() && i < serial.field.cells.size(); ++i) {
    differ += field.cells[i] != serial.field.cells[i];
  }
  std::printf(
      "  check     FAILED: %zu of %zu values differ from the serial reference, "
      "steps %d against %d, residual %.17g against %.17g\n",
      differ, field.cells.size(), outcome.steps_done, serial.steps_done, outcome.residual,
      serial.residual);
  return false;
}

Task<void> run_main(Job& job) {
  const Arguments arguments = or_bad_input(parse_arguments(job.arguments()));
  if (arguments.help) {
    std::fputs(arguments.help->c_str(), stdout);
    co_return;
  }
  const Problem& problem = arguments.problem;
  const bool needs_start =
      !problem.boundary.file.empty() || arguments.check || !arguments.output.empty();
  if (arguments.execution.has_cells()) {
    const double need_bytes = memory_need_bytes(problem, share_of_this_process(job), needs_start);
    or_bad_input(check_memory(problem, need_bytes));
  }
  Field start;
  if (needs_start) start = or_bad_input(start_field(problem));
  Progress progress;
  if (!job.restored(progress)) {
    progress.blocks = create_blocks(job, arguments);
    if (!problem.boundary.file.empty()) load_blocks(progress.blocks, problem, start);
    co_await job.quiescence();
  }
  job.declare_repeatable(progress.blocks);

  const double begin_s = job.seconds();
  const Outcome outcome = co_await iterate(job, arguments, progress);
  const double seconds = job.seconds() - begin_s;

  double bandwidth = 0;
  // In virtual time the share would be one of this machine's, of a time that is not.
  if (arguments.probe && outcome.steps_done > 0 && !job.in_virtual_time()) {
    const double bytes = 16.0 * problem.rows * problem.columns / job.pe_count();
    job.create_group<MemoryProbe>(std::max(bytes, 32e6)).all().send<&MemoryProbe::measure>();
    bandwidth = co_await job.reduction<double>("memory bandwidth");
  }
  print_outcome(job, arguments, outcome, seconds, bandwidth);
  if (!arguments.check && arguments.output.empty()) co_return;
  const Field field = co_await gather(arguments, progress.blocks, std::move(start));
  if (!arguments.output.empty()) {
    if (auto written = write_npy(arguments.output, field); !written) {
      throw isthmus::BadInput(written.error());
    }
    std::printf("  result    %s\n", arguments.output.c_str());
  }
  if (arguments.check && !check(problem, outcome, field, arguments.execution.halo_error))
    job.set_exit_status(1);
}

}  // namespace
}  // namespace jacobi2d

int main(int argc, char** argv) { return isthmus::run(argc, argv, jacobi2d::run_main); }
