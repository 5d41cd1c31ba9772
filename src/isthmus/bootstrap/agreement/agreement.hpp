// isthmus/bootstrap/agreement/agreement.hpp: how the processes of an epoch agree on the members of
// the next one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/bootstrap/agreement/agreement_message.hpp"
#include "isthmus/bootstrap/agreement/electorate.hpp"
#include "isthmus/bootstrap/agreement/paxos_acceptor.hpp"

namespace isthmus::engine::bootstrap {

struct AgreementTiming {
  TimeNs resend_ns = 100'000'000;  ///< What is not answered is said again.
  TimeNs settle_ns = 200'000'000;  ///< For those held for silent to show that they are not.
  TimeNs turn_ns =
      500'000'000;  ///< After its last word a proposer has so long; more than resend_ns.
  TimeNs answer_ns = 5'000'000'000;    ///< Who has not answered for so long is silent.
  TimeNs give_up_ns = 30'000'000'000;  ///< Without an outcome the process ends.
};

/// How a process knows that another one is lost.
enum class Loss : std::uint8_t {
  silent,   ///< It does not answer; it may live on the other side of a cut.
  certain,  ///< It is dead, or has ended for good: who started it says so, or its machine.
};

struct NextEpoch {
  std::uint32_t number = 0;
  MemberList members;

  bool operator==(const NextEpoch&) const = default;
};

/// What a process brings along.
struct AgreementSetup {
  ProcessId self;
  std::uint32_t epoch = 0;    ///< The last one that was agreed on.
  std::vector<Voter> voters;  ///< Its members, `self` among them.
  bool has_witness = false;   ///< The same for all.
  ProcessSet dead = {};       ///< Whom it holds for lost, by how it knows: `Loss`.
  ProcessSet silent = {};
  std::string note = {};    ///< For the list.
  bool is_leaving = false;  ///< Votes, and wants to be in no list.
  MemberList joining = {};  ///< Of no vote; in the list if this process proposes it.
  AgreementTiming timing = {};
};

/// One process's part in agreeing on one list: single-decree Paxos (Lamport, 1998, 2001) with the
/// quorums of `Electorate`, which docs/internals/agreement.md proves. Plain data: it is told what
/// happens and when, and says which messages to send; nothing blocks. Times may come from any
/// clock of this process. Messages may be lost, doubled and late; none may be made up.
///
/// Certainty must be right. A process that is held for dead and is not ends when it hears of it.
class Agreement {
 public:
  enum class Stage : std::uint8_t { waiting, gathering, proposing, over };

  struct Promise {
    ProcessSet silent;
    bool is_leaving = false;
    std::string note;

    bool operator==(const Promise&) const = default;
  };

  /// Everything that changes.
  struct State {
    TimeNs now_ns = 0;
    TimeNs started_ns = 0;
    TimeNs said_ns = 0;     // when this process last said all that it had to say
    TimeNs waiting_ns = 0;  // since when it leaves the turn to others
    TimeNs ballot_ns = 0;   // when its ballot began
    ProcessSet dead;
    ProcessSet silent;
    PaxosAcceptor acceptor;
    std::uint32_t round_max = 0;  // that anybody is known to have used
    ProcessId following;          // whose ballot it waits for
    ProcessId greeted;            // the last one in the round of hellos
    Stage stage = Stage::waiting;
    Ballot ballot;                          // its own
    std::map<ProcessId, Promise> promises;  // to it, of the witness too
    Ballot inherited_from;                  // the highest accepted one among those
    MemberList list;                        // inherited, proposed, decided
    ProcessSet voted;                       // for the list
    ProcessSet told;                        // who has learned the list from this process
    bool is_decided = false;
    bool is_teacher = false;  // this process counted the votes
    std::optional<Expected<NextEpoch>> outcome;
    std::vector<AgreementMessage> outbox;
  };

  Agreement(AgreementSetup setup, TimeNs now_ns);
  virtual ~Agreement() = default;
  Agreement(const Agreement&) = default;
  Agreement& operator=(const Agreement&) = default;

  /// News of another process. Of what is certain there is no way back.
  void lose(ProcessId process, Loss how, TimeNs now_ns);
  virtual void receive(const AgreementMessage& message, TimeNs now_ns);
  /// That so much time has passed. To be called at `wake_ns`.
  void tick(TimeNs now_ns);
  TimeNs wake_ns() const;

  std::vector<AgreementMessage> take_messages();
  /// The next epoch, with this process in it; or why this process ends, in one line. Final.
  const std::optional<Expected<NextEpoch>>& outcome() const { return state_.outcome; }
  /// Nobody in the list waits for this process to tell it the outcome. Before that it should go on
  /// answering for a while: who has not heard it otherwise asks, and may find nobody.
  bool is_settled() const;
  const State& state() const { return state_; }

 protected:
  using Kind = AgreementMessage::Kind;

  virtual bool is_quorum(const ProcessSet& voted, const ProcessSet& dead) const {
    return electorate_.is_quorum(voted, dead);
  }

  State state_;

 private:
  AgreementMessage message(Kind kind, ProcessId to) const;
  void reply(Kind kind, ProcessId to);
  bool is_sound(const AgreementMessage& message) const;
  bool is_under_way() const;
  bool is_out(ProcessId process) const;
  void send_to_voters(const AgreementMessage& message);
  void heed(const AgreementMessage& message);
  void on_request(const AgreementMessage& message);
  void on_promise(const AgreementMessage& message);
  void on_accepted(const AgreementMessage& message);
  void on_overruled(const AgreementMessage& message);
  void keep_promise(ProcessId from, Promise promise, const Ballot& accepted,
                    const MemberList& list);
  void leave_out_dead();
  void follow(ProcessId proposer);
  void say_again();
  void greet();
  void welcome();
  bool is_my_turn() const;
  TimeNs turn_at_ns() const;
  void begin_ballot();
  void conclude_gathering();
  ProcessSet answerers() const;
  bool is_anybody_awaited() const;
  bool is_anybody_apart() const;
  MemberList new_list() const;
  void propose();
  void decide(const MemberList& list);
  void end(ErrorCode code, const std::string& why);
  std::string why_in_vain() const;

  AgreementSetup setup_;
  Electorate electorate_;
};

/// "process 3", "processes 0, 1, 4 and 12 more".
std::string text_of(const ProcessSet& processes);

}  // namespace isthmus::engine::bootstrap
