#include "mesh/refinement/serial_levels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "mesh/driver/serial_mesh.hpp"
#include "mesh/refinement/sample_waves.hpp"

namespace isthmus::mesh {
namespace {

/// A line of points, a region finer than the rest in its middle, and perhaps one in that.
std::string line_of(const std::string& thorn, const std::string& method, int points, int order,
                    int levels) {
  std::string text = "thorns = [\"" + thorn + "\"]\n[grid]\npoints = [" + std::to_string(points) +
                     ", 1, 1]\nspacing = [" + std::to_string(1.0 / points) +
                     ", 1, 1]\n[time]\nuntil = 0.6\ncourant = 0.5\nmethod = \"" + method +
                     "\"\n[refinement]\norder = " + std::to_string(order) + "\n";
  const double halves[] = {0.21875, 0.09375};
  for (int level = 1; level <= levels; ++level) {
    text += "[[refinement.box]]\nlevel = " + std::to_string(level) + "\nlower = [" +
            std::to_string(0.5 - halves[level - 1]) + ", 0, 0]\nupper = [" +
            std::to_string(0.5 + halves[level - 1]) + ", 0, 0]\n";
  }
  return text;
}

struct Outcome {
  double error = 0;  // the greatest, on all levels
  std::size_t regions = 0;
};

/// Where `moves`, the first finer region goes along with the pulse.
Outcome run(const std::string& text, const char* field, int order, bool moves = false) {
  const auto file = read_mesh_file(text, "wave.toml");
  const auto plan = sample::wave_plan(text, order);
  if (!plan) {
    ADD_FAILURE() << plan.error().text();
    return {};
  }
  const Course course(*plan);
  const Frame frame = frame_of(*file, *plan);
  const auto levels = level_plan_of(course);
  EXPECT_TRUE(levels) << levels.error().text();
  const LevelFrame level_frame = level_frame_of(*file, course, *levels);
  const auto regions = make_regions(*file, level_frame);
  EXPECT_TRUE(regions) << regions.error().text();
  SerialLevels mesh(course, level_frame, *levels, *regions, frame.step_size);
  for (std::int64_t i = 0; i < frame.steps; ++i) {
    const std::int64_t every = file->grid.points[0] / 16;
    if (moves && i > 0 && i % every == 0) {
      std::vector<Region> moved = mesh.regions();
      moved[1].box = moved[1].box.moved(0, static_cast<std::int32_t>(every));
      EXPECT_TRUE(is_nested(level_frame, moved[1], moved[0]));
      mesh.change_regions(moved);
    }
    mesh.run(1);
  }
  Outcome outcome;
  outcome.regions = mesh.regions().size();
  std::int32_t number = 0;
  while (plan->fields[static_cast<std::size_t>(number)].name != field) ++number;
  const double time = static_cast<double>(frame.steps) * frame.step_size;
  for (std::size_t i = 0; i < outcome.regions; ++i) {
    const auto region = static_cast<std::int32_t>(i);
    const View view = mesh.fields(region)[number];
    const Box& box = mesh.regions()[i].box;
    for (std::int32_t at = box.low[0]; at < box.high[0]; ++at) {
      const double exact = sample::pulse(mesh.geometry(region).coordinate(0, at) - time);
      outcome.error = std::max(outcome.error, std::abs(view(at, 0, 0) - exact));
    }
  }
  return outcome;
}

/// How much the order of the error is between two resolutions.
double order_of(const Outcome& coarse, const Outcome& fine) {
  return std::log2(coarse.error / fine.error);
}

TEST(SerialLevels, ConvergesAtSecondOrderWhileAPulseCrossesARegion) {
  for (const int levels : {1, 2}) {
    const auto at = [&](int points) {
      return run(line_of("flow", "rk4", points, 3, levels), "flow::u", 2);
    };
    const Outcome coarse = at(256);
    const Outcome fine = at(512);
    EXPECT_EQ(fine.regions, static_cast<std::size_t>(levels) + 1);
    EXPECT_NEAR(order_of(coarse, fine), 2, 0.15) << coarse.error << " " << fine.error;
  }
}

TEST(SerialLevels, ConvergesAtFourthOrderWithPolynomialsOfTheFifth) {
  for (const int levels : {1, 2}) {
    const auto at = [&](int points) {
      return run(line_of("flow", "rk4", points, 5, levels), "flow::u", 4);
    };
    const Outcome coarse = at(256);
    const Outcome fine = at(512);
    EXPECT_NEAR(order_of(coarse, fine), 4, 0.25) << coarse.error << " " << fine.error;
  }
}

TEST(SerialLevels, ConvergesWhileARegionGoesAlongWithThePulse) {
  // Half as many points of level 0 as steps, which is a pulse's way in units of level 1.
  for (const auto& [thorn, field] :
       {std::pair("flow", "flow::u"), std::pair("leap", "leap::phi")}) {
    const auto at = [&](int points) {
      std::string text = line_of(thorn, "rk4", points, 3, 1);
      const std::string::size_type boxes = text.find("[[refinement.box]]");
      text = text.substr(0, boxes) +
             "[[refinement.box]]\nlower = [0.0625, 0, 0]\nupper = [0.3125, 0, 0]\n";
      return run(text, field, 2, true);
    };
    const Outcome coarse = at(256);
    const Outcome fine = at(512);
    EXPECT_NEAR(order_of(coarse, fine), 2, 0.2) << coarse.error << " " << fine.error;
    // Better by far than what the coarse level alone does.
    std::string away = line_of(thorn, "rk4", 512, 3, 1);
    away = away.substr(0, away.find("[[refinement.box]]")) +
           "[[refinement.box]]\nlower = [0.86, 0, 0]\nupper = [0.96, 0, 0]\n";
    EXPECT_LT(fine.error, 0.5 * run(away, field, 2).error);
  }
}

TEST(SerialLevels, ConvergesWithLevelsInTime) {
  const auto at = [&](int points) {
    return run(line_of("leap", "rk4", points, 3, 1), "leap::phi", 2);
  };
  const Outcome coarse = at(256);
  const Outcome fine = at(512);
  EXPECT_NEAR(order_of(coarse, fine), 2, 0.15) << coarse.error << " " << fine.error;
}

TEST(SerialLevels, IsThePlainDriverWithoutRegions) {
  const std::string text = line_of("flow", "rk4", 64, 3, 1);
  const auto file = read_mesh_file(text, "wave.toml");
  const auto plan = sample::wave_plan(text, 4);
  ASSERT_TRUE(plan);
  const Course course(*plan);
  const Frame frame = frame_of(*file, *plan);
  const auto levels = level_plan_of(course);
  const LevelFrame level_frame = level_frame_of(*file, course, *levels);
  SerialLevels mesh(course, level_frame, *levels, {{0, -1, frame.geometry.whole}}, frame.step_size);
  SerialMesh plain(*plan, frame.geometry, frame.step_size);
  mesh.run(20);
  plain.run(20);
  for (std::int32_t i = 0; i < 64; ++i) {
    EXPECT_EQ(mesh.fields(0)[0](i, 0, 0), plain.fields()[0](i, 0, 0));
  }
}

TEST(LevelPlan, AsksForAsManyLayersAsTwoStepsTake) {
  for (const auto& [method, substeps_of_method] : {std::pair("rk4", 4), std::pair("rk2", 2)}) {
    for (const int order : {2, 4}) {
      const auto plan = sample::wave_plan(line_of("flow", method, 256, 3, 1), order);
      ASSERT_TRUE(plan);
      const auto levels = level_plan_of(Course(*plan));
      ASSERT_TRUE(levels);
      EXPECT_EQ(levels->layers, 2 * substeps_of_method * order / 2);
      EXPECT_EQ(levels->restricted, (std::vector<std::int32_t>{0, 1}));  // u and v
    }
  }
}

}  // namespace
}  // namespace isthmus::mesh
