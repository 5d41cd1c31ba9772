// Blocks against the serial driver, bit for bit.
#include "mesh/driver/block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "isthmus/testing/everywhere.hpp"
#include "isthmus/testing/memory_vault.hpp"
#include "mesh/driver/run_mesh.hpp"
#include "mesh/driver/sample_plans.hpp"
#include "mesh/driver/serial_mesh.hpp"

namespace isthmus::mesh {
namespace {

using engine::testing::uniform_topology;

Boundaries boundaries_of(const std::string& name) {
  using Kind = BoundaryKind;
  if (name == "torus") return sample::all_faces({});
  const Boundary reflected{.kind = Kind::reflected};
  const Boundary copied{.kind = Kind::copied};
  const Boundary fixed{.kind = Kind::fixed};
  const Boundary value{.kind = Kind::value, .value = 0.125};
  const Boundary radiative{.kind = Kind::radiative, .value = 0.25, .speed = 0.5};
  if (name == "box") return {{{reflected, copied}, {fixed, value}, {radiative, radiative}}};
  if (name == "pipe") return {{{radiative, fixed}, {Boundary{}, Boundary{}}, {copied, reflected}}};
  ADD_FAILURE() << name;
  return {};
}

/// The plan, with the boundaries of one function as those of another, which are made before.
Plan with_shared_boundaries(Plan plan, std::int32_t function, std::int32_t other) {
  for (auto& sides : plan.boundaries[static_cast<std::size_t>(function)]) {
    for (Boundary& boundary : sides) {
      if (boundary.kind != BoundaryKind::periodic) {
        boundary = {.kind = BoundaryKind::another, .of = {other, 0}};
      }
    }
  }
  for (auto* operations : {&plan.initial, &plan.step}) {
    for (Operation& operation : *operations) {
      if (operation.kind != Operation::Kind::synchronize) continue;
      std::ranges::stable_partition(operation.fields,
                                    [&](std::int32_t field) { return field == other; });
    }
  }
  return plan;
}

/// "leapfrog torus", "heun box".
Expected<Plan> plan_of(const std::string& description) {
  const std::size_t space = description.find(' ');
  const Boundaries boundaries = boundaries_of(description.substr(space + 1));
  if (description.starts_with("leapfrog")) return sample::leapfrog_wave(boundaries);
  if (description.starts_with("shared")) {
    return with_shared_boundaries(sample::heun_pair(boundaries), 1, 0);
  }
  if (description.starts_with("swapped")) {
    return with_shared_boundaries(sample::heun_pair(boundaries), 0, 1);
  }
  if (description.starts_with("derived")) {
    return with_shared_boundaries(sample::auxiliary_pair(boundaries, 1), 1, 0);
  }
  if (description.starts_with("still")) {
    return with_shared_boundaries(sample::beside_still(boundaries), 0, 1);
  }
  if (description.starts_with("heun")) return sample::heun_pair(boundaries);
  if (description.starts_with("auxiliary")) return sample::auxiliary_pair(boundaries, 1);
  if (description.starts_with("held")) return sample::held_down(boundaries);
  if (description.starts_with("levels")) return sample::auxiliary_pair(boundaries, 2);
  return fail(ErrorCode::bad_input, "no such plan", description);
}

Geometry grid(const Point& sizes) {
  Geometry geometry;
  geometry.whole = {{0, 0, 0}, sizes};
  geometry.origin = {-1, -0.5, -0.75};
  geometry.spacing = {0.25, 0.125, 0.125};
  return geometry;
}

struct Case {
  std::string plan;
  MeshSetup setup;
  int steps = 5;
};

using Values = std::vector<std::vector<double>>;

bool are_same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// All fields behind the steps and an analysis in their middle, and then all reductions.
Values serial_values(const Case& what) {
  const Plan plan = *plan_of(what.plan);
  SerialMesh mesh(plan, what.setup.geometry, what.setup.step_size, what.setup.start_time);
  mesh.run(what.steps / 2);
  mesh.analyse();
  mesh.run(what.steps - what.steps / 2);
  Values values(plan.fields.size());
  for (std::size_t field = 0; field < plan.fields.size(); ++field) {
    values[field].resize(static_cast<std::size_t>(what.setup.geometry.whole.point_count()));
    pack(mesh.fields()[static_cast<std::int32_t>(field)], what.setup.geometry.whole,
         values[field].data());
  }
  values.insert(values.end(), mesh.results().begin(), mesh.results().end());
  return values;
}

MainProgram judged(const Case& what, RunFigures* figures = nullptr) {
  const Values expected = serial_values(what);
  set_plan_maker(plan_of);
  return [=](Job& job) -> Task<void> {
    Mesh mesh(job);
    if (!job.restored(mesh)) co_await mesh.create(what.plan, what.setup);
    if (mesh.steps_done() == 0) {
      const RunFigures run = co_await mesh.run(what.steps / 2);
      if (figures != nullptr) *figures = run;
      co_await mesh.analyse();
      co_await job.checkpoint();
    }
    co_await mesh.run(what.steps - mesh.steps_done());
    const std::size_t fields = mesh.plan().fields.size();
    for (std::size_t i = fields; i < expected.size(); ++i) {
      const auto values = co_await mesh.result(static_cast<std::int32_t>(i - fields));
      EXPECT_TRUE(std::ranges::equal(values, expected[i], are_same_bits))
          << mesh.plan().reductions[i - fields].name;
    }
    for (std::size_t field = 0; field < fields; ++field) {
      const auto values = co_await mesh.gather(static_cast<std::int32_t>(field));
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < values.size(); ++i) wrong += values[i] != expected[field][i];
      EXPECT_EQ(wrong, 0u) << mesh.plan().fields[field].name << " of " << values.size();
    }
  };
}

std::string text_of(const Case& what) {
  std::string text = what.plan + ", cut";
  for (std::size_t d = 0; d < dimension_count; ++d) {
    text += " [";
    for (const std::int32_t start : what.setup.cut.starts[d]) text += std::to_string(start) + " ";
    text += "] depths [";
    for (const std::int32_t depth : what.setup.depths.planes[d])
      text += std::to_string(depth) + " ";
    text += "]";
  }
  return text + (what.setup.interior_first ? ", interior first" : "");
}

void expect_equal_in_a_world(const Case& what, std::uint64_t seed, int sites = 2) {
  SCOPED_TRACE(text_of(what) + ", seed " + std::to_string(seed));
  engine::testing::WorldOptions options;
  options.settings = engine::testing::test_settings(seed);
  engine::testing::World world(uniform_topology(sites, 2, "3ms", "1ms"), options);
  const auto failure = world.run(judged(what));
  EXPECT_FALSE(failure.has_value()) << failure->text();
}

Case even_case(const std::string& plan, const Point& sizes, const Point& blocks, int depth) {
  Case what;
  what.plan = plan;
  what.setup.geometry = grid(sizes);
  what.setup.step_size = 0.05;
  what.setup.start_time = 0.5;
  what.setup.cut = even_cut(sizes, blocks);
  what.setup.depths = Depths::same(what.setup.cut, depth);
  return what;
}

TEST(Block, StepsLikeTheSerialDriverOnEveryKindOfBoundary) {
  for (const char* plan :
       {"leapfrog torus", "leapfrog box", "leapfrog pipe", "heun torus", "heun box", "heun pipe"}) {
    expect_equal_in_a_world(even_case(plan, {12, 10, 9}, {2, 2, 2}, 1), 0);
    if (HasFailure()) return;
  }
}

/// Uneven cuts, another depth at every plane, of whatever the plan allows.
Case random_case(Random& random) {
  const auto from_to = [&](int low, int high) {
    return low + static_cast<std::int32_t>(random.below(static_cast<std::size_t>(high - low + 1)));
  };
  const std::vector<std::string> plans = {
      "leapfrog torus", "leapfrog box",  "leapfrog pipe",  "heun torus", "heun box",
      "heun pipe",      "auxiliary box", "auxiliary pipe", "levels box", "levels pipe",
      "held torus",     "held box",      "held pipe"};
  while (true) {
    Case what;
    what.plan = plans[random.below(plans.size())];
    what.steps = from_to(3, 7);
    Point sizes{1, 1, 1};
    MeshSetup& setup = what.setup;
    for (std::size_t d = 0; d < dimension_count; ++d) {
      const std::int32_t blocks = from_to(1, 3);
      auto& starts = setup.cut.starts[d];
      starts = {0};
      for (std::int32_t i = 0; i < blocks; ++i) {
        starts.push_back(starts.back() + from_to(3, 11));
        setup.depths.planes[d].push_back(from_to(1, 6));
      }
      sizes[d] = starts.back();
    }
    setup.geometry = grid(sizes);
    setup.step_size = 0.05;
    setup.interior_first = random.below(2) == 0;
    if (validate(Course(*plan_of(what.plan)), setup)) return what;
  }
}

TEST(Block, GivesTheSameBitsForEveryCutAndDepth) {
  Random random(20010524);
  bool is_deep = false;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Case what = random_case(random);
    is_deep = is_deep || what.setup.depths.deepest() == 6;
    expect_equal_in_a_world(what, seed);
    if (HasFailure()) return;
  }
  EXPECT_TRUE(is_deep);
}

