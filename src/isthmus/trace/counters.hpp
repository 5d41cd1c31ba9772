// isthmus/trace/counters.hpp: what a PE and a link class count about themselves.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace isthmus::engine::trace {

/// A number that one thread at a time raises and any thread reads. Writers that take turns must
/// hand over through a lock. Adding is a plain load and store: no locked instruction.
class Counter {
 public:
  void add(std::uint64_t count) {
    value_.store(value_.load(std::memory_order_relaxed) + count, std::memory_order_relaxed);
  }
  void increment() { add(1); }
  std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

/// Two lines, because the neighbour-line prefetcher fetches them in pairs.
inline constexpr std::size_t counter_alignment = 128;

/// What one PE does; written by its thread alone.
struct alignas(counter_alignment) PeCounters {
  Counter messages_executed;             ///< Handlers and entry methods run.
  Counter messages_sent_to_self;         ///< To objects of the same PE.
  Counter messages_sent_in_process;      ///< To other PEs, through their mailboxes.
  Counter messages_sent_through_chains;  ///< To other processes, or other sites of this one.
  Counter messages_aggregated;           ///< Of these, such as went with others in one frame.
  Counter bundles_sent;                  ///< Those frames.
  Counter messages_received;             ///< From the PE's mailbox, that is from other PEs.
  Counter messages_forwarded;            ///< Meant for an object that is elsewhere by now.
  Counter location_updates;              ///< Messages about where objects are.
  Counter migrations;                    ///< Objects that left for another PE.
  Counter migration_bytes;               ///< Of those that left for another process.
  Counter messages_from_grid_queue;      ///< Handled before others because of their receivers.
  Counter border_objects;                ///< Times that an object here became a border object.
  Counter times_full;                    ///< Times that too much waited here to be read from peers.
  Counter times_held;                    ///< Times that it stopped until peers had room.
  Counter steps_idle;                    ///< Scheduler steps that found nothing to do.
  Counter sleeps;                        ///< Times that the thread slept.
  Counter sleep_ns;                      ///< Time asleep.
  /// Messages that have reached an object here after one, two, ... forwards; the last counts those
  /// after more, too. Direct ones are not counted: they are the rule, and cost nothing extra.
  std::array<Counter, 32> arrivals_by_forwards;

  /// `forwards` is at least 1.
  void note_arrival(std::size_t forwards) {
    arrivals_by_forwards[std::min(forwards, arrivals_by_forwards.size()) - 1].increment();
  }
};

/// What the chain of one link class does; written under the chain's lock.
struct alignas(counter_alignment) LinkCounters {
  Counter frames_sent;
  Counter bytes_sent;  ///< Header included, before any filter.
  Counter frames_received;
  Counter bytes_received;    ///< Header included, after all filters.
  Counter frames_busy;       ///< Frames that the device below could not take at once.
  Counter frames_delayed;    ///< Frames that a delay filter held back.
  Counter frames_discarded;  ///< Frames to a peer that was lost.
  Counter peers_lost;
  Counter connections_cut;      ///< Connections that broke and are to be made anew.
  Counter connections_resumed;  ///< Those that were.
  Counter connections_stalled;  ///< Those that held and carried nothing for the patience.
  Counter frames_resent;        ///< Frames that such a connection had under way, or parts of them.
  Counter datagrams_refused;    ///< Those that are damaged, or not the peer's.
  Counter polls;                ///< Calls of the devices' progress.
  Counter compress_bytes_before;  ///< Payloads that were compressed,
  Counter compress_bytes_after;   ///< and what became of them.
  Counter compress_ns;            ///< Also of those that did not get smaller.
  Counter decompress_ns;
  Counter compress_inexact;   ///< Messages that went with an error, as their program admits it.
  Counter compress_switches;  ///< Times that another codec was found to be better, or none.
};

/// A counter as read. The name lives as long as the program.
struct CounterValue {
  std::string_view name;
  std::uint64_t value = 0;

  bool operator==(const CounterValue&) const = default;
};
using CounterValues = std::vector<CounterValue>;

/// All counters by name, in the order of their declaration. Counters of a running PE are read one
/// after the other, so sums over them may be off by what happens meanwhile.
CounterValues read(const PeCounters& counters);
CounterValues read(const LinkCounters& counters);
/// Messages that arrived after one, two, ... forwards; as many numbers as are needed.
std::vector<std::uint64_t> read_arrivals_by_forwards(const PeCounters& counters);

/// Adds values of the same kind of counters; an empty `total` takes them over.
void add_to(CounterValues& total, const CounterValues& more);

/// {"messages_executed":12,...}
std::string to_json(const CounterValues& values);

}  // namespace isthmus::engine::trace
