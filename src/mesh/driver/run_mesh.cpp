#include "mesh/driver/run_mesh.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <utility>

namespace isthmus::mesh {
namespace {

std::unexpected<Error> wrong(std::string what, std::string expected) {
  return fail(ErrorCode::bad_input, std::move(what), "mesh", std::move(expected));
}

constexpr const char* name_of(std::size_t dimension) {
  constexpr std::array<const char*, dimension_count> names = {"x", "y", "z"};
  return names[dimension];
}

bool is_reflected(const Plan& plan, std::size_t dimension) {
  return std::ranges::any_of(plan.boundaries, [&](const Boundaries& of_field) {
    return std::ranges::any_of(of_field[dimension], [](const Boundary& boundary) {
      return boundary.kind == BoundaryKind::reflected;
    });
  });
}

}  // namespace

Expected<void> validate(const Course& course, const MeshSetup& setup) {
  for (std::size_t d = 0; d < dimension_count; ++d) {
    const auto& starts = setup.cut.starts[d];
    const std::int32_t size = setup.geometry.whole.high[d];
    const bool is_cut = starts.size() > 1 && starts.front() == 0 && starts.back() == size &&
                        std::ranges::adjacent_find(starts, std::greater_equal()) == starts.end();
    if (!is_cut || setup.geometry.whole.low[d] != 0) {
      return wrong("the cut in " + std::string(name_of(d)) + " is not one of the grid",
                   "blocks of at least a point each from 0 to " + std::to_string(size));
    }
    const std::int32_t blocks = setup.cut.blocks(d);
    const bool is_periodic = mesh::is_periodic(course.plan().boundaries, d);
    for (std::int32_t plane = 0; plane < blocks; ++plane) {
      const std::int32_t depth = setup.depth(d, plane);
      if (depth < 1) {
        return wrong("ghost depth " + std::to_string(depth) + " in " + name_of(d), "1 or more");
      }
      if (blocks == 1 || (plane == 0 && !is_periodic)) continue;
      const std::int32_t layers = course.storage_layers(depth);
      const std::int32_t most = setup.cut.ghosts_at_most(d, plane);
      if (layers > most) {
        return wrong("depth " + std::to_string(depth) + " needs " + std::to_string(layers) +
                         " layers of ghosts in " + name_of(d) + ", of blocks of " +
                         std::to_string(most) + " points",
                     "fewer blocks, or a smaller depth");
      }
    }
    if (setup.packing.is_ever_used() && !setup.has_fields() && !setup.packing.charged) {
      return wrong("there are no fields to compress", "what compressing them costs and leaves");
    }
    // A boundary is filled from points of its own block.
    const std::int32_t width = course.boundary_width();
    if (size <= width && is_reflected(course.plan(), d)) {
      return wrong("a grid of " + std::to_string(size) + " points in " + name_of(d) +
                       " that is reflected, where " + std::to_string(width) +
                       " layers beyond it are filled",
                   "more points than layers, or another boundary there");
    }
    for (const std::int32_t end : {0, blocks - 1}) {
      if (!is_periodic && blocks > 1 && setup.cut.extent(d, end) <= width) {
        return wrong("a block of " + std::to_string(setup.cut.extent(d, end)) + " points in " +
                         name_of(d) + " at the border, where " + std::to_string(width) +
                         " layers beyond it are filled",
                     "more points than layers");
      }
    }
  }
  return {};
}

void RunFigures::add(const RunFigures& next) {
  runs = steps > 0 ? runs + next.runs : next.runs;
  steps += next.steps;
  seconds += next.seconds;
  blocks.add(next.blocks);
  points = next.points;
}

double RunFigures::efficiency(double pe_seconds) const {
  if (pe_seconds <= 0 || blocks.points <= 0) return 0;
  const double useful = (blocks.points - blocks.points_twice) / blocks.points;
  return blocks.compute_s * useful / pe_seconds;
}

double RunFigures::share_of_average() const {
  if (blocks.rests <= 0 || seconds <= 0) return 1;
  return blocks.elapsed_s / blocks.rests * static_cast<double>(runs) / seconds;
}

Task<void> Mesh::create(std::string description, MeshSetup setup, std::int32_t mark_every,
                        std::optional<BlockMapping> places) {
  description_ = std::move(description);
  setup_ = std::move(setup);
  mark_every_ = mark_every;
  steps_done_ = ordered_ = marked_ = setup_.start_step;
  or_bad_input(validate(course(), setup_));
  const auto packer = create_group<FacePacker>(setup_.packing.charged);
  const Point blocks = setup_.cut.blocks();
  const Index3 sizes{{blocks[0], blocks[1], blocks[2]}};
  blocks_ =
      places ? job_->create_array<Block>(sizes, *places, description_, setup_, mark_every_, packer)
             : job_->create_array<Block>(sizes, mapping::block, description_, setup_, mark_every_,
                                         packer);
  if (setup_.adaptation.is_on()) begin_adaptation();
  blocks_.all().send<&Block::begin>();
  co_await job_->reduction<BlockFigures>("mesh begun");
}

void Mesh::begin_adaptation() {
  const std::int64_t blocks = setup_.cut.block_count();
  const std::int64_t facing = count_facing(setup_.cut, setup_.adaptation);
  if (facing == 0) {
    setup_.adaptation.rule = "fixed";
    setup_.packing.is_adapted = false;
    return;
  }
  // One block a PE computes for itself alone; of many, those at the planes are few.
  const double share = blocks <= std::ssize(job_->topology().object_pes())
                           ? 1.0
                           : static_cast<double>(facing) / static_cast<double>(blocks);
  pilot_ = create_chare<Pilot>(this_pe(), setup_.adaptation, facts_of(course(), setup_, share),
                               facing, blocks, static_cast<std::int32_t>(course().events()));
  pilot_.send<&Pilot::lead>(blocks_.id());
  blocks_.all().send<&Block::watch>(pilot_, create_group<WorkMeter>());
}

Task<std::vector<DepthChange>> Mesh::depth_changes() {
  if (!setup_.adaptation.is_on()) co_return std::vector<DepthChange>{};
  co_return co_await pilot_.call<&Pilot::changes>();
}

Task<std::vector<SeenWindow>> Mesh::windows() {
  if (!setup_.adaptation.is_on()) co_return std::vector<SeenWindow>{};
  co_return co_await pilot_.call<&Pilot::windows>();
}

Task<RunFigures> Mesh::run(std::int64_t steps) {
  const std::int64_t end = steps_done_ + steps;
  RunFigures figures;
  figures.steps = steps;
  figures.points = setup_.geometry.whole.point_count();
  const double begin_s = job_->seconds();
  if (ordered_ > steps_done_) figures.blocks = co_await wait_for_rest();
  if (steps_done_ < end) {
    // Nothing is known of blocks that have done nothing.
    if (steps_done_ > 0) co_await job_->balance();
    ordered_ = end;
    blocks_.all().send<&Block::advance>(ordered_);
    figures.blocks.add(co_await wait_for_rest());
  }
  figures.seconds = job_->seconds() - begin_s;
  co_return figures;
}

Task<BlockFigures> Mesh::wait_for_rest() {
  while (mark_every_ > 0 && marked_ + mark_every_ <= ordered_) {
    co_await job_->reduction("mesh mark");
    marked_ += mark_every_;
  }
  const BlockFigures figures = co_await job_->reduction<BlockFigures>("mesh rest");
  steps_done_ = ordered_;
  co_return figures;
}

Task<void> Mesh::analyse() {
  blocks_.all().send<&Block::analyse>();
  co_await job_->reduction<BlockFigures>("mesh analysed");
}

Task<FieldFigures> Mesh::measure(std::int32_t field, std::int32_t imaginary) {
  blocks_.all().send<&Block::measure>(field, imaginary);
  co_return co_await job_->reduction<FieldFigures>("mesh figures");
}

Task<std::vector<double>> Mesh::result(std::int32_t number) {
  Future<std::vector<double>> told("a reduction's values");
  blocks_[Index3{{0, 0, 0}}].send<&Block::tell_reduction>(number, told.callback());
  co_return co_await told;
}

Task<std::vector<double>> Mesh::gather(std::int32_t field) {
  Future<void> whole("all points of a field");
  const auto collector =
      create_chare<FieldCollector>(this_pe(), setup_.geometry.whole, whole.callback());
  blocks_.all().send<&Block::collect>(collector, field);
  co_await whole;
  std::vector<double> values = collector.local()->take_values();
  collector.destroy();
  co_return values;
}

Task<void> Mesh::visit(std::int64_t what) {
  blocks_.all().send<&Block::visit>(what);
  co_await job_->reduction("mesh visited");
}

Task<void> Mesh::change_depths(Depths depths) {
  MeshSetup changed = setup_;
  changed.depths = std::move(depths);
  or_bad_input(validate(course(), changed));
  setup_ = std::move(changed);
  blocks_.all().send<&Block::change_depths>(setup_.depths);
  co_return;
}

void Mesh::set_parameter(std::int32_t number, const ParameterValue& value) {
  blocks_.all().send<&Block::set_parameter>(number, std::bit_cast<std::int64_t>(value));
}

}  // namespace isthmus::mesh
