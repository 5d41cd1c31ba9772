#include "mesh/program/level_job.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "mesh/output/mesh_output.hpp"
#include "mesh/output/serial_output.hpp"
#include "mesh/program/memory.hpp"
#include "mesh/program/same_job.hpp"
#include "mesh/refinement/regridding.hpp"
#include "mesh/refinement/serial_levels.hpp"

namespace isthmus::mesh {

namespace {

std::string name_of(const std::string& field, std::int32_t region) {
  return region == 0 ? field : field + ", region " + std::to_string(region);
}

/// Of fields with all ghosts that levels need.
double bytes_of(const Plan& plan, const LevelFrame& frame, const std::vector<Region>& regions) {
  double points = 0;
  for (const Region& region : regions) {
    const Box box = frame.with_ghosts(region);
    double product = 1;
    for (std::size_t d = 0; d < dimension_count; ++d) product *= box.extent(d);
    points += product;
  }
  return field_bytes(plan, points);
}

Expected<void> check_asked(const Work& work) {
  if (work.arguments.charge > 0) {
    return fail(ErrorCode::bad_input, "levels hold fields", "--charge", "a file without levels");
  }
  if (!work.arguments.windows.empty()) {
    return fail(ErrorCode::bad_input, "levels have no windows between sites", "--windows",
                "no --windows where the file has [refinement]");
  }
  if (!work.arguments.compress.empty()) {
    return fail(ErrorCode::bad_input, "ghosts of levels are not compressed", "--compress",
                "no --compress where the file has [refinement]");
  }
  if (work.arguments.depth) {
    return fail(ErrorCode::bad_input, "blocks of levels exchange at every event", "--depth",
                "no --depth where the file has [refinement]");
  }
  return {};
}

/// Whether there is room for regions, which a criterion may have found behind any step. Of several
/// processes each holds a part.
Expected<void> check_room(const Job& job, const Work& work, const FileLevels& levels) {
  if (job.topology().process_count() != 1 && !job.in_virtual_time()) return {};
  const double bytes = bytes_of(work.plan, levels.frame, levels.regions);
  return check_memory(bytes * (work.arguments.check ? 2 : 1), work.loaded.file);
}

/// Blocks of regions, and which PE has which.
Expected<LevelSetup> setup_of(const Job& job, const Work& work, const FileLevels& levels) {
  if (auto room = check_room(job, work, levels); !room) return forward_error(room);
  LevelSetup setup{{levels.frame, levels.regions, {}}, {}, work.frame.step_size, 0};
  for (const Region& region : levels.regions) {
    MeshFile part = work.loaded.file;
    for (std::size_t d = 0; d < dimension_count; ++d) part.grid.points[d] = region.box.extent(d);
    // What is said of the whole grid is too much for a small part of it.
    if (region.level > 0 && part.driver.blocks) {
      for (std::size_t d = 0; d < dimension_count; ++d) {
        const std::int32_t most = region.box.extent(d) / (levels.frame.width + 1);
        auto& blocks = (*part.driver.blocks)[d];
        blocks = std::clamp(blocks, 1, std::max(most, 1));
      }
    }
    if (region.level > 0) part.driver.processors.reset();
    const auto layout = layout_of(part, work.plan, job.topology());
    if (!layout) return std::unexpected(layout.error());
    Cut cut = layout->cut;
    for (std::size_t d = 0; d < dimension_count; ++d) {
      for (std::int32_t& start : cut.starts[d]) start += region.box.low[d];
    }
    setup.tree.cuts.push_back(std::move(cut));
    setup.places.emplace_back(*layout);
  }
  if (auto valid = validate(*course_of(work.description), setup); !valid) {
    valid.error().where = work.loaded.file.where(work.loaded.file.refinement.line);
    return forward_error(valid);
  }
  return setup;
}

std::int32_t number_of(const Plan& plan, const std::string& function) {
  const auto at = std::ranges::find(plan.fields, function, &Field::name);
  return static_cast<std::int32_t>(at - plan.fields.begin());
}

/// Points of a field in the region's box, the first index fastest, that have as much as is wanted.
std::vector<Point> wanted_of(const double* value, const Box& box, double above) {
  std::vector<Point> points;
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
        if (*value++ >= above) points.push_back({i, j, k});
      }
    }
  }
  return points;
}

