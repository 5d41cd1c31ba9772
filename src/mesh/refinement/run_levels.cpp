#include "mesh/refinement/run_levels.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace isthmus::mesh {
namespace {

void end_blocks(const ArrayProxy<Block>& array, const Cut& cut) {
  for_each_place(
      cut, [&](const Point& place) { array[Index3{{place[0], place[1], place[2]}}].destroy(); });
}

}  // namespace

MeshSetup setup_of_region(const LevelSetup& setup, std::int32_t region) {
  const LevelTree& tree = setup.tree;
  const std::int32_t level = tree.region(region).level;
  MeshSetup result;
  result.geometry = tree.frame.geometry_at(level);
  result.step_size = setup.step_size;
  for (std::int32_t l = 0; l < level; ++l) result.step_size /= substeps;
  result.start_time = setup.start_time;
  result.cut = tree.cut(region);
  result.depths = Depths::same(result.cut, 1);
  result.open_layers = tree.frame.layers;
  result.is_of_levels = true;
  return result;
}

Expected<void> validate(const Course& course, const LevelSetup& setup) {
  for (std::int32_t region = 0; std::cmp_less(region, setup.tree.regions.size()); ++region) {
    // As if the region were all of the grid, which begins at 0.
    MeshSetup alone = setup_of_region(setup, region);
    const Box& box = setup.tree.region(region).box;
    for (std::size_t d = 0; d < dimension_count; ++d) {
      for (std::int32_t& start : alone.cut.starts[d]) start -= box.low[d];
      alone.geometry.whole.low[d] = 0;
      alone.geometry.whole.high[d] = box.extent(d);
    }
    if (auto valid = validate(course, alone); !valid) {
      valid.error().where = name_in_region("mesh", region);
      return valid;
    }
  }
  return {};
}

Task<void> LevelMesh::create(std::string description, LevelSetup setup) {
  description_ = std::move(description);
  setup_ = std::move(setup);
  or_bad_input(validate(course(), setup_));
  for (std::int32_t region = 0; region < region_count(); ++region) {
    arrays_.push_back(make_array(region));
    // Blocks do not know of their regions yet.
    const std::int32_t parent = setup_.tree.region(region).parent;
    if (parent >= 0 && !inherited_fields(course().plan()).empty()) {
      arrays_.back().all().send<&Block::begin_behind>(setup_.tree, region);
      arrays_[static_cast<std::size_t>(parent)].all().send<&Block::bequeath>(
          setup_.tree, parent, region, arrays_.back());
    } else {
      arrays_.back().all().send<&Block::begin>();
    }
    co_await job_->reduction<BlockFigures>("mesh begun");
  }
  co_await tie_all();
}

void LevelMesh::remove() {
  for (std::size_t i = 0; i < arrays_.size(); ++i) end_blocks(arrays_[i], setup_.tree.cuts[i]);
  arrays_.clear();
}

ArrayProxy<Block> LevelMesh::make_array(std::int32_t region) {
  const MeshSetup setup = setup_of_region(setup_, region);
  const Point blocks = setup.cut.blocks();
  return job_->create_array<Block>(Index3{{blocks[0], blocks[1], blocks[2]}},
                                   setup_.places[static_cast<std::size_t>(region)], description_,
                                   setup, 0, GroupProxy<FacePacker>());
}

Task<void> LevelMesh::tie_all() {
  for (std::int32_t region = 0; region < region_count(); ++region) {
    arrays_[static_cast<std::size_t>(region)].all().send<&Block::tie>(setup_.tree, region, arrays_);
  }
  for (std::int32_t region = 0; region < region_count(); ++region) {
    co_await job_->reduction(name_in_region("mesh tied", region));
  }
}

Task<void> LevelMesh::change_regions(LevelSetup setup) {
  or_bad_input(validate(course(), setup));
  const LevelSetup before = std::exchange(setup_, std::move(setup));
  const std::vector<ArrayProxy<Block>> arrays = std::exchange(arrays_, {});
  std::vector<bool> stays(arrays.size(), false);
  Results results;
  for (std::int32_t i = 0; std::cmp_less(i, course().plan().reductions.size()); ++i) {
    results.push_back(co_await result(i, arrays.front()));
  }
  for (std::int32_t region = 0; region < region_count(); ++region) {
    const Region& now = setup_.tree.region(region);
    const auto same = std::ranges::find_if(before.tree.regions, [&](const Region& one) {
      return one.level == now.level && one.box == now.box;
    });
    if (same == before.tree.regions.end()) {
      arrays_.push_back(make_array(region));
      co_await fill_region(before, arrays, region);
      for (const auto& [number, value] : parameters_) {
        arrays_.back().all().send<&Block::set_parameter>(number, value);
      }
      for (std::size_t number = 0; number < results.size(); ++number) {
        arrays_.back().all().send<&Block::set_result>(static_cast<std::int32_t>(number),
                                                      results[number]);
      }
      continue;
    }
    const auto number = static_cast<std::size_t>(same - before.tree.regions.begin());
    stays[number] = true;
    arrays_.push_back(arrays[number]);
    setup_.tree.cuts[static_cast<std::size_t>(region)] = before.tree.cuts[number];
    setup_.places[static_cast<std::size_t>(region)] = before.places[number];
  }
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (!stays[i]) end_blocks(arrays[i], before.tree.cuts[i]);
  }
  co_await tie_all();
}

