// isthmus/runtime/pulse.hpp: processes that say nothing any more.
#pragma once

#include <functional>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/sched/pe.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::runtime {

/// For how long somebody has been silent who is to be heard regularly. What is missed while nobody
/// listens, as the listener was busy or stopped, is nobody's silence. Plain data.
class Silence {
 public:
  Silence(TimeNs begin_ns, TimeNs between_looks_ns)
      : between_looks_ns_(between_looks_ns), looked_ns_(begin_ns), heard_ns_(begin_ns) {}

  void heard(TimeNs now_ns) { heard_ns_ = now_ns; }
  /// At least once in `between_looks_ns`, by one who listens.
  TimeNs length_ns(TimeNs now_ns) {
    const TimeNs away_ns = now_ns - looked_ns_ - between_looks_ns_;
    if (away_ns > 0) heard_ns_ += away_ns;
    looked_ns_ = now_ns;
    return now_ns - heard_ns_;
  }

 private:
  TimeNs between_looks_ns_;
  TimeNs looked_ns_;
  TimeNs heard_ns_;
};

/// The present processes of a job stand in a ring, by rank: each tells the next one regularly that
/// it is there, by a message, and each tells when the one before it has not for too long. So a
/// process is found that is stopped, or for ever in an entry method, which its machine vouches for.
/// Work of a process's first PE, on whose thread all is done. One in each process of several.
class Pulse final : public sched::WorkSource {
 public:
  static constexpr int beats_in_patience = 4;

  /// `lose` is called once, with who is silent. Both others outlive this.
  Pulse(Objects& objects, const topology::Topology& topology, TimeNs patience_ns, TimeNs now_ns,
        std::function<void(ProcessId silent)> lose);
  Pulse(const Pulse&) = delete;
  Pulse& operator=(const Pulse&) = delete;
  /// Once for each PE of the process, in order.
  void attach(sched::Pe& pe);

  int poll(sched::Pe& pe, TimeNs now_ns, bool idle) override;
  TimeNs deadline_ns() const override { return next_beat_ns_; }

 private:
  void receive_beat(MessagePtr message);

  Objects& objects_;
  const topology::Topology& topology_;
  const TimeNs patience_ns_;
  const std::function<void(ProcessId)> lose_;
  ProcessId before_;
  ProcessId next_;
  Silence silence_;
  HandlerId handler_{};
  TimeNs next_beat_ns_ = 0;
  bool has_heard_ = false;
  bool has_told_ = false;
};

}  // namespace isthmus::engine::runtime