std::array<double, dimension_count> coordinates_of(const Geometry& geometry, const Point& at) {
  return {geometry.coordinate(0, at[0]), geometry.coordinate(1, at[1]),
          geometry.coordinate(2, at[2])};
}

Sight seen(const Work& work, const SerialLevels& mesh) {
  const RefinementSettings& settings = work.loaded.file.refinement;
  Sight sight;
  const Box& whole = mesh.geometry(0).whole;
  for (const std::string& function : followed(settings)) {
    const FieldFigures figures(mesh.fields(0)[number_of(work.plan, function)], whole);
    sight.places[function] = coordinates_of(mesh.geometry(0), figures.greatest().at);
  }
  for (std::int32_t region = 0; std::cmp_less(region, mesh.regions().size()); ++region) {
    auto& wanted = sight.wanted.emplace_back();
    const Region& one = mesh.regions()[static_cast<std::size_t>(region)];
    if (!settings.criterion || one.level >= settings.criterion->levels) continue;
    std::vector<double> values(static_cast<std::size_t>(one.box.point_count()));
    pack(mesh.fields(region)[number_of(work.plan, settings.criterion->function)], one.box,
         values.data());
    wanted = wanted_of(values.data(), one.box, settings.criterion->above);
  }
  return sight;
}

Task<Sight> seen(const Work& work, LevelMesh& mesh) {
  const RefinementSettings& settings = work.loaded.file.refinement;
  Sight sight;
  for (const std::string& function : followed(settings)) {
    const FieldFigures figures = co_await mesh.measure(0, number_of(work.plan, function));
    sight.places[function] = coordinates_of(work.frame.geometry, figures.greatest().at);
  }
  for (std::int32_t region = 0; std::cmp_less(region, mesh.regions().size()); ++region) {
    auto& wanted = sight.wanted.emplace_back();
    const Region one = mesh.regions()[static_cast<std::size_t>(region)];
    if (!settings.criterion || one.level >= settings.criterion->levels) continue;
    const std::vector<double> values =
        co_await mesh.gather(region, number_of(work.plan, settings.criterion->function));
    wanted = wanted_of(values.data(), one.box, settings.criterion->above);
  }
  co_return sight;
}

/// Regions that a job begins with, where a criterion says them: found level by level, each of the
/// initial data on the levels before.
bool may_begin_otherwise(const MeshFile& file, std::int32_t tries) {
  return file.refinement.criterion && tries < file.refinement.criterion->levels;
}

Expected<std::vector<Region>> regions_behind(const Work& work, const LevelFrame& frame,
                                             std::int64_t steps, const std::vector<Region>& before,
                                             const Sight& sight) {
  auto regions = regions_at(work.loaded.file, frame,
                            static_cast<double>(steps) * work.frame.step_size, before, sight);
  if (!regions) regions.error().what += ", behind step " + std::to_string(steps);
  return regions;
}

/// Steps up to the next look at where regions are, or fewer.
std::int64_t steps_to_look(const RefinementSettings& settings, std::int64_t done,
                           std::int64_t most) {
  if (!has_changes(settings)) return most;
  return std::min(most, settings.every - done % settings.every);
}
bool looks_behind(const Work& work, std::int64_t steps) {
  const RefinementSettings& settings = work.loaded.file.refinement;
  return has_changes(settings) && steps % settings.every == 0 && steps < work.frame.steps;
}

SerialLevels begun(const Work& work, const Course& course, FileLevels& levels) {
  for (std::int32_t tries = 0;; ++tries) {
    or_bad_input(check_memory(bytes_of(work.plan, levels.frame, levels.regions), work.loaded.file));
    SerialLevels mesh(course, levels.frame, levels.plan, levels.regions, work.frame.step_size);
    if (!may_begin_otherwise(work.loaded.file, tries)) return mesh;
    mesh.analyse();
    auto regions =
        or_bad_input(regions_behind(work, levels.frame, 0, levels.regions, seen(work, mesh)));
    if (regions == levels.regions) return mesh;
    levels.regions = std::move(regions);
  }
}

