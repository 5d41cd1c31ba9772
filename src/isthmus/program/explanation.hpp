// isthmus/program/explanation.hpp: where the time of a job's PEs went, for people.
#pragma once

#include <map>

#include "isthmus/runtime/reports.hpp"
#include "isthmus/sim/simulation.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::program {

/// Prints to standard output, as shares of the whole. Of a simulated job.
void explain(const topology::Topology& topology, const sim::Summary& summary);

/// Of a real one, by what its PEs report; those that kept no account are left out.
void explain(const topology::Topology& topology, const std::map<PeId, runtime::PeReport>& reports);

}  // namespace isthmus::program
