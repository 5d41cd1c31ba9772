// isthmus/bootstrap/join/rendezvous_server.hpp: rank 0's part of the rendezvous. Not for other
// rooms.
#pragma once

#include <list>
#include <memory>
#include <string>
#include <vector>

#include "isthmus/bootstrap/acceptor.hpp"
#include "isthmus/bootstrap/join/join_records.hpp"
#include "isthmus/bootstrap/join/rendezvous.hpp"

namespace isthmus::engine::bootstrap {

/// Gathers the others. Used once, by run().
class RendezvousServer {
 public:
  RendezvousServer(JobOptions& options, const Clock& clock, Log& log);
  Expected<PeerTable> run();

 private:
  struct Joiner {
    std::unique_ptr<Channel> channel;
    Peer peer;
  };

  Expected<void> gather(Acceptor& acceptor);
  void admit(Acceptor& acceptor, AcceptedPeer caller);
  /// Why this one may not come in; empty when it may.
  std::string objection(const Join& join) const;
  void drop_those_who_left();
  void settle_ranks();
  Expected<void> send_tables(const Nonce& job, std::vector<Peer>& peers);
  /// Ranks that are still to come; who wants none fills the lowest gaps, as if the job were
  /// complete.
  std::vector<std::uint32_t> missing() const;
  Error missing_error() const;
  /// Once, when not all have come for a while: names them in the log.
  void notice_absence(TimeNs now_ns);

  /// That the job begins with.
  std::uint32_t first_count() const {
    return options_.begin_with == 0 ? options_.process_count : options_.begin_with;
  }

  JobOptions& options_;
  const Clock& clock_;
  Log& log_;
  JobKey key_;
  TimeNs deadline_ns_;
  TimeNs notice_ns_;
  std::list<Joiner> joiners_;  // in the order of arrival
};

}  // namespace isthmus::engine::bootstrap