/// So many steps of the serial driver, with what follows for its regions.
void advance(const Work& work, const LevelFrame& frame, SerialLevels& mesh, std::int64_t steps) {
  for (const std::int64_t end = mesh.steps_done() + steps; mesh.steps_done() < end;) {
    mesh.run(
        steps_to_look(work.loaded.file.refinement, mesh.steps_done(), end - mesh.steps_done()));
    if (!looks_behind(work, mesh.steps_done())) continue;
    mesh.analyse();
    auto regions = or_bad_input(
        regions_behind(work, frame, mesh.steps_done(), mesh.regions(), seen(work, mesh)));
    or_bad_input(check_memory(bytes_of(work.plan, frame, regions), work.loaded.file));
    mesh.change_regions(std::move(regions));
  }
}

std::string how(const std::vector<Region>& regions) {
  std::int32_t finest = 0;
  for (const Region& region : regions) finest = std::max(finest, region.level);
  return std::to_string(finest + 1) + (finest == 0 ? " level in " : " levels in ") +
         std::to_string(regions.size()) + (regions.size() == 1 ? " region" : " regions");
}

/// `levels` as the file has them.
Task<void> check(Job& job, const Work& work, FileLevels levels, LevelMesh& mesh) {
  SerialLevels serial = begun(work, mesh.course(), levels);
  advance(work, levels.frame, serial, work.frame.steps);
  serial.analyse();
  std::int64_t wrong = serial.regions() == mesh.regions() ? 0 : 1;
  if (wrong != 0) std::printf("  check     FAILED: the regions are not the serial driver's\n");
  for (std::int32_t region = 0; wrong == 0 && std::cmp_less(region, mesh.regions().size());
       ++region) {
    const Box& box = serial.regions()[static_cast<std::size_t>(region)].box;
    for (const std::int32_t field : told_fields(work)) {
      const std::vector<double> values = co_await mesh.gather(region, field);
      const std::int64_t count = difference(values, serial.fields(region)[field], box).points;
      if (count == 0) continue;
      std::printf("  check     FAILED: %lld points of %s differ from the serial driver's\n",
                  static_cast<long long>(count),
                  name_of(work.plan.fields[static_cast<std::size_t>(field)].name, region).c_str());
      wrong += count;
    }
  }
  for (std::size_t i = 0; i < work.plan.reductions.size(); ++i) {
    const std::vector<double> values = co_await mesh.result(static_cast<std::int32_t>(i));
    if (are_same_bits(values, serial.results()[i])) continue;
    ++wrong;
    std::printf("  check     FAILED: %s is not the serial driver's\n",
                work.plan.reductions[i].name.c_str());
  }
  if (wrong == 0) std::printf("  check     equal to the serial driver, bit for bit\n");
  if (wrong != 0) job.set_exit_status(1);
}

}  // namespace

void run_serial_levels(Job& job, const Work& work, Steering& steering) {
  or_bad_input(check_asked(work));
  const auto course = course_of(work.description);
  FileLevels levels = or_bad_input(levels_of(work.loaded.file, *course));
  SerialLevels mesh = begun(work, *course, levels);
  print_begin(job, work, how(levels.regions) + ", the serial driver");
  SerialOutput output(work.output);
  output.put_out(mesh);
  const double begin_s = job.seconds();
  while (mesh.steps_done() < work.frame.steps) {
    steering.apply([&](std::int32_t number, const ParameterValue& value) {
      mesh.parameters()[static_cast<std::size_t>(number)] = value;
    });
    const std::int64_t most = std::min(stride(work), work.frame.steps - mesh.steps_done());
    advance(work, levels.frame, mesh, output.steps_to_next(mesh.steps_done(), most));
    output.put_out(mesh);
    tell_progress(job, mesh.steps_done(), work);
  }
  tell_failures(job, output.failures());
  print_time(job, work, work.frame.steps, job.seconds() - begin_s);
  mesh.analyse();
  for (std::int32_t region = 0; std::cmp_less(region, mesh.regions().size()); ++region) {
    for (const std::int32_t field : told_fields(work)) {
      print_norms(job, name_of(work.plan.fields[static_cast<std::size_t>(field)].name, region),
                  FieldFigures(mesh.fields(region)[field],
                               mesh.regions()[static_cast<std::size_t>(region)].box));
    }
  }
}

