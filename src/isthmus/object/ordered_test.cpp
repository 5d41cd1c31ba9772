#include "isthmus/object/ordered.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/isthmus.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

using detail::InOrder;
using detail::OrderedRuns;
using ::testing::ElementsAre;

/// Numbers whose sum depends on the order in which they are added.
double number_of(std::uint64_t ordinal) {
  return std::pow(-1.7, static_cast<double>(ordinal % 41)) / static_cast<double>(ordinal + 3);
}

/// The same along the tree, without messages: pairs, pairs of pairs, and what is over from the
/// front on.
double summed_in_order(std::uint64_t begin, std::uint64_t count) {
  if (count == 1) return number_of(begin);
  std::uint64_t whole = 1;
  while (2 * whole <= count) whole *= 2;
  if (whole == count) {
    return summed_in_order(begin, count / 2) + summed_in_order(begin + count / 2, count / 2);
  }
  double sum = summed_in_order(begin, whole);
  for (std::uint64_t done = whole; done < count; done += whole) {
    whole = 1;
    while (2 * whole <= count - done) whole *= 2;
    sum = sum + summed_in_order(begin + done, whole);
  }
  return sum;
}

TEST(Ordered, SumsAreTheSameBitsWhateverComesFirst) {
  const std::uint64_t seed = 1996;
  SCOPED_TRACE(seed);
  Random random(seed);
  for (const std::uint64_t count : {1, 2, 3, 7, 64, 100, 1000}) {
    for (int round = 0; round < 20; ++round) {
      std::vector<OrderedRuns<double>> parts;
      for (std::uint64_t i = 0; i < count; ++i) parts.push_back({{{i, 0, number_of(i)}}});
      while (parts.size() > 1) {
        std::swap(parts[random.below(parts.size())], parts.back());
        OrderedRuns<double> more = std::move(parts.back());
        parts.pop_back();
        InOrder<reduce::Sum>()(parts[random.below(parts.size())], std::move(more));
      }
      EXPECT_EQ(InOrder<reduce::Sum>::result(std::move(parts.front())), summed_in_order(0, count));
    }
  }
}

TEST(Ordered, RunsOfNeighboursAreFew) {
  OrderedRuns<double> all;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    InOrder<reduce::Sum>()(all, {{{i, 0, 1.0}}});
    EXPECT_LE(all.runs.size(), 64u);
  }
}

TEST(Ordered, RunsThatCannotBeAreRefused) {
  using Runs = OrderedRuns<double>;
  EXPECT_THROW(InOrder<reduce::Sum>::result(Runs{}), std::length_error);
  EXPECT_THROW(InOrder<reduce::Sum>::result(Runs{{{0, 200, 1.0}}}), std::length_error);
  EXPECT_THROW(InOrder<reduce::Sum>::result(Runs{{{~std::uint64_t{0}, 3, 1.0}}}),
               std::length_error);
  EXPECT_EQ(InOrder<reduce::Sum>::result(Runs{{{0, 46, 1.0}, {1, 46, 2.0}}}), 3.0);
}

class Plot : public Chare<Plot, Index2> {
 public:
  void tell() {
    const auto ordinal = detail::ordinal_of(index(), extent());
    contribute_in_order("sum", number_of(ordinal), reduce::sum);
    gather("places", std::to_string(index()[0]) + "," + std::to_string(index()[1]));
  }
  void serialize(auto&) {}
};

TEST(Ordered, SumsAndGathersOfAnArrayAreTheSameEverywhere) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    for (const auto& rule : {0, 1}) {
      const auto cells = rule == 0 ? job.create_array<Plot>({{7, 5}}, mapping::round_robin)
                                   : job.create_array<Plot>({{7, 5}}, mapping::block);
      for (int round = 0; round < 3; ++round) {
        cells.all().send<&Plot::tell>();
        EXPECT_EQ(co_await job.reduction<double>("sum"), summed_in_order(0, 35));
        const auto places = co_await job.reduction<std::vector<std::string>>("places");
        EXPECT_EQ(places.size(), 35u);
        EXPECT_EQ(places.at(0), "0,0");
        EXPECT_EQ(places.at(1), "0,1");
        EXPECT_EQ(places.at(5), "1,0");
        EXPECT_EQ(places.at(34), "6,4");
        EXPECT_TRUE(std::ranges::is_sorted(places));
      }
    }
  });
}

class Milestone : public Chare<Milestone, Index1> {
 public:
  void tell() { gather("indices", index()); }
};

TEST(Ordered, GathersOfSparseArraysGoByTheirIndices) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto walkers = job.create_array_of<Milestone>({5, -3, 900, 0}, mapping::hashed);
    walkers.all().send<&Milestone::tell>();
    EXPECT_THAT(co_await job.reduction<std::vector<int>>("indices"), ElementsAre(-3, 0, 5, 900));
  });
}

constexpr Reduction<int> steps_left{"steps left"};

class Stair : public Chare<Stair, Index1> {
 public:
  void tell() { contribute(steps_left, 10 - index(), reduce::max); }
};

TEST(Reductions, MayHaveANameThatKnowsItsType) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto counters = job.create_array<Stair>(4, mapping::block);
    counters.all().send<&Stair::tell>();
    EXPECT_EQ(co_await job.reduction(steps_left), 10);
  });
}

}  // namespace
}  // namespace isthmus::engine
