#include "mesh/ghosts/layout.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace isthmus::mesh {
namespace {

using topology::LinkKind;
using topology::Topology;

constexpr std::array<char, dimension_count> names{'x', 'y', 'z'};

std::string text(const Point& point) {
  return std::to_string(point[0]) + " x " + std::to_string(point[1]) + " x " +
         std::to_string(point[2]);
}
std::int64_t product(const Point& point) { return std::int64_t{point[0]} * point[1] * point[2]; }

bool fits(const Point& wished, const Point& point) {
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (wished[d] != 0 && wished[d] != point[d]) return false;
  }
  return true;
}

/// The points on both sides of the planes of a cut into so many equal blocks.
double surface(const LayoutWishes& wishes, const Point& blocks) {
  double points = 0;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    const std::int32_t planes = blocks[d] - (wishes.is_periodic[d] && blocks[d] > 1 ? 0 : 1);
    points += planes * static_cast<double>(product(wishes.size)) / wishes.size[d];
  }
  return points;
}

/// All ways to write a number as a product of three.
template <class Visit>
void for_each_lattice(std::int32_t count, Visit visit) {
  for (std::int32_t x = 1; x <= count; ++x) {
    if (count % x != 0) continue;
    for (std::int32_t y = 1; y <= count / x; ++y) {
      if (count / x % y == 0) visit(Point{x, y, count / x / y});
    }
  }
}

/// How the grid is divided among PEs, for a lattice of them that is given.
class Lattice {
 public:
  /// The dimension in which sites lie behind each other counts slowest, so that each site has whole
  /// layers.
  Lattice(const Point& processors, std::size_t slowest, const std::vector<PeId>& pes)
      : processors_(processors), slowest_(slowest), pes_(pes) {}

  PeId pe(const Point& at) const {
    std::int64_t number = at[slowest_];
    for (std::size_t d = dimension_count; d-- > 0;) {
      if (d != slowest_) number = number * processors_[d] + at[d];
    }
    return pes_[static_cast<std::size_t>(number)];
  }
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::int32_t z = 0; z < processors_[2]; ++z) {
      for (std::int32_t y = 0; y < processors_[1]; ++y) {
        for (std::int32_t x = 0; x < processors_[0]; ++x) visit(Point{x, y, z});
      }
    }
  }
  std::size_t slowest() const { return slowest_; }
  const Point& processors() const { return processors_; }

 private:
  Point processors_;
  std::size_t slowest_;
  const std::vector<PeId>& pes_;
};

class LayoutMaker {
 public:
  LayoutMaker(const LayoutWishes& wishes, const Topology& topology)
      : wishes_(wishes), topology_(topology), pes_(topology.object_pes()) {}

  Expected<Layout> make() {
    if (auto checked = check(); !checked) return forward_error(checked);
    choose_dimension();
    const auto processors = choose_processors();
    if (!processors) return without_lattice();
    const auto blocks = choose_blocks(*processors);
    if (!blocks) return without_lattice();
    layout_.processors = *processors;
    cut(Lattice(*processors, layout_.between_sites, pes_), *blocks);
    find_links();
    return std::move(layout_);
  }

 private:
  std::int32_t pe_count() const { return static_cast<std::int32_t>(pes_.size()); }

  Expected<void> check() const {
    for (std::size_t d = 0; d < dimension_count; ++d) {
      const std::string dimension(1, names[d]);
      if (wishes_.size[d] < 1) {
        return fail(ErrorCode::bad_input, "the grid has no points in " + dimension);
      }
      const std::int32_t most = std::max(wishes_.blocks[d], wishes_.processors[d]);
      if (most > wishes_.size[d]) {
        return fail(ErrorCode::bad_input,
                    std::to_string(most) + " blocks in " + dimension + " of a grid with " +
                        std::to_string(wishes_.size[d]) + " points there",
                    {}, "one point a block at least");
      }
    }
    if (wishes_.blocks_per_pe < 1) {
      return fail(ErrorCode::bad_input, std::to_string(wishes_.blocks_per_pe) + " blocks a PE", {},
                  "1 or more");
    }
    if (product(wishes_.processors) != 0 && product(wishes_.processors) != pe_count()) {
      return fail(ErrorCode::bad_input,
                  "processors " + text(wishes_.processors) + " are " +
                      std::to_string(product(wishes_.processors)),
                  {}, "the " + std::to_string(pe_count()) + " PEs of the job that hold objects");
    }
    return {};
  }

  void choose_dimension() {
    layout_.between_sites = 0;
    for (std::size_t d = 1; d < dimension_count; ++d) {
      if (wishes_.size[d] >= wishes_.size[layout_.between_sites]) layout_.between_sites = d;
    }
    layout_.between_sites = wishes_.between_sites.value_or(layout_.between_sites);
  }

