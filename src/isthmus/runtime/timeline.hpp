// isthmus/runtime/timeline.hpp: what every PE did when, as a file for ui.perfetto.dev.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/runtime/pe_recorder.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::runtime {

/// Records what the PEs of one or more processes handle and send, and writes it down when they have
/// ended: a group of rows for each site, a row for each PE; in it a slice for each message handled
/// (entry methods, the runtime's own handlers) and for each time of idleness, with the message that
/// ended it; an arrow from each sending to its handling.
///
/// Memory is bounded: a PE records a number of events, of about 45 bytes on average, and no more
/// then; file and log say so. A message costs about 0.3 µs more, three readings of the clock
/// included; without a timeline nothing.
///
/// Processes that do not see each other write a file each, a part. An arrow between two of them has
/// an end in each part, with the same id in both: the message's header and how many like it the PE
/// had sent, or handled, before make the id.
class Timeline {
 public:
  /// Beginning, end and sending of a message are an event each.
  /// Where the PEs have sent and handled before `starts_late`, what is sent and what is handled
  /// cannot be told to be the same, and there are no arrows.
  explicit Timeline(std::uint32_t events_per_pe, bool starts_late = false)
      : events_per_pe_(events_per_pe), starts_late_(starts_late) {}
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  /// As many as suit this many PEs in one process of the operating system: up to a million, and
  /// four million together.
  static std::uint32_t events_for(int pe_count);
  /// The file itself for rank 0, "FILE.rankN" for others.
  static std::string part_path(const std::string& path, ProcessId rank);
  /// Makes the file, empty: that it cannot be written is better known before the run.
  static Expected<void> check_path(const std::string& path);

  /// All PEs of the process are followed from now on. Before their first step; the timeline
  /// outlives them. The topology of all is the same and outlives the timeline.
  /// A PE that is attached again is of a new epoch of the job, which takes the place of the last.
  void attach(Process& process);
  /// The same, but that nobody is followed yet: each PE's own thread has it follow what `recorder`
  /// says, and leave that before the timeline is written.
  void prepare(Process& process);
  PeRecorder& recorder(PeId pe);

  /// After the last step of all that are attached. ErrorCode::io where it fails; tells the log if
  /// it is not complete.
  Expected<void> write(const std::string& path, Log& log);

 private:
  void say_if_full(const std::string& path, Log& log) const;

  const std::uint32_t events_per_pe_;
  const bool starts_late_;
  const topology::Topology* topology_ = nullptr;
  std::vector<std::string> handler_names_;              // by HandlerId, the same on every PE
  std::vector<std::unique_ptr<PeRecorder>> recorders_;  // by PE
};

}  // namespace isthmus::engine::runtime
