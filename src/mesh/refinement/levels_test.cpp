// Blocks of several levels against the plain driver of levels, bit for bit.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "isthmus/testing/everywhere.hpp"
#include "mesh/refinement/run_levels.hpp"
#include "mesh/refinement/sample_waves.hpp"
#include "mesh/refinement/serial_levels.hpp"

namespace isthmus::mesh {
namespace {

using engine::testing::uniform_topology;

/// "thorn method boundary": a wave in three dimensions, on three levels, where a region of the
/// first touches faces of the grid and goes all through a dimension.
std::string text_of(const std::string& description) {
  const std::size_t first = description.find(' ');
  const std::size_t second = description.find(' ', first + 1);
  const std::string thorn = description.substr(0, first);
  const std::string method = description.substr(first + 1, second - first - 1);
  std::string boundary = "all = \"" + description.substr(second + 1) + "\"\ny = \"periodic\"\n";
  if (description.ends_with(" another")) {
    boundary =
        "all = \"radiative\"\ny = \"periodic\"\n[boundaries.\"flow::v\"]\n"
        "x = { kind = \"another\", function = \"flow::u\" }\n";
  }
  if (description.ends_with(" swapped")) {
    boundary =
        "all = \"copied\"\ny = \"periodic\"\n[boundaries.\"flow::u\"]\n"
        "x = { kind = \"another\", function = \"flow::v\" }\n"
        "z = { kind = \"another\", function = \"flow::v\" }\n";
  }
  return "thorns = [\"" + thorn + "\"]\n" + R"(
[grid]
points = [40, 8, 24]
spacing = [0.03125, 0.0625, 0.0625]
[time]
steps = 3
step = 0.0078125
method = ")" +
         method + R"("
[boundaries]
)" + boundary +
         R"([refinement]
order = 3
[[refinement.box]]
lower = [0.3125, -1, -0.5]
upper = [0.90625, 2, 0.75]
[[refinement.box]]
level = 2
lower = [0.5, -1, -0.5]
upper = [0.71875, 2, 0.375]
)";
}

Expected<Plan> plan_of(const std::string& description) {
  return sample::wave_plan(text_of(description), 2);
}

struct Case {
  std::string plan;
  std::vector<Point> blocks;  // by region
  int steps = 3;
  bool moves = false;                ///< regions change in the middle
  std::optional<double> steer = {};  ///< the first parameter has that value before they do
};

/// The first finer region goes further, the one in it is a bit shorter.
std::vector<Region> moved(std::vector<Region> regions) {
  regions[1].box = regions[1].box.moved(0, 4);
  regions[2].box.low[0] += 2;
  return regions;
}

/// By region and field.
using Values = std::vector<std::vector<std::vector<double>>>;

struct Serial {
  LevelSetup setup;  ///< without places
  LevelSetup later;  ///< in the second half
  Values values;
};

void cut(const Case& what, LevelTree& tree) {
  tree.cuts.clear();
  for (std::size_t i = 0; i < tree.regions.size(); ++i) {
    tree.cuts.push_back(cut_of(tree.regions[i].box, what.blocks[i]));
  }
}

Serial serial_run(const Case& what) {
  const auto file = read_mesh_file(text_of(what.plan), "wave.toml");
  const Course course(plan_of(what.plan).value());
  const Frame frame = frame_of(*file, course.plan());
  const LevelPlan levels = level_plan_of(course).value();
  Serial result;
  LevelTree& tree = result.setup.tree;
  tree.frame = level_frame_of(*file, course, levels);
  tree.regions = make_regions(*file, tree.frame).value();
  cut(what, tree);
  result.setup.step_size = frame.step_size;
  result.later = result.setup;
  SerialLevels mesh(course, tree.frame, levels, tree.regions, frame.step_size);
  mesh.run(what.steps / 2);
  mesh.analyse();
  if (what.steer) mesh.parameters().front().real = *what.steer;
  if (what.moves) {
    auto& regions = result.later.tree.regions;
    regions = moved(regions);
    EXPECT_TRUE(is_nested(tree.frame, regions[1], regions[0]));
    EXPECT_TRUE(is_nested(tree.frame, regions[2], regions[1]));
    cut(what, result.later.tree);
    mesh.change_regions(regions);
  }
  mesh.run(what.steps - what.steps / 2);
  for (std::size_t region = 0; region < mesh.regions().size(); ++region) {
    const Box& box = mesh.regions()[region].box;
    auto& fields = result.values.emplace_back();
    for (const ProlongedField& prolonged : levels.prolonged) {
      auto& values = fields.emplace_back(static_cast<std::size_t>(box.point_count()));
      pack(mesh.fields(static_cast<std::int32_t>(region))[prolonged.field], box, values.data());
    }
  }
  return result;
}

