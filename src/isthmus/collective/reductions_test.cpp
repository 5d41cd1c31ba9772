#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "isthmus/collective/collectives.hpp"
#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

constexpr int count = 13;

struct Extremes {
  double low = 0;
  double high = 0;
};
struct Widen {
  Extremes operator()(const Extremes& a, const Extremes& b) const {
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
  }
};

class Cell : public Chare<Cell, Index1> {
 public:
  Cell() = default;
  explicit Cell(int value) : value_(value) {}

  void scalars() {
    const int i = index();
    contribute("sum", std::int64_t{i} * i, reduce::sum);
    contribute("product", 1.0 + (i % 2), reduce::product);
    contribute("min", i - 5, reduce::min);
    contribute("max", i * 2, reduce::max);
    contribute("and", i < count, reduce::logical_and);
    contribute("or", i == 7, reduce::logical_or);
  }
  void vectors() {
    contribute("sums", std::vector<std::int64_t>{1, index(), -index()}, reduce::sum);
    contribute("all", std::vector<int>{index(), index() + 100}, reduce::concatenate);
    contribute("extremes", Extremes{-1.0 * index(), 2.0 * index()}, Widen());
    contribute("array", std::array<int, 2>{index(), 1}, reduce::max);
  }
  void many(int rounds) {
    for (int round = 0; round < rounds; ++round) contribute("round", round + index(), reduce::sum);
  }
  void to(Callback<int> target) { contribute(index() + 1, reduce::sum, target); }
  void done(Callback<void> target) { contribute(target); }
  void named() { contribute("named"); }
  void take(int sum) { value_ += sum; }
  int value() { return value_; }
  void count_me() { contribute("count", 1, reduce::sum); }
  void unlike() {
    if (index() == 0) {
      contribute("unlike", 1, reduce::sum);
    } else {
      contribute("unlike", 1.0, reduce::sum);
    }
  }
  void uneven() { contribute("uneven", std::vector<int>(index() == 0 ? 2 : 3), reduce::sum); }
  Task<void> in_step(int rounds, Callback<int> target) {
    for (int round = 0; round < rounds; ++round) {
      array()[(index() + 1) % count].send<&Cell::advance>();
      co_await barrier();
      // Everyone's message of this round was sent before the barrier, none of the next one.
      ahead_ = ahead_ || sent_to_ > round + 2;
    }
    contribute(ahead_ ? 1 : 0, reduce::sum, target);
  }
  void advance() { ++sent_to_; }

 private:
  int value_ = 0;
  int sent_to_ = 0;
  bool ahead_ = false;
};

TEST(Reductions, OfScalarsEqualTheSerialResult) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto cells = job.create_array<Cell>(Index1{count}, mapping::round_robin);
    cells.all().send<&Cell::scalars>();
    EXPECT_EQ(co_await job.reduction<std::int64_t>("sum"), 650);
    EXPECT_EQ(co_await job.reduction<double>("product"), 64.0);
    EXPECT_EQ(co_await job.reduction<int>("min"), -5);
    EXPECT_EQ(co_await job.reduction<int>("max"), 24);
    EXPECT_TRUE(co_await job.reduction<bool>("and"));
    EXPECT_TRUE(co_await job.reduction<bool>("or"));
  });
}

TEST(Reductions, OfVectorsAndUserDefinedOnesEqualTheSerialResult) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto cells = job.create_array<Cell>(Index1{count}, mapping::block);
    cells.all().send<&Cell::vectors>();
    const auto sums = co_await job.reduction<std::vector<std::int64_t>>("sums");
    EXPECT_EQ(sums, (std::vector<std::int64_t>{count, 78, -78}));
    auto all = co_await job.reduction<std::vector<int>>("all");
    std::ranges::sort(all);
    std::vector<int> expected(2 * count);
    std::iota(expected.begin(), expected.begin() + count, 0);
    std::iota(expected.begin() + count, expected.end(), 100);
    EXPECT_EQ(all, expected);
    const auto extremes = co_await job.reduction<Extremes>("extremes");
    EXPECT_EQ(extremes.low, -12.0);
    EXPECT_EQ(extremes.high, 24.0);
    const auto array = co_await job.reduction<std::array<int, 2>>("array");
    EXPECT_EQ(array[0], 12);
    EXPECT_EQ(array[1], 1);
  });
}

TEST(Reductions, MayBeManyUnderWayAndEndInOrder) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto cells = job.create_array<Cell>(Index1{count}, mapping::round_robin);
    cells.all().send<&Cell::many>(40);
    for (int round = 0; round < 40; ++round) {
      EXPECT_EQ(co_await job.reduction<int>("round"), 78 + count * round);
    }
  });
}

TEST(Reductions, GoToCallbacksOfEveryKind) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto cells = job.create_array<Cell>(Index1{count}, mapping::round_robin);
    Future<int> sum;
    cells.all().send<&Cell::to>(sum.callback());
    EXPECT_EQ(co_await sum, 91);
    cells.all().send<&Cell::to>(cells[3].callback<&Cell::take>());
    cells.all().send<&Cell::to>(cells.all().callback<&Cell::take>());
    Future<void> done;
    cells.all().send<&Cell::done>(done.callback());
    co_await done;
    cells.all().send<&Cell::named>();
    co_await job.reduction("named");
    co_await job.quiescence();
    EXPECT_EQ(co_await cells[3].call<&Cell::value>(), 182);
    EXPECT_EQ(co_await cells[4].call<&Cell::value>(), 91);
  });
}

