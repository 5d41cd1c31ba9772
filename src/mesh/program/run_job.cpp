#include "mesh/program/run_job.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mesh/driver/field_figures.hpp"
#include "mesh/driver/run_mesh.hpp"
#include "mesh/driver/serial_mesh.hpp"
#include "mesh/output/mesh_output.hpp"
#include "mesh/output/new_file.hpp"
#include "mesh/output/serial_output.hpp"
#include "mesh/program/arguments.hpp"
#include "mesh/program/memory.hpp"
#include "mesh/program/mesh_job.hpp"
#include "mesh/program/same_job.hpp"
#include "mesh/program/start.hpp"
#include "mesh/program/steering.hpp"
#include "mesh/program/windows_table.hpp"

namespace isthmus::mesh {

namespace {

template <class T>
T or_bad_input(Expected<T> value) {
  if (!value) throw BadInput(value.error());
  if constexpr (!std::is_void_v<T>) return std::move(*value);
}

/// What a job is about, once everything has been read.
struct Work {
  JobArguments arguments;
  std::string description;
  LoadedFile loaded;
  Plan plan;
  Frame frame;
  OutputPlan output;
  std::int64_t start_step = 0;
  double start_time = 0;  ///< of step 0
};

/// Fields whose norms are told: those of the file, else all that are synchronized in a step.
std::vector<std::int32_t> told_fields(const Work& work) {
  std::vector<std::int32_t> fields;
  const auto& norms = work.loaded.file.output.norms;
  for (std::size_t i = 0; i < work.plan.fields.size(); ++i) {
    const bool is_told =
        std::ranges::find(norms, work.plan.fields[i].name, &NamedAt::name) != norms.end();
    if (is_told) fields.push_back(static_cast<std::int32_t>(i));
  }
  if (!fields.empty()) return fields;
  std::set<std::int32_t> synchronized;
  for (const Operation& operation : work.plan.step) {
    if (operation.kind != Operation::Kind::synchronize) continue;
    synchronized.insert(operation.fields.begin(), operation.fields.end());
  }
  return {synchronized.begin(), synchronized.end()};
}

void tell_progress(const Job& job, std::int64_t done, std::int64_t steps) {
  if (job.quiet() || isatty(fileno(stderr)) == 0) return;
  std::fprintf(stderr, done < steps ? "\rstep %lld of %lld " : "\r\033[K",
               static_cast<long long>(done), static_cast<long long>(steps));
}

void print_begin(const Job& job, const Work& work, const std::string& how) {
  const Point& points = work.loaded.file.grid.points;
  const int sites = job.topology().site_count();
  std::printf("isthmus-mesh: %d x %d x %d points, %zu fields, %s, %d PE%s at %d site%s\n",
              points[0], points[1], points[2], work.plan.fields.size(), how.c_str(), job.pe_count(),
              job.pe_count() == 1 ? "" : "s", sites, sites == 1 ? "" : "s");
}

void print_norms(Job& job, const std::string& name, const FieldFigures& figures) {
  std::printf("  %-24s norm %.17g, least %.17g, greatest %.17g\n", name.c_str(), figures.norm_2(),
              figures.least().value, figures.greatest().value);
  if (figures.not_finite() > 0) {
    std::printf("  %-24s %lld points have no number\n", "",
                static_cast<long long>(figures.not_finite()));
  }
  job.report("norm of " + name, figures.norm_2());
}

/// `done` are the steps that took so long: a job that goes on has not done all of them.
void print_time(Job& job, const Work& work, std::int64_t done, double seconds) {
  const std::int64_t steps = work.frame.steps;
  std::printf("  steps     %lld, to the time %.9g\n", static_cast<long long>(steps),
              work.start_time + static_cast<double>(steps) * work.frame.step_size);
  job.report("steps", static_cast<double>(steps));
  if (done == 0) return;
  const double ms = seconds * 1e3 / static_cast<double>(done);
  std::printf("  time      %.6g ms per step\n", ms);
  job.report("ms_per_step", ms);
}

/// A job whose output fails goes on, and ends with status 1.
void tell_failures(Job& job, const std::vector<std::string>& failures) {
  if (failures.empty()) return;
  std::fprintf(stderr, "isthmus: error: %s\n", failures.front().c_str());
  if (failures.size() > 1) {
    std::fprintf(stderr, "isthmus: error: %zu more files were not written\n", failures.size() - 1);
  }
  job.set_exit_status(1);
}

/// What the blocks have done in all steps, and what they have sent for it.
void print_figures(Job& job, const RunFigures& figures) {
  if (figures.steps == 0) return;
  const BlockFigures& blocks = figures.blocks;
  const double efficiency = figures.efficiency(figures.seconds * job.pe_count());
  const double twice = blocks.points > 0 ? blocks.points_twice / blocks.points : 0;
  std::printf("  useful    %.1f %% of the PEs' time; %.1f %% of all points were computed twice\n",
              100 * efficiency, 100 * twice);
  job.report("efficiency", efficiency);
  job.report("efficiency_average", efficiency / figures.share_of_average());
  job.report("computed_twice", twice);
  if (blocks.flops > 0) {
    const double rate = blocks.flops / figures.seconds;
    std::printf("  flop      %.4g a second, those for points computed twice included\n", rate);
    job.report("flop_per_s", rate);
  }
  const double steps = static_cast<double>(figures.steps);
  std::printf("  ghosts    %.4g messages a step", blocks.messages / steps);
  constexpr const char* names[] = {"x", "y", "z"};
  for (std::size_t d = 0; d < dimension_count; ++d) {
    std::printf(", %s %.4g KiB", names[d], blocks.sent_bytes[d] / steps / 1024);
    job.report("sent_bytes_" + std::string(names[d]), blocks.sent_bytes[d] / steps);
  }
  std::printf("\n");
}

/// Of ghosts that went compressed.
void print_packing(Job& job, const RunFigures& figures) {
  const BlockFigures& blocks = figures.blocks;
  if (blocks.plain_bytes <= 0) return;
  const double steps = static_cast<double>(figures.steps);
  const double left = blocks.packed_bytes / blocks.plain_bytes;
  std::printf("  packed    %.4g KiB a step into %.4g KiB, %.3g of them, in %.3g ms\n",
              blocks.plain_bytes / steps / 1024, blocks.packed_bytes / steps / 1024, left,
              1e3 * blocks.packing_s / steps);
  job.report("packed_of_bytes", blocks.plain_bytes / steps);
  job.report("packed_left", left);
  job.report("packing_ms_per_step", 1e3 * blocks.packing_s / steps);
}

/// What was decided while the job ran, and why.
void print_changes(const Mesh& mesh) {
  bool is_packed = false;
  for (const DepthChange& change : mesh.depth_changes()) {
    const auto step = static_cast<long long>(change.step);
    if (change.is_packed != is_packed) {
      std::printf("  ghosts    %s between sites from step %lld on: %s\n",
                  change.is_packed ? "compressed" : "as they are", step, change.reason.c_str());
    } else {
      std::printf("  depth     %d between sites from step %lld on: %s\n", change.depth, step,
                  change.reason.c_str());
    }
    is_packed = change.is_packed;
  }
}

/// Steps from one rest to the next.
std::int64_t stride(const Work& work) {
  return std::max<std::int64_t>(1, work.frame.steps / work.arguments.rests);
}

/// Of the fields of the whole grid and of their boundaries.
double serial_bytes(const Work& work) {
  double points = 1;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    points *= work.frame.geometry.whole.extent(d) + 2.0 * boundary_width(work.plan);
  }
  return field_bytes(work.plan, points);
}

SerialMesh serial_mesh(const Work& work) {
  return {work.plan, work.frame.geometry, work.frame.step_size, work.start_time, work.start_step};
}

void run_serial(Job& job, const Work& work, Steering& steering) {
  or_bad_input(check_memory(serial_bytes(work), work.loaded.file));
  print_begin(job, work, "the serial driver");
  SerialMesh mesh = serial_mesh(work);
  SerialOutput output(work.output, work.start_step);
  const double begin_s = job.seconds();
  output.put_out(mesh);
  while (mesh.steps_done() < work.frame.steps) {
    steering.apply([&](std::int32_t number, const ParameterValue& value) {
      mesh.parameters()[static_cast<std::size_t>(number)] = value;
    });
    const std::int64_t most = std::min(stride(work), work.frame.steps - mesh.steps_done());
    mesh.run(output.steps_to_next(mesh.steps_done(), most));
    output.put_out(mesh);
    tell_progress(job, mesh.steps_done(), work.frame.steps);
  }
  print_time(job, work, work.frame.steps - work.start_step, job.seconds() - begin_s);
  mesh.analyse();
  for (const std::int32_t field : told_fields(work)) {
    print_norms(job, work.plan.fields[static_cast<std::size_t>(field)].name,
                FieldFigures(mesh.fields()[field], work.frame.geometry.whole));
  }
  tell_failures(job, output.failures());
}

/// Points of a field that are not the bits of the serial driver's, and how far off the worst is.
struct Difference {
  std::int64_t points = 0;
  double greatest = 0;
};

Difference difference(const std::vector<double>& values, const View& serial, const Box& whole) {
  Difference found;
  std::size_t at = 0;
  for (std::int32_t k = whole.low[2]; k < whole.high[2]; ++k) {
    for (std::int32_t j = whole.low[1]; j < whole.high[1]; ++j) {
      for (std::int32_t i = whole.low[0]; i < whole.high[0]; ++i, ++at) {
        if (std::bit_cast<std::uint64_t>(values[at]) ==
            std::bit_cast<std::uint64_t>(serial(i, j, k))) {
          continue;
        }
        ++found.points;
        found.greatest = std::max(found.greatest, std::abs(values[at] - serial(i, j, k)));
      }
    }
  }
  return found;
}

/// Whether ghosts may have been off.
bool admits_errors(const Mesh& mesh) {
  return mesh.setup().packing.is_ever_used() &&
         std::ranges::any_of(mesh.plan().fields,
                             [](const Field& field) { return field.admitted_error > 0; });
}

Task<void> check(Job& job, const Work& work, Mesh& mesh) {
  SerialMesh serial = serial_mesh(work);
  serial.run(work.frame.steps - work.start_step);
  serial.analyse();
  const bool may_differ = admits_errors(mesh);
  std::int64_t wrong = 0;
  for (const std::int32_t field : told_fields(work)) {
    const std::vector<double> values = co_await mesh.gather(field);
    const Difference found = difference(values, serial.fields()[field], work.frame.geometry.whole);
    if (found.points == 0) continue;
    const char* const name = work.plan.fields[static_cast<std::size_t>(field)].name.c_str();
    wrong += found.points;
    if (may_differ) {
      std::printf("  check     %s is at most %.3g off the serial driver's\n", name, found.greatest);
      job.report("off the serial driver's: " + std::string(name), found.greatest);
    } else {
      std::printf("  check     FAILED: %lld points of %s differ from the serial driver's\n",
                  static_cast<long long>(found.points), name);
    }
  }
  if (wrong == 0) std::printf("  check     equal to the serial driver, bit for bit\n");
  if (wrong != 0 && !may_differ) job.set_exit_status(1);
}

/// Where nothing is held, nothing can be put out or compared.
Expected<void> check_charge(const Job& job, const Work& work) {
  if (work.arguments.charge <= 0) return {};
  const auto refuse = [](const char* what, const char* expected) {
    return fail(ErrorCode::bad_input, what, "--charge", expected);
  };
  if (!job.in_virtual_time()) return refuse("time is charged in virtual time", "--backend sim");
  if (work.arguments.check) return refuse("no fields are held to compare", "no --check");
  if (work.loaded.file.driver.kind == "serial") {
    return refuse("the serial driver holds fields", "the driver blocks");
  }
  if (!work.output.is_empty()) {
    return refuse("no fields are held to put out", "a file without [output]");
  }
  return {};
}

/// Steps are counted on from what the job begins with.
void find_start(Work& work) {
  const MeshFile& file = work.loaded.file;
  const auto start = or_bad_input(start_of(file));
  if (start == nullptr) return;
  or_bad_input(start->find_parts());
  const Moment& moment = start->moment();
  if (moment.step > work.frame.steps) {
    throw BadInput({ErrorCode::bad_input,
                    start->path() + " is of a later step than the job's last, " +
                        std::to_string(work.frame.steps),
                    file.where(file.start.line), "more steps, or an earlier one of them"});
  }
  work.start_step = moment.step;
  work.start_time = moment.time - static_cast<double>(moment.step) * work.frame.step_size;
}

Expected<void> check_compression(const Work& work) {
  if (work.arguments.compress != "adapt" || work.loaded.file.driver.rule != "fixed") return {};
  return fail(ErrorCode::bad_input, "no rule adapts anything", "--compress",
              "rule = \"auto\" or \"paper\" in [driver]");
}

Task<void> run_blocks(Job& job, const Work& work, Steering& steering) {
  const MeshFile& file = work.loaded.file;
  Mesh mesh(job);
  if (job.restored(mesh)) {
    or_bad_input(goes_on(mesh, file, work.loaded.flesh.thorns(), work.plan, work.frame,
                         work.arguments.charge <= 0));
    if (auto depths = or_bad_input(depths_from_now_on(mesh, file))) {
      co_await mesh.change_depths(std::move(*depths));
    }
  } else {
    const Layout layout = or_bad_input(layout_of(file, work.plan, job.topology()));
    MeshSetup setup = setup_of(file, layout, work.frame);
    setup.start_step = work.start_step;
    setup.start_time = work.start_time;
    setup.charges.flops_a_second = work.arguments.charge;
    setup.adaptation.keeps_windows = !work.arguments.windows.empty();
    // What is not known is not tried, unless somebody wants it.
    const bool is_said = file.compression.between_sites.has_value();
    if (!setup.has_fields() && !setup.packing.charged && !is_said) setup.packing.is_adapted = false;
    if (auto valid = validate(*course_of(work.description), setup); !valid) {
      Error& error = valid.error();
      error.where = file.driver.line > 0 ? file.where(file.driver.line) : file.file_name;
      throw BadInput(error);
    }
    if (setup.has_fields()) {
      co_await check_memory_everywhere(job, work.plan, layout,
                                       work.arguments.check ? serial_bytes(work) : 0, file);
    }
    co_await mesh.create(work.description, std::move(setup), 0, BlockMapping(layout));
  }
  const Point blocks = mesh.setup().cut.blocks();
  print_begin(job, work,
              std::to_string(blocks[0]) + " x " + std::to_string(blocks[1]) + " x " +
                  std::to_string(blocks[2]) + " blocks, ghosts up to depth " +
                  std::to_string(mesh.setup().depths.deepest()));
  MeshOutput output(job);
  output.begin(work.output, mesh.steps_done());
  co_await output.put_out(mesh);
  RunFigures all;
  while (mesh.steps_done() < work.frame.steps) {
    steering.apply([&](std::int32_t number, const ParameterValue& value) {
      mesh.set_parameter(number, value);
    });
    const std::int64_t most = std::min(stride(work), work.frame.steps - mesh.steps_done());
    const std::int64_t steps = output.steps_to_next(mesh.steps_done(), most);
    all.add(co_await mesh.run(steps));
    co_await output.put_out(mesh);
    tell_progress(job, mesh.steps_done(), work.frame.steps);
    if (mesh.steps_done() < work.frame.steps) co_await job.checkpoint();
  }
  tell_failures(job, co_await output.finish());
  print_time(job, work, all.steps, all.seconds);
  print_figures(job, all);
  print_packing(job, all);
  print_changes(mesh);
  if (!work.arguments.windows.empty()) {
    const auto written = write_text_file(work.arguments.windows, windows_table(mesh.windows()));
    if (!written) tell_failures(job, {written.error().text()});
  }
  if (!mesh.setup().has_fields()) co_return;
  co_await mesh.analyse();
  for (const std::int32_t field : told_fields(work)) {
    print_norms(job, work.plan.fields[static_cast<std::size_t>(field)].name,
                co_await mesh.measure(field));
  }
  if (work.arguments.check) co_await check(job, work, mesh);
}

}  // namespace