  /// The most PEs that a layer can have so that each site has whole layers.
  std::int32_t common_divisor() const {
    std::int32_t common = 0;
    std::vector<std::int32_t> of_site(static_cast<std::size_t>(topology_.site_count()), 0);
    for (const PeId pe : pes_) ++of_site[topology_.site_of(pe).value];
    for (const std::int32_t count : of_site) common = std::gcd(common, count);
    return common;
  }

  std::optional<Point> choose_processors() const {
    const std::size_t slowest = layout_.between_sites;
    const std::int32_t common = common_divisor();
    std::optional<Point> best;
    double least = std::numeric_limits<double>::infinity();
    for_each_lattice(pe_count(), [&](const Point& lattice) {
      if (!fits(wishes_.processors, lattice)) return;
      // A lattice that was given whole is taken even where sites share a layer.
      const bool is_given = product(wishes_.processors) != 0;
      if (!is_given && common % (pe_count() / lattice[slowest]) != 0) return;
      if (!choose_blocks(lattice)) return;
      const double points = surface(wishes_, lattice);
      if (points < least) {
        least = points;
        best = lattice;
      }
    });
    return best;
  }

  std::optional<Point> choose_blocks(const Point& processors) const {
    std::optional<Point> best;
    double least = std::numeric_limits<double>::infinity();
    const auto consider = [&](const Point& blocks) {
      for (std::size_t d = 0; d < dimension_count; ++d) {
        if (blocks[d] % processors[d] != 0 || blocks[d] > wishes_.size[d]) return;
      }
      if (!fits(wishes_.blocks, blocks)) return;
      const double points = surface(wishes_, blocks);
      if (points < least) {
        least = points;
        best = blocks;
      }
    };
    if (product(wishes_.blocks) != 0) {
      consider(wishes_.blocks);
      return best;
    }
    for_each_lattice(wishes_.blocks_per_pe, [&](const Point& each) {
      consider({processors[0] * each[0], processors[1] * each[1], processors[2] * each[2]});
    });
    return best;
  }

  /// Whether sites are beside each other in front of a layer of PEs; layer 0 is behind the last one
  /// where the grid is periodic.
  bool is_border(const Lattice& lattice, std::int32_t layer) const {
    const std::size_t d = lattice.slowest();
    const std::int32_t count = lattice.processors()[d];
    if (layer % count == 0 && !wishes_.is_periodic[d]) return false;
    bool is_border = false;
    lattice.for_each([&](Point at) {
      if (at[d] != layer % count) return;
      Point before = at;
      before[d] = (layer + count - 1) % count;
      if (topology_.site_of(lattice.pe(at)) != topology_.site_of(lattice.pe(before))) {
        is_border = true;
      }
    });
    return is_border;
  }

  /// Layers of PEs get points by their speeds, given what the layers of other dimensions get: the
  /// slowest PE of a layer, for what it has of the layer, decides. Begins with equal shares of the
  /// other dimensions; where speeds differ within layers, another round does better.
  void cut(const Lattice& lattice, const Point& blocks) {
    const Point& processors = lattice.processors();
    std::array<std::vector<std::int32_t>, dimension_count> starts;
    Cut equal = even_cut(wishes_.size, processors);
    starts = equal.starts;
    constexpr int rounds = 3;
    for (int round = 0; round < rounds; ++round) {
      for (std::size_t turn = 0; turn < dimension_count; ++turn) {
        const std::size_t d = (lattice.slowest() + turn) % dimension_count;
        starts[d] = cut_layers(wishes_.size[d], works(lattice, starts, d));
      }
    }
    for (std::size_t d = 0; d < dimension_count; ++d) {
      layout_.cut.starts[d] = refined(starts[d], blocks[d] / processors[d]);
    }
    Point block;
    for (block[2] = 0; block[2] < blocks[2]; ++block[2]) {
      for (block[1] = 0; block[1] < blocks[1]; ++block[1]) {
        for (block[0] = 0; block[0] < blocks[0]; ++block[0]) {
          Point at;
          for (std::size_t d = 0; d < dimension_count; ++d) {
            at[d] = block[d] / (blocks[d] / processors[d]);
          }
          layout_.pes.push_back(lattice.pe(at));
        }
      }
    }
  }

  std::vector<LayerWork> works(const Lattice& lattice,
                               const std::array<std::vector<std::int32_t>, dimension_count>& starts,
                               std::size_t d) const {
    const auto count = static_cast<std::size_t>(lattice.processors()[d]);
    std::vector<LayerWork> works(count, {std::numeric_limits<double>::infinity(), 0, 0});
    lattice.for_each([&](const Point& at) {
      double area = 1;
      for (std::size_t other = 0; other < dimension_count; ++other) {
        if (other == d) continue;
        const auto i = static_cast<std::size_t>(at[other]);
        area *= starts[other][i + 1] - starts[other][i];
      }
      double& speed = works[static_cast<std::size_t>(at[d])].speed;
      speed = std::min(speed, topology_.speed_of(lattice.pe(at)) / area);
    });
    if (d == lattice.slowest()) lose_at_borders(lattice, works);
    return works;
  }

