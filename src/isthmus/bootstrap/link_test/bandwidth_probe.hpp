// isthmus/bootstrap/link_test/bandwidth_probe.hpp: bytes sent over a connection for a while, to see
// how fast it is.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/job_key.hpp"

namespace isthmus::engine::bootstrap {

/// How much is sent: for so long, and never more than that.
struct BandwidthProbe {
  static constexpr std::uint32_t duration_max_ms = 10'000;
  static constexpr std::uint64_t bytes_limit = 1ULL << 30;

  enum class Way : std::uint8_t { none = 0, there = 1, back = 2 };  ///< As the caller sees it.
  Way way = Way::none;
  std::uint32_t duration_ms = 1000;
  std::uint64_t bytes_max = 256ULL << 20;
};

/// What the receiver saw. Its own clock alone takes part.
struct BandwidthProbeResult {
  std::uint64_t bytes = 0;
  /// Of the second half of the time, when the connection has found its pace; 0 where too little
  /// came to tell.
  double bytes_per_s = 0;
};

/// One end. The sender writes, closes its direction, and is told by the receiver what came. Never
/// blocks; one thread.
class BandwidthProbeEnd {
 public:
  enum class Role { sender, receiver };

  BandwidthProbeEnd(Socket socket, Role role, const BandwidthProbe& probe, const Clock& clock);

  /// Goes on; the result when both know it. ErrorCode::unreachable where the connection breaks or
  /// nothing moves any more.
  Expected<std::optional<BandwidthProbeResult>> step();
  pollfd poll_entry() const;
  TimeNs wake_ns() const;

 private:
  struct Sample {
    TimeNs at_ns;
    std::uint64_t bytes;
  };

  Expected<void> send_bytes(TimeNs now_ns);
  Expected<void> send_result();
  /// Whether the other side has closed its direction.
  Expected<bool> receive(TimeNs now_ns);
  double rate() const;
  Error broken(int error_number) const;

  Socket socket_;
  const Role role_;
  const BandwidthProbe probe_;
  const Clock& clock_;
  TimeNs begin_ns_;
  TimeNs end_ns_;       // of sending
  TimeNs deadline_ns_;  // of all
  std::uint64_t bytes_ = 0;
  bool is_over_ = false;  // all is sent, or all has come
  std::vector<Sample> samples_;
  Bytes result_;  // on its way
};

}  // namespace isthmus::engine::bootstrap
