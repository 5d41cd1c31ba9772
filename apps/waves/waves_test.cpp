// The thorns in three languages, under both drivers, against the plain program in C.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/testing/shape.hpp"
#include "isthmus/testing/world.hpp"
#include "mesh/driver/run_mesh.hpp"
#include "mesh/driver/serial_mesh.hpp"
#include "mesh/flesh/flesh.hpp"
#include "waves/plain.h"

namespace {

using isthmus::Expected;
using isthmus::Job;
using isthmus::Task;
using isthmus::mesh::boundary_width;
using isthmus::mesh::Course;
using isthmus::mesh::Depths;
using isthmus::mesh::even_cut;
using isthmus::mesh::Flesh;
using isthmus::mesh::Geometry;
using isthmus::mesh::Mesh;
using isthmus::mesh::MeshSetup;
using isthmus::mesh::Operation;
using isthmus::mesh::pack;
using isthmus::mesh::Phase;
using isthmus::mesh::Plan;
using isthmus::mesh::Point;
using isthmus::mesh::read_mesh_file;
using isthmus::mesh::SerialMesh;
using isthmus::mesh::set_plan_maker;

constexpr Point points{18, 14, 12};
constexpr int steps = 9;

std::string library(const std::string& name) {
  return std::string(WAVES_LIBRARIES) + "/libwaves_" + name + ".so";
}

/// The text of a parameter file.
std::string text_of(const std::string& language, const std::string& boundary) {
  return "library = \"" + library(language) + R"("
thorns = ["wave"]
[grid]
points = [18, 14, 12]
origin = [-0.9, -0.7, -0.5]
spacing = [0.1, 0.125, 0.0625]
[time]
steps = 9
step = 0.02
[parameters.wave]
amplitude = 1.5
width = 0.375
[boundaries]
all = ")" +
         boundary + "\"\n";
}

Expected<Plan> plan_of(const std::string& text) {
  const auto file = read_mesh_file(text, "/waves.toml");
  if (!file) return std::unexpected(file.error());
  Flesh flesh;
  flesh.open(*file);
  return flesh.plan(*file);
}

Geometry geometry() {
  Geometry geometry;
  geometry.whole = {{0, 0, 0}, points};
  geometry.origin = {-0.9, -0.7, -0.5};
  geometry.spacing = {0.1, 0.125, 0.0625};
  return geometry;
}

std::vector<double> plain(waves_boundary boundary) {
  const waves_problem problem{.points = {points[0], points[1], points[2]},
                              .boundary = boundary,
                              .origin = {-0.9, -0.7, -0.5},
                              .spacing = {0.1, 0.125, 0.0625},
                              .step_size = 0.02,
                              .amplitude = 1.5,
                              .width = 0.375,
                              .speed = 1,
                              .steps = steps};
  std::vector<double> phi(static_cast<std::size_t>(points[0]) * points[1] * points[2]);
  EXPECT_EQ(waves_run(&problem, phi.data()), 1);
  return phi;
}

std::vector<double> by_serial_driver(const std::string& text) {
  const auto plan = plan_of(text);
  EXPECT_TRUE(plan) << plan.error().text();
  if (!plan) return {};
  SerialMesh mesh(*plan, geometry(), 0.02);
  mesh.run(steps);
  std::vector<double> phi(static_cast<std::size_t>(geometry().whole.point_count()));
  pack(mesh.fields()[0], geometry().whole, phi.data());
  return phi;
}

std::vector<double> by_blocks(const std::string& text, const Point& blocks, int depth) {
  set_plan_maker(plan_of);
  std::vector<double> phi;
  isthmus::engine::testing::World world(isthmus::engine::testing::uniform_topology(2, 2, "1ms"));
  const auto failure = world.run([&](Job& job) -> Task<void> {
    Mesh mesh(job);
    MeshSetup setup;
    setup.geometry = geometry();
    setup.step_size = 0.02;
    setup.cut = even_cut(points, blocks);
    setup.depths = Depths::same(setup.cut, depth);
    co_await mesh.create(text, setup);
    co_await mesh.run(steps);
    phi = co_await mesh.gather(0);
  });
  EXPECT_FALSE(failure.has_value()) << failure->text();
  return phi;
}

TEST(Waves, AreThoseOfThePlainProgramInEveryLanguageAndUnderEveryDriver) {
  const std::vector<std::pair<std::string, waves_boundary>> boundaries = {
      {"periodic", WAVES_PERIODIC}, {"copied", WAVES_COPIED}, {"reflected", WAVES_MIRRORED}};
  for (const auto& [word, boundary] : boundaries) {
    const std::vector<double> expected = plain(boundary);
    for (const std::string language : {"cpp", "c", "fortran"}) {
      SCOPED_TRACE(language + ", " + word);
      if (!std::filesystem::exists(library(language))) continue;  // no compiler for it
      const std::string text = text_of(language, word);
      EXPECT_EQ(by_serial_driver(text), expected);
      EXPECT_EQ(by_blocks(text, {2, 2, 2}, 1), expected);
      EXPECT_EQ(by_blocks(text, {3, 1, 2}, 4), expected);
      if (HasFailure()) return;
    }
  }
}

TEST(StandIn, HasTheCostsOfThePaper) {
  const auto plan = plan_of("library = \"" + library("standin") + R"("
thorns = ["standin"]
[grid]
points = [8, 8, 8]
spacing = 1
[time]
steps = 1
step = 1
)");
  ASSERT_TRUE(plan) << plan.error().text();
  EXPECT_EQ(plan->fields.size(), 57u);
  double flops = 0;
  std::size_t synchronized = 0;
  for (const Operation& operation : plan->step) {
    flops += operation.flops;
    if (operation.kind == Operation::Kind::synchronize) synchronized += operation.fields.size();
  }
  EXPECT_EQ(flops, 780);
  EXPECT_EQ(synchronized, 6u);
  EXPECT_EQ(boundary_width(*plan), 1);
  // Six fields of eight bytes are all that a face of depth 1 has.
  const Course course(*plan);
  EXPECT_EQ(course.segment(Phase::step, 0, 1).transfers.size(), 6u);
}

}  // namespace
