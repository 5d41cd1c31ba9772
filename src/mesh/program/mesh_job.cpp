#include "mesh/program/mesh_job.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "mesh/driver/boundaries.hpp"
#include "mesh/ghosts/layout.hpp"
#include "mesh/program/start.hpp"
#include "mesh/refinement/level_plan.hpp"

namespace isthmus::mesh {

namespace {

/// "PATH\nTEXT".
constexpr char separator = '\n';

}  // namespace

Expected<std::string> description_of(const std::string& path) {
  const auto text = text_of_file(path);
  if (!text) return std::unexpected(text.error());
  return std::filesystem::absolute(path).string() + separator + *text;
}

Expected<LoadedFile> loaded(const std::string& description) {
  const std::size_t at = description.find(separator);
  auto file =
      read_mesh_file(std::string_view(description).substr(at + 1), description.substr(0, at));
  if (!file) return forward_error(file);
  LoadedFile result{std::move(*file), {}};
  result.flesh.open(result.file);
  return result;
}

Expected<Plan> plan_of(const std::string& description) {
  const auto found = loaded(description);
  if (!found) return std::unexpected(found.error());
  return plan_of_loaded(*found);
}

Expected<Plan> plan_of_loaded(const LoadedFile& loaded) {
  auto plan = loaded.flesh.plan(loaded.file);
  if (!plan) return plan;
  if (loaded.file.refinement.is_on()) return with_event_at_begin(std::move(*plan));
  const auto start = start_of(loaded.file);
  if (!start) return std::unexpected(start.error());
  if (*start == nullptr) return plan;
  if (auto begun = begin_with(*start, loaded.file, *plan); !begun) return forward_error(begun);
  return plan;
}

Expected<void> read_depths(const std::string& text, DriverSettings& driver) {
  const auto refuse = [&] {
    return fail(ErrorCode::bad_input, "'" + text + "'", "--depth",
                "a whole number of at least 1, or three with commas between");
  };
  std::vector<std::int32_t> depths;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    std::int32_t depth = 0;
    const auto [next, status] = std::from_chars(at, end, depth);
    if (status != std::errc() || depth < 1 || depth > 1000) return refuse();
    depths.push_back(depth);
    if (next == end) break;
    if (*next != ',') return refuse();
    at = next + 1;
  }
  if (depths.size() == 1) depths.resize(dimension_count, depths[0]);
  if (depths.size() != dimension_count) return refuse();
  driver.depth = Point{depths[0], depths[1], depths[2]};
  driver.wide_depth.reset();
  return {};
}

Expected<Layout> layout_of(const MeshFile& file, const Plan& plan,
                           const topology::Topology& topology) {
  LayoutWishes wishes;
  wishes.size = file.grid.points;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    wishes.is_periodic[d] = is_periodic(plan.boundaries, d);
  }
  wishes.blocks = file.driver.blocks.value_or(Point{0, 0, 0});
  wishes.blocks_per_pe = file.driver.blocks_per_pe;
  wishes.processors = file.driver.processors.value_or(Point{0, 0, 0});
  wishes.facing.interior_gains = file.driver.interior_gains;
  wishes.between_sites = file.driver.cut;
  // So many are not made, and their places are not worked out either.
  const std::int64_t pes = std::ssize(topology.object_pes());
  if (!file.driver.blocks && wishes.blocks_per_pe * pes > blocks_max) {
    return fail(
        ErrorCode::bad_input,
        std::to_string(wishes.blocks_per_pe) + " blocks a PE, of " + std::to_string(pes) + " PEs",
        file.where(file.driver.line), "at most " + std::to_string(blocks_max) + " blocks in all");
  }
  auto layout = lay_out(wishes, topology);
  if (!layout && file.driver.line > 0) layout.error().where = file.where(file.driver.line);
  return layout;
}

Depths depths_of(const DriverSettings& driver, const Adaptation& adaptation) {
  const Point depth = driver.depth.value_or(Point{1, 1, 1});
  const Point wide = driver.wide_depth.value_or(depth);
  Depths depths;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    for (const std::uint8_t is_wide : adaptation.planes[d]) {
      depths.planes[d].push_back(is_wide != 0 ? wide[d] : depth[d]);
    }
  }
  return depths;
}

MeshSetup setup_of(const MeshFile& file, const Layout& layout, const Frame& frame) {
  MeshSetup setup;
  setup.geometry = frame.geometry;
  setup.step_size = frame.step_size;
  setup.cut = layout.cut;
  setup.interior_first = !file.driver.blocks && file.driver.blocks_per_pe == 1;
  // Whoever says a depth has it.
  const bool adapts_depth = !file.driver.says_depth() && file.driver.rule != "fixed";
  const std::string compress =
      file.compression.between_sites.value_or(adapts_depth ? "adapt" : "never");
  if (const auto& charged = file.compression.charged) {
    setup.packing.charged = Codec{"charged", charged->pack, charged->unpack, charged->left};
  }
  setup.packing.is_adapted = compress == "adapt";
  if (adapts_depth || setup.packing.is_adapted) setup.adaptation.rule = file.driver.rule;
  setup.adaptation.is_depth_fixed = !adapts_depth;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    for (const topology::LinkKind link : layout.links[d]) {
      const bool is_wide = link == topology::LinkKind::between_sites;
      setup.adaptation.planes[d].push_back(is_wide ? 1 : 0);
      setup.packing.planes[d].push_back(is_wide && compress == "always" ? 1 : 0);
    }
  }
  setup.depths = depths_of(file.driver, setup.adaptation);
  return setup;
}

}  // namespace isthmus::mesh
