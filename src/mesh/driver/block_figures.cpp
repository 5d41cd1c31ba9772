// What a block is asked at rest, and the reductions in which it takes part.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "mesh/driver/block.hpp"
#include "mesh/refinement/level_figures.hpp"

namespace isthmus::mesh {
namespace {

/// A number of a field that has come in a message.
void check_field(const Plan& plan, std::int32_t field) {
  if (field >= 0 && std::cmp_less(field, plan.fields.size())) return;
  throw std::logic_error("a field that is none: number " + std::to_string(field) + " of " +
                         std::to_string(plan.fields.size()));
}

BlockVisitor& visitor() {
  static BlockVisitor the;
  return the;
}

}  // namespace

void set_block_visitor(BlockVisitor what) { visitor() = std::move(what); }

bool Block::awaits(const Operation& operation) const {
  return !awaited_.empty() && std::ranges::any_of(operation.reductions, [&](std::int32_t number) {
    return std::ranges::find(awaited_, number) != awaited_.end();
  });
}

void Block::reduce(const Operation& operation) {
  // A block without relatives does it when it has them: see Block::end_tying.
  const bool is_later = setup_.is_of_levels && !operation.is_of_region;
  if (relatives_.is_tied() ? !levels_meet(operation) : is_later) return;
  const TimeNs begin_ns = settled_now_ns();
  for (const std::int32_t number : operation.reductions) {
    awaited_.push_back(number);
    const auto whole = relatives_.is_tied()
                           ? regions_.front()[Index3{{0, 0, 0}}].callback<&Block::take_region>()
                           : array().all().callback<&Block::take_reduction>();
    contribute(part_of(number), AddReductionParts(), Callback<ReductionPart>(whole));
  }
  const double seconds = static_cast<double>(settled_now_ns() - begin_ns) * 1e-9;
  figures_.compute_s += seconds;
  if (watch_.is_on) meter_.local()->add(seconds);
}

bool Block::levels_meet(const Operation& operation) const {
  if (phase_ != Phase::step) return true;
  const std::int64_t steps = moment_.step + (operation.time_offset == 1 ? 1 : 0);
  std::int64_t in_one = 1;
  for (std::int32_t level = 0; level < relatives_.level(); ++level) in_one *= substeps;
  return steps % in_one == 0;
}

std::vector<Stencil> Block::stencils_of(const Reduction& interpolation) const {
  if (relatives_.is_tied()) {
    const LevelTree& tree = relatives_.tree();
    return mesh::stencils_of(interpolation, tree.frame, tree.regions);
  }
  return mesh::stencils_of(
      interpolation, setup_.geometry,
      {subgrid_.is_periodic(0), subgrid_.is_periodic(1), subgrid_.is_periodic(2)});
}

ReductionPart Block::part_of(std::int32_t number) const {
  ReductionPart part{number, {}, {}};
  const auto& reduction = subgrid_.course().plan().reductions[static_cast<std::size_t>(number)];
  if (!reduction.is_interpolation) part.figures.emplace();
  if (!setup_.has_fields()) return part;
  if (reduction.is_interpolation) {
    part.samples = samples_of(stencils_of(reduction), relatives_.region(),
                              subgrid_.fields()[reduction.field], subgrid_.box());
    return part;
  }
  const FigureSource source =
      figure_source(subgrid_.fields(), reduction.field, reduction.imaginary);
  if (relatives_.is_tied()) {
    const LevelTree& tree = relatives_.tree();
    part.figures =
        figures_of(tree.frame, tree.regions, relatives_.region(), source, subgrid_.box());
  } else {
    part.figures = FieldFigures(source, subgrid_.box());
  }
  return part;
}

void Block::take_region(const ReductionPart& of_region) {
  auto known = std::ranges::find(of_regions_, of_region.number,
                                 [](const RegionParts& one) { return one.part.number; });
  if (known == of_regions_.end()) {
    known = of_regions_.insert(known, {of_region, 1});
  } else {
    known->part.add(of_region);
    ++known->regions;
  }
  // Its own region's comes when it is tied, and knows how many there are.
  if (!relatives_.is_tied() || std::cmp_less(known->regions, regions_.size())) return;
  const ReductionPart whole = std::move(known->part);
  of_regions_.erase(known);
  for (const ArrayProxy<Block>& region : regions_) region.all().send<&Block::take_reduction>(whole);
}

void Block::take_reduction(const ReductionPart& whole) {
  if (std::erase(awaited_, whole.number) != 1) {
    throw std::logic_error("a reduction that is not awaited: number " +
                           std::to_string(whole.number));
  }
  const auto number = static_cast<std::size_t>(whole.number);
  const Reduction& reduction = subgrid_.course().plan().reductions[number];
  if (whole.figures) {
    subgrid_.results()[number] = as_result(whole.figures->reduced());
  } else if (setup_.has_fields()) {
    subgrid_.results()[number] = values_of(stencils_of(reduction), whole.samples);
  }
  if (state_ == State::in_tying) return end_tying();
  if (state_ == State::in_reduction) state_ = State::working;
  if (state_ == State::working) go_on();
}

void Block::tell_reduction(std::int32_t number, const Callback<std::vector<double>>& target) {
  ISTHMUS_ASSERT(state_ == State::rest);
  isthmus::send(target, subgrid_.results().at(static_cast<std::size_t>(number)));
}

void Block::set_result(std::int32_t number, const std::vector<double>& result) {
  ISTHMUS_ASSERT(state_ == State::rest);
  subgrid_.results().at(static_cast<std::size_t>(number)) = result;
}

void Block::measure(std::int32_t field, std::int32_t imaginary) {
  ISTHMUS_ASSERT(state_ == State::rest);
  check_field(subgrid_.course().plan(), field);
  if (imaginary != -1) check_field(subgrid_.course().plan(), imaginary);
  contribute(name_in_region("mesh figures", relatives_.region()),
             FieldFigures(figure_source(subgrid_.fields(), field, imaginary), subgrid_.box()),
             AddFigures());
}

void Block::weigh(std::int32_t field, std::int32_t imaginary) {
  ISTHMUS_ASSERT(state_ == State::rest && relatives_.is_tied());
  check_field(subgrid_.course().plan(), field);
  if (imaginary != -1) check_field(subgrid_.course().plan(), imaginary);
  const LevelTree& tree = relatives_.tree();
  contribute(name_in_region("mesh figures", relatives_.region()),
             figures_of(tree.frame, tree.regions, relatives_.region(),
                        figure_source(subgrid_.fields(), field, imaginary), subgrid_.box()),
             AddFigures());
}

void Block::collect(const ChareProxy<FieldCollector>& collector, std::int32_t field) {
  collect_part(collector, field, subgrid_.box());
}

void Block::collect_part(const ChareProxy<FieldCollector>& collector, std::int32_t field,
                         const Box& part) {
  check_field(subgrid_.course().plan(), field);
  const Box box = subgrid_.box().intersection(part);
  if (box.is_empty()) return;
  std::vector<double> values(static_cast<std::size_t>(box.point_count()));
  pack(subgrid_.fields()[field], box, values.data());
  collector.send<&FieldCollector::take>(box, std::move(values));
}

void Block::visit(std::int64_t what) {
  ISTHMUS_ASSERT(state_ == State::rest && visitor() != nullptr);
  visitor()(*this, what);
  contribute(name_in_region("mesh visited", relatives_.region()));
}

void Block::change_depths(const Depths& depths) {
  ISTHMUS_ASSERT(state_ == State::rest);
  setup_.depths = depths;
  watch_.is_disturbed = true;
  subgrid_.change_depths(setup_, place());
}

void Block::set_parameter(std::int32_t number, std::int64_t value) {
  ISTHMUS_ASSERT(state_ == State::rest);
  subgrid_.parameters().at(static_cast<std::size_t>(number)).integer = value;
}

}  // namespace isthmus::mesh
