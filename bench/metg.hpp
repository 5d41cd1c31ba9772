// bench/metg.hpp: METG, the smallest size of tasks at which enough of the time is work.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace bench {

/// Finds METG(50 %), the minimum effective task granularity (Slaughter et al. 2020, section 4): the
/// granularity, time times PEs over tasks, at which half of it is the work of a task. Asks for one
/// number of iterations after the other: doubles or halves until half of the time is work between
/// two of them, then halves what lies between. Calls nothing, so that anybody can measure for it.
class MetgSearch {
 public:
  /// `ns_per_iteration`: of the work alone. `first_iterations`: where it is suspected.
  explicit MetgSearch(double ns_per_iteration, std::int64_t first_iterations = 64)
      : ns_per_iteration_(ns_per_iteration), next_(std::max<std::int64_t>(1, first_iterations)) {}

  /// What to measure next, while it is not done.
  std::int64_t iterations() const { return next_; }
  bool is_done() const { return is_done_; }
  /// Where the longest tasks are not work by half: something else takes the time.
  bool has_failed() const { return is_done_ && !above_.is_measured(); }

  /// Takes what was measured with `iterations()`.
  void add(double granularity_ns) {
    const double work_ns = static_cast<double>(next_) * ns_per_iteration_;
    const Point point{next_, granularity_ns, work_ns / granularity_ns};
    (point.efficiency < half ? below_ : above_) = point;
    choose_next();
  }

  /// Once it is done and has not failed: in ns, between the two nearest points, on the line through
  /// them. Where tasks of one iteration are work by half already, theirs.
  double metg_ns() const {
    if (!below_.is_measured()) return above_.granularity_ns;
    const double share = (half - below_.efficiency) / (above_.efficiency - below_.efficiency);
    return below_.granularity_ns + share * (above_.granularity_ns - below_.granularity_ns);
  }

 private:
  static constexpr double half = 0.5;
  static constexpr double near_enough = 1.1;
  static constexpr double work_max_ns = 1e8;

  struct Point {
    std::int64_t iterations = 0;
    double granularity_ns = 0;
    double efficiency = 0;
    bool is_measured() const { return iterations > 0; }
  };

  void choose_next() {
    if (!above_.is_measured()) {
      next_ = 2 * below_.iterations;
      is_done_ = static_cast<double>(next_) * ns_per_iteration_ > work_max_ns;
      return;
    }
    if (!below_.is_measured()) {
      next_ = above_.iterations / 2;
      is_done_ = next_ == 0;
      return;
    }
    const auto low = static_cast<double>(below_.iterations);
    const auto high = static_cast<double>(above_.iterations);
    is_done_ = high <= near_enough * low || above_.iterations - below_.iterations < 2;
    next_ = std::clamp(static_cast<std::int64_t>(std::sqrt(low * high)), below_.iterations + 1,
                       std::max(below_.iterations + 1, above_.iterations - 1));
  }

  double ns_per_iteration_;
  std::int64_t next_;
  bool is_done_ = false;
  Point below_;
  Point above_;
};

/// How many timesteps a round takes, so that what its beginning and its end cost weighs little.
class RoundLength {
 public:
  /// `least_s`: what a round takes at least.
  explicit RoundLength(double least_s) : least_s_(least_s) {}

  int timesteps() const { return timesteps_; }

  /// Whether a round of so many timesteps was long enough; fits the next one's length.
  bool fits(double round_s) {
    const double times = 1.5 * least_s_ / std::max(round_s, 1e-9);
    const bool is_long_enough = round_s >= least_s_ || timesteps_ == timesteps_max;
    if (!is_long_enough || times < 0.25) {
      timesteps_ = static_cast<int>(
          std::clamp<double>(timesteps_ * std::min(times, 10.0), timesteps_min, timesteps_max));
    }
    return is_long_enough;
  }

 private:
  static constexpr int timesteps_min = 50;
  static constexpr int timesteps_max = 100'000;

  double least_s_;
  int timesteps_ = timesteps_min;
};

}  // namespace bench
