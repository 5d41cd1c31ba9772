#include "isthmus/object/gauge.hpp"

namespace isthmus {

namespace {

// Fewer are looked through one by one.
constexpr std::size_t indexed_from = 16;

}  // namespace

std::size_t Load::find(const ObjectId& to) {
  if (sent_.size() < indexed_from) {
    for (std::size_t i = 0; i < sent_.size(); ++i) {
      if (sent_[i].to == to) return i;
    }
  } else {
    if (index_.empty()) {
      for (std::size_t i = 0; i < sent_.size(); ++i) index_.emplace(sent_[i].to, i);
    }
    if (const auto found = index_.find(to); found != index_.end()) return found->second;
    index_.emplace(to, sent_.size());
  }
  sent_.push_back({to});
  return sent_.size() - 1;
}

void Load::begin_period() {
  busy_ticks_ = 0;
  next_ = 0;
  if (std::erase_if(sent_, [](const Traffic& traffic) { return traffic.messages == 0; }) > 0) {
    index_.clear();
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
  index_.clear();
}

Gauge::Gauge(sched::Pe& pe, const Stamps& stamps) : stamps_(stamps), since_(stamps.now()) {
  pe.add_source(*this);
}

void Gauge::adopt(Object& object) {
  pause();
  if (const auto before = left_.find(object.id()); before != left_.end()) {
    object.load_ = before->second;
    left_.erase(before);
  } else if (unused_.empty()) {
    object.load_ = &loads_.emplace_back();
  } else {
    object.load_ = unused_.back();
    unused_.pop_back();
  }
}

void Gauge::abandon(Object& object) {
  pause();
  Load& load = *std::exchange(object.load_, nullptr);
  if (object.doomed_) return recycle(load);
  left_.emplace(object.id(), &load);
}

void Gauge::recycle(Load& load) {
  load.reset();
  unused_.push_back(&load);
}

void Gauge::begin_period(const std::vector<const Object*>& objects) {
  pause();
  for (const auto& [id, load] : left_) recycle(*load);
  left_.clear();
  for (const Object* object : objects) object->load_->begin_period();
}

}  // namespace isthmus