namespace {

Task<void> begin(Job& job, const Work& work, FileLevels levels, LevelMesh& mesh) {
  for (std::int32_t tries = 0;; ++tries) {
    co_await mesh.create(work.description, or_bad_input(setup_of(job, work, levels)));
    if (!may_begin_otherwise(work.loaded.file, tries)) co_return;
    co_await mesh.analyse();
    const Sight sight = co_await seen(work, mesh);
    auto regions = or_bad_input(regions_behind(work, levels.frame, 0, levels.regions, sight));
    if (regions == levels.regions) co_return;
    levels.regions = std::move(regions);
    mesh.remove();
  }
}

Task<void> look_at_regions(Job& job, const Work& work, FileLevels levels, LevelMesh& mesh) {
  co_await mesh.analyse();
  const Sight sight = co_await seen(work, mesh);
  levels.regions =
      or_bad_input(regions_behind(work, levels.frame, mesh.steps_done(), mesh.regions(), sight));
  if (levels.regions == mesh.regions()) co_return;
  co_await mesh.change_regions(or_bad_input(setup_of(job, work, levels)));
}

}  // namespace

Task<void> run_level_blocks(Job& job, const Work& work, Steering& steering) {
  or_bad_input(check_asked(work));
  const MeshFile& file = work.loaded.file;
  const FileLevels levels = or_bad_input(levels_of(file, *course_of(work.description)));
  LevelMesh mesh(job);
  if (job.restored(mesh)) {
    const MeshSetup whole = setup_of_region(mesh.setup(), 0);
    or_bad_input(goes_on({mesh.course().plan(), whole, mesh.steps_done()}, file,
                         work.loaded.flesh.thorns(), work.plan, work.frame, true));
    if (mesh.setup().tree.frame.order != levels.frame.order) {
      throw BadInput({ErrorCode::bad_input,
                      "the checkpoint is of a job that has polynomials of order " +
                          std::to_string(mesh.setup().tree.frame.order),
                      file.where(file.refinement.line), "the same order"});
    }
    if (!has_changes(file.refinement) && !file.refinement.criterion &&
        mesh.regions() != levels.regions) {
      throw BadInput({ErrorCode::bad_input, "the checkpoint is of a job that has other regions",
                      file.file_name, "the parameter file of the job that goes on"});
    }
  } else {
    co_await begin(job, work, levels, mesh);
  }
  print_begin(job, work, how(mesh.regions()));
  MeshOutput output(job);
  output.begin(work.output, mesh.steps_done());
  co_await output.put_out(mesh);
  RunFigures all;
  while (mesh.steps_done() < work.frame.steps) {
    steering.apply([&](std::int32_t number, const ParameterValue& value) {
      mesh.set_parameter(number, value);
    });
    const std::int64_t left = std::min(stride(work), work.frame.steps - mesh.steps_done());
    const std::int64_t most = output.steps_to_next(mesh.steps_done(), left);
    all.add(co_await mesh.run(steps_to_look(file.refinement, mesh.steps_done(), most)));
    if (looks_behind(work, mesh.steps_done())) co_await look_at_regions(job, work, levels, mesh);
    co_await output.put_out(mesh);
    tell_progress(job, mesh.steps_done(), work);
    if (mesh.steps_done() < work.frame.steps) co_await job.checkpoint();
  }
  tell_failures(job, co_await output.finish());
  print_time(job, work, all.steps, all.seconds);
  print_figures(job, all);
  co_await mesh.analyse();
  for (std::int32_t region = 0; std::cmp_less(region, mesh.regions().size()); ++region) {
    for (const std::int32_t field : told_fields(work)) {
      print_norms(job, name_of(work.plan.fields[static_cast<std::size_t>(field)].name, region),
                  co_await mesh.measure(region, field));
    }
  }
  if (work.arguments.check) co_await check(job, work, levels, mesh);
}

}  // namespace isthmus::mesh
