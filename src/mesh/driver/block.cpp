#include "mesh/driver/block.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "mesh/driver/serial_mesh.hpp"

namespace isthmus::mesh {
namespace {

// Faces that leave a PE, and the work of blocks that wait for such faces, go before other work: the
// sooner they go, the more of their way is hidden. What is computed ahead has time.
constexpr std::int32_t urgent = -1;
constexpr std::int32_t patient = 1;

constexpr std::int32_t slabs_ahead = 8;

}  // namespace

void BlockFigures::add(const BlockFigures& other) {
  compute_s += other.compute_s;
  points += other.points;
  points_twice += other.points_twice;
  flops += other.flops;
  messages += other.messages;
  elapsed_s += other.elapsed_s;
  rests += other.rests;
  plain_bytes += other.plain_bytes;
  packed_bytes += other.packed_bytes;
  packing_s += other.packing_s;
  level_bytes += other.level_bytes;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    sent_bytes[d] += other.sent_bytes[d];
    in_place_bytes[d] += other.in_place_bytes[d];
  }
}

Block::Block(std::string description, MeshSetup setup, std::int32_t mark_every,
             const GroupProxy<FacePacker>& packer)
    : description_(std::move(description)),
      setup_(std::move(setup)),
      mark_every_(mark_every),
      subgrid_(course_of(description_), setup_, place()),
      packer_(packer) {
  moment_.time = setup_.start_time;
  moment_.step_size = setup_.step_size;
  look_around();
}

void Block::look_around() {
  const Point at = place();
  const Point blocks = setup_.cut.blocks();
  for (std::size_t face = 0; face < face_count; ++face) {
    const std::size_t d = face / 2;
    Point next = at;
    next[d] = (at[d] + (face % 2 == 0 ? blocks[d] - 1 : 1)) % blocks[d];
    is_self_[face] = next == at;
    neighbours_[face] = array()[Index3{{next[0], next[1], next[2]}}].with_priority(urgent);
  }
  set_priority();
}

void Block::set_priority() {
  is_urgent_ = false;
  for (std::size_t face = 0; face < face_count; ++face) {
    const BlockFace& there = subgrid_.face(face);
    if (there.is_boundary || there.is_open || is_self_[face]) continue;
    is_urgent_ = is_urgent_ || neighbours_[face].local() == nullptr;
  }
  self_ = proxy().with_priority(is_urgent_ ? urgent : 0);
  later_ = proxy().with_priority(patient);
}

void Block::after_migration() {
  look_around();
  // The window's begin is by another PE's clock and meter.
  watch_.is_disturbed = true;
  watch_.rested_ns = -1;
  begun_ns_ = -1;
}

std::string Block::waits_for() const {
  if (state_ == State::in_family) {
    return "blocks of other levels behind step " + std::to_string(moment_.step);
  }
  if (state_ == State::in_reduction || state_ == State::in_tying) {
    return "reductions in step " + std::to_string(moment_.step);
  }
  if (!is_exchanging()) return {};
  return std::to_string(std::popcount(static_cast<unsigned>(expected_ & ~delivered_))) +
         " faces of dimension " + std::to_string(dimension_) + " in step " +
         std::to_string(moment_.step);
}

void Block::begin() { start_phase(Phase::initial); }

void Block::analyse() {
  ISTHMUS_ASSERT(state_ == State::rest);
  step_behind_ = behind_;
  start_phase(Phase::analysis);
}

void Block::start_phase(Phase phase) {
  set_priority();
  phase_ = phase;
  next_ = 0;
  state_ = State::working;
  go_on();
}

void Block::advance(std::int64_t steps) {
  ISTHMUS_ASSERT(state_ == State::rest);
  limit_ = steps;
  begun_ns_ = settled_now_ns();
  if (watch_.is_on) watch_.end_rest(settled_now_ns(), meter_.local()->seconds());
  set_priority();
  if (moment_.step >= limit_) return come_to_rest("mesh rest");
  state_ = State::working;
  if (begin_step()) go_on();
}

void Block::leave_sync() {
  state_ = State::working;
  set_priority();
  if (begin_step()) go_on();
}

bool Block::begin_step() {
  if (watch_.waits_at(moment_.step)) {
    state_ = State::in_agreement;
    watch_.is_disturbed = true;
    return false;
  }
  if (watch_.changes_at(moment_.step)) {
    const Depths before = setup_.depths;
    setup_.change_planes(watch_.change);
    watch_.change.depth = 0;
    watch_.is_disturbed = true;
    if (setup_.depths != before) subgrid_.change_depths(setup_, place());
  }
  subgrid_.begin_step();
  return true;
}

