// isthmus/network/change_protocol.hpp: how all processes of a job change their chains, or none.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/ids.hpp"

namespace isthmus::engine::network {

/// What the coordinator orders, in the two phases of Gray (1978): all prepare; then all begin, or,
/// where one could not prepare, all that did cancel.
enum class ChangeStep : std::uint8_t { prepare, begin, cancel };

/// Knows which step of which change is under way, and who has not reported it yet. One in a job;
/// sends nothing itself.
class ChangeCoordinator {
 public:
  enum class Verdict {
    out_of_turn,  ///< Nothing was to be reported by that process.
    waits,        ///< Others have not reported yet.
    next_step,    ///< All have; the next step is to be ordered of all.
    over,         ///< All have, and that was the last one.
  };

  /// Of these processes.
  explicit ChangeCoordinator(std::vector<ProcessId> processes) : processes_(std::move(processes)) {}

  /// The next change, when none is under way: orders its first step of all.
  void start();
  /// `refusal` is empty where the step was done.
  Verdict take_report(ProcessId from, std::uint64_t number, std::string refusal);

  std::uint64_t number() const { return number_; }  ///< Of the change; no two have the same.
  ChangeStep step() const { return step_; }
  /// Why nothing is changed: the first that was reported; else empty.
  const std::string& refusal() const { return refusal_; }

 private:
  void order(ChangeStep step);

  const std::vector<ProcessId> processes_;
  std::uint64_t number_ = 0;
  ChangeStep step_{};
  std::set<ProcessId> unreported_;
  std::string refusal_;
};

/// Knows where one process is, and so which order makes sense there.
class ChangeParticipant {
 public:
  /// False, and nothing has happened, unless the order follows what was ordered before.
  bool take_order(std::uint64_t number, ChangeStep step);
  /// After an order to prepare: whether that could be done.
  void note_prepared(bool is_prepared);
  /// The change is done, or cancelled.
  void note_over() { state_ = State::idle; }

  std::uint64_t number() const { return number_; }  ///< Of the change ordered last.
  /// There is something to cancel.
  bool is_prepared() const { return state_ == State::prepared; }

 private:
  enum class State : std::uint8_t { idle, prepared, refused, begun };

  bool follows(std::uint64_t number, ChangeStep step) const;

  std::uint64_t number_ = 0;
  State state_ = State::idle;
};

}  // namespace isthmus::engine::network
