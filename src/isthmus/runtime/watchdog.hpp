// isthmus/runtime/watchdog.hpp: notices that a job can make no more progress, and says why.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/collective/collectives.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/sched/pe.hpp"

namespace isthmus::engine::runtime {

/// Each PE has one; that of PE 0 watches. When nothing of the program has come to PE 0 for a while,
/// it asks for quiescence. If all is quiet, nobody else waits for that, and the runtime is at
/// nothing that the program may wait for, no message will ever come again, and whoever waits waits
/// for ever: every PE then tells who waits for what, and the job fails with ErrorCode::stalled. So
/// a stall is proven, never guessed from a time-out. What is asked and answered about the job
/// meanwhile is not of the program, and puts nothing off.
class Watchdog final : public sched::WorkSource {
 public:
  /// `is_over` tells that the job has ended, after which nobody stalls; it outlives this.
  /// `is_at_work` is asked on PE 0: whether the runtime is at something that quiescence does not
  /// see, and that the program may go on by. `stalls` is told there, before the job fails.
  struct Parts {
    Objects& objects;
    collective::PeCollectives& collectives;
    Log& log;
    TimeNs patience_ns;
    const Atomic<bool>& is_over;
    std::function<bool()> is_at_work;
    std::function<void(const std::string& what)> stalls;
  };
  explicit Watchdog(Parts parts);

  int poll(sched::Pe& pe, TimeNs now_ns, bool idle) override;
  TimeNs deadline_ns() const override;

 private:
  void stalled();
  void begin_again();
  void receive_request(MessagePtr message);
  void receive_lines(MessagePtr message);
  std::vector<std::string> lines_here() const;

  const Parts parts_;
  Objects& objects_;
  HandlerId request_handler_;
  HandlerId lines_handler_;
  bool watching_ = false;
  bool asking_ = false;         // all PEs have been asked who waits for what
  bool may_be_called_ = false;  // of the answers so far: there are threads beside the runtime's
  std::uint64_t seen_ = 0;      // what of the program PE 0 had sent and handled
  TimeNs idle_since_ns_ = never_ns;
  std::vector<std::pair<std::uint32_t, std::vector<std::string>>> lines_;  // by PE
};

}  // namespace isthmus::engine::runtime
