// Depths that are decided while blocks step: the same bits, and no slower than those chosen by
// hand.
#include "mesh/driver/adaptation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "isthmus/testing/everywhere.hpp"
#include "isthmus/testing/virtual_time.hpp"
#include "mesh/driver/run_mesh.hpp"
#include "mesh/driver/sample_plans.hpp"
#include "mesh/driver/serial_mesh.hpp"
#include "mesh/ghosts/model.hpp"

namespace isthmus::mesh {
namespace {

using engine::testing::uniform_topology;

Expected<Plan> plan_of(const std::string& description) {
  const Boundaries torus = sample::all_faces({});
  Plan plan = description == "heun" ? sample::heun_pair(torus) : sample::leapfrog_wave(torus);
  for (Operation& operation : plan.step) operation.flops = operation.writes.empty() ? 0 : 1;
  return plan;
}

/// Two sites, beside each other at both ends of the last dimension.
MeshSetup setup_of(const Point& sizes, const Point& blocks, const std::string& rule) {
  MeshSetup setup;
  setup.geometry.whole = {{0, 0, 0}, sizes};
  setup.geometry.spacing = {0.25, 0.25, 0.25};
  setup.step_size = 0.05;
  setup.cut = even_cut(sizes, blocks);
  setup.depths = Depths::same(setup.cut, 1);
  setup.adaptation.rule = rule;
  setup.adaptation.planes[2].assign(static_cast<std::size_t>(blocks[2]), 0);
  setup.adaptation.planes[2][0] = 1;
  setup.adaptation.planes[2][static_cast<std::size_t>(blocks[2] / 2)] = 1;
  return setup;
}

struct Ended {
  std::vector<DepthChange> changes;
  double last_s = 0;      ///< of a step, in the last quarter
  double last_bytes = 0;  ///< sent in a step
};

/// In two runs, or with rests every so many steps, with values compared where there are any.
MainProgram stepping(const std::string& plan, const MeshSetup& setup, std::int64_t steps,
                     Ended* ended, std::int64_t rest_every = 0) {
  std::vector<double> expected;
  if (setup.has_fields()) {
    const Plan own = *plan_of(plan);
    SerialMesh serial(own, setup.geometry, setup.step_size);
    serial.run(steps);
    expected.resize(static_cast<std::size_t>(setup.geometry.whole.point_count()));
    pack(serial.fields()[0], setup.geometry.whole, expected.data());
  }
  set_plan_maker(plan_of);
  return [=](Job& job) -> Task<void> {
    Mesh mesh(job);
    co_await mesh.create(plan, setup);
    for (const std::int64_t end : {steps - steps / 4, steps}) {
      ended->last_s = ended->last_bytes = 0;
      const auto begin = mesh.steps_done();
      while (mesh.steps_done() < end) {
        const auto left = end - mesh.steps_done();
        const RunFigures run =
            co_await mesh.run(rest_every > 0 ? std::min(rest_every, left) : left);
        ended->last_s += run.seconds / static_cast<double>(end - begin);
        for (const double bytes : run.blocks.sent_bytes) {
          ended->last_bytes += bytes / static_cast<double>(end - begin);
        }
      }
    }
    ended->changes = co_await mesh.depth_changes();
    if (expected.empty()) co_return;
    const std::vector<double> values = co_await mesh.gather(0);
    EXPECT_TRUE(values == expected);
  };
}

TEST(Adaptation, LeavesTheBitsOfTheSerialDriver) {
  for (const std::string plan : {"leapfrog", "heun"}) {
    for (const std::string rule : {"auto", "paper"}) {
      for (const Point& blocks : {Point{1, 1, 2}, Point{2, 2, 4}}) {
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
          SCOPED_TRACE(plan + " " + rule + " " + std::to_string(blocks[2]) + " seed " +
                       std::to_string(seed));
          MeshSetup setup = setup_of({6, 6, 64}, blocks, rule);
          setup.interior_first = blocks[2] == 2;
          Ended ended;
          engine::testing::WorldOptions options;
          options.settings = engine::testing::test_settings(seed);
          engine::testing::World world(uniform_topology(2, blocks[2] / 2, "3ms"), options);
          const auto failure = world.run(stepping(plan, setup, 60, &ended));
          ASSERT_FALSE(failure.has_value()) << failure->text();
          EXPECT_FALSE(ended.changes.empty());
        }
      }
    }
  }
}

TEST(Adaptation, GoesOnWhereABalancerMovesThePilot) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Ended ended;
    engine::testing::WorldOptions options;
    options.settings = engine::testing::test_settings(seed);
    options.settings.balancing.strategy = engine::balance::find_strategy("rotate");
    engine::testing::World world(uniform_topology(2, 2, "3ms"), options);
    const MeshSetup setup = setup_of({6, 6, 64}, {2, 2, 4}, "auto");
    const auto failure = world.run(stepping("leapfrog", setup, 60, &ended, 7));
    ASSERT_FALSE(failure.has_value()) << failure->text();
    EXPECT_FALSE(ended.changes.empty());
  }
}

