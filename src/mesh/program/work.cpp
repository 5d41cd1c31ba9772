#include "mesh/program/work.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <set>

namespace isthmus::mesh {

std::vector<std::int32_t> told_fields(const Work& work) {
  std::vector<std::int32_t> fields;
  const auto& norms = work.loaded.file.output.norms;
  const auto is_told = [&](const std::string& name) {
    return std::ranges::find(norms, name, &NamedAt::name) != norms.end();
  };
  for (std::size_t i = 0; i < work.plan.fields.size(); ++i) {
    if (is_told(work.plan.fields[i].name)) fields.push_back(static_cast<std::int32_t>(i));
  }
  for (const ComplexField& one : work.plan.complex_fields) {
    if (is_told(one.name)) fields.insert(fields.end(), {one.re, one.im});
  }
  if (!fields.empty()) return fields;
  std::set<std::int32_t> synchronized;
  for (const Operation& operation : work.plan.step) {
    if (operation.kind != Operation::Kind::synchronize) continue;
    synchronized.insert(operation.fields.begin(), operation.fields.end());
  }
  return {synchronized.begin(), synchronized.end()};
}

void tell_progress(Job& job, std::int64_t done, const Work& work) {
  job.progress(static_cast<double>(done), static_cast<double>(work.frame.steps));
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

void tell_failures(Job& job, const std::vector<std::string>& failures) {
  if (failures.empty()) return;
  std::fprintf(stderr, "isthmus: error: %s\n", failures.front().c_str());
  if (failures.size() > 1) {
    std::fprintf(stderr, "isthmus: error: %zu more files were not written\n", failures.size() - 1);
  }
  job.set_exit_status(1);
}

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
  if (blocks.level_bytes > 0) {
    std::printf(", levels %.4g KiB", blocks.level_bytes / steps / 1024);
    job.report("sent_bytes_levels", blocks.level_bytes / steps);
  }
  std::printf("\n");
}

std::int64_t stride(const Work& work) {
  return std::max<std::int64_t>(1, work.frame.steps / work.arguments.rests);
}

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

bool are_same_bits(const std::vector<double>& one, const std::vector<double>& other) {
  return std::ranges::equal(one, other, [](double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  });
}

}  // namespace isthmus::mesh
