// isthmus/sim/site_lives.hpp: sites that are lost and made again while the others go on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/sim/checker.hpp"
#include "isthmus/sim/links.hpp"
#include "isthmus/store/index.hpp"
#include "isthmus/store/places.hpp"
#include "isthmus/topology/members.hpp"

namespace isthmus::sim {

/// The lives of a job's sites in virtual time. A site whose processes were lost gets new ones in
/// their places, with their PEs and the objects of the last checkpoint, from the images that others
/// hold. It gets what the others had sent it since, which they keep (network::SiteLog), and sends
/// again what it had sent; of that they drop what they have. When they have got it all again, it
/// has caught up, and answers probes of quiescence again.
///
/// That takes sites without anything between them that cannot be sent again: `obstacle` says what
/// there is, and then all go back to the checkpoint. How the others agree on who is gone takes
/// `agreement_ns`, as in Epochs. One thread.
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
    std::function<store::Places(ProcessId)> places;
    Checker* checker = nullptr;
    std::function<void(PeId)> wake;
  };
  explicit SiteLives(Parts parts) : parts_(std::move(parts)) {}

  /// Why the site cannot be made again while the others go on, in a few words; empty where it can.
  std::string obstacle(SiteId site) const;
  /// Of that, what has crossed the site's border and cannot be sent again: also while it is made
  /// again, until `open`.
  std::string obstacle_of_logs(SiteId site) const;

  /// Its processes have ended.
  void lose(SiteId site, TimeNs now_ns);
  /// Before its processes are replaced: reads the images. What the job goes on from afterwards, if
  /// that is lost too, is in the memories of the new ones. Fails where an image is damaged, or
  /// holds an object of another site.
  Expected<void> read(SiteId site);
  /// They have been replaced: makes their objects again, as they step.
  void restore(SiteId site);
  /// They have done that, and have nothing more to tell each other.
  bool is_restored(SiteId site) const;
  /// Gives it what it lacks; it goes on.
  void open(SiteId site);
  /// The others have got again from it all that they had.
  bool has_caught_up(SiteId site) const;
  void conclude(SiteId site, TimeNs now_ns);

  /// What is wrong with what sites have had from each other since the last checkpoint, where the
  /// job is quiet: something has been taken twice that was sent once. Empty where nothing is.
  std::string breach() const;

  enum class Phase : std::uint8_t { lost, restoring, catching_up };
  /// Nothing where it is as the others are.
  std::optional<Phase> phase(SiteId site) const;
  /// Messages that others have had of earlier lives of it and not of this one.
  std::uint64_t owed(SiteId site) const;

 private:
  struct Life {
    Phase phase = Phase::lost;
    TimeNs lost_ns = 0;
    std::uint64_t checkpoint = 0;
    TimeNs taken_ns = 0;
    store::Index index = {};
    std::map<PeId, std::vector<std::byte>> objects = {};  // see object_bytes
    std::size_t pes_left = 0;                             // that have yet to make theirs
  };
  using Numbers = store::Checkpoints::Numbers;

  const topology::Topology& topology() const { return parts_.members.topology(); }
  bool is_of(ProcessId process, SiteId site) const { return topology().site_of(process) == site; }
  runtime::Process& process(ProcessId rank) const { return *parts_.processes[rank.value]; }
  runtime::PeUnit& first_unit() const;
  /// Of the processes of the site, or of all others.
  std::vector<runtime::Process*> processes_of(SiteId site, bool others = false) const;
  std::vector<runtime::PeUnit*> units_of(SiteId site, bool others = false) const;
  std::uint64_t newest() const;
  Expected<store::Index> index() const;
  std::string obstacle_of_job(SiteId site) const;
  std::string obstacle_of_index(const store::Index& index) const;
  std::string obstacle_of_links(SiteId site) const;
  std::string obstacle_of_objects(SiteId site, const store::Index& index) const;
  store::HeldImages* holder_of(SiteId site, const store::FileRecord& file,
                               std::uint64_t number) const;
  void make(runtime::PeUnit& unit, Life& life) const;
  static void set_numbers(runtime::PeUnit& unit, const Numbers& numbers);
  Numbers numbers_for(SiteId site, std::uint64_t number) const;
  std::uint64_t sent_before(SiteId site, std::uint64_t number);

  const Parts parts_;
  std::map<SiteId, Life> lives_;
  /// Of sites that were made again: of which checkpoint, and what they had sent more than handled
  /// then, modulo 2^64.
  std::map<SiteId, std::pair<std::uint64_t, std::uint64_t>> sent_before_;
};

}  // namespace isthmus::sim
