// Graphs cut into parts: shares of the weight, what is said of a few vertices, signals, seeds.
#include "isthmus/graph/partition.hpp"

#include <gtest/gtest.h>
#include <metis.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <numeric>
#include <thread>
#include <vector>

namespace isthmus::graph {
namespace {

/// A path of so many vertices.
Graph path(std::uint32_t count) {
  Graph graph;
  for (std::uint32_t v = 0; v < count; ++v) {
    for (const std::uint32_t other : {v - 1, v + 1}) {
      if (other >= count) continue;
      graph.neighbour.push_back(other);
      graph.weight.push_back(1);
    }
    graph.begin.push_back(static_cast<std::uint32_t>(graph.neighbour.size()));
  }
  return graph;
}

TEST(Partition, CutsIntoMultiplesOfTheLeastTarget) {
  // 2.2 to 1 is 2 pieces and 1: thirds, where shares would be 66 and 30.
  const std::vector<double> weights(96, 1.0);
  const std::vector<double> targets = {2.2, 0.0, 1.0};
  const auto part = partition(path(96), weights, targets, {.into = CutInto::multiples});
  const auto first = static_cast<double>(std::ranges::count(part, 0u));
  EXPECT_NEAR(first, 64, 2);
  EXPECT_EQ(std::ranges::count(part, 1u), 0);
  EXPECT_EQ(first + static_cast<double>(std::ranges::count(part, 2u)), 96);
}

TEST(Partition, DealsOutWhatIsNoMoreThanThePieces) {
  const std::vector<double> weights(4, 1.0);
  const std::vector<double> targets = {3.0, 1.0};  // four pieces
  const auto part = partition(path(4), weights, targets, {.into = CutInto::multiples});
  EXPECT_EQ(std::ranges::count(part, 0u), 3);
}

/// Squares of a board, neighbours where they share a side.
Graph board(std::uint32_t width, std::uint32_t height) {
  Graph graph;
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const std::uint32_t v = y * width + x;
      if (y > 0) graph.neighbour.push_back(v - width);
      if (x > 0) graph.neighbour.push_back(v - 1);
      if (x + 1 < width) graph.neighbour.push_back(v + 1);
      if (y + 1 < height) graph.neighbour.push_back(v + width);
      graph.begin.push_back(static_cast<std::uint32_t>(graph.neighbour.size()));
    }
  }
  graph.weight.assign(graph.neighbour.size(), 1);
  return graph;
}

TEST(Partition, LeavesCountsAsTheyAre) {
  const Graph graph = board(40, 25);
  std::vector<double> weights;
  for (std::size_t v = 0; v < 1000; ++v) weights.push_back(v % 7 == 0 ? 3.0 : 1.0);
  const std::vector<double> targets(8, 1.0);
  // METIS's own answer to these very numbers.
  std::vector<idx_t> begin(graph.begin.begin(), graph.begin.end());
  std::vector<idx_t> neighbour(graph.neighbour.begin(), graph.neighbour.end());
  std::vector<idx_t> whole(weights.begin(), weights.end());
  idx_t count = 1000;
  idx_t constraints = 1;
  idx_t parts = 8;
  idx_t edges_cut = 0;
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;
  std::vector<idx_t> expected(1000);
  ASSERT_EQ(METIS_PartGraphRecursive(&count, &constraints, begin.data(), neighbour.data(),
                                     whole.data(), nullptr, nullptr, &parts, nullptr, nullptr,
                                     options, &edges_cut, expected.data()),
            METIS_OK);
  const std::vector<std::uint32_t> as_they_are(expected.begin(), expected.end());
  EXPECT_EQ(partition(graph, weights, targets, {.counts = true}), as_they_are);
  EXPECT_NE(partition(graph, weights, targets, {}), as_they_are);
}

TEST(Partition, RefusesCountsThatMetisCannotHave) {
  constexpr double half = counts_max / 2;
  const std::vector<double> targets(2, 1.0);
  const auto cut_counts = [&](std::vector<double> weights, CutInto into) {
    return cut(path(3), weights, targets, {.into = into, .counts = true});
  };
  for (const CutInto into : {CutInto::shares, CutInto::shares_at_once, CutInto::multiples}) {
    EXPECT_TRUE(cut_counts({half, half - 1, 1}, into));
    for (const std::vector<double>& wrong : {std::vector{half, half - 1, 2.0},
                                             {1e300, 1e300, 1e300},
                                             {1.0, 2.5, 1.0},
                                             {1.0, -1.0, 1.0},
                                             {1.0, std::nan(""), 1.0}}) {
      const auto refused = cut_counts(wrong, into);
      ASSERT_FALSE(refused);
      EXPECT_EQ(refused.error().code, ErrorCode::bad_input);
    }
    // Shares of such weights are all right.
    EXPECT_TRUE(cut(path(3), std::vector{1e12, 2.5, 1e12}, targets, {.into = into}));
  }
  EXPECT_EQ(
      cut_counts({1, 2.5, 1}, CutInto::shares).error().text(),
      "vertex 1: the weight 2.500000 (expected whole numbers, not negative, of a sum of 2,000 "
      "million at most)");
}