TEST(Block, KeepsThePastOfBoundariesThatNobodyReads) {
  for (const char* plan : {"auxiliary box", "auxiliary pipe", "levels box", "levels pipe"}) {
    for (const std::int32_t depth : {2, 3, 5}) {
      Case what = even_case(plan, {12, 12, 36}, {1, 1, 3}, depth);
      what.steps = 9;
      expect_equal_in_a_world(what, 1);
      what = even_case(plan, {36, 12, 12}, {3, 1, 1}, depth);
      expect_equal_in_a_world(what, 2);
      what = even_case(plan, {28, 28, 12}, {2, 2, 1}, depth);
      expect_equal_in_a_world(what, 3);
      if (HasFailure()) return;
    }
  }
}

TEST(Block, HasTheBoundariesOfAnotherFieldAtEveryDepth) {
  for (const char* plan : {"shared box", "shared pipe", "swapped box", "swapped pipe",
                           "derived box", "derived pipe"}) {
    for (const std::int32_t depth : {1, 2, 3, 5}) {
      Case what = even_case(plan, {12, 14, 42}, {1, 1, 3}, depth);
      what.steps = 7;
      if (!validate(Course(*plan_of(plan)), what.setup)) continue;
      expect_equal_in_a_world(what, 1);
      what = even_case(plan, {44, 12, 12}, {3, 1, 1}, depth);
      expect_equal_in_a_world(what, 2);
      what = even_case(plan, {30, 30, 12}, {2, 2, 1}, depth);
      if (validate(Course(*plan_of(plan)), what.setup)) expect_equal_in_a_world(what, 3);
      if (HasFailure()) return;
    }
  }
}