void Block::watch(const ChareProxy<Pilot>& pilot, const GroupProxy<WorkMeter>& meter) {
  pilot_ = pilot;
  meter_ = meter;
  watch_.is_on = true;
  const Point at = place();
  for (std::size_t face = 0; face < face_count; ++face) {
    const auto plane = at[face / 2] + static_cast<std::int32_t>(face % 2);
    const bool is_held = setup_.adaptation.holds(face / 2, plane);
    if (is_held && !subgrid_.face(face).is_boundary) watch_.is_facing = true;
  }
}

void Block::promise(std::int32_t ahead) {
  watch_.limit = moment_.step + ahead;
  pilot_.with_priority(leading_priority).send<&Pilot::promised>(watch_.limit);
}

void Block::agree(const DepthChange& change) {
  watch_.limit = -1;
  watch_.change = change;
  if (state_ != State::in_agreement) return;
  state_ = State::working;
  if (begin_step()) go_on();
}

void Block::work() {
  is_working_ahead_ = false;
  go_on();
}

void Block::go_on() {
  is_woken_ = false;
  while (state_ == State::working) {
    if (is_exchanging()) {
      if (!has_all()) return work_ahead();
      begin_stage(dimension_ + 1);
      continue;
    }
    if (!do_next()) return;
  }
}

bool Block::do_next() {
  const std::vector<Operation>& all = operations();
  // At the start ghosts are filled, and nothing is done.
  const bool is_at_end = next_ == all.size() || (phase_ == Phase::start && next_ > 0);
  if (is_at_end ? stops_behind_phase() && !awaited_.empty() : awaits(all[next_])) {
    state_ = State::in_reduction;
    return false;
  }
  if (is_at_end) return end_phase();
  const Operation& operation = all[next_];
  switch (operation.kind) {
    case Operation::Kind::compute:
      compute_next();
      if (operation.inherits) relatives_.inherit(place(), operation, subgrid_);
      ++next_;
      ++behind_;
      break;
    case Operation::Kind::reduce:
      reduce(operation);
      ++next_;
      ++behind_;
      break;
    case Operation::Kind::rotate:
      subgrid_.rotate(operation);
      ++next_;
      ++behind_;
      break;
    case Operation::Kind::repeat: {
      const std::size_t next = next_behind_repeat(all, next_, passes_, subgrid_.results());
      // Its begin is an event, behind which the operations are counted anew.
      passes_ = next > next_ ? 0 : passes_ + 1;
      next_ = next;
      ++behind_;
      break;
    }
    case Operation::Kind::synchronize:
      begin_event(operation);
      break;
  }
  return true;
}

/// Points beyond the block are others' to count.
Moment Block::moment_of(const Operation& operation) const {
  Moment moment = moment_;
  moment.time = setup_.start_time + static_cast<double>(moment_.step) * moment_.step_size +
                operation.time_offset * moment_.step_size;
  return moment;
}

void Block::compute_next() {
  const Operation& operation = operations()[next_];
  if (!ahead_.is_begun) {
    return compute_box(operation, subgrid_.target(phase_, operation, behind_));
  }
  Box rest = ahead_.inner;
  rest.low[2] = ahead_.done_below;
  compute_box(operation, rest);
  compute_shell(operation, ahead_.target, ahead_.inner);
  ahead_.is_begun = false;
}

void Block::compute_box(const Operation& operation, const Box& box) {
  if (box.is_empty()) return;
  const auto points = static_cast<double>(box.point_count());
  figures_.points += points;
  figures_.points_twice +=
      points - static_cast<double>(box.intersection(subgrid_.box()).point_count());
  figures_.flops += points * operation.flops;
  const TimeNs begin_ns = settled_now_ns();
  if (setup_.has_fields()) {
    subgrid_.compute(operation, box, moment_of(operation));
  } else {
    const double s = points * setup_.charges.flops(operation, subgrid_.course().flops()) /
                     setup_.charges.flops_a_second;
    charge(std::llround(s * 1e9));
  }
  const double seconds = static_cast<double>(settled_now_ns() - begin_ns) * 1e-9;
  figures_.compute_s += seconds;
  if (watch_.is_on) meter_.local()->add(seconds);
}

void Block::compute_shell(const Operation& operation, Box box, const Box& inner) {
  for (std::size_t d = dimension_count; d-- > 0;) {
    Box below = box;
    below.high[d] = inner.low[d];
    compute_box(operation, below);
    Box above = box;
    above.low[d] = inner.high[d];
    compute_box(operation, above);
    box.low[d] = inner.low[d];
    box.high[d] = inner.high[d];
  }
}

