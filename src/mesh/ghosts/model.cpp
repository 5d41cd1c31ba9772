#include "mesh/ghosts/model.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace isthmus::mesh {
namespace {

using topology::LinkKind;

constexpr double value_bytes = sizeof(double);
constexpr int sides = 2;

/// What a block does and waits for behind one event. Times in seconds; of PEs of speed 1 where not
/// said otherwise.
struct Passage {
  double compute = 0;    ///< all points
  double redundant = 0;  ///< of these, those of other blocks
  double interior = 0;   ///< of these, those that need no ghost
  double messages = 0;   ///< sending, receiving, packing, unpacking
  /// By dimension and side: bytes to the neighbour there, 0 where nothing is exchanged.
  std::array<std::array<double, sides>, dimension_count> bytes{};
};

class Model {
 public:
  Model(const ModelInput& input, const Layout& layout, const Depths& depths,
        const topology::Topology& topology)
      : input_(input), layout_(layout), depths_(depths), topology_(topology) {}

  Prediction predict() {
    find_cycle();
    find_facing();
    std::vector<Totals> totals(layout_.pes.size());
    std::vector<double> work(static_cast<std::size_t>(topology_.pe_count()), 0);
    std::vector<double> redundant(work.size(), 0);
    std::map<SitePair, double> on_line;
    for_each_block([&](const Point& block) {
      Totals& own = totals[layout_.number(block)];
      const PeId pe = layout_.pe(block);
      for (std::int64_t event = 0; event < cycle_; ++event) {
        const Passage passage = pass(block, event);
        own.work += (passage.compute + passage.messages) / topology_.speed_of(pe);
        redundant[pe.value] += passage.redundant / topology_.speed_of(pe);
        add_far(block, passage, on_line);
        for_each_side(block, [&](std::size_t d, int side, const Point&) {
          own.waits[d][static_cast<std::size_t>(side)] += wait(block, d, side, passage);
        });
      }
      work[pe.value] += own.work;
    });
    // Blocks of a PE that face another site are done one after the other, and none of them can send
    // before those beside it have, as faces carry each other's corners: so all of their work
    // counts.
    std::vector<double> facing_work(work.size(), 0);
    for_each_block([&](const Point& block) {
      if (!faces_another_site(block)) return;
      facing_work[layout_.pe(block).value] += totals[layout_.number(block)].work;
    });
    const auto chain = [&](const Point& block, bool is_far) {
      return is_far ? facing_work[layout_.pe(block).value] : totals[layout_.number(block)].work;
    };
    std::vector<double> times = work;
    Prediction result;
    for_each_block([&](const Point& block) {
      const PeId pe = layout_.pe(block);
      for_each_side(block, [&](std::size_t d, int side, const Point& neighbour) {
        const double wait = totals[layout_.number(block)].waits[d][static_cast<std::size_t>(side)];
        const SitePair pair = sites(block, neighbour);
        const bool is_far = pair.first != pair.second;
        const double both = (chain(block, is_far) + chain(neighbour, is_far)) / 2;
        times[pe.value] = std::max(times[pe.value], both + wait);
        result.wait_s = std::max(result.wait_s, wait);
      });
    });
    finish(result, times, work, redundant, on_line);
    return result;
  }

 private:
  using SitePair = std::pair<std::uint32_t, std::uint32_t>;
  struct Totals {
    double work = 0;  // of the block, in seconds of its PE
    std::array<std::array<double, sides>, dimension_count> waits{};
  };

  void find_cycle() {
    cycle_ = input_.plan->events();
    for (const auto& planes : depths_.planes) {
      for (const std::int32_t depth : planes) cycle_ = std::lcm(cycle_, std::int64_t{depth});
    }
  }

