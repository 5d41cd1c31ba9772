// Arrays that may arrive with an error, wherever a job runs: no error is greater than was admitted.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "isthmus/fabric/filter/zfp_blocks.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

using testing::Shape;

constexpr double bound = 1e-5;

/// Sends numbers round a ring of elements, each time as they were at first; notes the greatest
/// error that they came with.
class Station : public Chare<Station, Index1> {
 public:
  Station(int stations, int how_often) : stations_(stations), rounds_(how_often) {}

  void begin() { pass(0); }
  void take(int round, AdmittedError error, std::span<const double> rough,
            const std::vector<double>& exact_too) {
    worst_ = std::max(worst_, distance(rough, round));
    inexact_ += error.is_spent ? 1 : 0;
    wrong_ += error.bound != bound || distance(exact_too, round) > bound ? 1 : 0;
    come();
  }
  void take_exact(int round, std::span<const double> exact) {
    wrong_ += distance(exact, round) != 0 ? 1 : 0;
    come();
  }

 private:
  static constexpr std::size_t count = 3000;

  static double number(std::size_t i, int round) {
    return std::sin(static_cast<double>(i + static_cast<std::size_t>(round)) * 0.01) +
           1e-3 * std::cos(static_cast<double>(i * i % 1009));
  }
  static double distance(std::span<const double> numbers, int round) {
    double worst = numbers.size() == count ? 0 : HUGE_VAL;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      worst = std::max(worst, std::abs(numbers[i] - number(i, round)));
    }
    return worst;
  }
  void pass(int round) {
    std::vector<double> numbers(count);
    for (std::size_t i = 0; i < count; ++i) numbers[i] = number(i, round);
    const auto next = array()[(index() + 1) % stations_];
    next.send<&Station::take>(round, AdmittedError{bound}, numbers, numbers);
    next.send<&Station::take_exact>(round, numbers);
  }
  void come() {
    if (++come_ < 2 * (round_ + 1)) return;
    if (++round_ < rounds_) return pass(round_);
    contribute("worst", worst_, reduce::max);
    contribute("wrong", wrong_, reduce::sum);
    contribute("inexact", inexact_, reduce::sum);
  }

  int stations_;
  int rounds_;
  int round_ = 0;
  int come_ = 0;
  int wrong_ = 0;
  int inexact_ = 0;
  double worst_ = 0;
};

struct Result {
  double worst = 0;
  int inexact = 0;
};

/// With compress between the sites, and that parameter of it.
Result run_stations(Shape shape, const std::string& loss) {
  topology::Grid grid = shape.topology.grid();
  auto& chain = grid.links.at(topology::LinkKind::between_sites).chain;
  topology::DeviceSpec compress{"compress", {{"codec", "zstd"}, {"loss", loss}}};
  chain.insert(chain.begin(), compress);
  const bool in_one_process = shape.topology.process_count() == 1 && shape.topology.pe_count() > 1;
  auto topology = topology::Topology::from_grid(grid);
  EXPECT_TRUE(topology) << topology.error().text();
  shape.topology = in_one_process ? topology->in_one_process() : std::move(*topology);
  Result result;
  const testing::Outcome outcome = testing::run_on(shape, [&](Job& job) -> Task<void> {
    constexpr int stations = 6;
    const auto all = job.create_array<Station>(Index1{stations}, mapping::round_robin, stations, 5);
    all.all().send<&Station::begin>();
    result.worst = co_await job.reduction<double>("worst");
    EXPECT_EQ(co_await job.reduction<int>("wrong"), 0);
    result.inexact = co_await job.reduction<int>("inexact");
  });
  for (const auto& failure : outcome.failures) EXPECT_FALSE(failure) << failure->text();
  EXPECT_EQ(outcome.messages_alive, 0);
  return result;
}

TEST(InexactMessages, ComeWithinTheirErrorEverywhere) {
  if (!fabric::ZfpBlocks::are_available()) GTEST_SKIP() << "this build has no zfp";
  int inexact = 0;
  for (const Shape& shape : testing::all_shapes()) {
    SCOPED_TRACE(shape.text());
    if (shape.topology.site_count() < 2) continue;
    const Result lossy = run_stations(shape, "admitted");
    EXPECT_LE(lossy.worst, bound);
    EXPECT_EQ(lossy.worst > 0, lossy.inexact > 0);
    inexact += lossy.inexact;
    const Result exact = run_stations(shape, "never");
    EXPECT_EQ(exact.worst, 0);
    EXPECT_EQ(exact.inexact, 0);
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(inexact, 0);
}

}  // namespace
}  // namespace isthmus::engine
