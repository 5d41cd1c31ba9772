#include "mesh/program/run_job.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <filesystem>
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
#include "mesh/program/level_job.hpp"
#include "mesh/program/memory.hpp"
#include "mesh/program/same_job.hpp"
#include "mesh/program/start.hpp"
#include "mesh/program/steering.hpp"
#include "mesh/program/windows_table.hpp"
#include "mesh/program/work.hpp"
#include "mesh/refinement/run_levels.hpp"

namespace isthmus::mesh {

namespace {

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
void print_changes(const std::vector<DepthChange>& changes) {
  bool is_packed = false;
  for (const DepthChange& change : changes) {
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

/// A job whose output fails goes on, and ends with status 1.
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
    tell_progress(job, mesh.steps_done(), work);
  }
  print_time(job, work, work.frame.steps - work.start_step, job.seconds() - begin_s);
  mesh.analyse();
  for (const std::int32_t field : told_fields(work)) {
    print_norms(job, work.plan.fields[static_cast<std::size_t>(field)].name,
                FieldFigures(mesh.fields()[field], work.frame.geometry.whole));
  }
  tell_failures(job, output.failures());
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
  for (std::size_t i = 0; i < work.plan.reductions.size(); ++i) {
    const std::vector<double> values = co_await mesh.result(static_cast<std::int32_t>(i));
    if (are_same_bits(values, serial.results()[i])) continue;
    ++wrong;
    std::printf("  check     %s%s is not the serial driver's\n",
                may_differ ? "" : "FAILED: ", work.plan.reductions[i].name.c_str());
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

/// Steps and time are counted on from what the job begins with.
void find_start(Work& work) {
  const MeshFile& file = work.loaded.file;
  const auto start = or_bad_input(start_of(file));
  if (start == nullptr) return;
  or_bad_input(start->find_parts());
  const std::string where = file.where(file.start.line);
  std::error_code none;
  if (std::filesystem::equivalent(file.start.from, work.output.setup.folder, none)) {
    throw BadInput({ErrorCode::bad_input,
                    file.start.from + " will have other steps than its last of now, as the job "
                                      "puts out to it",
                    where, "a step in it, such as " + start->path()});
  }
  const Moment& moment = start->moment();
  Frame& frame = work.frame;
  if (file.time.until) {
    const double left = (*file.time.until - moment.time) / frame.step_size;
    constexpr double rounding = 1e-9;  // of a step
    if (left < -rounding) {
      throw BadInput({ErrorCode::bad_input,
                      start->path() + " is of a later time than 'until' in [time]", where,
                      "a later 'until', or an earlier step"});
    }
    const double steps = std::max(0.0, std::ceil(left - rounding));
    frame.steps = moment.step + static_cast<std::int64_t>(std::min(steps, double{steps_max}));
    if (steps > 0) frame.step_size = (*file.time.until - moment.time) / steps;
  }
  if (moment.step > frame.steps || frame.steps > steps_max) {
    throw BadInput(
        {ErrorCode::bad_input,
         start->path() + " is of a later step than the job's last, " + std::to_string(frame.steps),
         where, "more steps, or an earlier one of them"});
  }
  work.start_step = moment.step;
  work.start_time = moment.time - static_cast<double>(moment.step) * frame.step_size;
}

Expected<void> check_compression(const Work& work) {
  if (work.arguments.compress != "adapt" || work.loaded.file.driver.rule != "fixed") return {};
  return fail(ErrorCode::bad_input, "no rule adapts anything", "--compress",
              "rule = \"auto\" or \"paper\" in [driver]");
}

Expected<void> check_serial(Job& job, const Work& work) {
  LevelMesh levels(job);
  Mesh mesh(job);
  if (work.has_levels() ? job.restored(levels) : job.restored(mesh)) {
    return fail(ErrorCode::bad_input, "the serial driver goes on from no checkpoint", "--restart",
                "the driver blocks, or a job that starts from files");
  }
  if (!work.arguments.windows.empty()) {
    return fail(ErrorCode::bad_input, "the serial driver exchanges nothing", "--windows",
                "the driver blocks");
  }
  return {};
}

Task<void> run_blocks(Job& job, const Work& work, Steering& steering) {
  const MeshFile& file = work.loaded.file;
  Mesh mesh(job);
  if (job.restored(mesh)) {
    or_bad_input(goes_on({mesh.plan(), mesh.setup(), mesh.steps_done()}, file,
                         work.loaded.flesh.thorns(), work.plan, work.frame,
                         work.arguments.charge <= 0));
    if (!work.arguments.windows.empty() && !mesh.setup().adaptation.keeps_windows) {
      throw BadInput({ErrorCode::bad_input, "the checkpoint is of a job that kept no windows",
                      "--windows", "a job that has begun with it"});
    }
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
    tell_progress(job, mesh.steps_done(), work);
    if (mesh.steps_done() < work.frame.steps) co_await job.checkpoint();
  }
  tell_failures(job, co_await output.finish());
  print_time(job, work, all.steps, all.seconds);
  print_figures(job, all);
  print_packing(job, all);
  print_changes(co_await mesh.depth_changes());
  if (!work.arguments.windows.empty()) {
    const std::vector<SeenWindow> windows = co_await mesh.windows();
    const auto written = write_text_file(work.arguments.windows, windows_table(windows));
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
  work.output = or_bad_input(output_plan_of(file, work.plan, work.frame.geometry));
  find_start(work);
  or_bad_input(check_charge(job, work));
  Steering steering(job, file, work.loaded.flesh.thorns(), work.plan);
  if (file.driver.kind == "serial") or_bad_input(check_serial(job, work));
  if (work.has_levels()) {
    if (file.driver.kind == "serial") {
      run_serial_levels(job, work, steering);
    } else {
      co_await run_level_blocks(job, work, steering);
    }
  } else if (file.driver.kind == "serial") {
    run_serial(job, work, steering);
  } else {
    co_await run_blocks(job, work, steering);
  }
}

}  // namespace isthmus::mesh