  template <class Visit>
  void for_each_block(Visit visit) const {
    const Point blocks = layout_.cut.blocks();
    for (std::int32_t z = 0; z < blocks[2]; ++z) {
      for (std::int32_t y = 0; y < blocks[1]; ++y) {
        for (std::int32_t x = 0; x < blocks[0]; ++x) visit(Point{x, y, z});
      }
    }
  }
  /// Sides with a neighbour, which may be the block itself.
  template <class Visit>
  void for_each_side(const Point& block, Visit visit) const {
    for (std::size_t d = 0; d < dimension_count; ++d) {
      for (int side = 0; side < sides; ++side) {
        if (const auto neighbour = beside(block, d, side)) visit(d, side, *neighbour);
      }
    }
  }
  std::optional<Point> beside(Point block, std::size_t d, int side) const {
    const std::int32_t count = layout_.cut.blocks(d);
    const std::int32_t at = block[d] + (side == 0 ? -1 : 1);
    if (!input_.is_periodic[d] && (at < 0 || at >= count)) return std::nullopt;
    block[d] = (at + count) % count;
    return block;
  }
  std::int32_t depth(const Point& block, std::size_t d, int side) const {
    return depths_.at(d, block[d] + side);
  }
  bool is_exchanged(const Point& block, std::size_t d, int side, std::int64_t event) const {
    const std::int32_t g = depth(block, d, side);
    return input_.plan->into(event, g) == 0 && beside(block, d, side).has_value();
  }
  const Window& window(const Point& block, std::size_t d, int side, std::int64_t event) const {
    const std::int32_t g = depth(block, d, side);
    // A whole number of steps later, so that it does not begin before the first event.
    return input_.plan->window(event - input_.plan->into(event, g) + cycle_, g);
  }

  Passage pass(const Point& block, std::int64_t event) const {
    Passage passage;
    compute(block, event, passage);
    exchange(block, event, passage);
    return passage;
  }

  void compute(const Point& block, std::int64_t event, Passage& passage) const {
    const Box box = layout_.cut.box(block);
    const auto& numbers = input_.plan->behind(event);
    std::int32_t shell = 0;  // points from the face that need ghosts of this event
    for (std::size_t o = 0; o < numbers.size(); ++o) {
      const double cost = input_.point_costs[numbers[o]];
      shell += input_.plan->reach(numbers[o]);
      Box all = box;
      Box interior = box;
      for_each_side(block, [&](std::size_t d, int side, const Point&) {
        const Window& of = window(block, d, side, event);
        const int into = input_.plan->into(event, depth(block, d, side));
        const std::int32_t layers = of.layers[static_cast<std::size_t>(into)][o];
        all = side == 0 ? all.grown(d, layers, 0) : all.grown(d, 0, layers);
        if (into != 0) return;
        interior = side == 0 ? interior.grown(d, -shell, 0) : interior.grown(d, 0, -shell);
      });
      passage.compute += cost * static_cast<double>(all.point_count());
      passage.redundant += cost * static_cast<double>(all.point_count() - box.point_count());
      passage.interior += cost * static_cast<double>(interior.point_count());
    }
  }

  void exchange(const Point& block, std::int64_t event, Passage& passage) const {
    const PeId pe = layout_.pe(block);
    for_each_side(block, [&](std::size_t d, int side, const Point& neighbour) {
      const PeId other = layout_.pe(neighbour);
      if (other == pe || !is_exchanged(block, d, side, event)) return;
      const double bytes = message_bytes(block, d, side, event);
      if (bytes == 0) return;
      passage.bytes[d][static_cast<std::size_t>(side)] = bytes;
      const LinkKind kind = topology_.link_kind(pe, other);
      const LinkCost& link = input_.links[static_cast<std::size_t>(kind)];
      // As much comes as goes.
      passage.messages +=
          link.send_s + link.receive_s + bytes * (link.send_byte_s + link.receive_byte_s);
      if (kind == LinkKind::between_sites && input_.codec) {
        passage.messages += input_.codec->pack_s(bytes) + input_.codec->unpack_s(bytes);
      }
    });
  }