/// Its ghosts beyond the grid are needed where neighbours do not exchange at each event.
TEST(Block, HasInItsGhostsTheBoundaryOfAFieldThatNobodySynchronizes) {
  for (const char* plan : {"still box", "still pipe"}) {
    for (const std::int32_t depth : {1, 2, 4}) {
      Case what = even_case(plan, {30, 30, 12}, {2, 2, 1}, depth);
      what.steps = 9;
      expect_equal_in_a_world(what, 1);
      what = even_case(plan, {12, 12, 36}, {1, 1, 3}, depth);
      what.steps = 9;
      expect_equal_in_a_world(what, 2);
      if (HasFailure()) return;
    }
  }
}

TEST(Block, RunsOnEveryShapeAndSeed) {
  Case what = even_case("heun box", {14, 9, 10}, {2, 1, 2}, 1);
  what.setup.depths.planes = {{{1, 2}, {1}, {3, 1}}};
  what.setup.cut.starts[0] = {0, 8, 14};
  what.steps = 4;
  engine::testing::expect_runs_everywhere(judged(what));
  what.setup.interior_first = true;
  what.plan = "leapfrog torus";
  engine::testing::expect_runs_everywhere(judged(what));
  what.plan = "held pipe";
  engine::testing::expect_runs_everywhere(judged(what));
}

TEST(Block, MovesAtEachSyncWithAllThatIsUnderWay) {
  Case what = even_case("heun pipe", {12, 9, 12}, {3, 1, 2}, 1);
  what.setup.depths.planes = {{{1, 2, 1}, {2}, {1, 1}}};
  what.setup.sync_every = 1;
  what.steps = 6;
  engine::testing::expect_runs_everywhere(judged(what), [](engine::runtime::Settings& settings) {
    settings.balancing.strategy = engine::balance::find_strategy("rotate");
  });
}

