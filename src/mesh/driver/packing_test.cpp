// Ghosts that go compressed: the same bits, or as far off as is admitted; worth it or not.
#include "mesh/driver/face_packer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "isthmus/testing/everywhere.hpp"
#include "isthmus/testing/virtual_time.hpp"
#include "mesh/driver/run_mesh.hpp"
#include "mesh/driver/sample_plans.hpp"
#include "mesh/driver/serial_mesh.hpp"

namespace isthmus::mesh {
namespace {

using engine::testing::uniform_topology;

constexpr double admitted = 1e-7;

/// "leapfrog", "heun", "radiative"; "rough" is the first with an error that ghosts may have.
Expected<Plan> plan_of(const std::string& description) {
  const BoundaryKind kind =
      description == "radiative" ? BoundaryKind::radiative : BoundaryKind::periodic;
  const Boundaries boundaries = sample::all_faces({.kind = kind});
  Plan plan =
      description == "heun" ? sample::heun_pair(boundaries) : sample::leapfrog_wave(boundaries);
  for (Operation& operation : plan.step) operation.flops = operation.writes.empty() ? 0 : 1;
  if (description == "rough") {
    for (Field& field : plan.fields) field.admitted_error = admitted;
  }
  return plan;
}

/// Blocks beside each other in the last dimension, in which ghosts are compressed at each plane.
MeshSetup setup_of(const Point& sizes, std::int32_t blocks, std::int32_t depth) {
  MeshSetup setup;
  setup.geometry.whole = {{0, 0, 0}, sizes};
  setup.geometry.spacing = {0.25, 0.25, 0.25};
  setup.step_size = 0.05;
  setup.cut = even_cut(sizes, {1, 1, blocks});
  setup.depths = Depths::same(setup.cut, depth);
  setup.packing.planes[2].assign(static_cast<std::size_t>(blocks), 1);
  return setup;
}

std::vector<double> serial_values(const std::string& plan, const MeshSetup& setup,
                                  std::int64_t steps) {
  const Plan own = *plan_of(plan);
  SerialMesh serial(own, setup.geometry, setup.step_size);
  serial.run(steps);
  std::vector<double> values(static_cast<std::size_t>(setup.geometry.whole.point_count()));
  pack(serial.fields()[0], setup.geometry.whole, values.data());
  return values;
}

struct Ended {
  std::vector<double> values;
  RunFigures figures;
  std::vector<DepthChange> changes;
};

MainProgram stepping(const std::string& plan, const MeshSetup& setup, std::int64_t steps,
                     Ended* ended) {
  set_plan_maker(plan_of);
  return [=](Job& job) -> Task<void> {
    Mesh mesh(job);
    co_await mesh.create(plan, setup);
    ended->figures = co_await mesh.run(steps - steps / 4);
    // Those of the last quarter.
    if (steps >= 4) ended->figures = co_await mesh.run(steps / 4);
    ended->changes = co_await mesh.depth_changes();
    if (setup.has_fields()) ended->values = co_await mesh.gather(0);
  };
}

Ended in_a_world(const std::string& plan, const MeshSetup& setup, std::int64_t steps,
                 std::uint64_t seed) {
  Ended ended;
  engine::testing::WorldOptions options;
  options.settings = engine::testing::test_settings(seed);
  engine::testing::World world(uniform_topology(2, 2, "3ms", "1ms"), options);
  const auto failure = world.run(stepping(plan, setup, steps, &ended));
  EXPECT_FALSE(failure.has_value()) << failure->text();
  return ended;
}

TEST(Packing, LeavesTheBitsOfTheSerialDriver) {
  for (const std::string plan : {"leapfrog", "heun", "radiative"}) {
    for (const std::int32_t depth : {1, 3}) {
      MeshSetup setup = setup_of({8, 7, 48}, 4, depth);
      const std::vector<double> expected = serial_values(plan, setup, 12);
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        SCOPED_TRACE(plan + " depth " + std::to_string(depth) + " seed " + std::to_string(seed));
        setup.interior_first = seed % 2 == 1;
        const Ended ended = in_a_world(plan, setup, 12, seed);
        EXPECT_TRUE(ended.values == expected);
        const BlockFigures& blocks = ended.figures.blocks;
        EXPECT_GT(blocks.plain_bytes, 0);
        EXPECT_EQ(blocks.sent_bytes[2], blocks.packed_bytes);
      }
    }
  }
}

TEST(Packing, IsOffByWhatIsAdmittedAndNoMore) {
  constexpr std::int64_t steps = 20;
  const MeshSetup setup = setup_of({16, 16, 48}, 4, 2);
  const std::vector<double> expected = serial_values("rough", setup, steps);
  const Ended exact = in_a_world("leapfrog", setup, steps, 1);
  const Ended rough = in_a_world("rough", setup, steps, 1);
  EXPECT_TRUE(exact.values == expected);
  ASSERT_EQ(rough.values.size(), expected.size());
  double off = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    off = std::max(off, std::abs(rough.values[i] - expected[i]));
  }
  // A wave neither grows nor fades: each step adds what its ghosts were off by, times the square
  // of the step in units of the spacing; and what was added goes on, as a speed does.
  const double share = 6 * std::pow(setup.step_size / setup.geometry.spacing[0], 2);
  EXPECT_LE(off, admitted * share * steps * steps);
  if (rough.figures.blocks.packed_bytes == exact.figures.blocks.packed_bytes) {
    GTEST_SKIP() << "without zfp no error is made use of";
  }
  EXPECT_GT(off, 0);
  EXPECT_LT(rough.figures.blocks.packed_bytes, exact.figures.blocks.packed_bytes);
}

