// tests/conformance/device_pair.hpp: two ends of a stack of devices, for what every device must do.
#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/fabric/device.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::conformance {

/// Ends that send to each other.
enum class Side { a, b };
inline Side other(Side side) { return side == Side::a ? Side::b : Side::a; }

/// Keeps what reaches one end; fails the test when it is called outside a progress.
class Recorder final : public fabric::Receiver {
 public:
  void deliver(fabric::Frame frame) override;
  void peer_lost(ProcessId peer, Error why) override;

  bool in_progress = false;
  std::vector<fabric::Frame> frames;
  std::vector<ProcessId> lost;
};

/// Two connected devices of one kind. Inside one process both ends are one device and one recorder;
/// frames then tell their way by their source PE. The clock moves by the test's hand alone.
class DevicePair {
 public:
  virtual ~DevicePair() = default;

  virtual fabric::Device& device(Side side) = 0;
  virtual ProcessId process(Side side) const = 0;
  /// Ends one side as if its process had been killed; from then on the other is stepped alone. Not
  /// within a process.
  virtual void kill(Side side) = 0;
  bool within_process() const { return process(Side::a) == process(Side::b); }

  virtual bool is_alive(Side) const { return true; }

  /// PE 0 sends from a, PE 1 from b.
  static PeId pe(Side side) { return PeId(side == Side::a ? 0 : 1); }

  /// Gives both devices their receivers; call once, when both exist.
  void attach();
  /// What devices have to say to each other before they take frames. Each end offers one until it
  /// is taken; the recorders forget them.
  bool open();
  /// One progress of each end at the present time, a before b. Returns the events.
  int step(int budget = 64);
  /// One progress of one end.
  int step(Side side, int budget);
  /// Steps, going on to the next deadline when nothing happens, until `done` or for good. The
  /// clock also creeps, so that devices with timers of their own come on. False when it gave up.
  bool run_until(const std::function<bool()>& done);

  Recorder& recorder(Side side) { return recorders_[within_process() || side == Side::a ? 0 : 1]; }
  /// Frames that came from `side`, at the other end, in order.
  std::vector<const Message*> received_from(Side side);
  std::size_t received_count(Side side);

  ManualClock clock;
  Pool pool;

 private:
  Recorder recorders_[2];
};

/// How to make a pair; the name stands in the names of the tests.
struct PairKind {
  /// What lies between the two ends.
  enum class Between { nothing, memory, carriers };

  std::string name;
  std::function<std::unique_ptr<DevicePair>()> make;
  Between between = Between::carriers;

  friend std::ostream& operator<<(std::ostream& out, const PairKind& kind) {
    return out << kind.name;
  }
};

/// Every stack that is tested: carriers alone, every filter over each of them, every two filters.
/// A new carrier adds its pairs in pairs.cpp; one that not every build has has a list, and a
/// program, of its own.
std::vector<PairKind> all_pairs();
/// Those of them that are as users have them.
std::vector<PairKind> real_chains();
/// Those over sessions (session_pairs.cpp), which all_pairs has too.
std::vector<PairKind> session_pairs();
/// Those over UDP (udp_pairs.cpp), likewise.
std::vector<PairKind> udp_pairs();

}  // namespace isthmus::engine::conformance
