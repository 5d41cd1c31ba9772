// isthmus/bootstrap/refusal_log.hpp: lines about connections refused, however many there are.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"

namespace isthmus::engine::bootstrap {

/// Tells of refusals, which any stranger can cause as often as it likes: of the first one at once,
/// and of those that follow, in one line for each interval, how many there were, from where and
/// why. What it remembers has a bound. When it ends it tells what it has not told. One thread.
class RefusalLog {
 public:
  static constexpr TimeNs interval_ns = 10'000'000'000;
  /// So many hosts and so many reasons have a number of their own in a line.
  static constexpr std::size_t named_max = 4;

  /// The log outlives it.
  explicit RefusalLog(Log& log) : log_(log) {}
  ~RefusalLog();
  RefusalLog(const RefusalLog&) = delete;
  RefusalLog& operator=(const RefusalLog&) = delete;

  /// `why.where` says who was refused: HOST:PORT, or in words.
  void note(const Error& why, TimeNs now_ns);
  /// Tells what is due.
  void progress(TimeNs now_ns);
  /// When progress has something to tell; never_ns for nothing.
  TimeNs wake_ns() const { return count_ == 0 ? never_ns : began_ns_ + interval_ns; }

 private:
  /// How often what was seen; of more kinds than have a number of their own, the sum.
  struct Tally {
    std::vector<std::pair<std::string, std::size_t>> named;
    std::size_t others = 0;

    void add(std::string what);
    std::string text(const std::string& name_of_others) const;
  };

  void tell(const std::string& when);

  Log& log_;
  TimeNs began_ns_ = never_ns;  // the present interval; never_ns where there is none
  // What has not been told.
  std::size_t count_ = 0;
  Tally hosts_;
  Tally reasons_;
};

}  // namespace isthmus::engine::bootstrap
