// isthmus/sim/faults.hpp: what goes wrong in a simulated grid, and when.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/random.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::sim {

/// One thing that goes wrong. Plain data.
struct Fault {
  enum class Kind {
    crash,      ///< The process is gone, at once and for good.
    leave,      ///< It is asked to leave, which it does at the next point.
    join,       ///< It comes, where it is not there, and is in the epoch after the next point.
    site_lost,  ///< All processes of the site are.
    pause,      ///< The PE does nothing for a while.
    slow,       ///< The PE takes `factor` times as long for everything.
    cut,        ///< Nothing passes between the two sites; what is sent waits.
    partition,  ///< The same between the given sites and all others.
    latency,    ///< Messages between the two sites take `extra_ns` longer.
    bandwidth,  ///< Between the two sites it is this.
    // Frames between the two sites, each with probability `rate`, below the layer that promises
    // delivery. Over a stream, which is what carries between processes as yet, they cost time.
    lose,
    duplicate,
    reorder,
    corrupt,
  };

  Kind kind = Kind::crash;
  TimeNs at_ns = 0;
  TimeNs for_ns = never_ns;
  ProcessId process;          ///< crash, leave, join
  PeId pe;                    ///< pause, slow
  std::vector<SiteId> sites;  ///< site_lost: one; partition: one side; the others: a pair.
  double factor = 1;          ///< slow
  TimeNs extra_ns = 0;        ///< latency
  double bytes_per_s = 0;     ///< bandwidth
  double rate = 0;            ///< of frames

  /// Nothing of it lasts.
  bool is_of_a_moment() const {
    return kind == Kind::crash || kind == Kind::leave || kind == Kind::join ||
           kind == Kind::site_lost;
  }
  TimeNs end_ns() const { return for_ns >= never_ns - at_ns ? never_ns : at_ns + for_ns; }
};

/// Reads one fault: "crash process=2 at=5ms", "cut sites=a,b at=1ms..20ms for=100ms". A value of
/// numbers or durations may be a range LOW..HIGH, a process, PE or site may be `any`: these are
/// drawn from `random`. Names and numbers are those of the topology. ErrorCode::bad_input in one
/// line for what does not read.
///
///   crash|leave|join process=P at=T            pause pe=N at=T for=D
///   site_lost site=S at=T                      slow pe=N factor=F at=T for=D
///   cut sites=S,S at=T for=D                   partition sites=S,... at=T for=D
///   latency sites=S,S by=D at=T for=D          bandwidth sites=S,S to=RATE at=T for=D
///   lose|duplicate|reorder|corrupt sites=S,S rate=R at=T for=D
///
/// Without `at` it is there from the start; without `for` it stays.
Expected<Fault> read_fault(std::string_view text, const topology::Topology& topology,
                           Random& random);

/// "cut between a and b from 1.000 ms for 100.000 ms".
std::string to_string(const Fault& fault, const topology::Topology& topology);

}  // namespace isthmus::engine::sim