std::int64_t edges_cut(const Graph& graph, const std::vector<std::uint32_t>& part) {
  std::int64_t count = 0;
  for (std::uint32_t v = 0; v < graph.vertex_count(); ++v) {
    for (std::uint32_t at = graph.begin[v]; at < graph.begin[v + 1]; ++at) {
      if (v < graph.neighbour[at] && part[v] != part[graph.neighbour[at]]) ++count;
    }
  }
  return count;
}

const Cutting every_way[] = {
    {.into = CutInto::shares}, {.into = CutInto::shares_at_once}, {.by = CutBy::scotch}};

TEST(Partition, GivesEachPartItsShareWithFewEdgesBetween) {
  const Graph graph = board(40, 30);
  std::vector<double> weights;
  for (int i = 0; i < 1200; ++i) weights.push_back(i % 3 == 0 ? 5 : 1);
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  const std::vector<double> targets = {1, 0, 3, 2};
  for (const Cutting& cutting : every_way) {
    const auto part = cut(graph, weights, targets, cutting);
    ASSERT_TRUE(part) << part.error().text();
    std::vector<double> sums(targets.size(), 0);
    for (std::size_t v = 0; v < weights.size(); ++v) sums.at((*part)[v]) += weights[v];
    for (std::size_t i = 0; i < targets.size(); ++i) {
      EXPECT_NEAR(sums[i] / all, targets[i] / 6, 0.06 * targets[i] / 6);
    }
    // Two straight lines across are some 60 edges.
    EXPECT_LT(edges_cut(graph, *part), 100);
    EXPECT_EQ(cut(graph, weights, targets, cutting).value(), *part);
  }
}

TEST(Partition, TakesAllToWeighTheSameWhereNoWeightsAreGiven) {
  const Graph graph = board(16, 16);
  const std::vector<double> targets(4, 1.0);
  for (const Cutting& cutting : every_way) {
    const auto part = cut(graph, {}, targets, cutting).value();
    for (std::uint32_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(static_cast<double>(std::ranges::count(part, i)), 64, 4);
    }
  }
}

TEST(Partition, DealsOutWhereThereAreNoEdgesOrFewVertices) {
  Graph lonely;
  lonely.begin.assign(7, 0);
  const std::vector<double> targets(3, 1.0);
  for (const Cutting& cutting : every_way) {
    const auto part = cut(lonely, {}, targets, cutting).value();
    for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(std::ranges::count(part, i), 2);
    const auto few = cut(path(3), {}, targets, cutting).value();
    for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(std::ranges::count(few, i), 1);
    EXPECT_EQ(cut(path(3), {}, std::vector{1.0}, cutting).value(),
              (std::vector<std::uint32_t>{0, 0, 0}));
  }
}

TEST(Partition, HasAsManyPartsAsAreAskedFor) {
  const std::vector<double> targets(1'100'000, 1.0);  // each less than a millionth of the whole
  Graph lonely;
  lonely.begin.assign(targets.size() + 1, 0);
  const auto part = cut(lonely, {}, targets, every_way[0]).value();
  EXPECT_EQ(std::ranges::max(part), targets.size() - 1);
}

TEST(Partition, IsOfTheChosenVerticesAlone) {
  const Graph whole = board(4, 2);
  std::vector<std::uint32_t> number_of(8, not_chosen);
  const std::vector<std::uint32_t> chosen = {0, 1, 5, 7};
  const Graph some = subgraph_of(whole, chosen, number_of);
  EXPECT_EQ(some.begin, (std::vector<std::uint32_t>{0, 1, 3, 4, 4}));
  EXPECT_EQ(some.neighbour, (std::vector<std::uint32_t>{1, 0, 2, 1}));
  EXPECT_EQ(number_of, std::vector<std::uint32_t>(8, not_chosen));
}

// A batch system's warning may come at any time, to any thread.
TEST(Partition, LeavesSignalsToTheProcess) {
  constexpr std::uint32_t count = 20000;
  Graph ring;
  for (std::uint32_t v = 0; v < count; ++v) {
    for (const std::uint32_t step : {1u, count - 1}) {
      ring.neighbour.push_back((v + step) % count);
      ring.weight.push_back(1);
    }
    std::ranges::sort(ring.neighbour.end() - 2, ring.neighbour.end());
    ring.begin.push_back(static_cast<std::uint32_t>(ring.neighbour.size()));
  }
  const std::vector<double> weights(count, 1.0);
  const std::vector<double> targets(16, 1.0);
  for (const CutInto into : {CutInto::shares, CutInto::shares_at_once, CutInto::multiples}) {
    const auto undisturbed = partition(ring, weights, targets, {.into = into});
    static std::atomic<int> heeded;
    heeded = 0;
    const auto before = std::signal(SIGTERM, [](int) { ++heeded; });
    std::atomic<bool> is_done = false;
    int sent = 0;
    std::thread warner([&, cutter = pthread_self()] {
      while (!is_done) {
        pthread_kill(cutter, SIGTERM);
        raise(SIGTERM);
        std::this_thread::yield();
        ++sent;
      }
    });
    while (heeded == 0) std::this_thread::yield();
    const auto disturbed = partition(ring, weights, targets, {.into = into});
    is_done = true;
    warner.join();
    std::signal(SIGTERM, before);
    EXPECT_EQ(disturbed, undisturbed);
    EXPECT_GT(heeded, sent);
  }
}

}  // namespace
}  // namespace isthmus::graph