TEST(Block, HasWhatReductionsHaveComeToWhereverItGoes) {
  Case what = even_case("held box", {12, 9, 12}, {3, 1, 2}, 2);
  what.setup.sync_every = 2;
  what.steps = 6;
  engine::testing::expect_runs_everywhere(judged(what), [](engine::runtime::Settings& settings) {
    settings.balancing.strategy = engine::balance::find_strategy("rotate");
  });
}

TEST(Block, MovesWhereItRests) {
  Case what = even_case("leapfrog pipe", {12, 9, 12}, {3, 1, 2}, 2);
  const Values expected = serial_values(what);
  set_plan_maker(plan_of);
  // One thread runs all PEs.
  std::map<Point, std::array<std::uint32_t, 2>> places;
  set_block_visitor([&](const Block& block, std::int64_t visit) {
    places[block.subgrid().box().low][static_cast<std::size_t>(visit)] = block.pe().value;
  });
  for (const std::uint64_t seed : {1, 2, 3}) {
    engine::testing::WorldOptions options;
    options.settings = engine::testing::test_settings(seed);
    options.settings.balancing.strategy = engine::balance::find_strategy("rotate");
    engine::testing::World world(uniform_topology(2, 2, "3ms", "1ms"), options);
    const auto failure = world.run([&](Job& job) -> Task<void> {
      Mesh mesh(job);
      co_await mesh.create(what.plan, what.setup);
      co_await mesh.run(2);
      co_await mesh.visit(0);
      co_await mesh.run(3);
      co_await mesh.visit(1);
      EXPECT_EQ(co_await mesh.gather(0), expected[0]);
    });
    EXPECT_FALSE(failure.has_value()) << failure->text();
    ASSERT_EQ(places.size(), 6u);
    for (const auto& [low, pes] : places) EXPECT_EQ(pes[1], (pes[0] + 1) % 4);
  }
  set_block_visitor({});
}

TEST(Block, OfDepthFourTakesTheMemoryOfFourLayersOnEachSide) {
  const Case what = even_case("leapfrog torus", {48, 32, 32}, {3, 2, 2}, 4);
  set_plan_maker(plan_of);
  const std::size_t fields = plan_of(what.plan)->fields.size();
  std::int64_t blocks = 0;
  set_block_visitor([&](const Block& block, std::int64_t) {
    ++blocks;
    const Fields& all = block.subgrid().fields();
    const std::int64_t points = all.storage().point_count();
    EXPECT_EQ(points, std::int64_t{24} * 24 * 24);
    ASSERT_EQ(all.all().size(), fields);
    // One field behind the other, at most a page apart.
    std::vector<const double*> begins(all.all().begin(), all.all().end());
    std::ranges::sort(begins);
    for (std::size_t i = 1; i < begins.size(); ++i) {
      EXPECT_GE(begins[i] - begins[i - 1], points);
      EXPECT_LE(begins[i] - begins[i - 1], points + 520);
    }
  });
  engine::testing::World world(uniform_topology(2, 1));
  const auto failure = world.run([&](Job& job) -> Task<void> {
    Mesh mesh(job);
    co_await mesh.create(what.plan, what.setup);
    co_await mesh.run(8);
    co_await mesh.visit(0);
  });
  EXPECT_FALSE(failure.has_value()) << failure->text();
  EXPECT_EQ(blocks, 12);
  set_block_visitor({});
}

TEST(Block, StepsOnWhenPesPauseAndMessagesOvertakeEachOther) {
  Case what = even_case("heun pipe", {12, 9, 12}, {3, 1, 3}, 1);
  what.setup.depths.planes = {{{1, 2, 1}, {1}, {2, 1, 1}}};
  for (const bool interior_first : {false, true}) {
    what.setup.interior_first = interior_first;
    for (const std::uint64_t seed : {1, 2, 3}) {
      engine::testing::VirtualTimeOptions options;
      options.settings.seed = seed;
      options.faults = {"pause pe=1 at=5ms for=30ms", "pause pe=2 at=12ms for=50ms"};
      const auto outcome = engine::testing::run_in_virtual_time(
          uniform_topology(2, 2, "3ms", "2ms"), judged(what), options);
      for (const auto& failure : outcome.failures) {
        EXPECT_FALSE(failure.has_value()) << failure->text();
      }
    }
  }
}

