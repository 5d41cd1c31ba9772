#include "isthmus/balance/strategy/partition.hpp"

#include <metis.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>

#include "isthmus/base/assert.hpp"

// METIS takes SIGTERM and SIGABRT of the whole process for its own while it cuts. A job that is
// warned by SIGTERM meanwhile would see the cut fail, or, where the signal comes to another thread,
// jump into a stack that is not there; and a handler that is given back has lost its flags. So
// METIS finds these in the place of its own. They are weak: one that is linked in whole keeps its
// own.
extern "C" {
extern __thread int gk_cur_jbufs;
int gk_sigtrap();
int gk_siguntrap();
[[gnu::weak]] int gk_sigtrap() {
  ++gk_cur_jbufs;
  return 1;
}
[[gnu::weak]] int gk_siguntrap() {
  --gk_cur_jbufs;
  return 1;
}
}

namespace isthmus::balance {

namespace {

constexpr double weight_total = 1e9;  // METIS sums them in 32 bits

/// Whole numbers in proportion; each at least 1 where there is any weight, all 1 where there is
/// none.
std::vector<idx_t> whole_weights(std::span<const double> weights) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<idx_t> result(weights.size(), 1);
  if (!(total > 0)) return result;
  for (std::size_t v = 0; v < weights.size(); ++v) {
    result[v] = std::max(1, static_cast<idx_t>(weights[v] / total * weight_total));
  }
  return result;
}

/// The messages, scaled down where their sum would not fit.
std::vector<idx_t> edge_weights(const Graph& graph) {
  const double total = std::accumulate(graph.messages.begin(), graph.messages.end(), 0.0);
  const double scale = total > weight_total ? weight_total / total : 1.0;
  std::vector<idx_t> result(graph.messages.size());
  std::ranges::transform(graph.messages, result.begin(), [scale](std::uint32_t messages) {
    return std::max(1, static_cast<idx_t>(messages * scale));
  });
  return result;
}

std::vector<std::uint32_t> by_weight_alone(std::span<const double> weights,
                                           std::span<const real_t> shares) {
  std::vector<std::uint32_t> order(weights.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](std::uint32_t v) { return std::pair(-weights[v], v); });
  using Entry = std::pair<double, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> parts;
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double least = total > 0 ? 1e-9 * total : 1.0;
  for (std::uint32_t part = 0; part < shares.size(); ++part) parts.emplace(0.0, part);
  std::vector<std::uint32_t> result(weights.size());
  for (const std::uint32_t v : order) {
    const auto [filled, part] = parts.top();
    parts.pop();
    result[v] = part;
    parts.emplace(filled + std::max(weights[v], least) / shares[part], part);
  }
  return result;
}

/// By part, as many pieces as its share is of the least.
std::vector<double> pieces_of(std::span<const real_t> shares) {
  const real_t least = std::ranges::min(shares);
  std::vector<double> pieces;
  for (const real_t share : shares) pieces.push_back(std::round(double{share} / double{least}));
  return pieces;
}

/// The part of each piece.
std::vector<std::uint32_t> parts_of_pieces(std::span<const double> pieces) {
  std::vector<std::uint32_t> parts;
  for (std::uint32_t part = 0; part < pieces.size(); ++part) {
    parts.insert(parts.end(), static_cast<std::size_t>(pieces[part]), part);
  }
  return parts;
}

/// Cuts into `piece_count` pieces of these shares by bisection, or into equal ones where there are
/// none; without regard to messages where METIS fails, which is worse but no reason to end a job.
std::vector<std::uint32_t> by_metis(const Graph& graph, std::span<const double> weights,
                                    std::size_t piece_count, std::span<real_t> shares,
                                    const Cutting& cutting) {
  auto count = static_cast<idx_t>(graph.vertex_count());
  idx_t constraints = 1;
  auto parts = static_cast<idx_t>(piece_count);
  std::vector<idx_t> vertex_weights = whole_weights(weights);
  std::vector<idx_t> messages = edge_weights(graph);
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = static_cast<idx_t>(cutting.seed & 0x7fffffff);
  if (!shares.empty()) {
    options[METIS_OPTION_NCUTS] = cutting.tries;
    options[METIS_OPTION_UFACTOR] = std::max(1, static_cast<idx_t>(cutting.slack * 1000));
  }
  idx_t cut = 0;
  std::vector<idx_t> part(graph.vertex_count());
  // METIS takes pointers to what it does not change.
  auto* begin = reinterpret_cast<idx_t*>(const_cast<std::uint32_t*>(graph.begin.data()));
  auto* neighbours = reinterpret_cast<idx_t*>(const_cast<std::uint32_t*>(graph.neighbour.data()));
  auto* const cut_graph = shares.empty() ? METIS_PartGraphKway : METIS_PartGraphRecursive;
  const int status = cut_graph(
      &count, &constraints, begin, neighbours, vertex_weights.data(), nullptr, messages.data(),
      &parts, shares.empty() ? nullptr : shares.data(), nullptr, options, &cut, part.data());
  if (status != METIS_OK) {
    const std::vector<real_t> equal(piece_count, 1.0f / static_cast<real_t>(piece_count));
    return by_weight_alone(weights, shares.empty() ? std::span(equal) : shares);
  }
  return {part.begin(), part.end()};
}

std::vector<std::uint32_t> into_shares(const Graph& graph, std::span<const double> weights,
                                       std::vector<real_t>& shares, const Cutting& cutting) {
  if (graph.neighbour.empty() || graph.vertex_count() <= shares.size()) {
    return by_weight_alone(weights, shares);
  }
  return by_metis(graph, weights, shares.size(), shares, cutting);
}

std::vector<std::uint32_t> into_multiples(const Graph& graph, std::span<const double> weights,
                                          std::span<const real_t> shares, const Cutting& cutting) {
  const std::vector<double> pieces = pieces_of(shares);
  const double count = std::accumulate(pieces.begin(), pieces.end(), 0.0);
  if (graph.neighbour.empty() || static_cast<double>(graph.vertex_count()) <= count) {
    return by_weight_alone(weights, shares);
  }
  const std::vector<std::uint32_t> part_of_piece = parts_of_pieces(pieces);
  std::vector<std::uint32_t> result = by_metis(graph, weights, part_of_piece.size(), {}, cutting);
  for (std::uint32_t& piece : result) piece = part_of_piece[piece];
  return result;
}

}  // namespace

std::vector<std::uint32_t> partition(const Graph& graph, std::span<const double> weights,
                                     std::span<const double> targets, const Cutting& cutting) {
  static_assert(sizeof(idx_t) == sizeof(std::uint32_t));
  const double total = std::accumulate(targets.begin(), targets.end(), 0.0);
  std::vector<std::uint32_t> number_of;  // of those parts that are to have something
  std::vector<real_t> shares;
  for (std::uint32_t part = 0; part < targets.size(); ++part) {
    const auto share = static_cast<real_t>(targets[part] / total);
    if (!(share > 1e-6f)) continue;
    number_of.push_back(part);
    shares.push_back(share);
  }
  ISTHMUS_ASSERT(!shares.empty());
  const auto sum = std::accumulate(shares.begin(), shares.end(), real_t{0});
  for (real_t& share : shares) share /= sum;
  std::vector<std::uint32_t> result;
  if (shares.size() == 1) {
    result.assign(graph.vertex_count(), 0);
  } else if (cutting.into == CutInto::multiples) {
    result = into_multiples(graph, weights, shares, cutting);
  } else {
    result = into_shares(graph, weights, shares, cutting);
  }
  for (std::uint32_t& part : result) part = number_of[part];
  return result;
}

}  // namespace isthmus::balance
