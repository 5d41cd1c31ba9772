// isthmus/bootstrap/link_test/link_test_server.hpp: the called end of a check of a line.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "isthmus/base/clock.hpp"
#include "isthmus/bootstrap/acceptor.hpp"
#include "isthmus/bootstrap/link_test/bandwidth_probe.hpp"

namespace isthmus::engine::bootstrap {

/// What a `check` asks for; without a probe, an answer alone.
Bytes encode(const BandwidthProbe& probe);
/// Nothing for bytes that are no such record, or ask for more than is allowed.
std::optional<BandwidthProbe> decode_bandwidth_probe(std::span<const std::byte> body);

/// One caller of a acceptor of Purpose::check. Never blocks; one thread.
class LinkTestServer {
 public:
  /// The clock outlives the answer.
  LinkTestServer(AcceptedPeer caller, const Clock& clock);

  /// Goes on. False when it is over, however that came.
  bool step();
  pollfd poll_entry() const;
  TimeNs wake_ns() const;

 private:
  bool answer(const Record& record);

  std::unique_ptr<Channel> channel_;
  const Clock& clock_;
  std::optional<Record> first_;
  BandwidthProbe asked_;
  std::optional<BandwidthProbeEnd> probe_;
  TimeNs deadline_ns_;
};

}  // namespace isthmus::engine::bootstrap
