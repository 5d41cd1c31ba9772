// isthmus/fabric/device.hpp: one link of a chain that moves frames between processes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/pool.hpp"
#include "isthmus/message/region.hpp"

namespace isthmus::engine::fabric {

/// The unit that devices handle: a message on its way between two processes. Between different
/// processes its payload is bytes, or pieces where every device takes them (the chain's top
/// marshals it); inside one process it stays typed, unless a device of the chain needs bytes.
struct Frame {
  MessagePtr message;
  ProcessId peer;  ///< Going down: the process that receives. Going up: the process that sent.
  /// Going up: bytes of the payload that are where they belong, and no part of the message.
  std::size_t landed_bytes = 0;
};

/// What became of a frame that was offered.
enum class [[nodiscard]] SendStatus {
  sent,         ///< The device took it.
  busy,         ///< No room now; the caller keeps the frame and offers it again after progress.
  unreachable,  ///< The peer is gone for good; the caller keeps the frame.
};

/// What devices know of the way to a peer.
struct LinkState {
  double bandwidth_bytes_per_s = 0;  ///< As somebody has stated it; 0: nobody has.
  std::size_t unsent_bytes = 0;      ///< Taken by try_send and not yet under way.
};

/// How far Device::has_arrivals tells what comes from outside, but for the end of a peer.
enum class Signals : std::uint8_t {
  none,  ///< Not at all.
  some,  ///< Not all of it: it is both asked and polled.
  all,   ///< It is asked before each step of a PE, and progress is called when it says yes, or at
         ///< the deadline.
};

/// What those above must know of a device. Constant. A filter passes on what the device below it
/// says and changes what it is itself about, so that a trait nobody thought of goes through it.
struct Traits {
  bool needs_polling = false;  ///< Progress must be called to notice outside events (a socket).
  Signals signals_arrivals = Signals::none;
  /// Whether the times that it is told must be exact; where not, the time of the caller's last look
  /// at its clock will do.
  bool needs_exact_time = true;
  /// Whether frames must be bytes even inside one process (a compressing filter).
  bool needs_bytes = false;
  /// Whether frames for one peer come in the order in which they were sent. Who says no needs a
  /// filter `reorder` above it.
  bool keeps_order = true;
  /// Whether payloads in pieces (message/pieces.hpp) are welcome: try_send then flattens what is
  /// lent and not sent when it returns.
  bool takes_pieces = false;
  /// Whether payloads may be received where they belong (Device::land_in). Filters say no that do
  /// not pass each frame on as it is, at once and once: what comes through them is copied.
  bool lands = false;

  friend bool operator==(const Traits&, const Traits&) = default;
};

/// What a device has counted beside its link's counters: its part of the link's report.
struct DeviceReport {
  std::string_view device;  ///< As chains name it; lives as long as the program.
  std::string figures;      ///< A JSON object.
};

/// The side of a device that looks up: takes what arrives. Called from Device::progress alone.
class Receiver {
 public:
  virtual ~Receiver() = default;
  /// Owns the frame from here on.
  virtual void deliver(Frame frame) = 0;
  /// The peer will send and take nothing more. Told once for each peer.
  virtual void peer_lost(ProcessId peer, Error why) = 0;
};

/// A way to move frames to peers: a carrier at the bottom of a chain, or a filter that owns the
/// device below it (Koenig 2003, ch. 4: send and receive chains). Frames for one peer keep their
/// order, unless the device says that they need not. One thread at a time: a chain holds its lock
/// around every call.
class Device {
 public:
  virtual ~Device() = default;
  /// Before any other call, and again between two calls where the stack above is replaced; `above`
  /// outlives the device's last progress, or the next attach.
  virtual void attach(Receiver& above) = 0;
  /// Takes the frame on `sent` alone. Never blocks, never calls back.
  virtual SendStatus try_send(Frame& frame, TimeNs now_ns) = 0;
  /// Handles at most about `budget` events and returns how many. Never blocks. The only place from
  /// which the receiver above is called. With a budget of 0 what was taken goes on, and nothing
  /// that has come is delivered.
  virtual int progress(TimeNs now_ns, int budget) = 0;
  /// When progress will next have work of its own accord (a delayed frame); never_ns where only an
  /// outside event can make any. May be early, never late. One that needs no polling and is busy
  /// has such work, which makes room.
  virtual TimeNs deadline_ns() const = 0;
  /// When a PE that sleeps must wake to call progress: the deadline, but without what somebody else
  /// wakes the receiver for (a simulated link knows whom a frame is for, and wakes that PE alone).
  virtual TimeNs wake_ns() const { return deadline_ns(); }
  virtual Traits traits() const = 0;
  /// Any thread, without the lock: whether something has come from outside. A few loads.
  virtual bool has_arrivals() const { return false; }
  /// Before try_send and progress: blocks may be taken from this pool, and given to it, until
  /// another one is told. It is the calling PE's, so that what comes and goes there balances.
  virtual void use_pool(Pool&) {}
  /// A PE is going to sleep on the descriptor: what comes from now on makes that readable, though
  /// it would not while somebody polls. False where there is something to progress already, and
  /// then the PE must not sleep.
  virtual bool fall_asleep() { return true; }
  /// Any thread, without the lock: one that fall_asleep let sleep is awake again.
  virtual void wake_up() {}
  /// Between two calls: payloads that land (message/region.hpp) and of which nothing has come yet
  /// may be received in these places, which outlive the device. Only carriers are told, and only
  /// where the top of their stack says that it `lands`.
  virtual void land_in(const Regions&) {}
  /// Whether frames, or parts of them, wait inside on the way down or up.
  virtual bool holds_frames() const = 0;
  /// Whether filters hold frames that they took and could not hand down yet. What a carrier holds,
  /// it sends when it is closed; these it would never see.
  virtual bool holds_unsent() const { return false; }
  /// Of the way to the peer, as it is now; may cost a system call.
  virtual LinkState link_state(ProcessId) { return {}; }
  /// Messages that it and those below it made less those that they ended; with those of the PEs'
  /// pools it sums up to the messages alive. While nobody calls anything else.
  virtual std::int64_t messages_outstanding() const { return 0; }
  /// Adds what it and those below it have to report, from the top down. Between two calls.
  virtual void report(std::vector<DeviceReport>& /*to*/) const {}
};

}  // namespace isthmus::engine::fabric