  void lose_at_borders(const Lattice& lattice, std::vector<LayerWork>& works) const {
    const auto count = static_cast<std::int32_t>(works.size());
    for (std::int32_t layer = 0; layer < count; ++layer) {
      const int faced =
          (is_border(lattice, layer) ? 1 : 0) + (is_border(lattice, layer + 1) ? 1 : 0);
      if (faced == 0) continue;
      LayerWork& work = works[static_cast<std::size_t>(layer)];
      const auto& gains = wishes_.facing.interior_gains;
      if (gains.empty()) {
        work.lost = faced * wishes_.facing.lost_points;
        work.redundant = faced * wishes_.facing.redundant_layers;
        continue;
      }
      Point at{0, 0, 0};
      at[lattice.slowest()] = layer;
      const std::size_t site = topology_.site_of(lattice.pe(at)).value;
      work.speed /= 1 + gains[std::min(site, gains.size() - 1)];
    }
  }

  static std::vector<std::int32_t> refined(const std::vector<std::int32_t>& starts,
                                           std::int32_t each) {
    std::vector<std::int32_t> fine{0};
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
      const std::int32_t extent = starts[i + 1] - starts[i];
      for (std::int32_t part = 1; part <= each; ++part) {
        fine.push_back(starts[i] + static_cast<std::int32_t>(std::int64_t{extent} * part / each));
      }
    }
    return fine;
  }

  Expected<Layout> without_lattice() {
    if (product(wishes_.blocks) == 0) {
      return fail(ErrorCode::bad_input,
                  "a grid of " + text(wishes_.size) + " points cannot be cut for " +
                      std::to_string(pe_count()) + " PEs with " +
                      std::to_string(wishes_.blocks_per_pe) + " blocks each",
                  {}, "more points, or blocks = [x, y, z]");
    }
    if (product(wishes_.processors) != 0) {
      return fail(ErrorCode::bad_input,
                  "blocks " + text(wishes_.blocks) + " for processors " + text(wishes_.processors),
                  {}, "a multiple in each dimension");
    }
    layout_.processors = {0, 0, 0};
    layout_.cut = even_cut(wishes_.size, wishes_.blocks);
    std::vector<double> speeds;
    for (const PeId pe : pes_) speeds.push_back(topology_.speed_of(pe));
    const std::vector<Share> shares = partition(layout_.cut.block_count(), speeds);
    // In the order of layers between sites, as with a lattice.
    std::vector<PeId> in_order;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      in_order.insert(in_order.end(), static_cast<std::size_t>(shares[i].size()), pes_[i]);
    }
    const Lattice order(wishes_.blocks, layout_.between_sites, in_order);
    order.for_each([&](const Point& block) { layout_.pes.push_back(order.pe(block)); });
    find_links();
    return std::move(layout_);
  }

  void find_links() {
    const Point blocks = layout_.cut.blocks();
    for (std::size_t d = 0; d < dimension_count; ++d) {
      layout_.links[d].assign(static_cast<std::size_t>(blocks[d]), LinkKind::same_process);
    }
    const Lattice all(blocks, 2, layout_.pes);
    all.for_each([&](const Point& block) {
      for (std::size_t d = 0; d < dimension_count; ++d) {
        if (block[d] == 0 && !wishes_.is_periodic[d]) continue;
        Point before = block;
        before[d] = (block[d] + blocks[d] - 1) % blocks[d];
        LinkKind& farthest = layout_.links[d][static_cast<std::size_t>(block[d])];
        farthest = std::max(farthest, topology_.link_kind(layout_.pe(before), layout_.pe(block)));
      }
    });
  }

  const LayoutWishes& wishes_;
  const Topology& topology_;
  std::vector<PeId> pes_;
  Layout layout_;
};

}  // namespace

std::size_t Layout::number(const Point& block) const {
  const Point blocks = cut.blocks();
  return static_cast<std::size_t>(block[0] +
                                  blocks[0] * (block[1] + std::int64_t{blocks[1]} * block[2]));
}

Depths Layout::depths(const std::map<topology::LinkKind, std::int32_t>& by_link) const {
  Depths depths = Depths::same(cut, 1);
  for (std::size_t d = 0; d < dimension_count; ++d) {
    for (std::size_t plane = 0; plane < links[d].size(); ++plane) {
      const auto found = by_link.find(links[d][plane]);
      if (found != by_link.end()) depths.planes[d][plane] = found->second;
    }
  }
  return depths;
}

Expected<Layout> lay_out(const LayoutWishes& wishes, const topology::Topology& topology) {
  return LayoutMaker(wishes, topology).make();
}

}  // namespace isthmus::mesh
