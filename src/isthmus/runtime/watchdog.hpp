// isthmus/runtime/watchdog.hpp: notices that a job can make no more progress, and says why.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/collective/collectives.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/sched/pe.hpp"
#include "isthmus/store/checkpoints.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::runtime {

/// Each PE has one; that of PE 0 watches. When PE 0 has had nothing to do for a while, it asks for
/// quiescence. If all is quiet and nobody else waits for that, no message will ever come again, and
/// whoever waits waits for ever: every PE then tells who waits for what, and the job fails with
/// ErrorCode::stalled. So a stall is proven, never guessed from a time-out.
class Watchdog final : public sched::WorkSource {
 public:
  /// `is_over` tells that the job has ended, after which nobody stalls; it outlives this, and so do
  /// the checkpoints, which may wait for a disk.
  Watchdog(Objects& objects, collective::PeCollectives& collectives,
           const store::Checkpoints& checkpoints, Log& log, TimeNs patience_ns,
           const Atomic<bool>& is_over);

  int poll(sched::Pe& pe, TimeNs now_ns, bool idle) override;
  TimeNs deadline_ns() const override;

 private:
  void stalled();
  void begin_again();
  void receive_request(MessagePtr message);
  void receive_lines(MessagePtr message);
  std::vector<std::string> lines_here() const;

  Objects& objects_;
  collective::PeCollectives& collectives_;
  const store::Checkpoints& checkpoints_;
  Log& log_;
  TimeNs patience_ns_;
  const Atomic<bool>& is_over_;
  HandlerId request_handler_;
  HandlerId lines_handler_;
  bool watching_ = false;
  bool asking_ = false;         // all PEs have been asked who waits for what
  bool may_be_called_ = false;  // of the answers so far: there are threads beside the runtime's
  TimeNs idle_since_ns_ = never_ns;
  std::vector<std::pair<std::uint32_t, std::vector<std::string>>> lines_;  // by PE
};

}  // namespace isthmus::runtime
