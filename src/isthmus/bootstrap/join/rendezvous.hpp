// isthmus/bootstrap/join/rendezvous.hpp: the processes of a job find each other through rank 0.
#pragma once

#include <optional>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/bootstrap/job_key.hpp"
#include "isthmus/bootstrap/join/join_records.hpp"
#include "isthmus/bootstrap/membership.hpp"

namespace isthmus::engine::bootstrap {

/// Everybody's address, and the means to connect to them.
struct PeerTable {
  ProcessId self;
  std::vector<Peer> peers;
  Socket data_listener;  ///< Where those of higher rank connect to.
  JobKey mesh_key;       ///< Of this job alone; an earlier one's processes do not know it.
  Nonce job{};           ///< Of which that is made, and of the job's key.
  /// Of one that has come when the job had begun.
  std::optional<Welcome> welcome = {};
};

/// Rank 0 listens, the others connect to it, again and again until it is there. Rank 0 refuses a
/// stranger, a wrong key, another program, another process count, a rank that is out of range or
/// taken; both sides say why. When all are in, ranks are settled:
///   1. who asked for a rank has it;
///   2. the others take the ranks that are left, lowest first, in the order of the site they
///      announce and, within a site, of their arrival at rank 0.
/// A process that goes away before that leaves its place free. At the deadline everybody is told
/// which ranks are missing (ErrorCode::unreachable). Errors name host:port and are one line.
/// Options as checked by check(), with process_count above 1. Blocks the calling thread.
Expected<PeerTable> rendezvous(JobOptions& options, const Clock& clock, Log& log);

}  // namespace isthmus::engine::bootstrap
