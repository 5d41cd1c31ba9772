#include "isthmus/network/change_protocol.hpp"

#include <utility>

namespace isthmus::engine::network {

void ChangeCoordinator::start() {
  refusal_.clear();
  ++number_;
  order(ChangeStep::prepare);
}

void ChangeCoordinator::order(ChangeStep step) {
  step_ = step;
  unreported_.insert(processes_.begin(), processes_.end());
}

ChangeCoordinator::Verdict ChangeCoordinator::take_report(ProcessId from, std::uint64_t number,
                                                          std::string refusal) {
  if (number != number_ || unreported_.erase(from) == 0) return Verdict::out_of_turn;
  if (refusal_.empty()) refusal_ = std::move(refusal);
  if (!unreported_.empty()) return Verdict::waits;
  if (step_ != ChangeStep::prepare) return Verdict::over;
  order(refusal_.empty() ? ChangeStep::begin : ChangeStep::cancel);
  return Verdict::next_step;
}

bool ChangeParticipant::follows(std::uint64_t number, ChangeStep step) const {
  switch (step) {
    case ChangeStep::prepare:
      return state_ == State::idle && number > number_;
    case ChangeStep::begin:
      return state_ == State::prepared && number == number_;
    case ChangeStep::cancel:
      return (state_ == State::prepared || state_ == State::refused) && number == number_;
  }
  return false;
}

bool ChangeParticipant::take_order(std::uint64_t number, ChangeStep step) {
  if (!follows(number, step)) return false;
  number_ = number;
  if (step == ChangeStep::begin) state_ = State::begun;
  return true;
}

void ChangeParticipant::note_prepared(bool is_prepared) {
  state_ = is_prepared ? State::prepared : State::refused;
}

}  // namespace isthmus::engine::network
