#include <algorithm>
#include <string>

#include "isthmus/graph/partition.hpp"
#include "isthmus/graph/scotch.hpp"

namespace isthmus::graph {

namespace {

constexpr double share_total = 1e6;  // of the parts' sizes, whole numbers for Scotch

// Onto parts that are all as far from one another.
class PartTarget {
 public:
  explicit PartTarget(std::span<const double> shares) {
    SCOTCH_archInit(&arch_);
    const std::vector<SCOTCH_Num> whole = whole_numbers(shares, share_total);
    is_built_ = SCOTCH_archCmpltw(&arch_, static_cast<SCOTCH_Num>(whole.size()), whole.data()) == 0;
  }
  PartTarget(const PartTarget&) = delete;
  PartTarget& operator=(const PartTarget&) = delete;
  ~PartTarget() { SCOTCH_archExit(&arch_); }

  SCOTCH_Arch* get() { return &arch_; }
  bool is_built() const { return is_built_; }

 private:
  SCOTCH_Arch arch_;
  bool is_built_ = false;
};

}  // namespace

Expected<std::vector<std::uint32_t>> cut_by_scotch(const Graph& graph,
                                                   std::span<const double> weights,
                                                   std::span<const double> shares,
                                                   std::uint64_t seed) {
  const std::vector<double> alike(weights.empty() ? graph.vertex_count() : 0, 1.0);
  ScotchContext context(seed);
  ScotchGraph scotch_graph(graph, weights.empty() ? std::span(alike) : weights);
  PartTarget target(shares);
  std::vector<SCOTCH_Num> part(graph.vertex_count(), 0);
  SCOTCH_Graph bound;
  SCOTCH_graphInit(&bound);
  SCOTCH_Strat strategy;
  SCOTCH_stratInit(&strategy);
  const bool is_done = scotch_graph.is_built() && target.is_built() &&
                       SCOTCH_contextBindGraph(context.get(), scotch_graph.get(), &bound) == 0 &&
                       SCOTCH_graphMap(&bound, target.get(), &strategy, part.data()) == 0;
  SCOTCH_stratExit(&strategy);
  SCOTCH_graphExit(&bound);
  const auto is_part = [&](SCOTCH_Num number) {
    return number >= 0 && number < static_cast<SCOTCH_Num>(shares.size());
  };
  if (!is_done || !std::ranges::all_of(part, is_part)) {
    return fail(ErrorCode::io, "failed",
                "Scotch, " + std::to_string(graph.vertex_count()) + " vertices into " +
                    std::to_string(shares.size()) + " parts");
  }
  return std::vector<std::uint32_t>(part.begin(), part.end());
}

}  // namespace isthmus::graph
