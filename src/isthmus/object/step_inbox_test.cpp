#include "isthmus/object/step_inbox.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

struct Edge {
  Face from;
  std::vector<double> cells;
};

constexpr int side = 6;

/// Steps of a loop that only goes on when all neighbours' edges are there; every `sync_every` steps
/// it comes to the load balancer.
class Block : public Chare<Block, Index2> {
 public:
  Block() = default;
  Block(int steps, int sync_every) : steps_(steps), sync_every_(sync_every) {
    value_ = 1.0 + 7 * index()[0] + index()[1];
  }

  void edge(int step, Face from, std::span<const double> cells) {
    edges_.put(step, [&](Edge& edge) {
      edge.from = from;
      edge.cells.assign(cells.begin(), cells.end());
    });
  }
  Task<void> run() {
    const auto around = neighbours();
    while (step_ < steps_) {
      for (const auto& [place, face] : around) {
        array()[place].send<&Block::edge>(step_, face.opposite(),
                                          std::span<const double>(&value_, 1));
      }
      double sum = 0;
      std::uint32_t faces = 0;
      for (const Edge& edge : co_await edges_.of(step_, around.size())) {
        sum += edge.cells.at(0) * static_cast<double>(1 + edge.from.number());
        faces |= 1u << edge.from.number();
      }
      for (const auto& [place, face] : around) EXPECT_TRUE(faces >> face.number() & 1);
      value_ = 0.01 * sum + 0.5 * value_;
      if (++step_ < steps_ && sync_every_ > 0 && step_ % sync_every_ == 0) {
        co_return at_sync<&Block::run>();
      }
    }
    contribute("sum", value_, reduce::sum);
  }
  void serialize(auto& archive) { archive(steps_, sync_every_, step_, value_, edges_); }

 private:
  int steps_ = 0;
  int sync_every_ = 0;
  int step_ = 0;
  double value_ = 0;
  StepInbox<Edge> edges_{"edges"};
};

/// The plain loop over the same.
double in_one_loop(int steps) {
  const Extent extent = Extent::of(Index2{{side, side}});
  std::vector<double> values;
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) values.push_back(1.0 + 7 * i + j);
  }
  for (int step = 0; step < steps; ++step) {
    std::vector<double> next = values;
    for (int i = 0; i < side; ++i) {
      for (int j = 0; j < side; ++j) {
        double sum = 0;
        for (const auto& [place, face] : neighbours_of(Index2{{i, j}}, extent)) {
          sum += values[static_cast<std::size_t>(side * place[0] + place[1])] *
                 static_cast<double>(1 + face.number());
        }
        double& value = next[static_cast<std::size_t>(side * i + j)];
        value = 0.01 * sum + 0.5 * value;
      }
    }
    values = next;
  }
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

MainProgram stencil(int steps, int sync_every) {
  return [=](Job& job) -> Task<void> {
    const auto blocks = job.create_array<Block>({{side, side}}, mapping::naive, steps, sync_every);
    blocks.all().send<&Block::run>();
    const double sum = co_await job.reduction<double>("sum");
    EXPECT_NEAR(sum, in_one_loop(steps), 1e-9 * sum);
  };
}

TEST(StepInbox, LetsAStencilStepOnEveryShape) { testing::expect_runs_everywhere(stencil(25, 0)); }

TEST(StepInbox, MovesWithItsObject) {
  testing::expect_runs_everywhere(stencil(24, 4), [](runtime::Settings& settings) {
    settings.balancing.strategy = balance::find_strategy("rotate");
  });
}

TEST(Neighbours, ShareAFaceAndEndAtTheBorder) {
  const Extent extent = Extent::of(Index3{{2, 3, 4}});
  const auto corner = neighbours_of(Index3{{0, 0, 0}}, extent);
  ASSERT_EQ(corner.size(), 3u);
  for (const auto& [place, face] : corner) EXPECT_EQ(face.direction, 1);
  EXPECT_EQ(neighbours_of(Index3{{0, 1, 1}}, extent).size(), 5u);
  const auto line = neighbours_of(Index1{2}, Extent::of(Index1{5}));
  ASSERT_EQ(line.size(), 2u);
  EXPECT_EQ(line[0].index, 1);
  EXPECT_EQ(line[0].face, (Face{0, -1}));
  EXPECT_EQ(line[1].index, 3);
  EXPECT_EQ(line[1].face.opposite(), (Face{0, -1}));
}

class Lonely : public Chare<Lonely, Index1> {
 public:
  void take(int step) { values_.put(step, step); }
  Task<void> wait_for(int step, int count) {
    co_await values_.of(step, static_cast<std::size_t>(count));
  }
  Task<int> sum_of(int step, int count) {
    int sum = 0;
    for (const int value : co_await values_.of(step, static_cast<std::size_t>(count))) sum += value;
    co_return sum;
  }

