// isthmus/sim/epochs.hpp: a job in virtual time that goes on when processes are lost.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/runtime/membership_news.hpp"
#include "isthmus/sim/simulation.hpp"
#include "isthmus/store/held_images.hpp"
#include "isthmus/store/index.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::sim {

/// One simulation after the other, each of an epoch of the job: the first one of all processes,
/// each further one of those that are left and have not left, and of who has come, from the newest
/// checkpoint that they hold in their memories. How they agree is tried elsewhere
/// (bootstrap/agreement); here it takes `agreement_ns`, or as long as a cut takes to heal where
/// that is at most `answer_ns`, and comes to what that would.
class Epochs {
 public:
  static constexpr TimeNs agreement_ns = 10'000'000;
  static constexpr TimeNs answer_ns = 15'000'000'000;

  struct Parts {
    const topology::Topology& topology;
    const PayloadTable& payloads;
    Log& log;
    const Costs& costs;
    Stopwatch& stopwatch;
    /// Of all processes, of an epoch that begins without images in memory: asked for each, as
    /// there may be more on the disk by then. Empty: there are none.
    std::function<store::Places()> checkpoints = {};
    /// Processes hold images in memory: who is lost does not end the job.
    bool holds_images = false;
    /// Those that it begins without.
    std::vector<ProcessId> absent = {};
    /// Where the witness is that breaks ties, which is lost with no site; none: the lowest PE does.
    std::optional<SiteId> witness = {};
  };
  /// For the main program of an epoch; the simulation is about to run.
  using MakeJob = std::function<std::unique_ptr<Job>(Simulation&)>;

  Epochs(const Parts& parts, SimulationOptions options);

  /// Runs the job to its end. The failure, if it failed, or could not be built. Once.
  std::optional<Error> run(const MainProgram& main_program, const MakeJob& make_job);

  /// Of the last epoch, after a job that went well; may be null after another one.
  Simulation* simulation() { return simulation_.get(); }
  Job& job() { return *job_; }
  runtime::Process& main_process() { return simulation_->main_process(); }
  std::uint32_t epoch() const { return options_.epoch; }
  /// Of all epochs together; what is told of time and of waiting is the last one's.
  const Summary& summary() const { return summary_; }
  /// Those of all epochs that have ended.
  const store::CheckpointTotals& checkpoints() const { return checkpoints_; }

 private:
  /// By site those that it cannot reach.
  using Apart = std::map<SiteId, std::set<SiteId>>;

  Expected<void> begin();
  void note_gone();
  Apart cut_apart();
  void leave_out(const Apart& apart);
  std::size_t processes_left(SiteId site) const;
  bool reaches_witness(SiteId site, const Apart& apart) const;
  std::optional<Error> end_epoch();
  void welcome(const std::vector<bootstrap::Peer>& joining);
  store::Places places_of(ProcessId process);

  const Parts parts_;
  SimulationOptions options_;
  store::Places places_;                // of the present epoch, but for what is in memory
  std::deque<store::HeldImages> held_;  // by rank; none where no images are held
  topology::Topology topology_;         // of the present epoch
  std::set<ProcessId> gone_;
  TimeNs began_ns_ = 0;
  std::optional<store::Index> restart_;  // from memory
  std::unique_ptr<Simulation> simulation_;
  std::unique_ptr<Job> job_;
  Summary summary_;
  store::CheckpointTotals checkpoints_;
  MembershipNews news_;  // of the present epoch
};

}  // namespace isthmus::engine::sim