TEST(Block, GoesOnFromACheckpointOnEveryShape) {
  Case what = even_case("heun box", {12, 10, 12}, {2, 2, 2}, 1);
  what.setup.depths.planes = {{{1, 2}, {1, 1}, {1, 2}}};
  what.setup.sync_every = 2;
  what.steps = 8;
  what.plan = "held box";
  // Taken while the mesh steps, where it rests, and while it steps again. A job that goes on from
  // one writes those behind it anew.
  std::array<engine::testing::MemoryVault, 3> vaults;
  std::array<engine::store::Index, 3> kept;
  const auto run = [&](engine::testing::Shape& shape, const engine::store::Places& places) {
    shape.settings.checkpoints = {.when = engine::store::When::always, .keep = 1000};
    shape.checkpoints = places;
    for (const auto& failure : engine::testing::run_on(shape, judged(what)).failures) {
      EXPECT_FALSE(failure.has_value()) << failure->text();
    }
  };
  std::vector<engine::testing::Shape> shapes = engine::testing::all_shapes();
  for (std::size_t i = 0; i < vaults.size(); ++i) {
    run(shapes[i], vaults[i].places());
    ASSERT_EQ(vaults[i].numbers().size(), vaults.size());
    kept[i] = vaults[i].index_of(i + 1);
  }
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    SCOPED_TRACE(shapes[i].text() + ", checkpoint " + std::to_string(i % 3 + 1));
    run(shapes[i], vaults[i % 3].places_after(kept[i % 3]));
    if (HasFailure()) return;
  }
}

TEST(Block, IsDeeperOrLessDeepFromTheNextExchangeOn) {
  Case what = even_case("heun pipe", {16, 12, 16}, {2, 1, 2}, 1);
  what.steps = 9;
  const Values expected = serial_values(what);
  set_plan_maker(plan_of);
  for (const std::uint64_t seed : {0, 1, 2}) {
    engine::testing::WorldOptions options;
    options.settings = engine::testing::test_settings(seed);
    engine::testing::World world(uniform_topology(2, 2, "3ms", "1ms"), options);
    const auto failure = world.run([&](Job& job) -> Task<void> {
      Mesh mesh(job);
      co_await mesh.create(what.plan, what.setup);
      co_await mesh.run(2);
      Depths depths = what.setup.depths;
      depths.planes = {{{2, 3}, {2}, {1, 4}}};
      co_await mesh.change_depths(depths);
      co_await mesh.run(2);
      co_await mesh.analyse();
      depths.planes = {{{1, 2}, {1}, {3, 1}}};
      co_await mesh.change_depths(depths);
      co_await mesh.run(5);
      for (const std::int32_t field : {0, 1, 6, 7}) {
        EXPECT_EQ(co_await mesh.gather(field), expected[static_cast<std::size_t>(field)]);
      }
    });
    EXPECT_FALSE(failure.has_value()) << failure->text();
  }
}

TEST(Block, RefusesDepthsForWhichItIsTooThinAndGoesOn) {
  Case what = even_case("leapfrog torus", {8, 6, 8}, {2, 1, 2}, 2);
  const Values expected = serial_values(what);
  set_plan_maker(plan_of);
  engine::testing::World world(uniform_topology(2, 1));
  const auto failure = world.run([&](Job& job) -> Task<void> {
    Mesh mesh(job);
    co_await mesh.create(what.plan, what.setup);
    co_await mesh.run(2);
    std::string refusal;
    try {
      co_await mesh.change_depths(Depths::same(what.setup.cut, 5));
    } catch (const BadInput& bad) {
      refusal = bad.what();
    }
    EXPECT_NE(refusal.find("depth 5"), std::string::npos) << refusal;
    EXPECT_EQ(mesh.setup().depths.deepest(), 2);
    co_await mesh.run(3);
    EXPECT_EQ(co_await mesh.gather(0), expected[0]);
  });
  EXPECT_FALSE(failure.has_value()) << failure->text();
}

