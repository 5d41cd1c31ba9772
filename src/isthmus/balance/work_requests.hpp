// isthmus/balance/work_requests.hpp: a PE asks others for work, and answers those that ask it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "isthmus/balance/strategy/pairing.hpp"
#include "isthmus/balance/strategy/work_stealing.hpp"

namespace isthmus::engine::balance {

/// A PE that asks for work, and what it says that it has.
struct WorkRequest {
  PeId from;
  std::uint64_t step = 0;
  Share share;
};

/// What has changed hands between the one that was asked and the one that has asked. Plain data,
/// sent from PE to PE.
struct WorkAnswer {
  std::vector<Piece> given;
  std::vector<Piece> taken;
};

/// What is told to whom is asked for work: of many pieces some of each weight, since only an
/// exchange needs any of them.
Share sample_of(const Share& share);

/// One PE's part in asking for work, in the steps of a job. Each PE asks one other at a time, which
/// evens out with it and says what has changed hands. Sends nothing.
class WorkRequests {
 public:
  /// PEs of the own site, and all, those that hold objects; both outlive this.
  WorkRequests(PeId self, std::span<const PeId> near, std::span<const PeId> pes)
      : self_(self), near_(near), pes_(pes) {}

  /// The next step, in which the PE asks these, one after the other. They outlive the step.
  void begin(std::span<const PeId> asked);
  /// The next step, in which it asks whom the thief draws, and gives work to nobody who would then
  /// end later.
  void begin(const Thief& thief);

  /// Whom the PE asks now, and whose answer it waits for then; none: it has asked enough.
  std::optional<PeId> next();
  /// Whether the PE can ask that by now: in this step, also when this PE has asked enough, or in
  /// the next one.
  bool is_expected(const WorkRequest& request) const;
  /// One that cannot be answered yet.
  void hold(WorkRequest request) { held_.push_back(std::move(request)); }
  /// Whether it is of the present step.
  bool is_due(const WorkRequest& request) const { return request.step == step_; }
  /// Those held that are of the present step, in the order in which they came; they are held no
  /// longer.
  std::vector<WorkRequest> take_due();
  /// Evens out with the one that asks.
  WorkAnswer answer(WorkRequest request, Share& own) const;

  /// Whether the PE has been asked and has not answered.
  bool is_answer_expected(PeId from) const { return answerer_ == from; }
  /// Takes in what an answer says that has changed hands.
  void take(const WorkAnswer& answer, Share& own);

 private:
  void begin();
  std::optional<PeId> draw();

  PeId self_;
  std::span<const PeId> near_;
  std::span<const PeId> pes_;
  std::uint64_t step_ = 0;
  std::span<const PeId> asked_;  // those that are left
  std::optional<Thief> thief_;   // who asks in their stead
  std::optional<PeId> answerer_;
  std::vector<WorkRequest> held_;
};

}  // namespace isthmus::engine::balance
