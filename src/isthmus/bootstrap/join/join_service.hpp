// isthmus/bootstrap/join/join_service.hpp: processes that come when the job has begun.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/bootstrap/acceptor.hpp"
#include "isthmus/bootstrap/job_key.hpp"
#include "isthmus/bootstrap/join/join_records.hpp"
#include "isthmus/bootstrap/membership.hpp"

namespace isthmus::engine::bootstrap {

/// In the process of the main program: listens where all have met, or, where that is another
/// machine's address, at its own, and lets in who knows the job's key, runs the same program and
/// asks for a rank that nobody has. They come by the same way as those with whom the job began, and
/// wait until the job goes on as another epoch. Where others meet this process at a relay, it
/// listens there as well, under the name under which rank 0 did before the job began. Outlives
/// epochs. Never blocks but in `welcome`; one thread.
class JoinService {
 public:
  /// `options` as they were for this process's own join, with the job's key. ErrorCode::io or
  /// bad_input where it can listen nowhere, or the relay's host does not exist. The log outlives
  /// it.
  static Expected<std::unique_ptr<JoinService>> open(JobOptions options, const Nonce& job,
                                                     Log& log);
  JoinService(const JoinService&) = delete;
  JoinService& operator=(const JoinService&) = delete;

  const HostPort& address() const { return address_; }
  /// Becomes readable when somebody comes.
  int descriptor() const { return callers_ ? callers_.descriptor() : acceptor_.descriptor(); }
  TimeNs wake_ns(TimeNs now_ns) const;

  /// The ranks that somebody may have in the next epoch.
  void offer(std::set<ProcessId> free) { free_ = std::move(free); }
  /// Who has come since: each is to be welcomed or refused. And of those who were told of, who has
  /// gone.
  struct News {
    std::vector<Peer> come;
    std::vector<ProcessId> gone;
  };
  News progress(TimeNs now_ns);
  /// Keeps a place for a process that is about to be started, for as long as that tries to come:
  /// the rank that is wanted, or, where none is, the lowest that nobody has, waits for or was
  /// promised. ErrorCode::bad_input where there is none. It binds those who ask for a promise; who
  /// comes without one is taken in as ever.
  Expected<ProcessId> promise(ProcessId wanted, TimeNs now_ns);
  /// For so long.
  TimeNs promised_for_ns() const { return options_.timeout_ns; }
  /// Another process, which had the main program before this one, has promised that place.
  void keep(ProcessId rank, TimeNs until_ns) { promised_[rank] = until_ns; }
  /// Those who have come and not gone.
  std::vector<Peer> waiting() const;
  void refuse(ProcessId rank, const std::string& why);
  /// Tells those of these ranks who wait: the job goes on with them. Waits until they have it, for
  /// `timeout_ns` at most; who does not take it then is not in the next epoch.
  void welcome(const std::vector<Peer>& who, Welcome welcome, TimeNs timeout_ns,
               const Clock& clock);

 private:
  struct Applicant {
    std::unique_ptr<Channel> channel;
    Peer peer;
  };

  JoinService(JobOptions options, const Nonce& job, JobKey key, Socket listener, Log& log);
  std::string objection(const Join& join) const;
  bool is_free(ProcessId rank) const;
  Expected<void> listen_at_relay();
  void admit(AcceptedPeer caller, News& news);

  const JobOptions options_;
  const Nonce job_;
  Log& log_;
  const JobKey key_;
  HostPort address_;
  Acceptor acceptor_;
  Socket callers_;  // of who waits for callers at the address and at a relay; else empty
  std::set<ProcessId> free_;
  std::list<Applicant> applicants_;
  std::map<ProcessId, TimeNs> promised_;  // until when
};

}  // namespace isthmus::engine::bootstrap
