#include "isthmus/graph/partition.hpp"

#include <metis.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>
#include <string>
#include <utility>

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

namespace isthmus::graph {

// scotch_parts.cpp
Expected<std::vector<std::uint32_t>> cut_by_scotch(const Graph& graph,
                                                   std::span<const double> weights,
                                                   std::span<const double> shares,
                                                   std::uint64_t seed);

namespace {

constexpr double weight_total = 1e9;  // METIS sums them in 32 bits

/// Whole numbers in proportion; each at least 1 where there is any weight, all 1 where there is
/// none.
std::vector<idx_t> whole_weights(std::span<const double> weights, std::size_t count) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<idx_t> result(count, 1);
  if (!(total > 0)) return result;
  for (std::size_t v = 0; v < weights.size(); ++v) {
    result[v] = std::max(1, static_cast<idx_t>(weights[v] / total * weight_total));
  }
  return result;
}

/// As they are.
Expected<std::vector<idx_t>> counted_weights(std::span<const double> weights, std::size_t count) {
  std::vector<idx_t> result(count, 1);
  double sum = 0;
  for (std::size_t v = 0; v < weights.size(); ++v) {
    const double weight = weights[v];
    sum += weight;
    if (!(weight >= 0 && weight == std::floor(weight) && sum <= counts_max)) {
      return fail(ErrorCode::bad_input, "the weight " + std::to_string(weight),
                  "vertex " + std::to_string(v),
                  "whole numbers, not negative, of a sum of 2,000 million at most");
    }
    result[v] = static_cast<idx_t>(weight);
  }
  return result;
}

Expected<std::vector<idx_t>> vertex_weights_of(const Graph& graph, std::span<const double> weights,
                                               const Cutting& cutting) {
  if (cutting.counts) return counted_weights(weights, graph.vertex_count());
  return whole_weights(weights, graph.vertex_count());
}

/// Of edges, scaled down where their sum would not fit.
std::vector<idx_t> edge_weights(const Graph& graph) {
  const double total = std::accumulate(graph.weight.begin(), graph.weight.end(), 0.0);
  const double scale = total > weight_total ? weight_total / total : 1.0;
  std::vector<idx_t> result(graph.weight.size());
  std::ranges::transform(graph.weight, result.begin(), [scale](std::uint32_t weight) {
    return std::max(1, static_cast<idx_t>(weight * scale));
  });
  return result;
}

std::vector<std::uint32_t> by_weight_alone(std::size_t count, std::span<const double> given,
                                           std::span<const real_t> shares) {
  const std::vector<double> alike(given.empty() ? count : 0, 1.0);
  const std::span<const double> weights = given.empty() ? std::span(alike) : given;
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](std::uint32_t v) { return std::pair(-weights[v], v); });
  using Entry = std::pair<double, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> parts;
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double least = total > 0 ? 1e-9 * total : 1.0;
  for (std::uint32_t part = 0; part < shares.size(); ++part) parts.emplace(0.0, part);
  std::vector<std::uint32_t> result(count);
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

const char* why(int status) {
  if (status == METIS_ERROR_MEMORY) return "not enough memory";
  return status == METIS_ERROR_INPUT ? "refused its input" : "failed";
}

enum class Method { bisection, at_once };

/// Cuts into `piece_count` pieces of these shares, or into equal ones where there are none.
Expected<std::vector<std::uint32_t>> by_metis(const Graph& graph, std::span<const double> weights,
                                              std::size_t piece_count, std::span<real_t> shares,
                                              Method method, const Cutting& cutting) {
  auto count = static_cast<idx_t>(graph.vertex_count());
  idx_t constraints = 1;
  auto parts = static_cast<idx_t>(piece_count);
  auto vertex_weights = vertex_weights_of(graph, weights, cutting);
  if (!vertex_weights) return forward_error(vertex_weights);
  std::vector<idx_t> edges = edge_weights(graph);
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = static_cast<idx_t>(cutting.seed & 0x7fffffff);
  if (method == Method::bisection) {
    options[METIS_OPTION_NCUTS] = cutting.tries;
    options[METIS_OPTION_UFACTOR] = std::max(1, static_cast<idx_t>(cutting.slack * 1000));
  }
  idx_t edges_cut = 0;
  std::vector<idx_t> part(graph.vertex_count());
  // METIS takes pointers to what it does not change.
  auto* begin = reinterpret_cast<idx_t*>(const_cast<std::uint32_t*>(graph.begin.data()));
  auto* neighbours = reinterpret_cast<idx_t*>(const_cast<std::uint32_t*>(graph.neighbour.data()));
  auto* const cut_graph =
      method == Method::at_once ? METIS_PartGraphKway : METIS_PartGraphRecursive;
  const int status = cut_graph(
      &count, &constraints, begin, neighbours, vertex_weights->data(), nullptr, edges.data(),
      &parts, shares.empty() ? nullptr : shares.data(), nullptr, options, &edges_cut, part.data());
  if (status != METIS_OK) {
    return fail(ErrorCode::io, why(status),
                "METIS, " + std::to_string(graph.vertex_count()) + " vertices into " +
                    std::to_string(piece_count) + " parts");
  }
  return std::vector<std::uint32_t>(part.begin(), part.end());
}