/// How a job fails in which the main program does that with a mesh at rest.
std::string failure_of(const std::function<void(Mesh& mesh)>& mistake) {
  const Case what = even_case("leapfrog torus", {8, 6, 8}, {1, 1, 2}, 1);
  set_plan_maker(plan_of);
  engine::testing::World world(uniform_topology(2, 1));
  const auto failure = world.run([&](Job& job) -> Task<void> {
    Mesh mesh(job);
    co_await mesh.create(what.plan, what.setup);
    mistake(mesh);
    co_await mesh.run(2);
  });
  return failure ? failure->text() : "none";
}

TEST(Block, EndsAJobClearlyByWhatNoMeshSends) {
  const auto has = [](const std::string& text, const char* what) {
    EXPECT_NE(text.find(what), std::string::npos) << text;
  };
  const std::vector<double> values(6);
  for (const std::int64_t stage : {std::int64_t{0}, std::int64_t{1} << 40}) {
    has(failure_of([&](Mesh& mesh) {
          mesh.blocks()[Index3{{0, 0, 1}}].send<&Block::ghosts>(stage, std::int8_t{4}, values);
        }),
        "faces");
    has(failure_of([&](Mesh& mesh) {
          mesh.blocks()[Index3{{0, 0, 1}}].send<&Block::packed_ghosts>(stage, std::int8_t{4},
                                                                       std::vector<std::byte>(20));
        }),
        "faces");
  }
  for (const std::int32_t field : {-1, 3}) {
    has(failure_of([&](Mesh& mesh) { mesh.blocks().all().send<&Block::measure>(field, -1); }),
        "a field that is none");
    has(failure_of([&](Mesh& mesh) {
          const auto collector = create_chare<FieldCollector>(this_pe(), Box{{0, 0, 0}, {8, 6, 8}},
                                                              Future<void>("points").callback());
          mesh.blocks().all().send<&Block::collect>(collector, field);
        }),
        "a field that is none");
  }
  // Beyond the whole, fewer values than points, more than the whole.
  for (const Box& box : {Box{{0, 0, 0}, {2, 3, 2}}, Box{{-1, 0, 0}, {0, 6, 1}},
                         Box{{0, 0, 0}, {0, 0, 0}}, Box{{0, 0, 0}, {2, 3, 1}}}) {
    const bool is_right = box == Box{{0, 0, 0}, {2, 3, 1}};
    has(failure_of([&](Mesh&) {
          const auto collector = create_chare<FieldCollector>(this_pe(), Box{{0, 0, 0}, {2, 3, 2}},
                                                              Future<void>("points").callback());
          for (int i = 0; i < 3; ++i) collector.send<&FieldCollector::take>(box, values);
        }),
        is_right ? "6 values for 6 points" : "points of a field that are not awaited");
  }
}

TEST(Mesh, IsNotThinnerThanItsMirrorImageIsDeep) {
  Plan plan = sample::leapfrog_wave(sample::all_faces({.kind = BoundaryKind::copied}));
  const MeshSetup setup = even_case("leapfrog torus", {8, 1, 8}, {2, 1, 2}, 1).setup;
  EXPECT_TRUE(validate(Course(plan), setup));
  plan.boundaries[1][1][1].kind = BoundaryKind::reflected;
  const auto refused = validate(Course(plan), setup);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().text().find("a grid of 1 points in y that is reflected"),
            std::string::npos)
      << refused.error().text();
}

TEST(Block, ReadsFacesOfItsPeInPlace) {
  RunFigures figures;
  Case what = even_case("leapfrog torus", {12, 8, 8}, {4, 2, 2}, 1);
  what.steps = 4;
  const auto run = [&](int sites) {
    engine::testing::World world(uniform_topology(sites, 1));
    const auto failure = world.run(judged(what, &figures));
    EXPECT_FALSE(failure.has_value()) << failure->text();
  };
  run(1);
  EXPECT_EQ(figures.blocks.messages, 0);
  // Both faces of all blocks, twice: a layer of one field, with the ghosts of dimensions before.
  EXPECT_EQ(figures.blocks.in_place_bytes[0], 2 * 2 * 4 * 8 * 8 * 8.0);
  EXPECT_EQ(figures.blocks.in_place_bytes[1], 2 * 2 * 2 * (12 + 8) * 8 * 8.0);
  EXPECT_EQ(figures.blocks.in_place_bytes[2], 2 * 2 * 2 * (12 + 8) * (8 + 4) * 8.0);
  run(2);
  // Two sites have a half each, and both its faces: 8 blocks, 2 messages, 2 steps, both ways.
  EXPECT_EQ(figures.blocks.messages, 8 * 2 * 2 * 2);
  EXPECT_EQ(figures.blocks.sent_bytes[2], 2 * 2 * 2 * (12 + 8) * (8 + 4) * 8.0);
  EXPECT_EQ(figures.blocks.sent_bytes[0], 0);
}