/// A step of work_s on each PE, in virtual time.
Ended in_virtual_time(const MeshSetup& setup, const std::string& latency, int pes_a_site,
                      const std::vector<std::string>& faults = {}, std::int64_t rest_every = 0) {
  Ended ended;
  engine::testing::VirtualTimeOptions options;
  options.faults = faults;
  const auto outcome = engine::testing::run_in_virtual_time(
      uniform_topology(2, pes_a_site, latency, "0", 1),
      stepping("leapfrog", setup, 200, &ended, rest_every), options);
  for (const auto& failure : outcome.failures) EXPECT_FALSE(failure) << failure->text();
  return ended;
}

/// What the model says of the same blocks, by the same costs.
Prediction predicted(const MeshSetup& setup, double latency_s) {
  const Plan plan = *plan_of("leapfrog");
  const GhostPlan ghosts(plan.step, plan.fields.size());
  const topology::Topology topology = uniform_topology(2, 1);
  Layout layout = *lay_out({.size = setup.geometry.whole.high,
                            .is_periodic = {true, true, true},
                            .blocks = setup.cut.blocks()},
                           topology);
  ModelInput input;
  input.plan = &ghosts;
  input.is_periodic = {true, true, true};
  double step_flops = 0;
  for (const Operation& operation : plan.step) step_flops += operation.flops;
  for (const Operation& operation : plan.step) {
    input.point_costs.push_back(setup.charges.flops(operation, step_flops) /
                                setup.charges.flops_a_second);
  }
  input.links[static_cast<std::size_t>(topology::LinkKind::between_sites)].latency_s = latency_s;
  return predict(input, layout, setup.depths, topology);
}

TEST(Model, ComesWithinTenPercentOfStepsInVirtualTime) {
  for (const int latency_ms : {1, 20, 75, 200}) {
    for (const Point& blocks : {Point{1, 1, 2}, Point{2, 2, 4}}) {
      for (const std::int32_t depth : {1, 3, 10, 20}) {
        SCOPED_TRACE(std::to_string(latency_ms) + " ms, " + std::to_string(blocks[2]) +
                     " layers, depth " + std::to_string(depth));
        MeshSetup setup = setup_of({8, 8, 200}, blocks, "fixed");
        setup.charges = {.flops_a_point = 1, .flops_a_second = 8 * 8 * 100 / 0.139};
        // Corners beside planes that do not exchange at the event go along.
        if (blocks[0] > 1) setup.depths.planes[0] = {2, 2};
        for (std::int32_t plane = 0; plane < blocks[2]; ++plane) {
          if (!setup.adaptation.holds(2, plane)) continue;
          setup.depths.planes[2][static_cast<std::size_t>(plane)] = depth;
        }
        const std::string latency = std::to_string(latency_ms) + "ms";
        const Ended simulated = in_virtual_time(setup, latency, 1);
        const Prediction prediction = predicted(setup, 1e-3 * latency_ms);
        EXPECT_NEAR(prediction.step_s / simulated.last_s, 1, 0.1);
        // The 50 steps of the last quarter are whole windows.
        if (50 % depth == 0) {
          EXPECT_NEAR(prediction.far_bytes, simulated.last_bytes, 1e-6);
        }
      }
    }
  }
}

