#include "isthmus/object/load_meter.hpp"

#include <algorithm>

namespace isthmus::engine {

namespace {

// Fewer are looked through one by one.
constexpr std::size_t indexed_from = 16;
constexpr std::uint32_t looks_needed_min = 64;
constexpr std::uint32_t looks_needed_max = 4096;
constexpr std::uint32_t seldom = 16;

}  // namespace

std::size_t Load::find(const ObjectId& to) {
  if (sent_.size() < indexed_from) {
    for (std::size_t i = 0; i < sent_.size(); ++i) {
      if (sent_[i].to == to) return i;
    }
  } else {
    if (index_ == nullptr) {
      index_ = std::make_unique<Index>();
      for (std::size_t i = 0; i < sent_.size(); ++i) index_->emplace(sent_[i].to, i);
    }
    if (const auto found = index_->find(to); found != index_->end()) return found->second;
    index_->emplace(to, sent_.size());
  }
  sent_.push_back({to});
  return sent_.size() - 1;
}

void Load::begin_period() {
  busy_ticks_ = 0;
  next_ = 0;
  if (std::erase_if(sent_, [](const Traffic& traffic) { return traffic.messages == 0; }) > 0) {
    index_.reset();
  }
  for (Traffic& traffic : sent_) {
    traffic.messages = 0;
    traffic.bytes = 0;
  }
}

void Load::reset() {
  busy_ticks_ = 0;
  next_ = 0;
  sent_.clear();
  index_.reset();
}

LoadMeter::LoadMeter(sched::Pe& pe, const Stamps& stamps, TimeNs short_ns)
    : stamps_(stamps),
      short_ticks_(stamps.ticks(short_ns)),
      long_ticks_(4 * short_ticks_),
      since_(stamps.now()) {
  pe.add_source(*this);
}

// Long ones that come seldom would go unseen, so each one makes it harder to be taken for short;
// those that come very seldom are others' doing, who have interrupted a short one.
void LoadMeter::note_long(Pace& pace) {
  if (pace.looks >= seldom * pace.looks_needed) {
    pace.looks_needed = std::max(looks_needed_min, pace.looks_needed / 2);
  } else if (pace.looks >= pace.looks_needed) {
    pace.looks_needed = std::min(looks_needed_max, pace.looks_needed * 2);
  }
  pace.looks = 0;
}

void LoadMeter::make_paces(std::uint32_t last) {
  looked_at_ = nullptr;  // it would point to where they were
  paces_.resize(last + 1);
}

void LoadMeter::add(Object& object) {
  pause();
  if (const auto before = left_.find(object.id()); before != left_.end()) {
    state_of(object).load = before->second;
    left_.erase(before);
  } else if (unused_.empty()) {
    state_of(object).load = &loads_.emplace_back();
  } else {
    state_of(object).load = unused_.back();
    unused_.pop_back();
  }
}

void LoadMeter::remove(Object& object) {
  pause();
  Load& load = *std::exchange(state_of(object).load, nullptr);
  if (state_of(object).is_ending() || !is_measuring_) return recycle(load);
  left_.emplace(object.id(), &load);
}

void LoadMeter::recycle(Load& load) {
  load.reset();
  unused_.push_back(&load);
}

void LoadMeter::recycle_left() {
  for (const auto& [id, load] : left_) recycle(*load);
  left_.clear();
}

void LoadMeter::rest() {
  pause();
  recycle_left();
  is_measuring_ = false;
}

void LoadMeter::begin_period(const std::vector<const Object*>& objects) {
  pause();
  recycle_left();
  is_measuring_ = true;
  for (const Object* object : objects) state_of(*object).load->begin_period();
}

}  // namespace isthmus::engine
