// The thorns, carried out by the mesh's drivers, leave the bits that the plain program leaves.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "isthmus/testing/everywhere.hpp"
#include "mesh/driver/run_mesh.hpp"
#include "mesh/driver/serial_mesh.hpp"
#include "mesh/flesh/flesh.hpp"
#include "mesh/flesh/mesh_file.hpp"

extern "C" void spacetime_judge(const char* file, int file_length, const char* more,
                                int more_length, double* fields);

namespace isthmus::mesh {
namespace {

constexpr std::size_t variable_count = 24;
constexpr std::size_t constraint_count = 7;

/// A parameter file of the application, with fewer points and steps.
struct Case {
  std::string name;
  Point points;
  std::int64_t steps;
  std::string thorn = "spacetime";
  std::vector<ParameterSetting> more = {};  ///< for the thorn
  std::string more_of_judge = {};
  bool is_periodic = true;  ///< as the judge is
};

MeshFile file_of(const Case& one) {
  MeshFile file = *load_mesh_file(SPACETIME_DATA "/" + one.name + ".toml");
  EXPECT_TRUE(file.mistakes.empty());
  file.libraries = {{SPACETIME_LIBRARY, 1}};
  file.grid.points = one.points;
  file.time.steps = one.steps;
  if (one.is_periodic) file.boundaries = {BoundarySetting{}};
  for (const ParameterSetting& setting : one.more) file.parameters.push_back(setting);
  return file;
}

std::vector<double> judged(const Case& one) {
  const std::string file = SPACETIME_DATA "/" + one.name + ".nml";
  std::string more = one.more_of_judge + " points =";
  std::size_t count = variable_count + constraint_count;
  for (const std::int32_t points : one.points) {
    more += " " + std::to_string(points);
    count *= static_cast<std::size_t>(points);
  }
  more += " steps=" + std::to_string(one.steps);
  std::vector<double> fields(count);
  spacetime_judge(file.data(), static_cast<int>(file.size()), more.data(),
                  static_cast<int>(more.size()), fields.data());
  return fields;
}

/// The variables, then the constraints, as the plan names them.
std::vector<std::int32_t> fields_of(const Plan& plan, const std::string& thorn) {
  const std::vector<std::string> names{
      "w",   "gxx", "gxy", "gxz",  "gyy",  "gyz",  "gzz",   "k",     "axx",   "axy",   "axz",
      "ayy", "ayz", "azz", "gamx", "gamy", "gamz", "lapse", "betax", "betay", "betaz", "bx",
      "by",  "bz",  "ham", "momx", "momy", "momz", "conx",  "cony",  "conz"};
  std::vector<std::int32_t> numbers;
  for (const std::string& name : names) {
    for (std::size_t i = 0; i < plan.fields.size(); ++i) {
      if (plan.fields[i].name == thorn + "::" + name) {
        numbers.push_back(static_cast<std::int32_t>(i));
      }
    }
  }
  return numbers;
}

Expected<Plan> plan_of(const Case& one) {
  const MeshFile file = file_of(one);
  Flesh flesh;
  flesh.open(file);
  return flesh.plan(file);
}

/// By the serial driver.
std::vector<double> carried_out(const Case& one) {
  const Expected<Plan> plan = plan_of(one);
  if (!plan) {
    ADD_FAILURE() << plan.error().text();
    return {};
  }
  const Frame frame = frame_of(file_of(one), *plan);
  SerialMesh mesh(*plan, frame.geometry, frame.step_size);
  mesh.run(one.steps);
  mesh.analyse();
  std::vector<double> values;
  for (const std::int32_t field : fields_of(*plan, one.thorn)) {
    const View view = mesh.fields()[field];
    for (std::int32_t k = 0; k < one.points[2]; ++k) {
      for (std::int32_t j = 0; j < one.points[1]; ++j) {
        const double* row = view.row(j, k);
        values.insert(values.end(), row, row + one.points[0]);
      }
    }
  }
  return values;
}

/// By blocks on four PEs of two sites, with ghosts of one depth at all planes.
std::vector<double> carried_out_by(const Case& one, const Point& blocks, std::int32_t depth) {
  set_plan_maker([one](const std::string&) { return plan_of(one); });
  const Frame frame = frame_of(file_of(one), *plan_of(one));
  MeshSetup setup;
  setup.geometry = frame.geometry;
  setup.step_size = frame.step_size;
  setup.cut = even_cut(one.points, blocks);
  setup.depths = Depths::same(setup.cut, depth);
  std::vector<double> values;
  engine::testing::WorldOptions options;
  options.settings = engine::testing::test_settings(1);
  engine::testing::World world(engine::testing::uniform_topology(2, 2, "3ms", "1ms"), options);
  const auto failure = world.run([&](Job& job) -> Task<void> {
    Mesh mesh(job);
    co_await mesh.create(one.name + one.more_of_judge, setup);
    co_await mesh.run(one.steps);
    co_await mesh.analyse();
    for (const std::int32_t field : fields_of(mesh.plan(), one.thorn)) {
      const std::vector<double> of_field = co_await mesh.gather(field);
      values.insert(values.end(), of_field.begin(), of_field.end());
    }
  });
  EXPECT_FALSE(failure.has_value()) << failure->text();
  return values;
}

void expect_same_bits(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(std::memcmp(&found[i], &expected[i], sizeof(double)), 0)
        << "value " << i << " is " << found[i] << ", expected " << expected[i];
  }
}

ParameterSetting setting(const std::string& name, ParameterSetting::Value value) {
  return {"spacetime", name, std::move(value), 1};
}

std::vector<Case> cases() {
  return {
      {"gauge_wave", {20, 4, 4}, 12},
      {"gauge_wave",
       {7, 6, 5},
       6,
       "spacetime",
       {setting("gamma_driver", true), setting("slicing", "one_plus_log"), setting("upwind", true),
        setting("dissipation", 0.1), setting("damping", 1.5)},
       "gamma_driver=t slicing='one_plus_log' upwind=t dissipation=0.1 damping=1.5"},
      {"robust", {8, 6, 5}, 8, "spacetime_narrow"},
      {"gowdy", {4, 4, 20}, 8},
      {"pulse", {9, 8, 7}, 4},
  };
}

TEST(SpacetimeThorn, IsTheSameBitsAsThePlainProgramUnderTheSerialDriver) {
  for (const Case& one : cases()) {
    SCOPED_TRACE(one.name + " " + one.more_of_judge);
    expect_same_bits(carried_out(one), judged(one));
  }
}

TEST(SpacetimeThorn, IsTheSameBitsUnderBlocksWithGhostsOfAnyDepth) {
  const Case wave{"gauge_wave", {24, 4, 4}, 5};
  expect_same_bits(carried_out_by(wave, {4, 1, 1}, 1), judged(wave));
  expect_same_bits(carried_out_by(wave, {2, 1, 1}, 2), judged(wave));
  const Case noise{"robust", {10, 9, 8}, 6, "spacetime_narrow"};
  expect_same_bits(carried_out_by(noise, {2, 2, 2}, 1), judged(noise));
  expect_same_bits(carried_out_by(noise, {2, 2, 1}, 3), judged(noise));
}

/// The least, mean and greatest value of the function.
std::array<double, 3> figures_of(const SerialMesh& mesh, const Plan& plan,
                                 const std::string& name) {
  const auto field = std::ranges::find(plan.fields, "spacetime::" + name, &Field::name);
  const View view = mesh.fields()[static_cast<std::int32_t>(field - plan.fields.begin())];
  const Box& whole = mesh.geometry().whole;
  std::array<double, 3> figures{view(0, 0, 0), 0, view(0, 0, 0)};
  for (std::int32_t k = 0; k < whole.high[2]; ++k) {
    for (std::int32_t j = 0; j < whole.high[1]; ++j) {
      for (std::int32_t i = 0; i < whole.high[0]; ++i) {
        const double value = view(i, j, k);
        figures[0] = std::min(figures[0], value);
        figures[1] += value / static_cast<double>(whole.point_count());
        figures[2] = std::max(figures[2], value);
      }
    }
  }
  return figures;
}

TEST(SpacetimeThorn, LetsAPulseRunOutOfTheGrid) {
  const Case pulse{.name = "pulse", .points = {12, 12, 12}, .steps = 30, .is_periodic = false};
  const Plan plan = *plan_of(pulse);
  Geometry geometry = frame_of(file_of(pulse), plan).geometry;
  geometry.spacing = {0.5, 0.5, 0.5};
  geometry.origin = {-2.75, -2.75, -2.75};
  SerialMesh mesh(plan, geometry, 0.2);
  const auto height = [&] {
    const auto [least, mean, greatest] = figures_of(mesh, plan, "gzz");
    return greatest - least;
  };
  const double before = height();
  mesh.run(pulse.steps);
  EXPECT_LT(height(), 0.15 * before);
  EXPECT_GT(height(), 0);
}

TEST(SpacetimeThorn, KeepsTheLapseOfAPunctureBetweenZeroAndOne) {
  const Case hole{.name = "puncture", .points = {12, 12, 12}, .steps = 16, .is_periodic = false};
  const Plan plan = *plan_of(hole);
  Geometry geometry = frame_of(file_of(hole), plan).geometry;
  geometry.spacing = {0.5, 0.5, 0.5};
  geometry.origin = {-2.75, -2.75, -2.75};
  SerialMesh mesh(plan, geometry, 0.125);
  mesh.run(hole.steps);
  const auto [least, mean, greatest] = figures_of(mesh, plan, "lapse");
  EXPECT_GT(least, 0);
  EXPECT_LT(least, 0.5);
  EXPECT_GT(mean, 0.5);
  EXPECT_LT(greatest, 1.1);
}

TEST(SpacetimeThorn, HasParameterFilesWithoutMistakes) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SPACETIME_DATA)) {
    if (entry.path().extension() != ".toml") continue;
    MeshFile file = *load_mesh_file(entry.path().string());
    file.libraries = {{SPACETIME_LIBRARY, 1}};
    Flesh flesh;
    flesh.open(file);
    for (const Error& mistake : flesh.mistakes(file)) ADD_FAILURE() << mistake.text();
    ++count;
  }
  EXPECT_GE(count, 6);
}

TEST(SpacetimeThorn, LeavesOtherBitsAfterAnotherStep) {
  Case one = cases().front();
  const std::vector<double> before = carried_out(one);
  ++one.steps;
  EXPECT_NE(before, carried_out(one));
}

}  // namespace
}  // namespace isthmus::mesh
