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
  const TimeNs begin_ns = settled_now_ns();
  for (const std::int32_t number : operation.reductions) {
    ReductionPart part{number, {}};
    if (setup_.has_fields()) {
      const auto& reduction = subgrid_.course().plan().reductions[static_cast<std::size_t>(number)];
      part.figures = FieldFigures(subgrid_.fields()[reduction.field], subgrid_.box());
    }
    awaited_.push_back(number);
    contribute(std::move(part), AddReductionParts(),
               Callback<ReductionPart>(array().all().callback<&Block::take_reduction>()));
  }
  const double seconds = static_cast<double>(settled_now_ns() - begin_ns) * 1e-9;
  figures_.compute_s += seconds;
  if (watch_.is_on) meter_.local()->add(seconds);
}

void Block::take_reduction(const ReductionPart& whole) {
  if (std::erase(awaited_, whole.number) != 1) {
    throw std::logic_error("a reduction that is not awaited: number " +
                           std::to_string(whole.number));
  }
  subgrid_.reduced()[static_cast<std::size_t>(whole.number)] = whole.figures.reduced();
  if (state_ == State::in_reduction) state_ = State::working;
  if (state_ == State::working) go_on();
}

void Block::tell_reduction(std::int32_t number, const Callback<std::vector<double>>& target) {
  ISTHMUS_ASSERT(state_ == State::rest);
  const ReducedValues& values = subgrid_.reduced().at(static_cast<std::size_t>(number));
  isthmus::send(target, std::vector<double>(values.begin(), values.end()));
}

void Block::measure(std::int32_t field) {
  ISTHMUS_ASSERT(state_ == State::rest);
  check_field(subgrid_.course().plan(), field);
  contribute(name_in_region("mesh figures", relatives_.region()),
             FieldFigures(subgrid_.fields()[field], subgrid_.box()), AddFigures());
}

void Block::weigh(std::int32_t field) {
  ISTHMUS_ASSERT(state_ == State::rest && relatives_.is_tied());
  check_field(subgrid_.course().plan(), field);
  const LevelTree& tree = relatives_.tree();
  contribute(name_in_region("mesh figures", relatives_.region()),
             figures_of(tree.frame, tree.regions, relatives_.region(), subgrid_.fields()[field],
                        subgrid_.box()),
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
