// A block among those of other levels: behind each step it gets values of finer ones, and where it
// is at the same time as the coarser level, gives its own back and gets ghosts.
#include <utility>

#include "mesh/driver/block.hpp"

namespace isthmus::mesh {
namespace {

Index3 index_of(const Point& place) { return Index3{{place[0], place[1], place[2]}}; }

}  // namespace

void Block::tie(const LevelTree& tree, std::int32_t region,
                const std::vector<ArrayProxy<Block>>& regions) {
  ISTHMUS_ASSERT(state_ == State::rest);
  relatives_.inheritance = {};
  relatives_.tie(subgrid_.course(), tree, region, place());
  regions_ = regions;
  if (moment_.step > 0) {
    // It may be the first time that it has any, and nothing is awaited of steps that are over.
    (void)relatives_.from_children.of(moment_.step + 1, 0);
    (void)relatives_.from_parent.of(moment_.step + 1, 0);
    contribute(name_in_region("mesh tied", region));
    return;
  }
  relatives_.is_beginning = true;
  go_on_from_relatives();
}

void Block::begin_behind(const LevelTree& tree, std::int32_t region) {
  Relatives::Inheritance& inheritance = relatives_.inheritance;
  inheritance.tree = tree;
  inheritance.region = region;
  inheritance.ties = ties_to_parent(tree, region, place(), pieces_for_ghosts);
  inheritance.is_on = true;
  if (inheritance.has_all()) start_phase(Phase::initial);
}

void Block::bequeath(const LevelTree& tree, std::int32_t own, std::int32_t region,
                     const ArrayProxy<Block>& blocks) {
  ISTHMUS_ASSERT(state_ == State::rest);
  for (const Tie& tie : ties_to_children(tree, own, place(), pieces_for_ghosts)) {
    if (tie.region != region) continue;
    blocks[index_of(tie.place)].send<&Block::take_bequest>(own, place(),
                                                           Relatives::bequest_for(tie, subgrid_));
  }
}

void Block::take_bequest(std::int32_t from, const Point& place, std::span<const double> values) {
  Relatives::Inheritance& inheritance = relatives_.inheritance;
  inheritance.parcels.push_back({from, place, {values.begin(), values.end()}});
  if (inheritance.is_on && inheritance.has_all()) start_phase(Phase::initial);
}

void Block::fill(std::int64_t steps, const LevelChange& change) {
  moment_.step = steps;
  events_ = steps * subgrid_.course().events();
  phase_ = Phase::step;
  subgrid_.return_to(Phase::step, events_ - 1);
  // What comes for steps that are over is never awaited.
  (void)relatives_.from_children.of(steps, 0);
  (void)relatives_.from_parent.of(steps, 0);
  Relatives::Filling& filling = relatives_.filling;
  filling.change = change;
  filling.ties_to_parent = ties_to_parent(change.now, change.region, place(), pieces_for_all);
  filling.ties_to_before = ties_to_before(change, place());
  filling.is_on = true;
  if (filling.has_all()) end_filling();
}

void Block::give(const LevelChange& change, std::int32_t own, bool is_parent,
                 const ArrayProxy<Block>& region) {
  ISTHMUS_ASSERT(state_ == State::rest);
  const std::vector<Tie> ties = is_parent
                                    ? ties_to_children(change.now, own, place(), pieces_for_all)
                                    : ties_from_before(change, own, place());
  for (const Tie& tie : ties) {
    if (tie.region != change.region) continue;
    std::vector<double> values =
        is_parent ? Relatives::all_for(tie, subgrid_) : Relatives::points_for(tie, subgrid_);
    region[index_of(tie.place)].send<&Block::take>(own, is_parent, place(), std::move(values));
  }
}

void Block::take(std::int32_t from, bool is_parent, const Point& place,
                 std::span<const double> values) {
  Relatives::Filling& filling = relatives_.filling;
  (is_parent ? filling.of_parent : filling.of_before)
      .push_back({from, place, {values.begin(), values.end()}});
  if (filling.is_on && filling.has_all()) end_filling();
}

void Block::end_filling() {
  relatives_.fill(place(), subgrid_);
  contribute("mesh filled");
}

bool Block::meet_relatives() {
  if (!relatives_.is_tied()) return true;
  const std::int64_t step = moment_.step;
  state_ = State::in_family;
  if (!relatives_.has_met_children) {
    const std::size_t awaited = relatives_.is_beginning ? 0 : relatives_.awaited_from_children();
    if (relatives_.from_children.arrived(step) < awaited) return false;
    if (awaited > 0) {
      relatives_.take_values(relatives_.from_children.of(step, awaited).await_resume(), subgrid_);
    }
    relatives_.has_met_children = true;
    send_to_relatives();
  }
  if (relatives_.has_parent() && Relatives::is_aligned(step)) {
    const std::size_t awaited = relatives_.awaited_from_parent();
    if (relatives_.from_parent.arrived(step) < awaited) return false;
    if (awaited > 0) {
      relatives_.take_ghosts(relatives_.from_parent.of(step, awaited).await_resume(), subgrid_,
                             relatives_.is_beginning);
    }
  }
  relatives_.has_met_children = false;
  state_ = State::working;
  return true;
}

void Block::send_to_relatives() {
  const std::int64_t step = moment_.step;
  const auto block = [&](const Tie& tie) {
    return regions_[static_cast<std::size_t>(tie.region)][index_of(tie.place)].with_priority(-1);
  };
  const auto note = [&](const std::vector<double>& values) {
    figures_.messages += 1;
    figures_.level_bytes += static_cast<double>(values.size() * sizeof(double));
  };
  if (relatives_.has_parent() && Relatives::is_aligned(step) && !relatives_.is_beginning) {
    for (const Tie& tie : relatives_.values_for_parent()) {
      std::vector<double> values = relatives_.values_for(tie, subgrid_);
      note(values);
      block(tie).send<&Block::from_child>(step / substeps, relatives_.region(), place(),
                                          std::move(values));
    }
  }
  for (const Tie& tie : relatives_.ghosts_for_children()) {
    std::vector<double> values = relatives_.ghosts_for(tie, subgrid_, relatives_.is_beginning);
    note(values);
    block(tie).send<&Block::from_parent>(step * substeps, relatives_.region(), place(),
                                         std::move(values));
  }
}

void Block::go_on_from_relatives() {
  if (!meet_relatives()) return;
  if (std::exchange(relatives_.is_beginning, false)) {
    // Reductions of the initial data: now that all levels have theirs.
    phase_ = Phase::initial;
    for (const Operation& operation : operations()) {
      if (operation.kind == Operation::Kind::reduce) reduce(operation);
    }
    phase_ = Phase::step;
    state_ = State::in_tying;
    return end_tying();
  }
  if (finish_step()) go_on();
}

void Block::end_tying() {
  if (!awaited_.empty()) return;
  state_ = State::rest;
  contribute(name_in_region("mesh tied", relatives_.region()));
}

void Block::from_parent(std::int64_t step, std::int32_t region, const Point& place,
                        std::span<const double> values) {
  relatives_.from_parent.put(step, [&](Parcel& parcel) {
    parcel.region = region;
    parcel.place = place;
    parcel.values.assign(values.begin(), values.end());
  });
  if (state_ == State::in_family) go_on_from_relatives();
}

void Block::from_child(std::int64_t step, std::int32_t region, const Point& place,
                       std::span<const double> values) {
  relatives_.from_children.put(step, [&](Parcel& parcel) {
    parcel.region = region;
    parcel.place = place;
    parcel.values.assign(values.begin(), values.end());
  });
  if (state_ == State::in_family) go_on_from_relatives();
}

}  // namespace isthmus::mesh
