// isthmus/bootstrap/agreement/agree.hpp: agreeing on the next epoch over connections.
#pragma once

#include <list>
#include <memory>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/bootstrap/acceptor.hpp"
#include "isthmus/bootstrap/agreement/agreement.hpp"
#include "isthmus/bootstrap/channel.hpp"
#include "isthmus/bootstrap/membership.hpp"

namespace isthmus::engine::bootstrap {

/// The epochs that a process has seen end. It answers those who were not there: without that who
/// missed the outcome, or was given up and comes back, would wait for nothing.
class PastEpochs {
 public:
  /// In the order in which they come.
  void add(NextEpoch epoch) { epochs_.push_back(std::move(epoch)); }
  /// What became of the epoch that the message is about; nothing where that has not ended.
  std::optional<AgreementMessage> answer(const AgreementMessage& asked) const;

 private:
  std::vector<NextEpoch> epochs_;
};

/// Answers callers of past epochs while the job runs. Never blocks; one thread.
class LateAnswers {
 public:
  /// Both outlive it.
  LateAnswers(const PastEpochs& past, Acceptor& acceptor) : past_(past), acceptor_(acceptor) {}

  /// Those who came for an agreement. Returns the ones whose epoch has not ended: an agreement is
  /// wanted, and they go to `agree`.
  std::vector<AcceptedPeer> take(std::vector<AcceptedPeer> callers, TimeNs now_ns);
  /// Goes on with what is under way.
  void progress(TimeNs now_ns);

 private:
  struct Leaving {
    std::unique_ptr<Channel> channel;
    TimeNs deadline_ns;
  };

  const PastEpochs& past_;
  Acceptor& acceptor_;
  std::list<Leaving> leaving_;
};

/// Who breaks ties between two halves (paxos_acceptor.hpp): a process of no job, on any machine.
struct WitnessPlace {
  HostPort at = {};        ///< An empty host: there is none.
  std::string token = {};  ///< Its secret, which is not the job's.

  explicit operator bool() const { return !at.host.empty(); }
};

/// Where a process agrees. What is referred to outlives the call.
struct AgreementPlace {
  const std::vector<Peer>& peers;  ///< By rank, of the job.
  const JobKey& key;               ///< Of the job's mesh.
  Acceptor& acceptor;              ///< At this process's address, for Purpose::agreement.
  const PastEpochs& past;
  RelayOptions relay = {};
  WitnessPlace witness = {};                  ///< Of a setup that has one.
  TimeNs attempt_timeout_ns = 5'000'000'000;  ///< For one connection.
  /// Refusals of its machine prove that a process is gone when they go on for so long.
  TimeNs refused_for_ns = 250'000'000;
  /// Who counted the votes stays so long for others to hear of it.
  TimeNs linger_ns = 1'000'000'000;
};

/// Of a process that is to come in with the epoch after this one, and has no vote: waits until it
/// hears who is in that, on the calling thread. ErrorCode::unreachable where it does not in time,
/// refused where the job has gone on without it.
Expected<NextEpoch> hear_of_outcome(ProcessId self, std::uint32_t epoch, AgreementPlace place,
                                    TimeNs timeout_ns, const Clock& clock, Log& log);

/// Runs this process's part in an agreement, on the calling thread, until there is an outcome,
/// which takes at most `timing.give_up_ns` and `linger_ns`. A process goes on listening until it
/// has ended, before and after: a machine that refuses connections for it vouches for its end. And
/// with `LateAnswers` behind it after: others may not have heard of the outcome. A witness is
/// called where those who are left may be no more than half.
Expected<NextEpoch> agree(AgreementSetup setup, AgreementPlace place, const Clock& clock, Log& log);

}  // namespace isthmus::engine::bootstrap
