// isthmus/program/pe_speeds.hpp: by which speeds of its PEs a job goes, and how they were found.
#pragma once

#include <string>
#include <string_view>

#include "isthmus/balance/plan.hpp"
#include "isthmus/program/options.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::program {

/// Whether the job has yet to measure the speeds of its PEs at work before it starts (Koenig 2007,
/// 7.1.2; Neff 1995, 3.2). By itself it does so where a balancer is to go by them and neither the
/// grid says them nor a probe finds them; never in virtual time, and never of one PE alone.
bool measures_speeds(const Options& options);

/// Where the speeds come from that the job goes by as its options stand.
SpeedSource speed_source(const Options& options);

/// "measured while all PEs worked".
std::string_view to_string(SpeedSource source);

/// "speeds of PEs 0.5 to 1, measured while all PEs worked; shares of cores 0.45 to 1".
std::string describe_speeds(const topology::Topology& topology, const balance::Plan& plan,
                            SpeedSource source);

}  // namespace isthmus::engine::program
