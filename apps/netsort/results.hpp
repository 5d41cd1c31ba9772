// netsort/results.hpp: what a run is told of, whatever its elements are made of.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "netsort/arguments.hpp"
#include "netsort/tally.hpp"

namespace netsort {

struct Times {
  double setup_s = 0;  ///< Dealing out.
  double sort_s = 0;
};

/// Takes a metric for the report.
using Note = std::function<void(const std::string& name, double value)>;

/// Prints times and counts, and notes them. `is_restored`: they begin at a checkpoint.
void tell(const isthmus::topology::Topology& grid, const Arguments& arguments, const Times& times,
          const std::vector<PeCounts>& pes, bool is_restored, const Note& note);

/// Whether the values are those that std::sort gives; prints a line of it.
bool is_sorted(const Problem& problem, const std::vector<std::int32_t>& values);

}  // namespace netsort
