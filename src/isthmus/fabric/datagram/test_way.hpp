// isthmus/fabric/datagram/test_way.hpp: for tests: a way between two ends that treats datagrams as
// networks do, in virtual time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/random.hpp"

namespace isthmus::engine::fabric::datagram {

struct TestWayOptions {
  TimeNs latency_ns = 0;
  TimeNs jitter_ns = 0;    ///< Up to so much more, each for itself: they overtake each other.
  double bytes_per_s = 0;  ///< 0: no bound.
  std::size_t queue_bytes = SIZE_MAX;
  double lost = 0;     ///< Share of datagrams.
  double doubled = 0;  ///< Likewise.
  double damaged = 0;
};

/// One direction. Several ends may use it; who receives is said with each datagram.
class TestWay {
 public:
  TestWay(const TestWayOptions& options, std::uint64_t seed) : options_(options), random_(seed) {}

  void set(const TestWayOptions& options) { options_ = options; }

  void send(std::span<const std::byte> bytes, TimeNs now_ns, unsigned to = 0) {
    if (random_.uniform() < options_.lost) return;
    TimeNs leaves_ns = now_ns;
    if (options_.bytes_per_s > 0) {
      const double waiting_s = static_cast<double>(std::max<TimeNs>(free_ns_ - now_ns, 0)) * 1e-9;
      if (waiting_s * options_.bytes_per_s > static_cast<double>(options_.queue_bytes)) {
        ++dropped;
        return;
      }
      const double takes_s = static_cast<double>(bytes.size()) / options_.bytes_per_s;
      free_ns_ = std::max(free_ns_, now_ns) + static_cast<TimeNs>(takes_s * 1e9);
      leaves_ns = free_ns_;
    }
    arrive(bytes, leaves_ns, to);
    if (random_.uniform() < options_.doubled) arrive(bytes, leaves_ns, to);
  }

  struct Datagram {
    TimeNs due_ns;
    std::uint64_t place;
    unsigned to;
    std::vector<std::byte> bytes;
    bool operator>(const Datagram& other) const {
      return std::pair(due_ns, place) > std::pair(other.due_ns, other.place);
    }
  };

  std::optional<Datagram> receive(TimeNs now_ns) {
    if (under_way_.empty() || under_way_.top().due_ns > now_ns) return std::nullopt;
    Datagram datagram = under_way_.top();
    under_way_.pop();
    return datagram;
  }
  TimeNs due_ns() const { return under_way_.empty() ? never_ns : under_way_.top().due_ns; }

  std::uint64_t dropped = 0;  ///< By the full queue.

 private:
  void arrive(std::span<const std::byte> bytes, TimeNs leaves_ns, unsigned to) {
    TimeNs due_ns = leaves_ns + options_.latency_ns;
    if (options_.jitter_ns > 0) {
      due_ns += static_cast<TimeNs>(random_.below(static_cast<std::uint64_t>(options_.jitter_ns)));
    }
    Datagram datagram{due_ns, count_++, to, {bytes.begin(), bytes.end()}};
    if (random_.uniform() < options_.damaged) {
      datagram.bytes[random_.below(datagram.bytes.size())] ^= std::byte{0x10};
    }
    under_way_.push(std::move(datagram));
  }

  TestWayOptions options_;
  Random random_;
  TimeNs free_ns_ = 0;
  std::uint64_t count_ = 0;
  std::priority_queue<Datagram, std::vector<Datagram>, std::greater<>> under_way_;
};

}  // namespace isthmus::engine::fabric::datagram