 private:
  StepInbox<int> values_{"letters"};
};

TEST(StepInbox, KeepsWhatComesEarlyAndDropsWhatIsLeftOut) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto lonely = job.create_array<Lonely>(1, mapping::block);
    for (const int step : {5, 3, 1, 5, 3}) lonely[0].send<&Lonely::take>(step);
    co_await job.quiescence();
    EXPECT_EQ(co_await lonely[0].call<&Lonely::sum_of>(3, 2), 6);
    EXPECT_EQ(co_await lonely[0].call<&Lonely::sum_of>(4, 0), 0);
    EXPECT_EQ(co_await lonely[0].call<&Lonely::sum_of>(5, 2), 10);
  });
}

TEST(StepInbox, IsSerializedWithWhatHasComeForLaterStepsAndGaps) {
  StepInbox<std::string> inbox("letters");
  inbox.put(0, "a");
  inbox.put(3, "b");
  inbox.put(7, "c");
  inbox.put(7, "d");
  inbox.of(3, 1);  // the slots of 0 to 2 are those of later steps now
  inbox.put(9, "e");
  auto copy = serial::from_bytes<StepInbox<std::string>>(serial::to_bytes(inbox));
  ASSERT_TRUE(copy) << copy.error().text();
  for (StepInbox<std::string>* each : {&inbox, &*copy}) {
    const std::vector<std::size_t> wanted = {0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 0};
    for (std::int64_t step = 0; step <= 10; ++step) {
      EXPECT_EQ(each->arrived(step), wanted[static_cast<std::size_t>(step)]) << step;
    }
    each->put(4, "f");
    auto letters = each->of(7, 2);
    ASSERT_TRUE(letters.await_ready());
    const auto both = letters.await_resume();
    EXPECT_EQ(std::vector(both.begin(), both.end()), (std::vector<std::string>{"c", "d"}));
    each->of(1'000'000, 0);
    EXPECT_EQ(each->arrived(1'000'002), 0u);  // the slot that 9 had
  }
}

TEST(StepInbox, ForgetsWhatItHeldWhereItIsReadAnew) {
  StepInbox<int> fewer("letters"), used("letters");
  fewer.put(0, 5);
  for (std::int64_t step = 0; step < 4; ++step) used.put(step, 7);
  const auto bytes = serial::to_bytes(fewer);
  serial::Reader reader(bytes);
  used.serialize(reader);
  for (std::int64_t step = 0; step < 4; ++step) EXPECT_EQ(used.arrived(step), step == 0 ? 1u : 0u);
  used.put(2, 9);
  auto letters = used.of(2, 1);
  ASSERT_TRUE(letters.await_ready());
  EXPECT_EQ(letters.await_resume()[0], 9);
}

std::string failure_of(const MainProgram& main_program) {
  testing::WorldOptions options;
  options.settings.stall_ns = 1'000'000;
  testing::World world(testing::uniform_topology(1, 2), options);
  const auto failure = world.run(main_program);
  return (failure ? failure->text() : "none") + "\n" + world.log().text();
}

void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(StepInbox, TellsWhatIsAwaitedWhenTheJobCannotGoOn) {
  expect_part(failure_of([](Job& job) -> Task<void> {
                const auto lonely = job.create_array<Lonely>(1, mapping::block);
                lonely[0].send<&Lonely::take>(7);
                co_await lonely[0].call<&Lonely::wait_for>(7, 3);
              }),
              "waits for 3 letters of step 7");
}

TEST(StepInbox, RefusesStepsThatAreOverAndMoreThanIsAwaited) {
  expect_part(failure_of([](Job& job) -> Task<void> {
                const auto lonely = job.create_array<Lonely>(1, mapping::block);
                lonely[0].send<&Lonely::take>(2);
                co_await lonely[0].call<&Lonely::wait_for>(2, 1);
                lonely[0].send<&Lonely::take>(1);
                co_await job.quiescence();
              }),
              "letters of step 1, which is over: step 2 is the present one");
  expect_part(failure_of([](Job& job) -> Task<void> {
                const auto lonely = job.create_array<Lonely>(1, mapping::block);
                for (int i = 0; i < 3; ++i) lonely[0].send<&Lonely::take>(4);
                co_await job.quiescence();
                co_await lonely[0].call<&Lonely::wait_for>(4, 2);
              }),
              "3 letters of step 4, where 2 are awaited");
  expect_part(failure_of([](Job& job) -> Task<void> {
                const auto lonely = job.create_array<Lonely>(1, mapping::block);
                lonely[0].send<&Lonely::take>(2'000'000'000);
                co_await job.quiescence();
              }),
              "letters of step 2000000000, more than 100000 ahead of step 0");
}

}  // namespace
}  // namespace isthmus::engine