topology::Topology with_line(const std::string& latency, const std::string& bandwidth) {
  topology::Grid grid = topology::uniform_grid(2, 1);
  topology::LinkClass& far = grid.links.at(topology::LinkKind::between_sites);
  far.set("delay", "latency", latency);
  far.set("delay", "bandwidth", bandwidth);
  auto topology = topology::Topology::from_grid(grid);
  if (!topology) throw std::runtime_error(topology.error().text());
  return std::move(*topology);
}

Ended in_virtual_time(const MeshSetup& setup, const std::string& bandwidth,
                      std::int64_t steps = 200) {
  Ended ended;
  const auto outcome = engine::testing::run_in_virtual_time(
      with_line("1ms", bandwidth), stepping("leapfrog", setup, steps, &ended));
  for (const auto& failure : outcome.failures) EXPECT_FALSE(failure) << failure->text();
  return ended;
}

/// 20 ms of work a step on each of two PEs, and two faces of 34 KiB; a quarter of them is left, for
/// some 2 ms of work at each end.
MeshSetup charged_setup() {
  MeshSetup setup = setup_of({64, 64, 80}, 2, 1);
  setup.charges = {.flops_a_point = 1, .flops_a_second = 64 * 64 * 40 / 0.02};
  setup.packing.charged =
      Codec{.name = "", .pack_bandwidth = 16.384e6, .unpack_bandwidth = 16.384e6, .factor = 0.25};
  return setup;
}

TEST(Packing, IsChargedAndSavesTheLineTime) {
  MeshSetup setup = charged_setup();
  const Ended packed = in_virtual_time(setup, "1MB/s", 40);
  setup.packing.planes = {};
  const Ended plain = in_virtual_time(setup, "1MB/s", 40);
  // With ghosts of the dimensions before.
  const double face = 66 * 66 * 8;
  EXPECT_EQ(plain.figures.blocks.sent_bytes[2], 10 * 4 * face);
  EXPECT_EQ(packed.figures.blocks.sent_bytes[2], 10 * face);
  EXPECT_EQ(packed.figures.blocks.plain_bytes, 10 * 4 * face);
  // Two faces packed and two unpacked on either PE.
  const double packing_s = 4 * face / setup.packing.charged->pack_bandwidth;
  EXPECT_NEAR(packed.figures.blocks.packing_s / 10, 2 * packing_s, 1e-8);
  // Work, the way, and two faces on a line that takes 1 MB/s.
  EXPECT_NEAR(plain.figures.seconds_a_step(), 0.020 + 0.001 + 2 * face / 1e6, 0.002);
  // While one is on the line, another is packed.
  const double line_s = 2 * face / 4 / 1e6;
  EXPECT_GT(packed.figures.seconds_a_step(), 0.020 + std::max(packing_s, line_s));
  EXPECT_LT(packed.figures.seconds_a_step(), 0.020 + packing_s + 0.001 + line_s);
}

TEST(Packing, IsSwitchedOnWhereTheLineIsSlowAndStaysOffWhereItIsNot) {
  for (const std::string rule : {"auto", "paper"}) {
    for (const std::string bandwidth : {"1MB/s", "1GB/s"}) {
      for (const bool is_depth_fixed : {true, false}) {
        SCOPED_TRACE(rule + " " + bandwidth + (is_depth_fixed ? " fixed depth" : ""));
        MeshSetup setup = charged_setup();
        setup.adaptation.rule = rule;
        setup.adaptation.is_depth_fixed = is_depth_fixed;
        setup.adaptation.planes[2] = {1, 1};
        setup.packing.planes = {};
        setup.packing.is_adapted = true;
        const Ended ended = in_virtual_time(setup, bandwidth, 400);
        std::string said;
        for (const DepthChange& change : ended.changes) {
          said += std::to_string(change.step) + ": " + std::to_string(change.depth) +
                  (change.is_packed ? " packed " : " ") + change.reason + "\n";
        }
        const bool is_packed = !ended.changes.empty() && ended.changes.back().is_packed;
        EXPECT_EQ(is_packed, bandwidth == "1MB/s") << said;
        EXPECT_EQ(ended.figures.blocks.plain_bytes > 0, is_packed) << said;
        const bool was_deeper = std::ranges::any_of(
            ended.changes, [](const DepthChange& change) { return change.depth > 1; });
        EXPECT_FALSE(is_depth_fixed && was_deeper) << said;
      }
    }
  }
}

TEST(Packing, LeavesTheBitsWhereItIsSwitchedWhileBlocksStep) {
  for (const std::string rule : {"auto", "paper"}) {
    MeshSetup setup = setup_of({8, 8, 64}, 2, 2);
    setup.adaptation = {.rule = rule, .is_depth_fixed = true, .planes = {}};
    setup.adaptation.planes[2] = {1, 1};
    setup.packing.planes = {};
    setup.packing.is_adapted = true;
    const std::vector<double> expected = serial_values("heun", setup, 80);
    Ended ended;
    engine::testing::World world(uniform_topology(2, 1, "3ms"));
    const auto failure = world.run(stepping("heun", setup, 80, &ended));
    ASSERT_FALSE(failure.has_value()) << failure->text();
    EXPECT_TRUE(ended.values == expected);
    EXPECT_FALSE(ended.changes.empty());
  }
}

TEST(Packing, NeedsWhatItCostsWhereNoFieldsAreHeld) {
  MeshSetup setup = charged_setup();
  const Course course(*plan_of("leapfrog"));
  EXPECT_TRUE(validate(course, setup));
  setup.packing.charged.reset();
  const auto refused = validate(course, setup);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().text().find("no fields to compress"), std::string::npos);
  setup.packing.planes = {};
  EXPECT_TRUE(validate(course, setup));
}

}  // namespace
}  // namespace isthmus::mesh