Expected<std::vector<std::uint32_t>> into_multiples(const Graph& graph,
                                                    std::span<const double> weights,
                                                    std::span<const real_t> shares,
                                                    const Cutting& cutting) {
  const std::vector<double> pieces = pieces_of(shares);
  const double count = std::accumulate(pieces.begin(), pieces.end(), 0.0);
  if (static_cast<double>(graph.vertex_count()) <= count) {
    return by_weight_alone(graph.vertex_count(), weights, shares);
  }
  const std::vector<std::uint32_t> part_of_piece = parts_of_pieces(pieces);
  auto result = by_metis(graph, weights, part_of_piece.size(), {}, Method::at_once, cutting);
  if (!result) return result;
  for (std::uint32_t& piece : *result) piece = part_of_piece[piece];
  return result;
}

// The parts that are to have something, and their shares, whose sum is about 1.
struct Shares {
  std::vector<std::uint32_t> number_of;
  std::vector<real_t> shares;
};

Shares shares_of(std::span<const double> targets, CutInto into) {
  const double total = std::accumulate(targets.begin(), targets.end(), 0.0);
  Shares found;
  for (std::uint32_t part = 0; part < targets.size(); ++part) {
    const auto share = static_cast<real_t>(targets[part] / total);
    if (!(share * static_cast<real_t>(targets.size()) > 1e-6f)) continue;
    found.number_of.push_back(part);
    found.shares.push_back(share);
  }
  ISTHMUS_ASSERT(!found.shares.empty());
  // Another last digit is another cut, so what is rounded once stays as it is.
  const bool are_all = found.shares.size() == targets.size();
  if (are_all && into == CutInto::shares_at_once) return found;
  const auto sum = std::accumulate(found.shares.begin(), found.shares.end(), real_t{0});
  for (real_t& share : found.shares) share /= sum;
  return found;
}

Expected<std::vector<std::uint32_t>> cut_into(const Graph& graph, std::span<const double> weights,
                                              std::vector<real_t>& shares, const Cutting& cutting) {
  if (shares.size() == 1) return std::vector<std::uint32_t>(graph.vertex_count(), 0);
  if (graph.neighbour.empty() || graph.vertex_count() <= shares.size()) {
    return by_weight_alone(graph.vertex_count(), weights, shares);
  }
  if (cutting.by == CutBy::scotch) {
    const std::vector<double> parts(shares.begin(), shares.end());
    return cut_by_scotch(graph, weights, parts, cutting.seed);
  }
  if (cutting.into == CutInto::multiples) return into_multiples(graph, weights, shares, cutting);
  const Method method =
      cutting.into == CutInto::shares_at_once ? Method::at_once : Method::bisection;
  return by_metis(graph, weights, shares.size(), shares, method, cutting);
}

void name_parts(std::vector<std::uint32_t>& parts, std::span<const std::uint32_t> number_of) {
  for (std::uint32_t& part : parts) part = number_of[part];
}

}  // namespace

Expected<std::vector<std::uint32_t>> cut(const Graph& graph, std::span<const double> weights,
                                         std::span<const double> targets, const Cutting& cutting) {
  static_assert(sizeof(idx_t) == sizeof(std::uint32_t));
  Shares all = shares_of(targets, cutting.into);
  auto result = cut_into(graph, weights, all.shares, cutting);
  if (result) name_parts(*result, all.number_of);
  return result;
}

std::vector<std::uint32_t> partition(const Graph& graph, std::span<const double> weights,
                                     std::span<const double> targets, const Cutting& cutting) {
  if (auto result = cut(graph, weights, targets, cutting)) return std::move(*result);
  const Shares all = shares_of(targets, cutting.into);
  std::vector<std::uint32_t> result = by_weight_alone(graph.vertex_count(), weights, all.shares);
  name_parts(result, all.number_of);
  return result;
}

}  // namespace isthmus::graph
