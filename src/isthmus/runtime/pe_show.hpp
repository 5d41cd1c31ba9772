// isthmus/runtime/pe_show.hpp: what a PE shows of itself to who looks at the job.
#pragma once

#include <optional>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/shown.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/sched/pe.hpp"
#include "isthmus/sched/time_account.hpp"

namespace isthmus::runtime {

/// Its time, counters, queues, objects, and who waits there. Where no account of its time is kept,
/// one is from the first look on, until nobody has looked for a while. For the PE's thread.
class PeShow {
 public:
  /// So long after the last look.
  static constexpr TimeNs lapse_ns = 10'000'000'000;
  /// Of those that wait, that many are named: those that have begun first.
  static constexpr std::size_t waits_told_max = 4;

  /// Outlives the PE's last step.
  explicit PeShow(Objects& objects) : objects_(objects) {}
  PeShow(const PeShow&) = delete;
  PeShow& operator=(const PeShow&) = delete;

  void show(std::vector<ShownRow>& rows);

 private:
  void keep_account();
  void look_whether_lapsed();
  ShownRow figures() const;
  void show_waits(std::vector<ShownRow>& rows) const;

  Objects& objects_;
  std::optional<sched::TimeAccount> account_;
  TimeNs looked_ns_ = 0;
};

}  // namespace isthmus::runtime
