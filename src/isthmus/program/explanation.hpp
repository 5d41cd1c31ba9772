// isthmus/program/explanation.hpp: where the time of a job's PEs went, for people.
#pragma once

#include "isthmus/program/pe_times.hpp"
#include "isthmus/sim/simulation.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::program {

/// Prints to standard output, as shares of the whole.
void explain(const topology::Topology& topology, const PeTimes& times);

/// Of a simulated job that kept accounts, and what its messages took.
void explain(const topology::Topology& topology, const sim::Summary& summary);

}  // namespace isthmus::engine::program