TEST(Adaptation, IsAsFastAsTheBestDepthThatIsChosenByHand) {
  for (const std::string latency : {"1ms", "20ms", "75ms", "200ms"}) {
    for (const Point& blocks : {Point{1, 1, 2}, Point{2, 2, 4}}) {
      SCOPED_TRACE(latency + " " + std::to_string(blocks[2]));
      MeshSetup setup = setup_of({8, 8, 200}, blocks, "fixed");
      setup.charges = {.flops_a_point = 1, .flops_a_second = 8 * 8 * 100 / 0.139};
      const auto planes = setup.adaptation.planes[2];
      double first = 0;
      double best = 1e9;
      for (const std::int32_t depth : {1, 2, 4, 6, 8, 12, 16, 24}) {
        setup.depths = Depths::same(setup.cut, 1);
        for (std::size_t i = 0; i < planes.size(); ++i) {
          if (planes[i] != 0) setup.depths.planes[2][i] = depth;
        }
        const double step_s = in_virtual_time(setup, latency, 1).last_s;
        best = std::min(best, step_s);
        if (depth == 1) first = step_s;
      }
      setup.depths = Depths::same(setup.cut, 1);
      setup.adaptation.rule = "auto";
      const Ended ended = in_virtual_time(setup, latency, 1);
      std::string said;
      for (const auto& change : ended.changes) {
        said += std::to_string(change.step) + ": " + std::to_string(change.depth) + " " +
                change.reason + "\n";
      }
      EXPECT_LE(ended.last_s, 1.05 * best) << said;
      if (latency == "1ms") continue;
      EXPECT_LT(ended.last_s, 0.95 * first) << said;
    }
  }
}

TEST(Adaptation, GoesOnWhereBlocksRestBehindEveryStep) {
  MeshSetup setup = setup_of({8, 8, 200}, {1, 1, 2}, "fixed");
  setup.charges = {.flops_a_point = 1, .flops_a_second = 8 * 8 * 100 / 0.139};
  const double first_s = in_virtual_time(setup, "75ms", 1, {}, 1).last_s;
  setup.adaptation.rule = "auto";
  const Ended ended = in_virtual_time(setup, "75ms", 1, {}, 1);
  EXPECT_FALSE(ended.changes.empty());
  // A rest takes as long as ever; ghosts do not.
  EXPECT_LT(ended.last_s, first_s - 0.05);
}

/// Steps of 139 ms and more: what happens behind 14 s is seen by the last quarter of 200 steps.
TEST(Adaptation, FollowsALinkThatChangesWhileItRuns) {
  MeshSetup setup = setup_of({8, 8, 200}, {1, 1, 2}, "fixed");
  setup.charges = {.flops_a_point = 1, .flops_a_second = 8 * 8 * 100 / 0.139};
  struct Change {
    std::string fault;
    std::string latency_then;
    bool interior_first;
  };
  // A PE that computes inside first has never nothing to do where little is lost.
  for (const Change& change : {Change{"latency sites=site0,site1 by=150ms at=14s", "155ms", false},
                               Change{"latency sites=site0,site1 by=150ms for=14s", "5ms", false},
                               Change{"latency sites=site0,site1 by=200ms for=14s", "5ms", true}}) {
    SCOPED_TRACE(change.fault);
    setup.interior_first = change.interior_first;
    setup.adaptation.rule = "fixed";
    double best = 1e9;
    for (const std::int32_t depth : {1, 2, 3, 4, 6, 8, 10, 12, 16}) {
      for (std::int32_t& plane : setup.depths.planes[2]) plane = depth;
      best = std::min(best, in_virtual_time(setup, change.latency_then, 1).last_s);
    }
    setup.depths = Depths::same(setup.cut, 1);
    setup.adaptation.rule = "auto";
    const Ended ended = in_virtual_time(setup, "5ms", 1, {change.fault});
    EXPECT_LE(ended.last_s, 1.05 * best);
    const bool has_noticed = std::ranges::any_of(ended.changes, [](const DepthChange& one) {
      return one.reason.find("the link has changed") != std::string::npos;
    });
    EXPECT_TRUE(has_noticed);
  }
}

}  // namespace
}  // namespace isthmus::mesh
