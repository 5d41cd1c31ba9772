#include "mesh/program/same_job.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <string>
#include <utility>

#include "mesh/program/mesh_job.hpp"

namespace isthmus::mesh {

namespace {

std::string shown(double value) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.17g", value);
  return text.data();
}

std::string shown(const Point& points) {
  return std::to_string(points[0]) + " x " + std::to_string(points[1]) + " x " +
         std::to_string(points[2]) + " points";
}

bool is_same(const Field& one, const Field& other) {
  return one.name == other.name && one.id == other.id && one.parity == other.parity &&
         one.is_staggered == other.is_staggered && one.admitted_error == other.admitted_error;
}

bool is_same(const Operation::Read& one, const Operation::Read& other) {
  return one.field == other.field && one.layers == other.layers;
}

bool is_same(const Operation& one, const Operation& other) {
  return one.kind == other.kind && one.name == other.name && one.writes == other.writes &&
         one.fields == other.fields && one.reductions == other.reductions &&
         one.time_offset == other.time_offset &&
         std::ranges::equal(
             one.reads, other.reads,
             [](const Operation::Read& a, const Operation::Read& b) { return is_same(a, b); });
}

bool is_same(const Reduction& one, const Reduction& other) {
  return one.name == other.name && one.field == other.field && one.imaginary == other.imaginary &&
         one.is_interpolation == other.is_interpolation && one.probes == other.probes;
}

bool is_same(const Boundary& one, const Boundary& other) {
  return one.kind == other.kind && one.value == other.value && one.speed == other.speed &&
         one.falloff == other.falloff && one.is_half_beyond == other.is_half_beyond &&
         (one.kind != BoundaryKind::another || one.of == other.of);
}

template <class T>
bool are_same(const std::vector<T>& one, const std::vector<T>& other) {
  return std::ranges::equal(one, other, [](const T& a, const T& b) { return is_same(a, b); });
}

/// Empty where there is none.
std::string other_boundary(const Plan& plan, const Plan& other) {
  for (std::size_t field = 0; field < plan.fields.size(); ++field) {
    for (std::size_t d = 0; d < dimension_count; ++d) {
      for (const std::size_t side : {0U, 1U}) {
        if (!is_same(plan.boundaries[field][d][side], other.boundaries[field][d][side])) {
          return plan.fields[field].name;
        }
      }
    }
  }
  return {};
}

std::string name_of_parameter(const std::deque<Thorn>& thorns, std::size_t number) {
  for (const Thorn& thorn : thorns) {
    const std::size_t first = static_cast<std::size_t>(thorn.first_parameter());
    if (number >= first && number - first < thorn.parameters().size()) {
      return thorn.name() + "::" + thorn.parameters()[number - first].name;
    }
  }
  return "a parameter";
}

/// What the job has another of than the checkpoint; empty where there is none.
std::string difference(const KeptMesh& mesh, const std::deque<Thorn>& thorns, const Plan& plan,
                       const Frame& frame) {
  const Plan& kept = mesh.plan;
  const Geometry& grid = mesh.setup.geometry;
  if (!are_same(kept.fields, plan.fields) || kept.first_fields != plan.first_fields) {
    return "other functions";
  }
  if (!are_same(kept.reductions, plan.reductions)) return "other reductions";
  if (!are_same(kept.step, plan.step) || !are_same(kept.analysis, plan.analysis)) {
    return "other routines, or another method";
  }
  if (grid.whole != frame.geometry.whole) {
    return shown(grid.whole.high) + ", not " + shown(frame.geometry.whole.high);
  }
  if (grid.origin != frame.geometry.origin || grid.spacing != frame.geometry.spacing) {
    return "points at other places";
  }
  if (mesh.setup.step_size != frame.step_size) {
    return "steps of " + shown(mesh.setup.step_size) + ", not " + shown(frame.step_size);
  }
  if (const std::string field = other_boundary(plan, kept); !field.empty()) {
    return "other boundaries of " + field;
  }
  if (kept.parameters.size() != plan.parameters.size()) return "other parameters";
  for (std::size_t i = 0; i < plan.parameters.size(); ++i) {
    if (std::bit_cast<std::int64_t>(kept.parameters[i]) !=
        std::bit_cast<std::int64_t>(plan.parameters[i])) {
      return "another " + name_of_parameter(thorns, i);
    }
  }
  return {};
}

}  // namespace

Expected<std::optional<Depths>> depths_from_now_on(const Mesh& mesh, const MeshFile& file) {
  const MeshSetup& kept = mesh.setup();
  const std::string where = file.driver.line > 0 ? file.where(file.driver.line) : file.file_name;
  const Point blocks = kept.cut.blocks();
  if (file.driver.blocks && *file.driver.blocks != blocks) {
    return fail(ErrorCode::bad_input,
                "the checkpoint is of a job that has " + std::to_string(blocks[0]) + " x " +
                    std::to_string(blocks[1]) + " x " + std::to_string(blocks[2]) + " blocks",
                where, "the same, or a job that starts from its output");
  }
  const bool has_wide_planes = std::ranges::any_of(kept.adaptation.planes, [](const auto& planes) {
    return std::ranges::find(planes, 1) != planes.end();
  });
  if (const auto& wanted = file.compression.between_sites; wanted && has_wide_planes) {
    const std::string compress = kept.packing.is_adapted       ? "adapt"
                                 : kept.packing.is_ever_used() ? "always"
                                                               : "never";
    if (*wanted != compress) {
      return fail(ErrorCode::bad_input,
                  "the checkpoint is of a job that compresses ghosts '" + compress + "'", where,
                  "the same, not '" + *wanted + "'");
    }
  }
  if (kept.adaptation.is_on() && !kept.adaptation.is_depth_fixed) {
    const std::string& rule = kept.adaptation.rule;
    if (file.driver.rule == rule && !file.driver.says_depth()) return std::nullopt;
    return fail(ErrorCode::bad_input,
                "the checkpoint is of a job whose depths the rule '" + rule + "' decides", where,
                "the same rule, and no depth");
  }
  if (!file.driver.says_depth()) return std::nullopt;
  Depths depths = depths_of(file.driver, kept.adaptation);
  if (depths == kept.depths) return std::nullopt;
  if (kept.adaptation.is_on()) {
    return fail(ErrorCode::bad_input,
                "the checkpoint is of a job in which a rule decides what is compressed", where,
                "the same depth");
  }
  return depths;
}

Expected<void> goes_on(const KeptMesh& mesh, const MeshFile& file, const std::deque<Thorn>& thorns,
                       const Plan& plan, const Frame& frame, bool holds_fields) {
  if (mesh.setup.has_fields() != holds_fields) {
    return fail(ErrorCode::bad_input,
                holds_fields ? "the checkpoint is of a job with --charge, which holds no fields"
                             : "the checkpoint is of a job that holds fields",
                "--charge", "the same as before");
  }
  if (const std::string what = difference(mesh, thorns, plan, frame); !what.empty()) {
    return fail(ErrorCode::bad_input, "the checkpoint is of a job that has " + what, file.file_name,
                "the parameter file of the job that goes on");
  }
  if (mesh.steps_done > frame.steps) {
    return fail(ErrorCode::bad_input,
                "the checkpoint is of step " + std::to_string(mesh.steps_done) +
                    ", and the job ends at step " + std::to_string(frame.steps),
                file.file_name, "more steps, or an earlier checkpoint");
  }
  return {};
}

}  // namespace isthmus::mesh