bool Block::end_phase() {
  switch (phase_) {
    case Phase::initial:
      start_phase(Phase::start);
      return false;
    case Phase::start:
      phase_ = Phase::step;
      next_ = 0;
      behind_ = 0;
      moment_.step = setup_.start_step;
      come_to_rest("mesh begun");
      return false;
    case Phase::analysis:
      phase_ = Phase::step;
      next_ = 0;
      behind_ = step_behind_;
      if (events_ > 0) {
        subgrid_.return_to(Phase::step, events_ - 1);
      } else {
        subgrid_.return_to(Phase::start, 0);
      }
      come_to_rest("mesh analysed");
      return false;
    case Phase::step:
      return end_step();
  }
  return false;
}

bool Block::end_step() {
  ++moment_.step;
  next_ = 0;
  return meet_relatives() && finish_step();
}

bool Block::finish_step() {
  if (mark_every_ > 0 && moment_.step % mark_every_ == 0) contribute("mesh mark");
  if (moment_.step >= limit_) {
    come_to_rest("mesh rest");
    return false;
  }
  if (setup_.sync_every > 0 && moment_.step % setup_.sync_every == 0) {
    state_ = State::in_sync;
    watch_.is_disturbed = true;
    at_sync<&Block::leave_sync>();
    return false;
  }
  return begin_step();
}

bool Block::stops_behind_step() const {
  const std::int64_t steps = moment_.step + 1;
  return watch_.waits_at(steps) || watch_.changes_at(steps) || steps >= limit_ ||
         (setup_.sync_every > 0 && steps % setup_.sync_every == 0);
}

void Block::come_to_rest(const char* name) {
  state_ = State::rest;
  if (begun_ns_ >= 0) {
    figures_.elapsed_s += static_cast<double>(settled_now_ns() - begun_ns_) * 1e-9;
    figures_.rests += 1;
    begun_ns_ = -1;
  }
  if (watch_.is_on) watch_.begin_rest(settled_now_ns(), meter_.local()->seconds());
  contribute(name_in_region(name, relatives_.region()), std::exchange(figures_, {}),
             AddBlockFigures());
}

std::int64_t Block::event_of_phase() const {
  const auto& all = operations();
  return std::ranges::count_if(
      all.begin(), all.begin() + static_cast<std::ptrdiff_t>(next_),
      [](const Operation& operation) { return operation.kind == Operation::Kind::synchronize; });
}

void Block::work_ahead() {
  if (!setup_.interior_first || is_working_ahead_ || !find_work_ahead()) return;
  const Operation& operation = operations()[next_];
  Box slab = ahead_.inner;
  slab.low[2] = ahead_.done_below;
  slab.high[2] = std::min(ahead_.inner.high[2], slab.low[2] + ahead_.thickness);
  if (slab.is_empty()) return;
  compute_box(operation, slab);
  ahead_.done_below = slab.high[2];
  is_working_ahead_ = true;
  // By way of the PE's timers: between two messages it would not look at what has come.
  after(0, [later = later_] { later.send<&Block::work>(); });
}

/// Goes on to the next operation that computes, if that may begin.
bool Block::find_work_ahead() {
  if (ahead_.is_begun) return ahead_.done_below < ahead_.inner.high[2];
  if (phase_ == Phase::start) return false;
  while (true) {
    if (next_ == operations().size()) {
      if (phase_ != Phase::step || stops_behind_step() || subgrid_.keeps_past()) return false;
      if (!end_step()) return false;
    }
    const Operation& operation = operations()[next_];
    if (operation.kind == Operation::Kind::synchronize) return false;
    if (operation.kind == Operation::Kind::reduce || operation.kind == Operation::Kind::repeat ||
        awaits(operation)) {
      return false;
    }
    if (operation.kind == Operation::Kind::rotate) {
      subgrid_.rotate(operation);
      ++next_;
      ++behind_;
      continue;
    }
    if (!subgrid_.leaves_transfers_alone(operation)) return false;
    const Box target = subgrid_.target(phase_, operation, behind_);
    const Box inner = subgrid_.inner_target(operation, target, dimension_);
    if (inner.is_empty()) return false;
    ahead_ = {.is_begun = true,
              .target = target,
              .inner = inner,
              .done_below = inner.low[2],
              .thickness = std::max(1, (inner.extent(2) + slabs_ahead - 1) / slabs_ahead)};
    return true;
  }
}

}  // namespace isthmus::mesh
