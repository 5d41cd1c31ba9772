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

/// Steps are long against what differences of fourth order leave, so that it is the method's error;
/// those of rk2 are short, as waves grow by it.
TEST(SerialLevels, ConvergesAtTheOrderOfEachMethodOfLines) {
  struct Method {
    const char* name;
    double courant;
    int points;  // and twice as many
    double order;
  };
  for (const Method& method :
       {Method{"rk2", 0.2, 128, 2}, Method{"rk3", 0.7, 256, 3}, Method{"icn", 0.5, 256, 2}}) {
    const auto at = [&](int points) {
      std::string text = line_of("flow", method.name, points, 5, 1);
      const std::string usual = "courant = 0.5";
      text.replace(text.find(usual), usual.size(), "courant = " + std::to_string(method.courant));
      return run(text, "flow::u", 4);
    };
    const Outcome coarse = at(method.points);
    const Outcome fine = at(2 * method.points);
    EXPECT_EQ(fine.regions, 2u);
    EXPECT_LT(fine.error, 0.02) << method.name;
    EXPECT_NEAR(order_of(coarse, fine), method.order, 0.15)
        << method.name << " " << coarse.error << " " << fine.error;
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

/// The boundary of u is that of v, which has a greater number.
TEST(SerialLevels, HasTheBoundaryOfAnotherFunctionAsTheFinerLevelHasLeftIt) {
  const std::string text = R"(thorns = ["flow"]
[grid]
points = [32, 1, 12]
spacing = [0.03125, 1, 0.0625]
[time]
steps = 3
step = 0.0078125
method = "rk2"
[boundaries]
all = "copied"
y = "periodic"
[boundaries."flow::u"]
z = { kind = "another", function = "flow::v" }
[refinement]
order = 3
[[refinement.box]]
lower = [0.125, 0, -1]
upper = [0.75, 0, 0.3125]
)";
  const auto file = read_mesh_file(text, "wave.toml");
  const auto plan = sample::wave_plan(text, 2);
  ASSERT_TRUE(plan) << plan.error().text();
  const Course course(*plan);
  const auto levels = level_plan_of(course);
  ASSERT_TRUE(levels) << levels.error().text();
  const LevelFrame frame = level_frame_of(*file, course, *levels);
  const auto regions = make_regions(*file, frame);
  ASSERT_TRUE(regions) << regions.error().text();
  SerialLevels mesh(course, frame, *levels, *regions, 0.0078125);
  mesh.run(3);
  ASSERT_EQ(mesh.regions().at(1).box.low[2], 0);  // it touches the face
  for (std::int32_t region = 0; region < 2; ++region) {
    const Box& box = mesh.regions()[static_cast<std::size_t>(region)].box;
    for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
      EXPECT_EQ(mesh.fields(region)[1](i, 0, -1), mesh.fields(region)[1](i, 0, 0));
      EXPECT_EQ(mesh.fields(region)[0](i, 0, -1), mesh.fields(region)[1](i, 0, -1))
          << "region " << region << ", " << i;
    }
  }
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
