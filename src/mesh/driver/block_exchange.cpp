// A block and its neighbours: events at which planes exchange, and faces of ghosts.
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "mesh/driver/block.hpp"

namespace isthmus::mesh {
namespace {

// A face of at most so many doubles is copied into its message, which is memory that is used again;
// a larger one goes as the vector that it was packed into.
constexpr std::size_t small_face_max = 4096;

constexpr std::uint8_t bit(std::size_t face) { return static_cast<std::uint8_t>(1U << face); }
constexpr std::size_t opposite(std::size_t face) { return face ^ 1U; }

}  // namespace

void Block::begin_event(const Operation& operation) {
  subgrid_.begin_event(phase_, phase_ == Phase::step ? events_++ : event_of_phase());
  if (watch_.is_facing && phase_ == Phase::step) end_window();
  subgrid_.fill_boundaries(operation, phase_ == Phase::step, moment_.step_size);
  ++next_;
  behind_ = 0;
  begin_stage(0);
}

void Block::begin_stage(std::size_t dimension) {
  for (dimension_ = dimension; dimension_ < dimension_count; ++dimension_) {
    ++stage_;
    expected_ = delivered_ = sent_ = 0;
    for (const std::size_t face : {2 * dimension_, 2 * dimension_ + 1}) {
      const BlockFace& there = subgrid_.face(face);
      if (there.is_boundary || !there.exchanges || there.segment->transfers.empty()) continue;
      expected_ |= bit(face);
    }
    if (expected_ == 0) continue;
    if (is_self_[2 * dimension_]) {
      subgrid_.wrap_around(dimension_);
      delivered_ = expected_;
      continue;
    }
    for (const Arrival& arrival : inbox_.of(stage_, inbox_.arrived(stage_)).await_resume()) {
      const auto face = static_cast<std::size_t>(arrival.face);
      if (arrival.packed.empty()) {
        take_face(face, arrival.values);
      } else {
        take_packed(face, arrival.packed);
      }
    }
    for (const std::size_t face : {2 * dimension_, 2 * dimension_ + 1}) {
      if ((expected_ & bit(face)) != 0) meet(face);
    }
    if (!has_all()) return;
  }
}

void Block::meet(std::size_t face) {
  Block* const other = neighbours_[face].local();
  if (other == nullptr) return send_face(face);
  // Where it is not yet there, it will find this one waiting.
  if (other->stage_ != stage_ || !other->is_exchanging()) return;
  const std::size_t theirs = opposite(face);
  const bool gives = (other->delivered_ & bit(theirs)) == 0;
  const bool takes = (delivered_ & bit(face)) == 0 && (other->sent_ & bit(theirs)) == 0;
  if (gives && takes) {
    subgrid_.swap_face(face, other->subgrid_);
  } else if (gives) {
    other->subgrid_.copy_face(theirs, subgrid_);
  } else if (takes) {
    subgrid_.copy_face(face, other->subgrid_);
  }
  if (gives) {
    other->delivered_ |= bit(theirs);
    sent_ |= bit(face);
  }
  if (takes) {
    delivered_ |= bit(face);
    other->sent_ |= bit(theirs);
  }
  const auto bytes = static_cast<double>(sizeof(double) * subgrid_.size_to_send(face));
  figures_.in_place_bytes[face / 2] += bytes * (int{gives} + int{takes});
  if (other->has_all()) neighbours_[face].send_inline<&Block::pass_stage>();
}

void Block::pass_stage() {
  if (state_ != State::working || !is_exchanging() || !has_all()) return;
  // What it may compute inside differs from stage to stage, and is not for others to wait for. One
  // that faces other PEs has its turn among those that do, as the model of a step has it.
  if (setup_.interior_first || is_urgent_) return wake();
  begin_stage(dimension_ + 1);
  if (!is_exchanging()) wake();
}

bool Block::is_packed_at(std::size_t face) const {
  return setup_.packing.holds(face / 2, place()[face / 2] + static_cast<std::int32_t>(face % 2));
}

void Block::send_face(std::size_t face) {
  sent_ |= bit(face);
  figures_.messages += 1;
  if (is_packed_at(face)) return send_packed(face);
  const std::size_t size = subgrid_.size_to_send(face);
  figures_.sent_bytes[face / 2] += static_cast<double>(size * sizeof(double));
  const auto theirs = static_cast<std::int8_t>(opposite(face));
  // Blocks of levels have no packer.
  FacePacker* const packer = packer_.local();
  if (packer != nullptr && size <= small_face_max) {
    const std::span<const double> values = packer->plain(subgrid_, face);
    return neighbours_[face].send<&Block::ghosts>(stage_, theirs, values);
  }
  std::vector<double> values;
  subgrid_.pack_face(face, values);
  neighbours_[face].send<&Block::ghosts>(stage_, theirs, std::move(values));
}

void Block::send_packed(std::size_t face) {
  const TimeNs begin_ns = settled_now_ns();
  std::vector<std::byte> packed = packer_.local()->pack(subgrid_, face);
  count_packing(begin_ns);
  const auto bytes = static_cast<double>(packed.size());
  figures_.sent_bytes[face / 2] += bytes;
  figures_.packed_bytes += bytes;
  figures_.plain_bytes += static_cast<double>(subgrid_.size_to_send(face) * sizeof(double));
  neighbours_[face].send<&Block::packed_ghosts>(stage_, static_cast<std::int8_t>(opposite(face)),
                                                std::move(packed));
}

/// Compressing is work of the PE as computing is.
void Block::count_packing(TimeNs begin_ns) {
  const double seconds = static_cast<double>(settled_now_ns() - begin_ns) * 1e-9;
  figures_.packing_s += seconds;
  if (watch_.is_on) meter_.local()->add(seconds);
}

bool Block::is_awaited(std::size_t face) const {
  return face < face_count && (expected_ & bit(face)) != 0 && (delivered_ & bit(face)) == 0;
}

void Block::take_face(std::size_t face, std::span<const double> values) {
  if (!is_awaited(face) || !subgrid_.unpack_face(face, values)) {
    throw std::logic_error("a face of ghosts that is not awaited: number " + std::to_string(face) +
                           ", " + std::to_string(values.size()) + " values");
  }
  delivered_ |= bit(face);
}

void Block::take_packed(std::size_t face, std::span<const std::byte> packed) {
  const TimeNs begin_ns = settled_now_ns();
  if (!is_awaited(face) || !packer_.local()->unpack(subgrid_, face, packed)) {
    throw std::logic_error("a face of ghosts that is not awaited: number " + std::to_string(face) +
                           ", " + std::to_string(packed.size()) + " bytes, compressed");
  }
  count_packing(begin_ns);
  delivered_ |= bit(face);
}

void Block::ghosts(std::int64_t stage, std::int8_t face, std::span<const double> values) {
  if (is_early(stage)) {
    inbox_.put(stage, [&](Arrival& arrival) {
      arrival.face = face;
      arrival.values.assign(values.begin(), values.end());
      arrival.packed.clear();
    });
    return;
  }
  take_face(static_cast<std::size_t>(face), values);
  go_on_behind(static_cast<std::size_t>(face));
}

void Block::packed_ghosts(std::int64_t stage, std::int8_t face, std::span<const std::byte> packed) {
  if (is_early(stage)) {
    inbox_.put(stage, [&](Arrival& arrival) {
      arrival.face = face;
      arrival.packed.assign(packed.begin(), packed.end());
    });
    return;
  }
  take_packed(static_cast<std::size_t>(face), packed);
  go_on_behind(static_cast<std::size_t>(face));
}

void Block::go_on_behind(std::size_t face) {
  // A neighbour that was on this PE when this one came to the stage has gone since.
  if ((sent_ & bit(face)) == 0) send_face(face);
  if (has_all()) go_on();
}

void Block::wake() {
  if (is_woken_) return;
  is_woken_ = true;
  self_.send<&Block::go_on>();
}

/// Tells the pilot of the window that ends with an exchange at the planes, and begins another.
void Block::end_window() {
  const auto is_held = [&](std::size_t face) {
    const auto plane = place()[face / 2] + static_cast<std::int32_t>(face % 2);
    return setup_.adaptation.holds(face / 2, plane) && subgrid_.face(face).exchanges;
  };
  bool is_end = false;
  bool is_packed = false;
  for (std::size_t face = 0; face < face_count; ++face) {
    if (!is_held(face)) continue;
    is_end = true;
    // What is compressed always is no choice of the rule's.
    is_packed = is_packed || (setup_.packing.is_adapted && is_packed_at(face));
  }
  if (!is_end) return;
  const std::int64_t event = events_ - 1;
  const TimeNs now = settled_now_ns();
  const double busy_s = meter_.local()->seconds();
  if (watch_.begun_at >= 0) {
    const WindowMeasure measure{{static_cast<std::int32_t>(event - watch_.begun_at), is_packed},
                                static_cast<double>(now - watch_.begun_ns) * 1e-9,
                                busy_s - watch_.busy_s};
    pilot_.with_priority(leading_priority).send<&Pilot::seen>(event, measure, !watch_.is_disturbed);
  }
  watch_.begun_at = event;
  watch_.begun_ns = now;
  watch_.busy_s = busy_s;
  watch_.is_disturbed = false;
}

}  // namespace isthmus::mesh
