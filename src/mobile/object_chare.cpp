#include "mobile/object_chare.hpp"

#include <utility>

namespace isthmus::mobile::detail {

CellBase::~CellBase() {
  if (node_ != nullptr) node_->forget(*this);
}

void CellBase::enter(Node& node, const Pointer& pointer) {
  node_ = &node;
  pointer_ = pointer;
  going_to_ = PeId::none();
  in_line_ = false;
  node.enrol(*this);
  if (!works_.empty()) node.work_changed(*this, load_, static_cast<std::ptrdiff_t>(works_.size()));
}

void CellBase::leave(const ObjectId& self) {
  const double load = load_;
  const auto count = static_cast<std::ptrdiff_t>(works_.size());
  std::map<std::uint64_t, std::unique_ptr<Parcel>> works = std::move(works_);
  works_.clear();
  if (count > 0) node_->work_changed(*this, -load, -count);
  const topology::Topology& topology = node_->topology();
  if (topology.process_of(going_to_) != topology.process_of(node_->self_)) {
    // They run into the forwarding of this PE, behind the object.
    node_->object_messages_ += waiting_.size() + works.size();
    for (auto& [turn, parcel] : waiting_) parcel->resend(self);
    for (auto& [number, parcel] : works) {
      parcel->envelope.work_number = number;
      parcel->resend(self);
    }
    waiting_.clear();
    load_ = 0;
  } else {
    works_ = std::move(works);
  }
  node_->forget(*this);
  node_ = nullptr;
}

std::unique_ptr<Holding> CellBase::take_expected() {
  const auto found = node_->expected_.find(pointer_);
  if (found == node_->expected_.end()) return nullptr;
  std::unique_ptr<Holding> data = std::move(found->second);
  node_->expected_.erase(found);
  return data;
}

std::unique_ptr<Newborn> CellBase::take_newborn() {
  const auto found = node_->newborns_.find(pointer_);
  if (found == node_->newborns_.end()) {
    throw UsageError("object " + pointer_.text() + " is made where nothing was made for it");
  }
  std::unique_ptr<Newborn> newborn = std::move(found->second);
  node_->newborns_.erase(found);
  return newborn;
}

void CellBase::fail_wrong_type() const {
  throw UsageError("object " + pointer_.text() + " was installed with data of another type");
}

bool CellBase::takes_turn(const Envelope& envelope) {
  if (!installed_ || !node_->open_ || envelope.is_work()) return false;
  std::uint64_t& next = turns_[envelope.sender];
  if (envelope.sequence != next) return false;
  ++next;
  return true;
}

void CellBase::keep(std::unique_ptr<Parcel> parcel) {
  const Envelope envelope = parcel->envelope;
  if (envelope.work_number > 0) return add_work(std::move(parcel));
  waiting_.emplace(std::pair(envelope.sender, envelope.sequence), std::move(parcel));
  drain_from(envelope.sender);
}

void CellBase::drain_from(std::uint32_t sender) {
  while (installed_ && !waiting_.empty()) {
    std::uint64_t& next = turns_[sender];
    const auto found = waiting_.find({sender, next});
    if (found == waiting_.end() || !node_->open_) return;
    ++next;
    std::unique_ptr<Parcel> parcel = std::move(found->second);
    waiting_.erase(found);
    if (parcel->envelope.is_work()) {
      add_work(std::move(parcel));
    } else {
      parcel->run(*this);
    }
  }
}

void CellBase::drain() {
  std::vector<std::uint32_t> senders;
  for (const auto& [turn, parcel] : waiting_) {
    if (senders.empty() || senders.back() != turn.first) senders.push_back(turn.first);
  }
  for (const std::uint32_t sender : senders) drain_from(sender);
  consider_work();
}

void CellBase::add_work(std::unique_ptr<Parcel> parcel) {
  const std::uint64_t number =
      parcel->envelope.work_number > 0 ? parcel->envelope.work_number : ++works_come_;
  const double hint = parcel->envelope.hint;
  works_.emplace(number, std::move(parcel));
  change_load(hint, 1);
  consider_work();
}

void CellBase::consider_work() {
  if (node_->open_ && !in_line_ && has_ready_work()) node_->stand_in_line(*this);
}

bool CellBase::run_next_work() {
  const auto found = works_.find(++works_begun_);
  const std::unique_ptr<Parcel> work = std::move(found->second);
  works_.erase(found);
  work->run(*this);
  change_load(-work->envelope.hint, -1);
  return has_ready_work();
}

void CellBase::change_load(double load, std::ptrdiff_t count) {
  load_ = works_.empty() ? 0 : load_ + load;
  node_->work_changed(*this, load, count);
}

}  // namespace isthmus::mobile::detail
