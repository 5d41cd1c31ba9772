// isthmus/bootstrap/link_test/link_test_client.hpp: measures the way from this machine to another
// one's acceptor, before there is a job.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/channel.hpp"
#include "isthmus/bootstrap/dialer.hpp"
#include "isthmus/bootstrap/job_key.hpp"
#include "isthmus/bootstrap/link_test/bandwidth_probe.hpp"

namespace isthmus::engine::bootstrap {

// The calling end of a conversation over the same sockets, greetings and proofs as a job's, so that
// what it finds is what a job would meet; LinkTestServer is the other one. First some round trips;
// then, if wanted, a probe. The layout is in docs/formats/handshake.md.

/// How far a check came.
enum class LinkTestStage : std::uint8_t {
  resolving,   ///< The name leads nowhere.
  connecting,  ///< No connection: refused, or nothing came back.
  passing,     ///< The relay has another token, or nobody listens there under that name.
  greeting,    ///< Somebody took the connection, and is none of ours or says nothing.
  proving,     ///< It speaks our handshake, and has another key, version or purpose.
  measuring,   ///< It broke later.
  done,
};
std::string_view to_string(LinkTestStage stage);

struct LinkTestResult {
  LinkTestStage stage = LinkTestStage::done;
  std::optional<Error> failure = {};  ///< None when done.
  std::vector<HostPort> resolved = {};
  HostPort reached = {};     ///< The numeric address that took the connection.
  TimeNs connect_ns = 0;     ///< For the connection alone, about one round trip.
  TimeNs round_trip_ns = 0;  ///< The least of several, over the proven connection.
  std::optional<BandwidthProbeResult> bandwidth = {};
};

/// One call, from its start to a result. Only resolving the name, at the start, blocks; one thread.
/// The key outlives it.
class LinkTestClient {
 public:
  struct Options {
    TimeNs connect_timeout_ns = 3'000'000'000;  ///< For a connection.
    TimeNs answer_timeout_ns = 3'000'000'000;   ///< For an answer on it.
    int round_trips = 8;
    BandwidthProbe probe = {};
    /// The address is that of a relay.
    std::optional<RelayCall> relay_call = {};
  };

  LinkTestClient(HostPort to, const JobKey& key, const Options& options, const Clock& clock);

  /// Goes on; the result when there is one, once.
  std::optional<LinkTestResult> step();
  pollfd poll_entry() const;
  TimeNs wake_ns() const;

 private:
  std::optional<LinkTestResult> fail_at(LinkTestStage stage, Error why);
  std::optional<LinkTestResult> connect(TimeNs now_ns);
  std::optional<LinkTestResult> finish_handshake(TimeNs now_ns);
  std::optional<LinkTestResult> begin_talk(Socket connection, TimeNs now_ns);
  std::optional<LinkTestResult> converse(TimeNs now_ns);
  std::optional<LinkTestResult> on_answer(TimeNs now_ns);
  std::optional<LinkTestResult> measure_bandwidth();
  void ask(TimeNs now_ns);

  HostPort to_;
  const JobKey& key_;
  const Options options_;
  const Clock& clock_;
  LinkTestResult result_;
  std::vector<SocketAddress> addresses_;
  std::size_t next_address_ = 0;
  Socket attempt_;
  TimeNs began_ns_ = 0;
  TimeNs deadline_ns_ = 0;
  std::optional<RelayHandshake> handshake_;
  std::unique_ptr<Channel> channel_;
  int answered_ = 0;
  TimeNs asked_ns_ = 0;
  std::optional<BandwidthProbeEnd> probe_;
};

}  // namespace isthmus::engine::bootstrap
