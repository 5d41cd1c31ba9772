// isthmus/runtime/pe_show.hpp: what a PE shows of itself to who looks at the job.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/shown.hpp"
#include "isthmus/collective/collectives.hpp"
#include "isthmus/object/entry_meter.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/sched/pe.hpp"
#include "isthmus/sched/time_account.hpp"

namespace isthmus::engine::runtime {

/// Its time, counters, queues, objects, entry methods, and who waits there. What entry methods take
/// is measured from the first look on, until nobody has looked for a while, and so is the PE's time
/// where no account of it is kept anyhow. For the PE's thread.
class PeShow {
 public:
  /// So long after the last look.
  static constexpr TimeNs lapse_ns = 10'000'000'000;
  /// Of those that wait, that many are named: those that have begun first. More where they alone
  /// are asked for.
  static constexpr std::size_t waits_told_max = 4;
  static constexpr std::size_t all_waits_told_max = 64;
  /// Of entry methods, those that took most time; of arrays, those with most objects here.
  static constexpr std::size_t rows_told_max = 64;

  /// Outlives the PE's last step.
  PeShow(Objects& objects, collective::PeCollectives& collectives)
      : objects_(objects), collectives_(collectives) {}
  PeShow(const PeShow&) = delete;
  PeShow& operator=(const PeShow&) = delete;

  void show(std::vector<ShownRow>& rows);
  /// All who wait, and for what.
  void show_all_waits(std::vector<ShownRow>& rows) const;

 private:
  void keep_account();
  void look_whether_lapsed();
  ShownRow figures() const;
  void show_entries(std::vector<ShownRow>& rows) const;
  void show_arrays(std::vector<ShownRow>& rows) const;

  Objects& objects_;
  collective::PeCollectives& collectives_;
  std::optional<sched::TimeAccount> account_;  // where no other one is kept
  std::optional<EntryMeter> entries_;          // while somebody looks
  TimeNs looked_ns_ = 0;
};

}  // namespace isthmus::engine::runtime