TEST(Reductions, CountElementsThatComeAndGo) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto cells = job.create_sparse_array<Cell>(mapping::hashed);
    int expected = 0;
    for (int round = 0; round < 6; ++round) {
      for (int i = 0; i < 10; ++i) cells[round * 10 + i].insert(0);
      expected += 10;
      co_await job.quiescence();
      cells.all().send<&Cell::count_me>();
      EXPECT_EQ(co_await job.reduction<int>("count"), expected);
      for (int i = 0; i < 3; ++i) cells[round * 10 + i].destroy();
      expected -= 3;
      co_await job.quiescence();
      cells.all().send<&Cell::count_me>();
      EXPECT_EQ(co_await job.reduction<int>("count"), expected);
    }
  });
}

TEST(Reductions, CountElementsThatComeAndGoWhileTheyAreUnderWay) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto cells = job.create_sparse_array<Cell>(mapping::hashed);
    const auto contribute = [&](int first, int end) {
      for (int i = first; i < end; ++i) cells[i].send<&Cell::count_me>();
    };
    for (int i = 0; i < 8; ++i) cells[i].insert(0);
    co_await job.quiescence();
    contribute(0, 7);
    for (int i = 8; i < 12; ++i) cells[i].insert(0);
    co_await job.quiescence();
    contribute(7, 12);
    EXPECT_EQ(co_await job.reduction<int>("count"), 12);
    contribute(0, 11);
    cells[11].destroy();
    EXPECT_EQ(co_await job.reduction<int>("count"), 11);
    // One that goes after it has contributed is counted this time.
    contribute(0, 10);
    cells[0].destroy();
    co_await job.quiescence();
    contribute(10, 11);
    EXPECT_EQ(co_await job.reduction<int>("count"), 11);
    contribute(1, 11);
    EXPECT_EQ(co_await job.reduction<int>("count"), 10);
  });
}

TEST(Reductions, WithoutAnyElementLeftBeginAgainWithTheNextOnes) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto cells = job.create_array<Cell>(Index1{count}, mapping::block);
    cells.all().send<&Cell::count_me>();
    EXPECT_EQ(co_await job.reduction<int>("count"), count);
    cells.all().send<&Cell::destroy>();
    co_await job.quiescence();
    for (int i = 0; i < 4; ++i) cells[i].insert(0);
    co_await job.quiescence();
    cells.all().send<&Cell::count_me>();
    EXPECT_EQ(co_await job.reduction<int>("count"), 4);
  });
}

// Moves when the main program says so.
class Drifter : public Chare<Drifter, Index1> {
 public:
  void serialize(auto&) {}
  void drift(PeId to) { migrate_to(to); }
  void count_me() { contribute("count", 1, reduce::sum); }
};

class Observer : public Chare<Observer, PeId> {
 public:
  void serialize(auto&) {}
  std::size_t kept() {
    const auto& pe = static_cast<collective::PeCollectives&>(Objects::current().collectives());
    return pe.reductions().kept();
  }
};

TEST(Reductions, AreForgottenAlsoByPesWhoseElementsComeAndGo) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto drifters = job.create_array<Drifter>(Index1{count}, mapping::block);
    const auto observers = job.create_group<Observer>();
    const int pes = job.pe_count();
    for (int round = 0; round < 5 * pes; ++round) {
      drifters.all().send<&Drifter::drift>(PeId(round % pes));
      for (int k = 0; k < 3; ++k) {
        drifters.all().send<&Drifter::count_me>();
        EXPECT_EQ(co_await job.reduction<int>("count"), count);
      }
      co_await job.quiescence();
    }
    for (int pe = 0; pe < pes; ++pe) {
      EXPECT_LE(co_await observers[PeId(pe)].call<&Observer::kept>(), 4U) << pe;
    }
  });
}

TEST(Reductions, NameContributionsThatDoNotFitTogether) {
  testing::expect_fails_everywhere(
      [](Job& job) -> Task<void> {
        const auto cells = job.create_array<Cell>(Index1{count}, mapping::round_robin);
        cells.all().send<&Cell::unlike>();
        co_await job.reduction<int>("unlike");
      },
      ErrorCode::program, "contribute");
}

TEST(Reductions, OfVectorsOfUnlikeLengthsFailWithBothLengths) {
  testing::expect_fails_everywhere(
      [](Job& job) -> Task<void> {
        const auto cells = job.create_array<Cell>(Index1{count}, mapping::round_robin);
        cells.all().send<&Cell::uneven>();
        co_await job.reduction<std::vector<int>>("uneven");
      },
      ErrorCode::program, "elements cannot be combined");
}

TEST(Barrier, LetsNobodyRunAhead) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto cells = job.create_array<Cell>(Index1{count}, mapping::round_robin);
    Future<int> ahead;
    cells.all().send<&Cell::in_step>(12, ahead.callback());
    EXPECT_EQ(co_await ahead, 0);
  });
}

}  // namespace
}  // namespace isthmus::engine
