// isthmus/bootstrap/join/mesh.hpp: the connections between the processes of a job.
#pragma once

#include <cstdint>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/bootstrap/agreement/agree.hpp"
#include "isthmus/bootstrap/join/rendezvous.hpp"
#include "isthmus/bootstrap/membership.hpp"

namespace isthmus::engine::bootstrap {

struct MeshOptions {
  TimeNs timeout_ns = 30'000'000'000;            ///< For all connections.
  TimeNs connection_timeout_ns = 5'000'000'000;  ///< For one connection to prove the key.
  TimeNs notice_after_ns = 8'000'000'000;  ///< Who is missing for so long is named in the log.
  RelayOptions relay = {};
  /// The epoch that begins.
  std::uint32_t epoch = 0;
  /// Of a job that goes on when processes are lost: those that have ended, which outlive the
  /// membership; else null.
  const PastEpochs* past = nullptr;
  /// In a later epoch than the first: refusals of its machine prove that a process is gone when
  /// they go on for so long; never_ns where they prove nothing.
  TimeNs refused_for_ns = 250'000'000;
  AreJoined are_joined = {};
  AreJoined are_joined_at_start = {};
  BuffersFor buffers_for = {};
};

/// Of two processes that are to be joined at the start the one of higher rank connects and the one
/// of lower rank accepts, all at once. Who is to be joined later and calls already is handed to the
/// service. Both prove the job's key before a connection counts, and strangers are
/// refused and logged. At the deadline the missing ranks are named (ErrorCode::unreachable). Who is
/// done may begin to send: what arrives at a process that is still busy here waits in the
/// connection. All know each other where an epoch begins that is not the first: there it fails
/// (ErrorCode::unreachable) as soon as one of them is found to be gone, or says that the epoch is
/// over. Blocks the calling thread. The table is the membership's afterwards; after a failure
/// it is as it was.
Expected<Membership> mesh(PeerTable& table, const MeshOptions& options, const Clock& clock,
                          Log& log);

/// A job of one process: nobody to find, nothing to connect.
Membership single(const JobOptions& options);

/// The whole way into a job: checks the options, then single or rendezvous and mesh, all within
/// options.timeout_ns. The job key in the options is wiped when it is no longer needed.
Expected<Membership> join(JobOptions options, const Clock& clock, Log& log);

}  // namespace isthmus::engine::bootstrap
