// isthmus/watch/spread.hpp: how a figure is spread over those of a site.
#pragma once

#include <string>
#include <vector>

#include "isthmus/watch/status.hpp"

namespace isthmus::engine::watch {

/// Least, median, most and sum, as a row of "spread"; `values` are not empty.
ShownRow spread_row(const std::string& site, std::string of, std::string figure,
                    std::vector<double> values);

}  // namespace isthmus::engine::watch
