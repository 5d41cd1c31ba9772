// isthmus/bootstrap/join/rendezvous_client.hpp: the rendezvous as all but rank 0 see it. Not for
// other rooms.
#pragma once

#include <memory>
#include <string>

#include "isthmus/base/log.hpp"
#include "isthmus/bootstrap/channel.hpp"
#include "isthmus/bootstrap/dialer.hpp"
#include "isthmus/bootstrap/join/join_records.hpp"
#include "isthmus/bootstrap/join/rendezvous.hpp"

namespace isthmus::engine::bootstrap {

/// Joins at rank 0. Used once, by run().
class RendezvousClient {
 public:
  RendezvousClient(JobOptions& options, const Clock& clock, Log& log);
  Expected<PeerTable> run();

 private:
  Expected<void> introduce(Socket socket);
  /// The table once it is there; no peers before.
  Expected<Welcome> converse();
  Expected<PeerTable> conclude(Welcome welcome);
  TimeNs patience_ns() const;
  /// Once, when rank 0 has not been reached for a while: names it in the log.
  void notice_absence(TimeNs now_ns);
  std::string host_name() const {
    return "rank 0 at " + (is_relayed_ ? dialer_.to() : options_.rendezvous).text();
  }

  JobOptions& options_;
  const Clock& clock_;
  Log& log_;
  JobKey key_;
  JobKey relay_token_;
  bool is_relayed_;
  TimeNs deadline_ns_;
  TimeNs notice_ns_;
  Dialer dialer_;
  std::unique_ptr<Channel> channel_;
  TimeNs introduced_ns_ = 0;
  bool is_admitted_ = false;
  bool is_late_ = false;  // the job has begun; its next epoch may be far
  Socket data_listener_;
};

}  // namespace isthmus::engine::bootstrap
