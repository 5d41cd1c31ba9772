#include "mesh/program/run_job.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mesh/driver/field_figures.hpp"
#include "mesh/driver/run_mesh.hpp"
#include "mesh/driver/serial_mesh.hpp"
#include "mesh/output/mesh_output.hpp"
#include "mesh/output/serial_output.hpp"
#include "mesh/program/level_job.hpp"
#include "mesh/program/memory.hpp"
#include "mesh/program/same_job.hpp"
#include "mesh/program/steering.hpp"
#include "mesh/program/work.hpp"

namespace isthmus::mesh {

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

void print_time(Job& job, const Work& work, std::int64_t done, double seconds) {
  const std::int64_t steps = work.frame.steps;
  std::printf("  steps     %lld, to the time %.9g\n", static_cast<long long>(steps),
              static_cast<double>(steps) * work.frame.step_size);
  job.report("steps", static_cast<double>(steps));
  if (done == 0) return;
  const double ms = seconds * 1e3 / static_cast<double>(done);
  std::printf("  time      %.6g ms per step\n", ms);
  job.report("ms_per_step", ms);
}

void print_figures(Job& job, const RunFigures& figures) {
  if (figures.steps == 0) return;
  const BlockFigures& blocks = figures.blocks;
  const double efficiency = figures.efficiency(figures.seconds * job.pe_count());
  const double twice = blocks.points > 0 ? blocks.points_twice / blocks.points : 0;
  std::printf("  useful    %.1f %% of the PEs' time; %.1f %% of all points were computed twice\n",
              100 * efficiency, 100 * twice);
  job.report("efficiency", efficiency);
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
  if (blocks.level_bytes > 0) {
    std::printf(", levels %.4g KiB", blocks.level_bytes / steps / 1024);
    job.report("sent_bytes_levels", blocks.level_bytes / steps);
  }
  std::printf("\n");
}

std::int64_t stride(const Work& work) {
  return std::max<std::int64_t>(1, work.frame.steps / work.arguments.rests);
}

std::int64_t differing(const std::vector<double>& values, const View& serial, const Box& whole) {
  std::int64_t count = 0;
  std::size_t at = 0;
  for (std::int32_t k = whole.low[2]; k < whole.high[2]; ++k) {
    for (std::int32_t j = whole.low[1]; j < whole.high[1]; ++j) {
      for (std::int32_t i = whole.low[0]; i < whole.high[0]; ++i, ++at) {
        count += std::bit_cast<std::uint64_t>(values[at]) !=
                 std::bit_cast<std::uint64_t>(serial(i, j, k));
      }
    }
  }
  return count;
}

namespace {

/// A job whose output fails goes on, and ends with status 1.
void tell_failures(Job& job, const std::vector<std::string>& failures) {
  if (failures.empty()) return;
  std::fprintf(stderr, "isthmus: error: %s\n", failures.front().c_str());
  if (failures.size() > 1) {
    std::fprintf(stderr, "isthmus: error: %zu more files were not written\n", failures.size() - 1);
  }
  job.set_exit_status(1);
}

/// Of the fields of the whole grid and of their boundaries.
double serial_bytes(const Work& work) {
  double points = 1;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    points *= work.frame.geometry.whole.extent(d) + 2.0 * boundary_width(work.plan);
  }
  return field_bytes(work.plan, points);
}

void run_serial(Job& job, const Work& work, Steering& steering) {
  or_bad_input(check_memory(serial_bytes(work), work.loaded.file));
  print_begin(job, work, "the serial driver");
  SerialMesh mesh(work.plan, work.frame.geometry, work.frame.step_size);
  SerialOutput output(work.output, work.frame.step_size);
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
  print_time(job, work, work.frame.steps, job.seconds() - begin_s);
  mesh.analyse();
  for (const std::int32_t field : told_fields(work)) {
    print_norms(job, work.plan.fields[static_cast<std::size_t>(field)].name,
                FieldFigures(mesh.fields()[field], work.frame.geometry.whole));
  }
  tell_failures(job, output.failures());
}

Task<void> check(Job& job, const Work& work, Mesh& mesh) {
  SerialMesh serial(work.plan, work.frame.geometry, work.frame.step_size);
  serial.run(work.frame.steps);
  serial.analyse();
  std::int64_t wrong = 0;
  for (const std::int32_t field : told_fields(work)) {
    const std::vector<double> values = co_await mesh.gather(field);
    const std::int64_t count = differing(values, serial.fields()[field], work.frame.geometry.whole);
    if (count == 0) continue;
    std::printf("  check     FAILED: %lld points of %s differ from the serial driver's\n",
                static_cast<long long>(count),
                work.plan.fields[static_cast<std::size_t>(field)].name.c_str());
    wrong += count;
  }
  if (wrong == 0) std::printf("  check     equal to the serial driver, bit for bit\n");
  if (wrong != 0) job.set_exit_status(1);
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

Task<void> run_blocks(Job& job, const Work& work, Steering& steering) {
  const MeshFile& file = work.loaded.file;
  Mesh mesh(job);
  if (job.restored(mesh)) {
    or_bad_input(goes_on({mesh.plan(), mesh.setup(), mesh.steps_done()}, file,
                         work.loaded.flesh.thorns(), work.plan, work.frame,
                         work.arguments.charge <= 0));
  } else {
    const Layout layout = or_bad_input(layout_of(file, work.plan, job.topology()));
    MeshSetup setup = setup_of(file, layout, work.frame);
    setup.charges.flops_a_second = work.arguments.charge;
    if (auto valid = validate(*course_of(work.description), setup); !valid) {
      Error& error = valid.error();
      error.where = file.driver.line > 0 ? file.where(file.driver.line) : file.file_name;
      throw BadInput(error);
    }
    if (setup.has_fields()) {
      const double bytes = field_bytes(work.plan, own_points(layout, job));
      or_bad_input(check_memory(bytes + (work.arguments.check ? serial_bytes(work) : 0), file));
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
  for (const DepthChange& change : mesh.depth_changes()) {
    std::printf("  depth     %d between sites from step %lld on: %s\n", change.depth,
                static_cast<long long>(change.step), change.reason.c_str());
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
  work.plan = or_bad_input(plan_of(work.loaded));
  work.frame = frame_of(file, work.plan);
  work.output = or_bad_input(output_plan_of(file, work.plan, work.frame.geometry));
  or_bad_input(check_charge(job, work));
  Steering steering(job, file, work.loaded.flesh.thorns(), work.plan);
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
