// isthmus/watch/digest.hpp: what all PEs have answered, in what a reader can take in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/topology/topology.hpp"
#include "isthmus/watch/status.hpp"

namespace isthmus::engine::watch {

/// The shares of a PE's time, which sum up to 1.
struct Shares {
  enum Part { work, runtime, balancing, waited_same_site, waited_other_sites, idle, part_count };
  std::array<double, part_count> of{};

  double busy() const { return of[work] + of[runtime] + of[balancing]; }
};

/// Makes the rows of the whole job of those of all PEs and processes, and leaves of the latter no
/// more than docs/formats/status.md says. Remembers of each PE what it had said the time before. A
/// pure function of all statuses so far. O(rows log rows).
class Digester {
 public:
  /// Of more PEs than this the extremes alone are told, so many of each kind.
  static constexpr std::size_t pes_told_max = 256;
  static constexpr std::size_t extremes_told = 16;
  static constexpr std::size_t rows_told_max = 256;  // of links, processes, silent PEs
  static constexpr std::size_t waits_told_max = 64;
  static constexpr std::size_t entries_told_max = 32;
  static constexpr std::size_t arrays_told_max = 64;

  /// Whether of a PE, or a process, there may be no answer, though it has counted before; in
  /// virtual time all answer.
  enum class Answers { some, all };

  /// The topology outlives it.
  explicit Digester(const topology::Topology& topology, Answers answers = Answers::some);

  void digest(JobStatus& status);
  /// The row of "pes" of a PE that was left out of the last status: the next one may be written
  /// over it, which spares making its names again. Empty where there is none.
  ShownRow reuse_row(PeId pe);

 private:
  /// Of a PE, what it had said: the times by part, and what it had waited for each site.
  struct Said {
    double wall_s = 0;
    std::array<double, Shares::part_count> parts_s{};
    std::vector<std::pair<SiteId, double>> waited_s;  // by site
    std::uint64_t look = 0;                           // the one at which it did
  };
  /// Of a PE, what is made of that; and figures of its row.
  struct Now {
    PeId pe;
    SiteId site;
    double queued = 0;
    double queued_bytes = 0;
    double objects = 0;
    std::optional<Shares> shares = {};
  };
  using Pes = std::vector<Now>;  // by PE
  struct PeFigures;

  void note_waits(const PeStatus& status, Said& said) const;
  Pes look_at_pes(const JobStatus& status);
  std::optional<Shares> compare(SiteId site, const Said& before, const Said& said);
  std::map<PeId, PeStatus> counted_by_silent(const JobStatus& status) const;
  void note_processes(const JobStatus& status);
  void spread_pes(const Pes& pes, JobStatus& status) const;
  void spread_processes(const JobStatus& status, std::vector<ShownRow>& rows);
  void add_site_pairs(JobStatus& status) const;
  void bound_pes(const Pes& pes, JobStatus& status);

  const topology::Topology& topology_;
  const Answers answers_;
  std::map<std::string, SiteId, std::less<>> sites_;  // by name
  std::optional<TimeNs> last_ns_;
  std::uint64_t looks_ = 0;
  std::map<PeId, Said> said_;
  std::map<ProcessId, std::pair<TimeNs, double>> processor_s_;  // of processes, when they said so
  /// Of the present status: by site of the PEs, and the one they waited for.
  struct Pair {
    double waited_s = 0;         // since it is measured
    double waited_lately_s = 0;  // since the status before
  };
  std::map<std::pair<SiteId, SiteId>, Pair> pairs_;
  struct Busy {
    std::size_t pes = 0;
    double busy_s = 0;
    double lately_s = 0;
  };
  std::map<SiteId, Busy> busy_;
  /// What PEs, and processes, had said when they last did; where not all have rows.
  std::map<PeId, ShownRow> rows_;
  std::map<ProcessId, std::vector<ShownRow>> counted_of_processes_;
};

/// On the way to the digest: makes what is of several PEs and can be added up, entry methods and
/// arrays, rows of the first of them, and leaves those that have waited longest, so many. The
/// digest of what is left is the same but for waits that it would not tell.
void fold(std::map<PeId, PeStatus>& pes, std::size_t waits_told_max);

}  // namespace isthmus::engine::watch
