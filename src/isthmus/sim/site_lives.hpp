// isthmus/sim/site_lives.hpp: sites that are lost and made again while the others go on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/runtime/site_standing.hpp"
#include "isthmus/sim/checker.hpp"
#include "isthmus/sim/links.hpp"
#include "isthmus/store/held_images.hpp"
#include "isthmus/store/index.hpp"
#include "isthmus/store/site_restoration.hpp"
#include "isthmus/topology/members.hpp"

namespace isthmus::engine::sim {

/// What a simulation does for the lives of its sites.
class SiteLivesHost {
 public:
  virtual ~SiteLivesHost() = default;
  /// The process has ended, and takes no step any more; nobody else hears of it.
  virtual void stop(ProcessId process) = 0;
  /// The others hear that it is lost.
  virtual void lose(ProcessId process) = 0;
  /// Makes processes in the places of these, which have stopped. Where that fails they are as they
  /// were.
  virtual Expected<void> replace(const std::vector<ProcessId>& processes) = 0;
  virtual void wake(PeId pe) = 0;
  /// Calls SiteLives::look_after then.
  virtual void look_after_at(SiteId site, TimeNs time_ns) = 0;
  virtual bool is_stopping() const = 0;
  /// Nothing is under way.
  virtual bool is_at_rest() const = 0;
  /// Ends the job.
  virtual void fail(Error why) = 0;
};

/// The lives of a job's sites in virtual time. A site whose processes were lost gets new ones in
/// their places, with their PEs and the objects of the last checkpoint, from the images that others
/// hold. It gets what the others had sent it since, which they keep (network::SiteLog), and sends
/// again what it had sent; of that they drop what they have. When they have got it all again, it
/// has caught up, and answers probes of quiescence again.
///
/// That takes sites without anything between them that cannot be sent again: `obstacle` says what
/// there is, and then all go back to the checkpoint. How the others agree on who is gone takes
/// `agreement_ns`, as in Epochs. What each process has to know and to do for it, and how it is
/// decided, is the runtime's (runtime::SiteStanding, store/site_restoration.hpp); here is what in
/// virtual time sees all processes at once. One thread.
class SiteLives {
 public:
  static constexpr TimeNs agreement_ns = 10'000'000;
  /// So often it is looked whether a site has come further.
  static constexpr TimeNs look_ns = 100'000;

  /// All outlive it; `processes` are by rank, and those of a lost site are replaced by others.
  struct Parts {
    const topology::Members& members;
    const runtime::Settings& settings;
    const std::vector<std::unique_ptr<runtime::Process>>& processes;
    Links& links;
    Log& log;
    const Clock& clock;
    SiteLivesHost& host;
    Checker* checker = nullptr;
  };
  explicit SiteLives(Parts parts) : parts_(std::move(parts)) {}

  /// The site is lost: all of its processes end, as a team. False where it cannot be made again
  /// while the others go on, of which the user is told; then nothing has been done.
  bool lose(SiteId site);
  /// Does what has to be done next for a site that is made again; nothing where that was to be done
  /// at another time.
  void look_after(SiteId site);
  /// The job goes back to the checkpoint: no site is made again any more. Those processes of which
  /// the others have yet to hear that they are lost.
  std::vector<ProcessId> abandon();

  /// What is wrong with what sites have had from each other since the last checkpoint, where the
  /// job is quiet: something has been taken twice that was sent once. Empty where nothing is.
  std::string breach() const;

 private:
  enum class Phase : std::uint8_t { lost, restoring, catching_up };
  struct Life {
    Phase phase = Phase::lost;
    TimeNs lost_ns = 0;
    TimeNs look_ns = never_ns;  // when it is looked after next
    TimeNs taken_ns = 0;        // when the checkpoint was, of which is what follows
    TimeNs empty_ns = 0;        // when nobody's filters hold anything of the lost ones any more
    store::Index index = {};
    store::Checkpoints::Numbers numbers = {};
    store::ObjectsByPe objects = {};
    std::size_t pes_left = 0;  // that have yet to make theirs
  };

  const topology::Topology& topology() const { return parts_.members.topology(); }
  bool is_of(ProcessId process, SiteId site) const { return topology().site_of(process) == site; }
  std::string name_of(SiteId site) const { return std::string(topology().site_name(site)); }
  runtime::Process& process(ProcessId rank) const { return *parts_.processes[rank.value]; }
  runtime::Process& main_process() const;
  runtime::PeUnit& first_unit() const { return *main_process().units().front(); }
  /// Of the processes of the site, or of all others.
  std::vector<runtime::Process*> processes_of(SiteId site, bool others = false) const;
  std::vector<runtime::PeUnit*> units_of(SiteId site, bool others = false) const;

  std::vector<runtime::SiteStanding> standings(SiteId site) const;
  std::string obstacle(SiteId site) const;
  std::optional<TimeNs> longest_hold_ns(SiteId site) const;
  std::string obstacle_of_logs(SiteId site) const;
  Expected<void> make_again(SiteId site);
  Expected<void> read(SiteId site);
  store::HeldImages* holder_of(SiteId site, const std::string& file, std::uint64_t number) const;
  void hold_images(SiteId site) const;
  void restore(SiteId site);
  bool is_restored(SiteId site) const;
  std::uint64_t sent_before(SiteId site);
  void open(SiteId site);
  bool has_caught_up(SiteId site) const;
  std::uint64_t owed(SiteId site) const;
  void conclude(SiteId site);
  void give_up(SiteId site, const std::string& why);

  const Parts parts_;
  std::map<SiteId, Life> lives_;
  /// Of sites that were made again: of which checkpoint, and what they had sent more than handled
  /// then, modulo 2^64.
  std::map<SiteId, std::pair<std::uint64_t, std::uint64_t>> sent_before_;
};

}  // namespace isthmus::engine::sim