  /// Faces of a dimension go with the ghosts of those before it that come at the same event, and
  /// with those of any that do not exchange, as far as they are needed yet.
  double message_bytes(const Point& block, std::size_t d, int side, std::int64_t event) const {
    double bytes = 0;
    for (const auto& transfer : window(block, d, side, event).transfers) {
      double area = 1;
      for (std::size_t other = 0; other < dimension_count; ++other) {
        if (other == d) continue;
        std::int32_t extent = layout_.cut.extent(other, block[other]);
        for (int end = 0; end < sides; ++end) {
          if (!beside(block, other, end)) continue;
          if (other > d && is_exchanged(block, other, end, event)) continue;
          const std::int32_t g = depth(block, other, end);
          const int left = g - input_.plan->into(event, g);
          extent += layers_of(input_.plan->window(event, left), transfer.field);
        }
        area *= extent;
      }
      bytes += value_bytes * transfer.layers * area;
    }
    return bytes;
  }
  static std::int32_t layers_of(const Window& window, std::int32_t field) {
    const auto& all = window.transfers;
    const auto found = std::ranges::lower_bound(all, field, {}, &Window::Transfer::field);
    return found != all.end() && found->field == field ? found->layers : 0;
  }

  double left_over(double bytes, LinkKind kind) const {
    return kind == LinkKind::between_sites && input_.codec ? bytes * input_.codec->factor : bytes;
  }
  SitePair sites(const Point& from, const Point& to) const {
    return {topology_.site_of(layout_.pe(from)).value, topology_.site_of(layout_.pe(to)).value};
  }

  bool faces_another_site(const Point& block) const {
    bool is_facing = false;
    for_each_side(block, [&](std::size_t, int, const Point& neighbour) {
      const SitePair pair = sites(block, neighbour);
      is_facing = is_facing || pair.first != pair.second;
    });
    return is_facing;
  }

  void add_far(const Point& block, const Passage& passage, std::map<SitePair, double>& on_line) {
    for_each_side(block, [&](std::size_t d, int side, const Point& neighbour) {
      const double bytes = passage.bytes[d][static_cast<std::size_t>(side)];
      const SitePair pair = sites(block, neighbour);
      if (bytes == 0 || pair.first == pair.second) return;
      far_bytes_ += bytes;
      on_line[pair] += left_over(bytes, LinkKind::between_sites);
    });
  }

  /// How many PEs send at the same time, for each pair of sites: their messages queue. Blocks of
  /// one PE send one after the other anyhow.
  void find_facing() {
    std::map<SitePair, std::vector<PeId>> senders;
    for_each_block([&](const Point& block) {
      for_each_side(block, [&](std::size_t, int, const Point& neighbour) {
        const SitePair pair = sites(block, neighbour);
        if (pair.first != pair.second) senders[pair].push_back(layout_.pe(block));
      });
    });
    for (auto& [pair, pes] : senders) {
      std::ranges::sort(pes);
      pes.erase(std::ranges::unique(pes).begin(), pes.end());
      facing_[pair] = static_cast<double>(pes.size());
    }
  }

  /// Of a block, for what comes from one side and, before or after it, from other dimensions.
  double wait(const Point& block, std::size_t d, int side, const Passage& passage) const {
    double wait = wire(block, d, side, passage);
    for (std::size_t other = 0; other < dimension_count; ++other) {
      if (other == d) continue;
      wait += std::max(wire(block, other, 0, passage), wire(block, other, 1, passage));
    }
    if (!input_.is_interior_first) return wait;
    return std::max(0.0, wait - passage.interior / topology_.speed_of(layout_.pe(block)));
  }

  /// From when a message has been sent until it is there.
  double wire(const Point& block, std::size_t d, int side, const Passage& passage) const {
    const double bytes = passage.bytes[d][static_cast<std::size_t>(side)];
    const auto neighbour = beside(block, d, side);
    if (bytes == 0 || !neighbour) return 0;
    const LinkKind kind = topology_.link_kind(layout_.pe(block), layout_.pe(*neighbour));
    const LinkCost& link = input_.links[static_cast<std::size_t>(kind)];
    if (link.bandwidth <= 0) return link.latency_s;
    const auto found = facing_.find(sites(block, *neighbour));
    const double sharing = found == facing_.end() ? 1 : found->second;
    return link.latency_s + sharing * left_over(bytes, kind) / link.bandwidth;
  }

