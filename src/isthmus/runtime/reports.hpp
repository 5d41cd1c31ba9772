// isthmus/runtime/reports.hpp: what all PEs of a job have to report at its end.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/network/router.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/sched/time_account.hpp"

namespace isthmus::engine::runtime {

/// What a device of a process has counted.
struct DeviceFigures {
  std::string link_class;
  std::string device;
  std::string figures;  ///< A JSON object, if the process is in its senses.
};

/// What one PE reports. Plain data; is sent.
struct PeReport {
  std::vector<TimeNs> sums_ns = {};         ///< Entry methods, runtime, balancing, idle; empty: no
                                            ///< account was kept.
  std::vector<TimeNs> waited_ns = {};       ///< By site.
  std::vector<DeviceFigures> devices = {};  ///< Of the process, from its first PE alone.

  sched::TimeSums time() const;
};

/// Brings the reports of all PEs to PE 0 when the main program has ended: a broadcast asks, and
/// each PE answers. One for each PE, on its thread.
class Reports {
 public:
  /// `router` is null but on a process's first PE.
  Reports(Objects& objects, const network::Router* router);

  /// On PE 0, once: `done` is called when all have answered.
  void gather(std::function<void()> done);
  /// On PE 0, after that; by PE.
  const std::map<PeId, PeReport>& gathered() const { return gathered_; }

 private:
  PeReport report() const;
  void receive_request(MessagePtr message);
  void receive_report(MessagePtr message);

  Objects& objects_;
  const network::Router* router_;
  HandlerId request_handler_;
  HandlerId report_handler_;
  std::function<void()> done_;  // while it gathers
  std::map<PeId, PeReport> gathered_;
};

}  // namespace isthmus::engine::runtime
