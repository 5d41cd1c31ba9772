#include "isthmus/fabric/link_model.hpp"

#include <algorithm>
#include <cmath>

namespace isthmus::engine::fabric {

namespace {

// A link so slow that its times leave 64 bits delivers at the end of time, but stays defined.
TimeNs sum_of(TimeNs a, TimeNs b) {
  TimeNs sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? never_ns - 1 : std::min(sum, never_ns - 1);
}

TimeNs transmission_ns(std::size_t bytes, double bandwidth_bytes_per_s) {
  if (bandwidth_bytes_per_s <= 0) return 0;
  const double duration_ns = std::ceil(static_cast<double>(bytes) * 1e9 / bandwidth_bytes_per_s);
  return duration_ns < 0x1p62 ? static_cast<TimeNs>(duration_ns) : never_ns - 1;
}

}  // namespace

TimeNs LinkModel::arrival_ns(TimeNs sent_ns, std::size_t bytes) {
  const TimeNs begin_ns = std::max(sent_ns, free_ns_);
  const TimeNs transmission = transmission_ns(bytes, parameters_.bandwidth_bytes_per_s);
  queued_ns_ = sum_of(queued_ns_, begin_ns - sent_ns);
  free_ns_ = sum_of(begin_ns, std::max(parameters_.gap_ns, transmission));
  TimeNs arrival_ns = sum_of(sum_of(begin_ns, transmission), parameters_.latency_ns);
  if (parameters_.jitter_ns > 0) {
    const auto values = static_cast<std::uint64_t>(parameters_.jitter_ns) + 1;
    arrival_ns = sum_of(arrival_ns, static_cast<TimeNs>(random_.below(values)));
  }
  last_arrival_ns_ = std::max(last_arrival_ns_, arrival_ns);
  return last_arrival_ns_;
}

}  // namespace isthmus::engine::fabric