LevelSetup placed(const Case& what, LevelSetup setup, const topology::Topology& topology) {
  for (const Region& region : setup.tree.regions) {
    LayoutWishes wishes;
    for (std::size_t d = 0; d < dimension_count; ++d) wishes.size[d] = region.box.extent(d);
    wishes.blocks = what.blocks[setup.places.size()];
    setup.places.emplace_back(lay_out(wishes, topology).value());
  }
  return setup;
}

MainProgram judged(const Case& what) {
  const Serial serial = serial_run(what);
  set_plan_maker(plan_of);
  return [=](Job& job) -> Task<void> {
    LevelMesh mesh(job);
    if (!job.restored(mesh)) {
      co_await mesh.create(what.plan, placed(what, serial.setup, job.topology()));
    }
    if (mesh.steps_done() == 0) {
      co_await mesh.run(what.steps / 2);
      co_await mesh.analyse();
      if (what.steer) mesh.set_parameter(0, {.real = *what.steer});
      if (what.moves) {
        co_await mesh.change_regions(placed(what, serial.later, job.topology()));
      }
      co_await job.checkpoint();
    }
    co_await mesh.run(what.steps - mesh.steps_done());
    const LevelPlan levels = level_plan_of(mesh.course()).value();
    for (std::size_t region = 0; region < serial.values.size(); ++region) {
      for (std::size_t i = 0; i < levels.prolonged.size(); ++i) {
        const std::int32_t field = levels.prolonged[i].field;
        const auto values = co_await mesh.gather(static_cast<std::int32_t>(region), field);
        const auto& expected = serial.values[region][i];
        std::size_t wrong = values.size() != expected.size() ? 1 : 0;
        for (std::size_t at = 0; wrong == 0 && at < values.size(); ++at) {
          wrong += values[at] != expected[at];
        }
        EXPECT_EQ(wrong, 0u) << mesh.course().plan().fields[static_cast<std::size_t>(field)].name
                             << " of region " << region << ", " << values.size() << " points";
      }
    }
  };
}

void expect_equal(const Case& what, std::uint64_t seed = 0) {
  SCOPED_TRACE(what.plan + ", seed " + std::to_string(seed));
  engine::testing::WorldOptions options;
  options.settings = engine::testing::test_settings(seed);
  engine::testing::World world(uniform_topology(2, 2, "3ms", "1ms"), options);
  const auto failure = world.run(judged(what));
  EXPECT_FALSE(failure.has_value()) << failure->text();
}

TEST(Levels, AreThePlainDriversBitsOnEveryKindOfBoundary) {
  for (const char* boundary : {"radiative", "reflected", "fixed", "copied"}) {
    for (const char* plan : {"flow rk2 ", "leap rk4 "}) {
      expect_equal({plan + std::string(boundary), {{2, 2, 2}, {2, 1, 2}, {3, 2, 1}}});
      if (HasFailure()) return;
    }
  }
}

TEST(Levels, HaveTheBoundariesOfAnotherFunction) {
  expect_equal({"flow rk2 another", {{2, 2, 2}, {2, 1, 2}, {3, 2, 1}}});
  expect_equal({"flow icn another", {{4, 1, 3}, {3, 2, 2}, {1, 3, 2}}}, 3);
  expect_equal({"flow rk2 swapped", {{2, 2, 2}, {2, 1, 2}, {3, 2, 1}}});
}

TEST(Levels, AreTheSameBitsForAnyBlocks) {
  expect_equal({"flow rk4 radiative", {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}});
  expect_equal({"flow rk4 radiative", {{4, 1, 3}, {3, 2, 2}, {1, 3, 2}}, 5}, 3);
  expect_equal({"flow icn radiative", {{1, 2, 3}, {4, 1, 1}, {2, 2, 2}}}, 7);
}

TEST(Levels, AreTheSameBitsWhereRegionsMove) {
  for (const char* plan : {"flow rk2 radiative", "leap rk4 reflected"}) {
    Case what{plan, {{2, 2, 2}, {2, 1, 2}, {3, 2, 1}}};
    what.steps = 4;
    what.moves = true;
    expect_equal(what);
  }
}

// What no neighbour is read of is carried on, too, and parameters are as they were steered.
TEST(Levels, HaveInNewRegionsWhatIsCarriedOnPointByPointAndSteeredParameters) {
  Case what{"carry rk2 copied", {{2, 2, 2}, {2, 1, 2}, {3, 2, 1}}};
  what.steps = 4;
  what.moves = true;
  for (const std::optional<double> steer : {std::optional<double>(), std::optional(1.75)}) {
    what.steer = steer;
    const Serial serial = serial_run(what);
    ASSERT_EQ(serial.values.front().size(), 3u);
    expect_equal(what);
    if (HasFailure()) return;
  }
}

TEST(Levels, AreTheSameBitsInEveryWorldAndOnThreads) {
  engine::testing::expect_runs_everywhere(
      judged({"flow rk2 radiative", {{2, 1, 2}, {2, 1, 2}, {2, 1, 2}}}));
}

}  // namespace
}  // namespace isthmus::mesh
