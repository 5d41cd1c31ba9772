// isthmus/program/probe.hpp: a short job before the job, which finds out what the grid is like.
#pragma once

#include <functional>
#include <string>

#include "isthmus/runtime/main_program.hpp"
#include "isthmus/topology/findings.hpp"
#include "isthmus/topology/grid.hpp"

namespace isthmus::engine::runtime {
class Process;
}

namespace isthmus::engine::program {

struct ProbePlan {
  topology::ProbeWishes wishes;
  /// Told how far it has come, in one line each time; may be empty.
  std::function<void(const std::string&)> progress = {};
  /// Speeds as they are while all PEs work, and what others leave them of their cores; in place of
  /// the wish for speeds with nothing else going on. On real backends.
  bool speeds_at_work = false;
};

/// A main program that measures what is wished, on the job's own links and clock, decides on PE 0,
/// and tells all PEs. So it works the same on threads, on processes and in virtual time.
///
/// Sites: the first PE of each process (of each node, where one process holds several) is a unit.
/// Landmarks (topology/grouping.hpp) measure their round trips to all other units, one landmark
/// after the other, all units at a time: the shortest of up to 16 pings, of 4 where that takes more
/// than 2 ms. Links: the same from one unit of each site; then every two sites send each other
/// messages of growing size, pairs of different sites at a time, until one takes 20 ms longer than
/// an empty one. Speeds: the work of speed_kernel.hpp on every PE, one of each machine (address) at
/// a time; the shortest of 16 times. Who seems slower than the fastest is tried up to three times
/// more, as the machine may have been busy with something else. Speeds at work: the same work by
/// all PEs of a machine at once, again and again for 20 ms; the median of what it took of a PE's
/// processor time, and how long others had its core meanwhile. Where somebody seems slower, all try
/// up to twice more.
MainProgram probe_program(const ProbePlan& plan);

/// What the probe's job has told this process; the job must have ended well.
const topology::Findings& findings_of(runtime::Process& process);

/// "2 sites of 4 nodes; 8.06ms, 1.2Gb/s between sites; speeds of PEs 0.5 to 1; shares of cores 0.45
/// to 1".
std::string summary(const topology::Findings& findings, const topology::Grid& found);

}  // namespace isthmus::engine::program
