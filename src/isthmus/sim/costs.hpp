// isthmus/sim/costs.hpp: what running a program costs in virtual time.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/fabric/link_model.hpp"
#include "isthmus/location/message_costs.hpp"
#include "isthmus/sched/observer.hpp"
#include "isthmus/sim/medium.hpp"
#include "isthmus/topology/grid.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::sim {

/// Where the time that an entry method takes comes from.
enum class EntryCosts {
  measured,  ///< The processor time of its real execution here, divided by the PE's speed.
  charged,   ///< What the program says with isthmus::engine::charge, divided by the PE's speed.
  recorded,  ///< A table by entry method, divided by the PE's speed; plus what is charged.
};

/// What two PEs pay for a message between them, and the link that it passes. Processor times are
/// those of a PE of speed 1.
struct Way {
  TimeNs send_ns = 0;       ///< o of LogGP, at the sender.
  TimeNs receive_ns = 0;    ///< o at the receiver, scheduling and dispatch included.
  double send_byte_ns = 0;  ///< More of both for each byte of payload.
  double receive_byte_ns = 0;
  fabric::LinkParameters link;
  /// Messages come in pieces of at most this, see segments_per_look; 0: in one.
  int segment_bytes = 0;
  /// Of messages that are under way from one process to another, see Window; 0: of any number.
  std::int64_t window_bytes = 0;
  /// Each connection between two processes comes to its speed as one of TCP does, see SlowStart.
  bool starts_slowly = false;
  /// What all messages of the ways that name it take one by one, see Medium.
  MediumUse medium = {};
};

/// How two PEs lie to each other, from the nearest to the farthest.
enum class Reach { same_pe, same_process, same_node, same_site, between_sites };
inline constexpr std::size_t reach_count = 5;
inline constexpr std::array<std::string_view, reach_count> reach_names = {
    "same_pe", "same_process", "same_node", "same_site", "between_sites"};

constexpr Reach reach_of(topology::LinkKind kind) {
  return static_cast<Reach>(static_cast<int>(kind) + 1);
}

/// What a simulated link of some class adds to its way.
struct ClassDelay {
  fabric::LinkParameters filter = {};  ///< As the class's delay filter says.
  bool says_latency = false;           ///< That filter: then the measured line is no matter.
  std::optional<fabric::LinkParameters> measured = {};  ///< Of the line, between sites.
};

/// Plain data. The defaults of the first three ways were measured with `make bench` on one machine
/// of 2026; those of the others are a cluster's Ethernet.
struct Costs {
  EntryCosts entries = EntryCosts::measured;
  std::map<std::string, TimeNs, std::less<>> recorded = {};  ///< By entry method.
  std::map<sched::Stretch, TimeNs> recorded_stretches = {};
  std::array<Way, reach_count> ways = default_ways();
  /// By link class, see take_delays.
  std::map<std::string, ClassDelay, std::less<>> delays = {};

  Way& way(Reach reach) { return ways[static_cast<std::size_t>(reach)]; }
  const Way& way(Reach reach) const { return ways[static_cast<std::size_t>(reach)]; }

  /// Most segments of messages that a process takes from other processes each time that it looks at
  /// the network, in the order of their arrival; 0: all that have arrived.
  int segments_per_look = 0;
  /// Entry methods take up to this share more or less than they should, uniformly and as the seed
  /// will; not where they are measured. At least 0, less than 1.
  double entry_jitter = 0;

  /// By default the delay filters of link classes become parameters of the simulated links. True:
  /// they stay in their chains and do what they do on real links, when a PE looks at the network.
  bool keeps_delay_filters = false;

  /// "same_site.latency=10us": `reach.parameter=value`, where the parameter is send, receive,
  /// latency, gap, jitter (durations), bandwidth, send_byte or receive_byte (ns per byte), segment
  /// (bytes), window (a size), slow_start (yes or no), medium (NAME@BANDWIDTH). Or delay=filter,
  /// look.segments=NUMBER, entry.jitter=SHARE. ErrorCode::bad_input for anything else.
  Expected<void> set(std::string_view setting);

  /// The link that messages of this class pass: latency and jitter of the way and of the class
  /// added, the class's bandwidth if it has one.
  fabric::LinkParameters link(Reach reach, std::string_view link_class) const {
    return link(reach, link_class, link_class);
  }
  /// The same of lines of one class that have the filters of another one.
  fabric::LinkParameters link(Reach reach, std::string_view line, std::string_view filters) const;

  static std::array<Way, reach_count> default_ways();
};

/// Takes the delay filters out of the grid's chains and returns what they say, by link class: on
/// real links they emulate what the simulation does itself. What was measured of links between
/// sites is returned, too: it counts where no filter says a latency. The grid's links are known to
/// be right (fabric::check_links).
std::map<std::string, ClassDelay, std::less<>> take_delays(topology::Grid& grid);

/// Whether a simulation can have the grid's delay filters: a sender of its own spins by
/// `--sim REACH.send`. ErrorCode::bad_input with the filter's place.
Expected<void> check_delays(const topology::Grid& grid);

/// What these costs come to, for policies that weigh what messages take: those of a site as its
/// first and last PE have them, in the first site.
location::MessageCosts message_costs(const topology::Topology& topology, const Costs& costs);

/// A file of lines "NAME<tab>NANOSECONDS", as --record-costs writes it, into `recorded` and
/// `recorded_stretches`. ErrorCode::bad_input with the line that does not read.
Expected<void> read_recorded_costs(const std::string& path, Costs& costs);
/// How a stretch is named there: "from 0x11a5 to 0x1203".
std::string name_of(const sched::Stretch& stretch);
/// Whether all of them are among the program's kinds of messages (sorted): ErrorCode::bad_input
/// names the first that is not, as where another program was recorded.
Expected<void> check_recorded_costs(const std::map<std::string, TimeNs, std::less<>>& costs,
                                    const std::vector<std::string_view>& kinds);

}  // namespace isthmus::engine::sim
