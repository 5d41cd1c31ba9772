// isthmus/fabric/filter/delay.hpp: a wide-area link where there is none.
#pragma once

#include <array>
#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <queue>
#include <tuple>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/fabric/filter/filter.hpp"
#include "isthmus/fabric/link_model.hpp"
#include "isthmus/fabric/settings.hpp"
#include "isthmus/fabric/site_pair.hpp"
#include "isthmus/trace/counters.hpp"

namespace isthmus::engine::fabric {

inline constexpr std::array<ParameterInfo, 4> delay_parameters = {{
    {"latency", ParameterUnit::duration, "0", "Time that every frame takes at least, one way."},
    {"jitter", ParameterUnit::duration, "0",
     "Each frame takes up to this much longer, at random, without overtaking."},
    {"bandwidth", ParameterUnit::bandwidth, "unlimited",
     "Frames of one direction between two sites share this."},
    {"spin", ParameterUnit::duration, "0",
     "The sender does nothing else for so long before it sends a frame."},
}};

inline constexpr DeviceInfo delay_info = {
    "delay", DeviceRole::filter,
    "Emulates a wide-area link: holds arriving frames for latency, jitter and bandwidth.",
    delay_parameters};

struct DelayOptions {
  TimeNs latency_ns = 0;
  TimeNs jitter_ns = 0;
  double bandwidth_bytes_per_s = 0;  ///< 0 is unlimited.
  std::uint64_t seed = 0;            ///< Of the jitter.
  TimeNs spin_ns = 0;

  static DelayOptions from(const Settings& settings, std::uint64_t seed);
};

/// Holds frames on the receiving side (Koenig 2007, 2.4). Each ordered pair of sites is one link,
/// which behaves like one TCP stream: frames queue for the bandwidth, travel for the latency and
/// the jitter, and never overtake each other (link_model.hpp). They count as sent at the time of
/// the progress call that found them. Links draw their jitter from
/// sequences of their own, so that the traffic of one does not change that of another. Holds as
/// much as is sent: the link has no bound. With `spin_ns` the sender waits in a loop before it
/// sends a frame, as Allen et al. (2001, 5.1) have emulated a latency that nothing can hide;
/// whoever shares the chain waits, too.
class DelayFilter final : public Filter {
 public:
  /// `counters` may be null, and so may the clock, by which senders spin: then they do not.
  DelayFilter(std::unique_ptr<Device> below, const DelayOptions& options, SitePairOf site_pair_of,
              trace::LinkCounters* counters = nullptr, const Clock* clock = nullptr);

  SendStatus try_send(Frame& frame, TimeNs now_ns) override;

  int progress(TimeNs now_ns, int budget) override;
  TimeNs deadline_ns() const override { return sooner_than_release(below().deadline_ns()); }
  TimeNs wake_ns() const override { return sooner_than_release(below().wake_ns()); }
  /// What it holds has not come yet, and must not have landed.
  Traits traits() const override {
    Traits traits = below().traits();
    traits.needs_exact_time = true;
    traits.lands = false;
    return traits;
  }
  bool holds_frames() const override;
  /// States its own bandwidth: the link is the same in both directions.
  LinkState link_state(ProcessId peer) override;

  /// For frames that arrive from now on. Any thread.
  void set_latency(TimeNs latency_ns) { latency_ns_.store(latency_ns, std::memory_order_relaxed); }
  TimeNs latency_ns() const { return latency_ns_.load(std::memory_order_relaxed); }

 protected:
  void deliver(Frame frame) override;
  void peer_lost(ProcessId peer, Error why) override;

 private:
  TimeNs sooner_than_release(TimeNs below_ns) const;

  struct Held {
    Frame frame;
    TimeNs release_ns;  ///< At the earliest: the frames before it go first.
  };
  struct Link {
    Link(const LinkParameters& parameters, std::uint64_t seed, SitePair pair);
    LinkModel model;
    std::deque<Held> held;
  };
  /// The oldest frame of a link that holds any. Ordered by time, then by site pair, so that equal
  /// runs release in equal order.
  struct Head {
    TimeNs release_ns;
    SitePair pair;
    Link* link;
    bool operator>(const Head& other) const {
      return std::tie(release_ns, pair) > std::tie(other.release_ns, other.pair);
    }
  };
  struct Loss {
    ProcessId peer;
    Error why;
  };

  int release_due(TimeNs now_ns, int budget);
  void tell_losses();
  bool holds_frames_of(ProcessId peer) const;

  const DelayOptions options_;
  const SitePairOf site_pair_of_;
  trace::LinkCounters* const counters_;
  const Clock* const clock_;
  bool has_spun_ = false;  // for the frame that comes next: it has been refused
  std::atomic<TimeNs> latency_ns_;
  TimeNs now_ns_ = 0;  // of the running progress
  std::map<SitePair, Link> links_;
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads_;
  std::vector<Loss> losses_;  // told when the peer's last frame is released
};

}  // namespace isthmus::engine::fabric