Task<void> run_job(Job& job) {
  Work work;
  work.arguments = or_bad_input(parse_job_arguments(job.arguments()));
  if (work.arguments.help) {
    std::fputs(work.arguments.help->c_str(), stdout);
    co_return;
  }
  work.description = or_bad_input(description_of(work.arguments.file));
  work.loaded = or_bad_input(loaded(work.description));
  MeshFile& file = work.loaded.file;
  if (work.arguments.steps) {
    file.time.steps = work.arguments.steps;
    file.time.until.reset();
  }
  if (work.arguments.depth) or_bad_input(read_depths(*work.arguments.depth, file.driver));
  if (!work.arguments.driver.empty()) file.driver.kind = work.arguments.driver;
  if (!work.arguments.compress.empty()) file.compression.between_sites = work.arguments.compress;
  or_bad_input(check_compression(work));
  work.plan = or_bad_input(plan_of_loaded(work.loaded));
  work.frame = frame_of(file, work.plan);
  find_start(work);
  work.output = or_bad_input(output_plan_of(file, work.plan, work.frame.geometry));
  or_bad_input(check_charge(job, work));
  Steering steering(job, file, work.loaded.flesh.thorns(), work.plan);
  if (file.driver.kind == "serial") {
    if (Mesh kept(job); job.restored(kept)) {
      throw BadInput({ErrorCode::bad_input, "the serial driver goes on from no checkpoint",
                      "--restart", "the driver blocks, or a job that starts from files"});
    }
    run_serial(job, work, steering);
  } else {
    co_await run_blocks(job, work, steering);
  }
}

}  // namespace isthmus::mesh
