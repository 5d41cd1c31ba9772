// isthmus/live/metrics.hpp: what a job says of itself, as text for Prometheus and its like.
#pragma once

#include <string>
#include <string_view>

#include "isthmus/base/error.hpp"
#include "isthmus/live/counters.hpp"

namespace isthmus::engine::live {

/// Of jobs with more PEs, or processes, there are rows of sites alone.
inline constexpr std::size_t metric_rows_max = 64;

/// OpenMetrics 1.0, or the older text format of Prometheus (0.0.4), which says the same but for
/// units.
enum class MetricsFormat { openmetrics, prometheus };

/// That to answer with, by the request's header `Accept`: the older one for whoever takes that
/// alone.
MetricsFormat metrics_format(std::string_view accept);

/// Of the answer.
std::string_view content_type(MetricsFormat format);

/// The text of the door's answer to `status`: counters as sums since the beginning, times in
/// seconds, sizes in bytes. `counters` are those of the job, which do not fall from one text to the
/// next: whoever does not answer, or has gone, has counted what it said last. ErrorCode::malformed
/// for what is no such answer.
Expected<std::string> metrics_of(std::string_view answer, MetricsFormat format, Counters& counters);

}  // namespace isthmus::engine::live
