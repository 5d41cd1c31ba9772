// isthmus/live/metrics.hpp: what a job says of itself, as text of OpenMetrics.
#pragma once

#include <string>
#include <string_view>

#include "isthmus/base/error.hpp"

namespace isthmus::live {

/// Of jobs with more PEs, or processes, there are rows of sites alone.
inline constexpr std::size_t metric_rows_max = 64;

inline constexpr std::string_view metrics_type =
    "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The text (OpenMetrics 1.0) of the door's answer to `status`: counters as sums since the
/// beginning, times in seconds, sizes in bytes. ErrorCode::malformed for what is no such answer.
Expected<std::string> metrics_of(std::string_view answer);

}  // namespace isthmus::live