TEST(Block, HasTheSameSumsForEveryCut) {
  Case what = even_case("leapfrog box", {13, 11, 9}, {1, 1, 1}, 1);
  const Plan plan = *plan_of(what.plan);
  SerialMesh serial(plan, what.setup.geometry, what.setup.step_size, what.setup.start_time);
  serial.run(3);
  const FieldFigures right(serial.fields()[0], what.setup.geometry.whole);
  set_plan_maker(plan_of);
  for (const Point& blocks : {Point{1, 1, 1}, Point{2, 1, 3}, Point{3, 2, 2}}) {
    what.setup.cut = even_cut({13, 11, 9}, blocks);
    what.setup.depths = Depths::same(what.setup.cut, 1);
    engine::testing::World world(uniform_topology(1, 3));
    world.run([&](Job& job) -> Task<void> {
      Mesh mesh(job);
      co_await mesh.create(what.plan, what.setup);
      co_await mesh.run(3);
      const FieldFigures figures = co_await mesh.measure(0);
      EXPECT_EQ(figures.points(), 13 * 11 * 9);
      EXPECT_EQ(figures.sum(), right.sum());
      EXPECT_EQ(figures.norm_1(), right.norm_1());
      EXPECT_EQ(figures.norm_2(), right.norm_2());
      EXPECT_EQ(figures.norm_max(), right.norm_max());
      EXPECT_EQ(figures.least().at, right.least().at);
      EXPECT_EQ(figures.greatest().value, right.greatest().value);
    });
  }
}

/// Virtual time of a step of one block on each of two sites, in milliseconds, where a point costs
/// so much that a step takes 100 ms; without the begin and the end of the run.
double step_ms(bool interior_first, int depth, const std::string& latency) {
  Case what = even_case("leapfrog torus", {1, 1, 80}, {1, 1, 2}, depth);
  what.setup.geometry.whole.high = {20, 20, 80};
  what.setup.cut = even_cut({20, 20, 80}, {1, 1, 2});
  what.setup.interior_first = interior_first;
  what.setup.charges = {.flops_a_point = 1000, .flops_a_second = 1000.0 * 20 * 20 * 40 / 0.1};
  set_plan_maker(plan_of);
  double ms = 0;
  const auto outcome = engine::testing::run_in_virtual_time(
      uniform_topology(2, 1, latency), [&](Job& job) -> Task<void> {
        Mesh mesh(job);
        co_await mesh.create(what.plan, what.setup);
        const RunFigures few = co_await mesh.run(8);
        const RunFigures many = co_await mesh.run(32);
        ms = 1000 * (many.seconds - few.seconds) / 24;
      });
  for (const auto& failure : outcome.failures) {
    EXPECT_FALSE(failure.has_value()) << failure->text();
  }
  return ms;
}

TEST(Block, HidesTheWayOfGhostsBehindItsInside) {
  EXPECT_GT(step_ms(false, 1, "50ms"), 149);
  // The shell, two of forty layers, is all that nothing hides behind.
  EXPECT_LT(step_ms(true, 1, "50ms"), 100.1);
  EXPECT_LT(step_ms(true, 1, "80ms"), 100.1);
  EXPECT_GT(step_ms(true, 1, "150ms"), 149);
}

TEST(Block, WaitsOnceInAWindowWhereGhostsAreDeep) {
  // A quarter of 200 ms, and (3 + 2 + 1) / 4 layers twice on each side.
  const double deep = step_ms(false, 4, "200ms");
  EXPECT_GT(deep, 150);
  EXPECT_LT(deep, 100 * (1 + 3.0 / 40) + 50.1);
  EXPECT_GT(step_ms(false, 1, "200ms"), 299);
  // Hidden behind the inside of one of four steps.
  EXPECT_LT(step_ms(true, 4, "200ms"), 100 * (1 + 3.0 / 40) + 28);
}

}  // namespace
}  // namespace isthmus::mesh