  void finish(Prediction& result, const std::vector<double>& times, const std::vector<double>& work,
              const std::vector<double>& redundant,
              const std::map<SitePair, double>& on_line) const {
    const double steps = static_cast<double>(cycle_) / input_.plan->events();
    const LinkCost& far = input_.links[static_cast<std::size_t>(LinkKind::between_sites)];
    for (const auto& [pair, bytes] : on_line) {
      if (far.bandwidth > 0) result.line_s = std::max(result.line_s, bytes / far.bandwidth / steps);
    }
    result.work_s = std::ranges::max(work) / steps;
    result.redundant_s = std::ranges::max(redundant) / steps;
    result.wait_s /= steps;
    result.far_bytes = far_bytes_ / steps;
    const double longest = std::ranges::max(times) / steps;
    result.step_s = std::max(longest, result.line_s);
    result.bound = longest > result.work_s ? Prediction::Bound::wait : Prediction::Bound::work;
    if (result.line_s > longest) result.bound = Prediction::Bound::line;

    double speed = 0;
    double mean = 0;
    for (const PeId pe : topology_.object_pes()) {
      speed += topology_.speed_of(pe);
      mean += std::max(times[pe.value] / steps, result.line_s);
    }
    mean /= static_cast<double>(topology_.object_pes().size());
    const double point = std::accumulate(input_.point_costs.begin(), input_.point_costs.end(), 0.0);
    double points = 1;
    for (const auto& starts : layout_.cut.starts) points *= starts.back();
    result.ideal_s = points * point / speed;
    result.efficiency = result.ideal_s / result.step_s;
    result.efficiency_average = result.ideal_s / mean;
  }

  const ModelInput& input_;
  const Layout& layout_;
  const Depths& depths_;
  const topology::Topology& topology_;
  std::int64_t cycle_ = 1;  // events after which everything is as it was
  double far_bytes_ = 0;
  std::map<SitePair, double> facing_;
};

}  // namespace

double transfer_s(double bytes, const LinkCost& link, const std::optional<Codec>& codec) {
  const double left = codec ? bytes * codec->factor : bytes;
  return (codec ? codec->pack_s(bytes) : 0) + link.latency_s +
         (link.bandwidth > 0 ? left / link.bandwidth : 0);
}

Prediction predict(const ModelInput& input, const Layout& layout, const Depths& depths,
                   const topology::Topology& topology) {
  return Model(input, layout, depths, topology).predict();
}

std::vector<Choice> predict_choices(const ModelInput& input, const Layout& layout,
                                    const topology::Topology& topology, std::int32_t deepest,
                                    const std::vector<Codec>& codecs) {
  std::vector<Choice> choices;
  for (std::int32_t depth = 1; depth <= deepest; ++depth) {
    const Depths depths = layout.depths({{LinkKind::between_sites, depth}});
    const std::int32_t width = input.plan->width(depth);
    bool is_possible = true;
    for (std::size_t d = 0; d < dimension_count; ++d) {
      for (std::int32_t plane = 0; plane < layout.cut.blocks(d); ++plane) {
        const auto kind = layout.links[d][static_cast<std::size_t>(plane)];
        if (kind == LinkKind::between_sites && layout.cut.ghosts_at_most(d, plane) < width) {
          is_possible = false;
        }
      }
    }
    if (!is_possible) break;
    std::vector<std::optional<Codec>> all{std::nullopt};
    all.insert(all.end(), codecs.begin(), codecs.end());
    for (const auto& codec : all) {
      ModelInput with = input;
      with.codec = codec;
      choices.push_back({depth, codec, predict(with, layout, depths, topology)});
    }
  }
  return choices;
}

const Choice& best_of(const std::vector<Choice>& choices, double slack) {
  ISTHMUS_ASSERT(!choices.empty());
  const auto step_s = [](const Choice& choice) { return choice.prediction.step_s; };
  const double least = step_s(*std::ranges::min_element(choices, {}, step_s));
  return *std::ranges::find_if(
      choices, [&](const Choice& choice) { return step_s(choice) <= least * (1 + slack); });
}

}  // namespace isthmus::mesh
