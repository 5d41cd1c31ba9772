// isthmus/object/counts.hpp: what the running PE has counted, for the program to see.
#pragma once

#include <cstdint>
#include <vector>

#include "isthmus/object/objects.hpp"
#include "isthmus/trace/counters.hpp"

namespace isthmus::engine {

/// The counters of the PE that runs this, since the job began; the names are those of --report. For
/// entry methods and the main program, of their own PE: a group tells of all.
inline trace::CounterValues pe_counters() {
  return trace::read(Objects::current().pe().counters());
}

/// How many of the messages that have reached objects of this PE by entry method had been
/// forwarded once, twice, ... on their way. As many numbers as are needed, 32 at most; the last
/// counts those forwarded more often, too.
inline std::vector<std::uint64_t> pe_arrivals_by_forwards() {
  return trace::read_arrivals_by_forwards(Objects::current().pe().counters());
}

}  // namespace isthmus::engine

namespace isthmus {

using engine::pe_arrivals_by_forwards;
using engine::pe_counters;
using engine::trace::CounterValue;
using engine::trace::CounterValues;

}  // namespace isthmus
