// isthmus/program/simulated_page.hpp: the live page of a job in virtual time.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/verbs.hpp"
#include "isthmus/live/live_page.hpp"
#include "isthmus/program/job_door.hpp"
#include "isthmus/program/look_pace.hpp"
#include "isthmus/program/options.hpp"
#include "isthmus/sim/simulation.hpp"
#include "isthmus/topology/topology.hpp"
#include "isthmus/watch/digest.hpp"
#include "isthmus/watch/status_json.hpp"

namespace isthmus::engine::program {

/// Shows a simulation while it runs, and has virtual time stand still, go on by steps, or go no
/// faster than so much a second. It looks at the simulation between two events and sends none of
/// its PEs anything, so that the simulation takes the same steps with it and without. Who asks for
/// a look waits until it may take the time (LookPace), and who waits meanwhile gets the same one.
/// All is for the simulation's thread, but for the page's own.
class SimulatedPage {
 public:
  /// Tells the user where it is. What it is handed outlives it. ErrorCode::bad_input.
  static Expected<std::unique_ptr<SimulatedPage>> open(const Options& options,
                                                       const topology::Topology& topology,
                                                       const Clock& clock, Log& log);
  SimulatedPage(const SimulatedPage&) = delete;
  SimulatedPage& operator=(const SimulatedPage&) = delete;

  /// From now on this one is shown, until another one is, or nobody attends to any.
  void show(sim::Simulation& simulation, const Job& job) {
    simulation_ = &simulation;
    job_ = &job;
  }
  /// SimulationOptions::attend: returns when the event that is next may happen.
  Expected<sim::Leave> attend(TimeNs next_ns);
  /// The simulation that is shown has ended, and is there as it ended: who has asked by now is told
  /// of that state, as far as that takes not long. Blocks meanwhile.
  void conclude(const std::optional<Error>& failure);

 private:
  SimulatedPage(const topology::Topology& topology, const Clock& clock)
      : topology_(topology), clock_(clock), digester_(topology, watch::Digester::Answers::all) {}

  void add_verbs();
  void set_speed(double virtual_seconds);
  TimeNs may_go_until_ns() const;
  void tell_status(bool is_at_work);
  std::string status();
  std::string waits();
  PeStatus status_of(PeId pe, const sim::Usage& usage);
  ShownRow row_of_pe(PeId pe, const sim::Usage& usage);
  void show_waits(PeId pe, std::size_t told_max, std::vector<ShownRow>& rows) const;
  runtime::PeUnit& unit_of(PeId pe) const;
  std::vector<ShownRow> entries() const;
  ShownRow row_of_process(ProcessId process, TimeNs entry_ns, TimeNs message_ns) const;
  void add_rows_of_job(JobStatus& status) const;

  const topology::Topology& topology_;
  const Clock& clock_;
  watch::Digester digester_;
  std::vector<std::function<void(const std::string&)>> asked_;  // for the status
  LookPace pace_;
  Verbs verbs_;
  sim::Simulation* simulation_ = nullptr;
  const Job* job_ = nullptr;
  TimeNs next_ns_ = 0;  // virtual time of the event that is next
  bool is_held_ = false;
  TimeNs step_until_ns_ = -1;  // while it is held
  double speed_ = 0;           // virtual time over time; 0: as fast as it goes
  TimeNs speed_from_ns_ = 0;   // virtual time when that was set,
  TimeNs speed_set_ns_ = 0;    // and the clock's
  bool is_stopped_ = false;
  std::optional<watch::JobEnd> end_;
  std::unique_ptr<live::LivePage> page_;
  std::unique_ptr<JobDoor> entry_;  // before the page goes, which comes by it
  door::Door* door_ = nullptr;      // entry_'s
};

}  // namespace isthmus::engine::program
