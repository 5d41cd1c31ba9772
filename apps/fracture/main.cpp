// A notched solid over a grid: PE 0 cuts the mesh into parts, the parts step, and PE 0 keeps the
// table of energies and judges the result by the serial program where asked to.

#include <algorithm>
#include <cstdio>
#include <type_traits>
#include <utility>
#include <vector>

#include "fem/cut.hpp"
#include "fracture/album.hpp"
#include "fracture/arguments.hpp"
#include "fracture/body.hpp"
#include "fracture/collector.hpp"
#include "fracture/serial.hpp"
#include "fracture/table.hpp"
#include "isthmus/isthmus.hpp"

namespace fracture {
namespace {

using isthmus::Job;
using isthmus::Task;

/// What it takes to go on: from a checkpoint, too.
struct Progress {
  isthmus::ArrayProxy<Body> bodies;
  std::vector<std::int32_t> part;  // of each element
  std::vector<Row> rows;
  std::vector<fem::SeriesEntry> series;
  int ordered = 0;      // steps that the parts may do
  std::string problem;  // in words
  double timed_s = 0;
  double last_s = 0;  // of the steps between the last two rows
};

/// For each part, who has it at first: so parts of one site lie together.
fem::Cutting cutting_for(const Job& job, const Problem& problem) {
  const isthmus::topology::Members members(job.topology());
  const isthmus::MapContext context(members, isthmus::Extent::of(isthmus::Index1(problem.parts)));
  fem::Cutting cutting = fem::even_parts(problem.parts, problem.seed);
  cutting.by = problem.cut_by;
  for (int i = 0; i < problem.parts; ++i) {
    const isthmus::PeId pe = isthmus::mapping::block(isthmus::Index1(i), context);
    cutting.parts[i].site = static_cast<std::int32_t>(job.topology().site_of(pe).value);
  }
  return cutting;
}

/// Parts have begun with it, so a job that goes on has the same but for the number of steps.
void require_the_same(const Problem& problem, const Progress& progress) {
  const std::string asked = in_words(problem);
  if (asked == progress.problem) return;
  throw isthmus::BadInput({isthmus::ErrorCode::bad_input, asked,
                           "the options of a job that goes on",
                           "those that it began with, " + progress.problem});
}

/// Numbers of the options or of a file that no sum can hold are wrong before the first step.
void require_finite_start(const Problem& problem, const Energies& start) {
  if (start.is_finite()) return;
  throw isthmus::BadInput({isthmus::ErrorCode::bad_input,
                           "energies at the start that are beyond 2^62 J or no numbers",
                           problem.mesh.empty() ? "--size" : problem.mesh,
                           "a smaller solid, or less --pull or --density"});
}

void hand_out(Job& job, const Arguments& arguments, const fem::Mesh& mesh, Progress& progress) {
  const Problem& problem = arguments.problem;
  const auto& part = progress.part = or_bad_input(fem::cut(mesh, {}, cutting_for(job, problem)));
  progress.bodies = job.create_array<Body>(problem.parts, isthmus::mapping::block);
  const Execution execution{arguments.sync_every, arguments.first_sync, arguments.syncs,
                            arguments.element_ns, arguments.side_ns,    arguments.charges_own,
                            arguments.is_still};
  auto pieces = fem::pieces_of(mesh, part, {1, fem::Ghosts::By::owned_node});
  for (fem::Piece& piece : pieces) {
    const std::int32_t number = piece.part;
    progress.bodies[number].send<&Body::begin>(std::move(piece), problem, execution);
  }
}

Task<isthmus::ChareProxy<Collector>> gather(int parts, const Progress& progress) {
  isthmus::Future<void> whole("all nodes and sides");
  const auto collector =
      isthmus::create_chare<Collector>(isthmus::PeId(0), parts, whole.callback());
  progress.bodies.all().send<&Body::collect>(collector);
  co_await whole;
  co_return collector;
}

Task<void> take_picture(const Arguments& arguments, const fem::Mesh& mesh, Progress& progress) {
  if (arguments.pictures.empty()) co_return;
  const auto collector = co_await gather(arguments.problem.parts, progress);
  Album album(mesh, progress.part, progress.series);
  const Collector& all = *collector.local();
  const int step = progress.rows.back().step;
  or_bad_input(album.add(arguments.pictures, step, step * arguments.problem.step_s,
                         album.picture(all.nodes(), all.cracks())));
  progress.series = album.series();
  collector.destroy();
}

Task<void> iterate(Job& job, const Arguments& arguments, const fem::Mesh& mesh,
                   Progress& progress) {
  const int steps = arguments.problem.steps;
  while (progress.rows.back().step < steps) {
    // A job may go on from a point for the load balancer, between two rows.
    if (progress.ordered == progress.rows.back().step) {
      progress.ordered = std::min(steps, progress.ordered + arguments.every);
      progress.bodies.all().send<&Body::advance>(progress.ordered);
    }
    const int to = progress.ordered;
    const double begin_s = job.seconds();
    const auto energies = co_await job.reduction<Energies>("energies");
    if (!energies.is_finite()) {
      throw std::runtime_error("energies are no numbers any more at step " + std::to_string(to) +
                               " (expected a smaller --safety, or less --penalty)");
    }
    progress.last_s = job.seconds() - begin_s;
    progress.timed_s += progress.last_s;
    progress.rows.push_back({to, energies});
    co_await take_picture(arguments, mesh, progress);
    if (to < steps) co_await job.checkpoint();
  }
}

void print_outcome(Job& job, const Arguments& arguments, const fem::Mesh& mesh,
                   const Progress& progress) {
  const Problem& problem = arguments.problem;
  const Energies& e = progress.rows.back().energies;
  const int sites = job.topology().site_count();
  std::printf("fracture: %d tetrahedra, %d nodes, %d parts on %d PEs at %d site%s\n",
              mesh.element_count(), mesh.node_count(), problem.parts, job.pe_count(), sites,
              sites == 1 ? "" : "s");
  std::printf("  steps     %d of %.4g s\n", problem.steps, problem.step_s);
  std::printf("  energies  kinetic %.6g J, strain %.6g J, cracks %.6g J, from outside %.6g J\n",
              e.kinetic.value(), e.strain.value(), e.cohesive.value(), e.external.value());
  if (problem.cohesion.friction > 0) std::printf("  friction  %.6g J\n", e.friction.value());
  std::printf("  balance   within %.2g %%\n", 100 * balance_error(progress.rows));
  std::printf("  cracks    %.4g m2, %.0f sides have come apart\n", e.cracked.value(),
              e.apart.value());
  const double ms = problem.steps > 0 ? progress.timed_s * 1e3 / problem.steps : 0;
  std::printf("  time      %.3f ms per step\n", ms);
  job.report("ms_per_step", ms);
  const std::size_t rows = progress.rows.size();
  if (rows > 1) {
    const int last = progress.rows[rows - 1].step - progress.rows[rows - 2].step;
    job.report("ms_per_step_last", progress.last_s * 1e3 / last);
  }
  job.report("steps", problem.steps);
  job.report("balance_error", balance_error(progress.rows));
  job.report("cracked_m2", e.cracked.value());
  job.report("sides_apart", e.apart.value());
}

Task<bool> is_serial_result(const Arguments& arguments, const fem::Mesh& mesh,
                            const Progress& progress) {
  const auto collector = co_await gather(arguments.problem.parts, progress);
  const Collector& all = *collector.local();
  const Solution serial = solve_serial(arguments.problem, mesh);
  const bool same_nodes = all.nodes() == serial.nodes;
  const bool same_cracks = all.cracks() == serial.cracks;
  const bool same_energies =
      progress.rows.front().energies == serial.start && progress.rows.back().energies == serial.end;
  if (same_nodes && same_cracks && same_energies) {
    std::printf("  check     equal to the serial program, bit for bit\n");
    co_return true;
  }
  std::size_t differ = 0;
  for (std::size_t i = 0; i < std::min(all.nodes().size(), serial.nodes.size()); ++i) {
    differ += !(all.nodes()[i] == serial.nodes[i]);
  }
  std::printf(
      "  check     FAILED: %zu nodes differ from the serial program; %zu against %zu nodes, "
      "%zu against %zu sides apart, energies %s\n",
      differ, all.nodes().size(), serial.nodes.size(), all.cracks().size(), serial.cracks.size(),
      same_energies ? "equal" : "differ");
  co_return false;
}

Task<void> run_main(Job& job) {
  Arguments arguments = or_bad_input(parse_arguments(job.arguments()));
  if (arguments.help) {
    std::fputs(arguments.help->c_str(), stdout);
    co_return;
  }
  const fem::Mesh mesh = or_bad_input(prepare(arguments.problem));
  Progress progress;
  if (job.restored(progress)) {
    require_the_same(arguments.problem, progress);
  } else {
    progress.problem = in_words(arguments.problem);
    hand_out(job, arguments, mesh, progress);
    progress.rows.push_back({0, co_await job.reduction<Energies>("energies")});
    require_finite_start(arguments.problem, progress.rows.back().energies);
    co_await take_picture(arguments, mesh, progress);
  }
  co_await iterate(job, arguments, mesh, progress);
  print_outcome(job, arguments, mesh, progress);
  if (!arguments.table.empty()) {
    or_bad_input(write_table(arguments.table, progress.rows, arguments.problem.step_s));
    std::printf("  energies  %s\n", arguments.table.c_str());
  }
  if (!arguments.pictures.empty()) std::printf("  pictures  %s\n", arguments.pictures.c_str());
  if (arguments.check && !co_await is_serial_result(arguments, mesh, progress)) {
    job.set_exit_status(1);
  }
}

}  // namespace
}  // namespace fracture

int main(int argc, char** argv) { return isthmus::run(argc, argv, fracture::run_main); }
