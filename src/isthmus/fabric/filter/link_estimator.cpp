#include "isthmus/fabric/filter/link_estimator.hpp"

#include <algorithm>

namespace isthmus::engine::fabric {

namespace {

constexpr double newest_weight = 0.25;

TimeNs time_for(double bytes, double bandwidth_bytes_per_s) {
  return static_cast<TimeNs>(bytes * 1e9 / bandwidth_bytes_per_s);
}

}  // namespace

void LinkEstimator::begin_span(TimeNs now_ns) {
  is_busy_ = unsent_ > 0;
  begin_ns_ = now_ns;
  gone_at_begin_ = gone();
}

void LinkEstimator::look(const LinkState& state, TimeNs now_ns) {
  stated_ = state.bandwidth_bytes_per_s;
  unsent_ = state.unsent_bytes;
  if (!is_busy_) return begin_span(now_ns);
  const std::uint64_t bytes = gone() - std::min(gone(), gone_at_begin_);
  const TimeNs span_ns = now_ns - begin_ns_;
  if (span_ns <= 0) return;
  const double rate = static_cast<double>(bytes) * 1e9 / static_cast<double>(span_ns);
  if (unsent_ == 0) {
    // It was idle for some of the span: at least so fast.
    if (measured_ > 0) measured_ = std::max(measured_, rate);
    return begin_span(now_ns);
  }
  if (span_ns < span_ns_min && bytes < span_bytes_min) return;
  measured_ = measured_ > 0 ? (1 - newest_weight) * measured_ + newest_weight * rate : rate;
  begin_span(now_ns);
}

void LinkEstimator::sent(std::size_t bytes, TimeNs now_ns) {
  given_ += bytes;
  unsent_ += bytes;
  if (stated_ > 0) {
    free_ns_ = std::max(free_ns_, now_ns) + time_for(static_cast<double>(bytes), stated_);
  }
}

bool LinkEstimator::is_stated() const {
  return stated_ > 0 && (measured_ == 0 || stated_ <= measured_);
}

double LinkEstimator::bandwidth_bytes_per_s() const { return is_stated() ? stated_ : measured_; }

TimeNs LinkEstimator::backlog_ns(TimeNs now_ns) const {
  if (is_stated()) return std::max(TimeNs{0}, free_ns_ - now_ns);
  return measured_ > 0 ? time_for(static_cast<double>(unsent_), measured_) : 0;
}

}  // namespace isthmus::engine::fabric
