// Molecular dynamics over a grid: reads the options, makes cells and pairs, notes the energies as
// they come, reports time per step, and judges the result by the serial program where asked to.

#include <cstdio>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "md/arguments.hpp"
#include "md/cell.hpp"
#include "md/charmm/coordinates.hpp"
#include "md/inputs.hpp"
#include "md/lammps_data.hpp"
#include "md/results.hpp"
#include "md/serial.hpp"
#include "md/trajectory.hpp"

namespace md {
namespace {

using isthmus::Job;
using isthmus::Task;

/// What it takes to go on: from a checkpoint, too.
struct Progress {
  isthmus::ArrayProxy<Cell> cells;
  int step = -1;     // reached by all cells; none before the first forces
  int ordered = -1;  // that they may reach
  std::vector<std::pair<int, Reading>> energies;
  int frames = 0;  // that are in the trajectory
  double timed_s = 0;
  Model model;           // that the cells have
  std::string inputs;    // that it was made of
  bool is_warm = false;  // the steps that are not timed are done, and that has been noted
};

/// Cells have begun with it, so a job that goes on has the same.
void require_the_same(const std::string& inputs, const Progress& progress) {
  if (inputs == progress.inputs) return;
  throw isthmus::BadInput({isthmus::ErrorCode::bad_input, "another course or interaction",
                           "the options of a job that goes on", "those that it began with"});
}

void create_objects(Job& job, const Arguments& arguments, const Model& model, Progress& progress) {
  job.set_readonly(model);
  const Place& n = model.grid.cells();
  const isthmus::Index3 cells{{n[0], n[1], n[2]}};
  const isthmus::Index4 pairs{{model.grid.direction_count(), n[0], n[1], n[2]}};
  Company company;
  company.sync_every = arguments.sync_every;
  company.syncs = arguments.syncs;
  company.warmup = arguments.warmup;
  company.tells_each = arguments.tells_each;
  company.charges = arguments.charges;
  const auto create = [&](const auto& cell_mapping, const auto& pair_mapping) {
    company.cells = job.create_array<Cell>(cells, cell_mapping);
    company.pairs = job.create_array<Pair>(pairs, pair_mapping);
    if (model.has_terms()) company.blocks = job.create_array<Block>(cells, cell_mapping);
    if (!model.mesh.is_there()) return;
    const auto& pencils = model.mesh.pencils;
    company.pencils =
        job.create_array<Pencil>(isthmus::Index2{{pencils[0], pencils[1]}}, cell_mapping);
  };
  if (arguments.mapping == "naive") {
    create(isthmus::mapping::naive, isthmus::mapping::naive);
  } else if (arguments.mapping == "round_robin") {
    create(isthmus::mapping::round_robin, isthmus::mapping::round_robin);
  } else if (arguments.mapping == "hashed") {
    create(isthmus::mapping::hashed, isthmus::mapping::hashed);
  } else {
    create(isthmus::mapping::block, BesideCells());
  }
  progress.cells = company.cells;
  job.set_readonly(company);
}

/// The next step at which all cells wait for each other.
int next_point(const Arguments& arguments, int step) {
  const int next = step < 0 ? 0 : (step / arguments.points_every + 1) * arguments.points_every;
  return std::min(next, arguments.course.steps);
}

/// The positions of all atoms by id, 3 each.
std::vector<float> places_of(const std::vector<Frame>& cells, std::size_t atoms) {
  std::vector<std::pair<std::int64_t, const float*>> order;
  order.reserve(atoms);
  for (const Frame& cell : cells) {
    for (std::size_t i = 0; i < cell.ids.size(); ++i) {
      order.emplace_back(cell.ids[i], cell.places.data() + 3 * i);
    }
  }
  std::ranges::sort(order);
  std::vector<float> places;
  places.reserve(3 * atoms);
  for (const auto& [id, at] : order) places.insert(places.end(), at, at + 3);
  return places;
}

Trajectory trajectory_of(const Arguments& arguments, const Model& model, const System& system) {
  const double unit = arguments.units == "real" ? charmm_time_fs : 1;
  return {arguments.trajectory,
          {.atoms = system.atoms.size(),
           .every = model.frames_every,
           .timestep = model.timestep / unit}};
}

/// What is written while the job runs.
struct Books {
  EnergyLog energies;
  Trajectory trajectory;
  std::size_t atoms = 0;
};

/// Notes what the steps up to `next` have to say, as they do. A job that goes on may have noted
/// some. When those of them began that are timed, in seconds.
Task<double> note_steps(Job& job, const Arguments& arguments, const Model& model, int next,
                        Books& books, Progress& progress) {
  double begin_s = job.seconds();
  const int told = progress.energies.empty() ? -1 : progress.energies.back().first;
  const int shown = (progress.frames - 1) * model.frames_every;
  for (int step = progress.step + 1; step <= next; ++step) {
    if (model.wants_energies(step) && step > told) {
      Reading sum;
      for (const Reading& cell : co_await job.reduction<std::vector<Reading>>(energies_name)) {
        sum += cell;
        sum.stretch = cell.stretch;
      }
      progress.energies.emplace_back(step, sum);
      or_bad_input(books.energies.add(step, sum));
    }
    if (model.wants_frame(step) && (progress.frames == 0 || step > shown)) {
      const auto cells = co_await job.reduction<std::vector<Frame>>(frames_name);
      const Box box = model.grid.box().stretched(cells.front().stretch);
      or_bad_input(books.trajectory.add(box, places_of(cells, books.atoms)));
      ++progress.frames;
    }
    if (step > 0 && step == arguments.warmup && !progress.is_warm) {
      co_await job.reduction(warm_name);
      progress.is_warm = true;
      begin_s = job.seconds();
    }
  }
  co_return begin_s;
}

Task<void> iterate(Job& job, const Arguments& arguments, const Model& model, Books& books,
                   Progress& progress) {
  while (progress.step < model.steps) {
    // A job may go on from a point for the load balancer, between two others.
    if (progress.ordered == progress.step) {
      progress.ordered = next_point(arguments, progress.step);
      progress.cells.all().send<&Cell::advance>(progress.ordered);
    }
    const int next = progress.ordered;
    const double begin_s = co_await note_steps(job, arguments, model, next, books, progress);
    co_await job.reduction(reached_name);
    if (next > arguments.warmup) progress.timed_s += job.seconds() - begin_s;
    progress.step = next;
    job.progress(next, model.steps);
    co_await job.checkpoint();
  }
}

Task<Outcome> gather(Job& job, const Progress& progress) {
  progress.cells.all().send<&Cell::give_piece>();
  Outcome outcome;
  for (const Piece& piece : co_await job.reduction<std::vector<Piece>>(pieces_name)) {
    outcome.atoms.insert(outcome.atoms.end(), piece.atoms.begin(), piece.atoms.end());
    outcome.forces.insert(outcome.forces.end(), piece.forces.begin(), piece.forces.end());
  }
  order_by_id(outcome);
  outcome.energies = progress.energies;
  co_return outcome;
}

void print_outcome(Job& job, const Arguments& arguments, const Model& model, const System& system,
                   const Progress& progress) {
  const int sites = job.topology().site_count();
  const Place& n = model.grid.cells();
  const std::size_t atoms = system.atoms.size();
  std::printf("md: %zu atoms in %dx%dx%d cells with %d pairs on %d PEs at %d site%s, %s mapping\n",
              atoms, n[0], n[1], n[2], model.grid.pair_count(), job.pe_count(), sites,
              sites == 1 ? "" : "s", arguments.mapping.c_str());
  const auto& [first_step, first] = progress.energies.front();
  const auto& [last_step, last] = progress.energies.back();
  const double temperature =
      temperature_of(last.kinetic, atoms, model.units, model.rigid.length_count());
  std::printf("  energy    %.10g at step %d, %.10g at step %d\n", first.total(), first_step,
              last.total(), last_step);
  std::printf("  end       temperature %.6g, potential energy %.10g\n", temperature,
              last.potential());
  job.report("energy_first", first.total());
  job.report("energy_last", last.total());
  job.report("temperature", temperature);
  job.report("steps", model.steps);
  const int timed = model.steps - arguments.warmup;
  if (timed <= 0) return;
  const double ms = progress.timed_s * 1e3 / timed;
  std::printf("  time      %.3f ms per step, %.1f ns per atom and step (over %d steps)\n", ms,
              ms * 1e6 / static_cast<double>(atoms), timed);
  job.report("ms_per_step", ms);
}

// True when atoms, forces and energies are the serial program's, bit for bit.
bool check(const System& system, const Model& model, const Outcome& outcome) {
  const Outcome serial = or_bad_input(solve_serial(system, model));
  const std::string difference = difference_of(outcome, serial);
  if (difference.empty()) {
    std::printf("  check     equal to the serial program, bit for bit\n");
    return true;
  }
  std::printf("  check     FAILED: %s\n", difference.c_str());
  return false;
}

Task<void> run_main(Job& job) {
  const Arguments arguments = or_bad_input(parse_arguments(job.arguments()));
  if (arguments.help) {
    std::fputs(arguments.help->c_str(), stdout);
    co_return;
  }
  System system = or_bad_input(system_of(arguments));
  Model model = or_bad_input(model_of(system, arguments.course));
  const std::string inputs = or_bad_input(inputs_of(arguments));
  Progress progress;
  if (job.restored(progress)) {
    require_the_same(inputs, progress);
    model = progress.model;  // which may have been made on another machine
  } else {
    progress.model = model;
    progress.inputs = inputs;
    create_objects(job, arguments, model, progress);
    co_await job.quiescence();
    progress.cells.scatter<&Cell::load>(by_cells(system, model.grid));
    co_await job.quiescence();
  }
  Books books{{arguments.energies, system.atoms.size(), model},
              trajectory_of(arguments, model, system),
              system.atoms.size()};
  or_bad_input(books.energies.begin(progress.energies));
  or_bad_input(books.trajectory.begin(progress.frames));
  co_await iterate(job, arguments, model, books, progress);
  print_outcome(job, arguments, model, system, progress);
  if (progress.frames > 0) {
    std::printf("  frames    %d in %s\n", progress.frames, arguments.trajectory.c_str());
  }
  if (!arguments.energies.empty()) std::printf("  energies  %s\n", arguments.energies.c_str());
  if (!arguments.check && arguments.output.empty() && arguments.output_data.empty() &&
      arguments.output_pdb.empty()) {
    co_return;
  }
  const Outcome outcome = co_await gather(job, progress);
  if (!arguments.output.empty()) {
    or_bad_input(write_atoms(arguments.output, outcome));
    std::printf("  result    %s\n", arguments.output.c_str());
  }
  const bool is_right = !arguments.check || check(system, model, outcome);
  system.atoms = outcome.atoms;
  system.box = system.box.stretched(outcome.energies.back().second.stretch);
  if (!arguments.output_data.empty()) {
    or_bad_input(write_lammps_data(arguments.output_data, system));
    std::printf("  data      %s\n", arguments.output_data.c_str());
  }
  if (!arguments.output_pdb.empty()) {
    const auto names = or_bad_input(charmm::atom_names(arguments.charmm.psf));
    or_bad_input(charmm::write_pdb(arguments.output_pdb, system, names));
    std::printf("  pdb       %s\n", arguments.output_pdb.c_str());
  }
  if (!is_right) job.set_exit_status(1);
}

}  // namespace
}  // namespace md

int main(int argc, char** argv) { return isthmus::run(argc, argv, md::run_main); }