/// Its parent is one of now; others of its level are of before, and rest.
Task<void> LevelMesh::fill_region(const LevelSetup& before,
                                  const std::vector<ArrayProxy<Block>>& arrays,
                                  std::int32_t region) {
  const LevelChange change{setup_.tree, before.tree, region};
  const Region& now = setup_.tree.region(region);
  const ArrayProxy<Block> array = arrays_.back();
  std::int64_t steps = steps_done_;
  for (std::int32_t l = 0; l < now.level; ++l) steps *= substeps;
  array.all().send<&Block::fill>(steps, change);
  arrays_[static_cast<std::size_t>(now.parent)].all().send<&Block::give>(change, now.parent, true,
                                                                         array);
  for (std::int32_t old = 0; std::cmp_less(old, arrays.size()); ++old) {
    if (before.tree.region(old).level != now.level) continue;
    arrays[static_cast<std::size_t>(old)].all().send<&Block::give>(change, old, false, array);
  }
  co_await job_->reduction("mesh filled");
}

Task<RunFigures> LevelMesh::run(std::int64_t steps) {
  RunFigures figures;
  figures.steps = steps;
  for (const Region& region : regions()) figures.points += region.box.point_count();
  if (steps == 0) co_return figures;
  if (steps_done_ > 0) co_await job_->balance();
  const double begin_s = job_->seconds();
  for (std::int32_t region = 0; region < region_count(); ++region) {
    std::int64_t limit = steps_done_ + steps;
    for (std::int32_t l = 0; l < setup_.tree.region(region).level; ++l) limit *= substeps;
    arrays_[static_cast<std::size_t>(region)].all().send<&Block::advance>(limit);
  }
  figures.blocks = co_await wait_for_all("mesh rest");
  steps_done_ += steps;
  figures.seconds = job_->seconds() - begin_s;
  co_return figures;
}

Task<BlockFigures> LevelMesh::wait_for_all(const char* name) {
  BlockFigures all;
  for (std::int32_t region = 0; region < region_count(); ++region) {
    all.add(co_await job_->reduction<BlockFigures>(name_in_region(name, region)));
  }
  co_return all;
}

Task<void> LevelMesh::analyse() {
  for (const auto& array : arrays_) array.all().send<&Block::analyse>();
  co_await wait_for_all("mesh analysed");
}

Task<FieldFigures> LevelMesh::measure(std::int32_t region, std::int32_t field) {
  arrays_[static_cast<std::size_t>(region)].all().send<&Block::measure>(field, -1);
  co_return co_await job_->reduction<FieldFigures>(name_in_region("mesh figures", region));
}

Task<FieldFigures> LevelMesh::measure_all(std::int32_t field, std::int32_t imaginary) {
  FieldFigures all;
  for (const auto& array : arrays_) array.all().send<&Block::weigh>(field, imaginary);
  for (std::int32_t region = 0; region < region_count(); ++region) {
    all.add(co_await job_->reduction<FieldFigures>(name_in_region("mesh figures", region)));
  }
  co_return all;
}

Task<std::vector<double>> LevelMesh::result(std::int32_t number) {
  return result(number, arrays_.front());
}

Task<std::vector<double>> LevelMesh::result(std::int32_t number, ArrayProxy<Block> blocks) {
  Future<std::vector<double>> told("a reduction's values");
  blocks[Index3{{0, 0, 0}}].send<&Block::tell_reduction>(number, told.callback());
  co_return co_await told;
}

Task<void> LevelMesh::visit(std::int64_t what) {
  for (const auto& array : arrays_) array.all().send<&Block::visit>(what);
  for (std::int32_t region = 0; region < region_count(); ++region) {
    co_await job_->reduction(name_in_region("mesh visited", region));
  }
}

Task<std::vector<double>> LevelMesh::gather(std::int32_t region, std::int32_t field) {
  co_return co_await gather_part(region, field, setup_.tree.region(region).box);
}

Task<std::vector<double>> LevelMesh::gather_part(std::int32_t region, std::int32_t field,
                                                 const Box& part) {
  Future<void> whole("all points of a field");
  const auto collector = create_chare<FieldCollector>(this_pe(), part, whole.callback());
  arrays_[static_cast<std::size_t>(region)].all().send<&Block::collect_part>(collector, field,
                                                                             part);
  co_await whole;
  std::vector<double> values = collector.local()->take_values();
  collector.destroy();
  co_return values;
}

void LevelMesh::set_parameter(std::int32_t number, const ParameterValue& value) {
  parameters_.insert_or_assign(number, std::bit_cast<std::int64_t>(value));
  for (const auto& array : arrays_) {
    array.all().send<&Block::set_parameter>(number, std::bit_cast<std::int64_t>(value));
  }
}

}  // namespace isthmus::mesh
