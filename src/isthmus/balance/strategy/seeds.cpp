#include "isthmus/balance/strategy/seeds.hpp"

#include <algorithm>

namespace isthmus::engine::balance {

namespace {

constexpr std::uint32_t degree_counted_max = 16;

/// By PE, the objects that would fit beside what it has.
class Candidates {
 public:
  Candidates(const Snapshot& snapshot, const Graph& graph, const Filling& filling,
             const Placement& placement, SiteId site, bool heavier_first)
      : snapshot_(snapshot),
        graph_(graph),
        filling_(filling),
        placement_(placement),
        site_(site),
        heavier_first_(heavier_first),
        is_eligible_(snapshot.object_count(), 0),
        heaps_(snapshot.pe_count()) {}

  /// The object has come within the tolerance.
  void enter(std::uint32_t object) {
    is_eligible_[object] = 1;
    for (std::uint32_t at = graph_.begin[object]; at < graph_.begin[object + 1]; ++at) {
      const std::uint32_t other = graph_.neighbour[at];
      if (filling_.is_placed[other] == 0) continue;
      const PeId pe = placement_[other];
      if (snapshot_.site_of(pe) == site_) push(object, pe, graph_.weight[at]);
    }
  }

  /// The object has been placed on the PE and is a seed there.
  void seed(std::uint32_t object, PeId pe) {
    for (std::uint32_t at = graph_.begin[object]; at < graph_.begin[object + 1]; ++at) {
      const std::uint32_t other = graph_.neighbour[at];
      if (is_eligible_[other] != 0 && filling_.is_placed[other] == 0) {
        push(other, pe, graph_.weight[at]);
      }
    }
  }

  /// The best for the PE; `otherwise` where it has none.
  std::uint32_t best(PeId pe, std::uint32_t otherwise) {
    auto& heap = heaps_[pe.value];
    while (!heap.empty()) {
      const std::uint32_t object = ~std::get<2>(heap.front());
      std::ranges::pop_heap(heap);
      heap.pop_back();
      if (filling_.is_placed[object] == 0) return object;
    }
    return otherwise;
  }

 private:
  void push(std::uint32_t object, PeId pe, std::uint64_t messages) {
    if (graph_.degree(object) <= degree_counted_max) {
      messages = 0;
      for (std::uint32_t at = graph_.begin[object]; at < graph_.begin[object + 1]; ++at) {
        const std::uint32_t other = graph_.neighbour[at];
        const bool is_there = filling_.is_placed[other] != 0 && placement_[other] == pe;
        if (is_there) messages += graph_.weight[at];
      }
    }
    auto& heap = heaps_[pe.value];
    heap.emplace_back(messages, heavier_first_ ? snapshot_.objects.cpu_s[object] : 0, ~object);
    std::ranges::push_heap(heap);
  }

  const Snapshot& snapshot_;
  const Graph& graph_;
  const Filling& filling_;
  const Placement& placement_;
  SiteId site_;
  bool heavier_first_;  // of those that exchange as many messages with what the PE has
  std::vector<std::uint8_t> is_eligible_;  // by object
  std::vector<std::vector<std::tuple<std::uint64_t, double, std::uint32_t>>> heaps_;
};

}  // namespace

void grow_from_seeds(const Snapshot& snapshot, const Graph& graph,
                     std::vector<std::uint32_t> objects, const Options& options, Filling& filling,
                     PeWindow& pes, Placement& placement) {
  if (objects.empty()) return;
  const SiteId site = snapshot.site_of(placement[objects.front()]);
  ObjectWindow window(snapshot, std::move(objects), filling.messages, filling.is_placed,
                      options.tolerance,
                      options.as_published ? Ties::as_published : Ties::by_weight);
  Candidates candidates(snapshot, graph, filling, placement, site, options.as_published);
  while (const auto entered = window.open()) {
    for (const std::uint32_t i : *entered) candidates.enter(i);
    const std::uint32_t heaviest = window.heaviest();
    const PeId pe = pes.lightest(snapshot.objects.cpu_s[heaviest]);
    const std::uint32_t i = candidates.best(pe, heaviest);
    pes.add(pe, snapshot.objects.cpu_s[i], filling.messages[i]);
    placement[i] = pe;
    filling.is_placed[i] = 1;
    candidates.seed(i, pe);
  }
}

}  // namespace isthmus::engine::balance
