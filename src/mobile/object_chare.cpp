#include "mobile/object_chare.hpp"

#include <utility>

namespace isthmus::mobile::detail {

ObjectChareBase::~ObjectChareBase() {
  if (rank_ != nullptr) rank_->forget(*this);
}

void ObjectChareBase::enter(Rank& rank, const Pointer& pointer) {
  rank_ = &rank;
  pointer_ = pointer;
  going_to_ = PeId::none();
  in_line_ = false;
  rank.enrol(*this);
  if (!works_.empty()) rank.work_changed(*this, load_, static_cast<std::ptrdiff_t>(works_.size()));
}

void ObjectChareBase::leave(const ObjectId& self) {
  const double load = load_;
  const auto count = static_cast<std::ptrdiff_t>(works_.size());
  std::map<std::uint64_t, std::unique_ptr<DeferredCall>> works = std::move(works_);
  works_.clear();
  if (count > 0) rank_->work_changed(*this, -load, -count);
  moved_ = static_cast<bool>(going_to_);
  const topology::Topology& topology = rank_->topology();
  // It goes nowhere where it is taken down for a checkpoint.
  if (going_to_ && topology.process_of(going_to_) != topology.process_of(rank_->pe_)) {
    // They run into the forwarding of this PE, behind the object.
    rank_->object_messages_ += waiting_.size() + works.size();
    for (auto& [turn, call] : waiting_) call->resend(self);
    for (auto& [number, call] : works) {
      call->envelope.work_number = number;
      call->resend(self);
    }
    waiting_.clear();
    load_ = 0;
  } else {
    works_ = std::move(works);
  }
  rank_->forget(*this);
  rank_ = nullptr;
}

std::unique_ptr<AnyData> ObjectChareBase::take_expected() {
  const auto found = rank_->expected_.find(pointer_);
  if (found == rank_->expected_.end()) return nullptr;
  std::unique_ptr<AnyData> data = std::move(found->second);
  rank_->expected_.erase(found);
  return data;
}

std::unique_ptr<PendingObject> ObjectChareBase::take_pending() {
  const auto found = rank_->pending_objects_.find(pointer_);
  if (found == rank_->pending_objects_.end()) {
    throw UsageError("object " + pointer_.text() + " is made where nothing was made for it");
  }
  std::unique_ptr<PendingObject> pending = std::move(found->second);
  rank_->pending_objects_.erase(found);
  return pending;
}

void ObjectChareBase::fail_wrong_type() const {
  throw UsageError("object " + pointer_.text() + " was installed with data of another type");
}

bool ObjectChareBase::takes_turn(const Envelope& envelope) {
  if (!installed_ || !rank_->open_ || envelope.is_work()) return false;
  std::uint64_t& next = turns_[envelope.sender];
  if (envelope.sequence != next) return false;
  ++next;
  return true;
}

void ObjectChareBase::keep(std::unique_ptr<DeferredCall> call) {
  const Envelope envelope = call->envelope;
  if (envelope.work_number > 0) return add_work(std::move(call));
  waiting_.emplace(std::pair(envelope.sender, envelope.sequence), std::move(call));
  drain_from(envelope.sender);
}

void ObjectChareBase::drain_from(std::uint32_t sender) {
  while (installed_ && !waiting_.empty()) {
    std::uint64_t& next = turns_[sender];
    const auto found = waiting_.find({sender, next});
    if (found == waiting_.end() || !rank_->open_) return;
    ++next;
    std::unique_ptr<DeferredCall> call = std::move(found->second);
    waiting_.erase(found);
    if (call->envelope.is_work()) {
      add_work(std::move(call));
    } else {
      call->run(*this);
    }
  }
}

void ObjectChareBase::drain() {
  if (moved_ && installed_ && rank_->open_) {
    moved_ = false;
    greet();
  }
  std::vector<std::uint32_t> senders;
  for (const auto& [turn, call] : waiting_) {
    if (senders.empty() || senders.back() != turn.first) senders.push_back(turn.first);
  }
  for (const std::uint32_t sender : senders) drain_from(sender);
  consider_work();
}

void ObjectChareBase::add_work(std::unique_ptr<DeferredCall> call) {
  const std::uint64_t number =
      call->envelope.work_number > 0 ? call->envelope.work_number : ++works_come_;
  const double hint = call->envelope.hint;
  works_.emplace(number, std::move(call));
  change_load(hint, 1);
  consider_work();
}

void ObjectChareBase::consider_work() {
  if (rank_->open_ && !in_line_ && has_ready_work()) rank_->stand_in_line(*this);
}

bool ObjectChareBase::run_next_work() {
  const auto found = works_.find(++works_begun_);
  const std::unique_ptr<DeferredCall> work = std::move(found->second);
  works_.erase(found);
  work->run(*this);
  change_load(-work->envelope.hint, -1);
  return has_ready_work();
}

void ObjectChareBase::change_load(double load, std::ptrdiff_t count) {
  load_ = works_.empty() ? 0 : load_ + load;
  rank_->work_changed(*this, load, count);
}

}  // namespace isthmus::mobile::detail
