// isthmus/bootstrap/membership.hpp: what a process brings to a job, and what it finds there.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/secret.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/job_key.hpp"
#include "isthmus/bootstrap/relay/relay_options.hpp"

namespace isthmus::engine::bootstrap {

/// Every pair of processes may have a connection, so this bounds descriptors.
inline constexpr std::uint32_t process_count_max = 4096;

class PastEpochs;

/// Whether two different processes are to have a connection, or to have it from the start.
using AreJoined = std::function<bool(ProcessId, ProcessId)>;

/// What a connection to this process is to have.
using BuffersFor = std::function<SocketBuffers(ProcessId)>;

struct Membership;
struct PeerTable;
struct Welcome;
using WhenLate = std::function<Expected<Membership>(PeerTable, const Welcome&)>;

/// A process knows this about the job before it has met the others. `site_name`, `node_name`,
/// `data_host`, `chains` and the rendezvous' host have at most 255 bytes.
struct JobOptions {
  std::uint32_t process_count = 1;
  /// The job begins with so many of them, those of the lowest ranks; the others come when it runs
  /// (JoinService). 0: with all.
  std::uint32_t begin_with = 0;
  /// The rank that this process wants; none takes what is left. Rank 0 must be asked for by exactly
  /// one process: it listens at `rendezvous`, the others connect to it.
  ProcessId rank;
  /// The job has begun without this process: it connects to who takes it in also as rank 0.
  bool comes_late = false;
  HostPort rendezvous;
  /// Where rank 0 can be reached instead, if it is known to be at one of several numeric addresses.
  std::vector<HostPort> rendezvous_addresses = {};
  /// For rank 0: listens already; empty: rank 0 listens at `rendezvous` itself.
  Socket listener;
  /// The same secret for all processes of the job; required unless there is one process.
  std::string job_key;
  /// The same number for programs that can work together.
  std::uint64_t program_id = 0;
  /// The devices of each link class, "class device|device; ...", as far as there is room; the same
  /// for all, as is the hash of all of it.
  std::string chains = {};
  std::uint64_t chains_id = 0;
  SiteId site{0};  ///< Orders the processes that want no rank.
  std::string site_name;
  std::string node_name;
  /// Address of this machine at which the other processes reach this one; empty: the one by which
  /// this process reaches rank 0.
  std::string data_host;
  /// Where this process listens for the others, if not at data_host and a free port. An empty host
  /// and port 0 leave that as it is.
  HostPort listen_at;
  /// What the others are told instead of it, where something between forwards connections;
  /// likewise.
  HostPort advertised;
  RelayOptions relay = {};
  /// Of a job that goes on when processes are lost, see MeshOptions; else null.
  const PastEpochs* past = nullptr;
  /// The same for all; empty: every two are.
  AreJoined are_joined = {};
  /// Of those the ones that are connected when all meet, likewise; others when one of them calls
  /// the other by the service. Together they must join all, or who is lost is missed by nobody.
  AreJoined are_joined_at_start = {};
  /// Of this process's connections alone; empty: what the kernel finds right.
  BuffersFor buffers_for = {};
  /// Of a process that comes when the job has begun: how it gets into an epoch, by the table and
  /// the welcome that it has got. Empty: it cannot.
  WhenLate when_late = {};
  TimeNs timeout_ns = 30'000'000'000;            ///< For the job to be complete.
  TimeNs connection_timeout_ns = 5'000'000'000;  ///< For one connection to prove the key.
  TimeNs notice_after_ns = 8'000'000'000;  ///< Who is missing for so long is named in the log.
};

/// One process of the job, as all of them see it.
struct Peer {
  ProcessId rank;
  HostPort address;  ///< Of its data listener; for rank 0 the host at which this process met it.
  std::string hostname;
  std::int64_t pid = 0;
  SiteId site{0};
  std::string site_name;
  std::string node_name;

  /// "process 3 (node7, pid 4711)".
  std::string text() const;
};

class ReconnectService;

/// The complete job.
struct Membership {
  Membership();
  Membership(Membership&&) noexcept;
  Membership& operator=(Membership&&) noexcept;
  ~Membership();

  ProcessId self;
  std::vector<Peer> peers;  ///< All processes by rank, this one included.
  /// By rank: non-blocking, authenticated; empty at `self`, and where nobody is joined at the
  /// start.
  std::vector<Socket> connections;
  /// Makes connections anew; null in a job of one process. Keeps the log that the join was given.
  std::unique_ptr<ReconnectService> reconnect_service;
  /// The same for all processes of this job, and of this job alone; none where there is one
  /// process.
  std::optional<Secret> secret = {};
  /// Tells this job from others with the same key.
  Nonce job{};
};

/// Where a process listens, and what it says about that. `host` is how it is reached by default.
HostPort data_address_of(const JobOptions& options, const std::string& host);
HostPort advertised_address_of(const JobOptions& options, std::uint16_t listening_port);

/// ErrorCode::bad_input for options that cannot work.
Expected<void> check(const JobOptions& options);

/// "ranks 3, 4", "rank 3", at most 16 of them.
std::string list_of_ranks(const std::vector<std::uint32_t>& ranks);

/// "2 of 5 processes are missing after 30s: ranks 3, 4".
Error missing_ranks_error(const std::vector<std::uint32_t>& ranks, std::uint32_t process_count,
                          TimeNs timeout_ns, std::string where);

/// This process as a peer, without rank and address.
Peer this_process(const JobOptions& options);

}  // namespace isthmus::engine::bootstrap
