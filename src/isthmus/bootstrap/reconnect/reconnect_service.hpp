// isthmus/bootstrap/reconnect/reconnect_service.hpp: new connections between the processes of a
// running job.
#pragma once

#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/reconnector.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/acceptor.hpp"
#include "isthmus/bootstrap/agreement/agree.hpp"
#include "isthmus/bootstrap/dialer.hpp"
#include "isthmus/bootstrap/job_key.hpp"
#include "isthmus/bootstrap/join/join_records.hpp"
#include "isthmus/bootstrap/join/rendezvous.hpp"
#include "isthmus/bootstrap/membership.hpp"
#include "isthmus/bootstrap/relay/relay_listener.hpp"

namespace isthmus::engine::bootstrap {

/// Keeps a process's data listener open and makes connections to peers again, or more of them. As
/// in the mesh the one of higher rank calls; the other one, when it has lost a connection, asks to
/// be called, and so learns whether the process is still there. Both prove the job's key; the page
/// docs/formats/handshake.md has the bytes. A stranger holds one of few places for a few seconds.
///
/// Nothing blocks but `prepare`: the PEs of a process drive this between entry methods. Any thread.
class ReconnectService final : public Reconnector {
 public:
  static constexpr std::size_t strangers_max = 32;
  static constexpr std::uint32_t slots_max = 64;

  struct Options {
    TimeNs attempt_timeout_ns = 5'000'000'000;  ///< For one connection to be made, or proved.
    TimeNs answer_timeout_ns = 15'000'000'000;  ///< For a process that computes to answer.
    TimeNs pause_ns = 50'000'000;               ///< After the first failure; then twice as long,
    TimeNs pause_max_ns = 1'000'000'000;        ///< and so on, up to here.
    TimeNs ask_after_ns = 150'000'000;          ///< The peer has so long to call by itself.
    /// Refusals of its machine prove that a process is gone when they go on for so long: whoever
    /// forwards connections may start anew.
    TimeNs refused_for_ns = 250'000'000;
    RelayOptions relay = {};
    BuffersFor buffers_for = {};
    /// Of a job that goes on when processes are lost; outlives the service. Null: nobody who comes
    /// to agree on another epoch is heard.
    const PastEpochs* past = nullptr;
  };

  /// `peers` are all processes by rank. The log outlives the service.
  ReconnectService(ProcessId self, std::vector<Peer> peers, Socket listener, JobKey key,
                   const Options& options, Log& log);

  /// Those who come there are served as if they had called here. Null: nobody. Before anything
  /// else.
  void add_relay_listener(std::unique_ptr<RelayListener> relay_listener);
  /// They came before the service was there.
  void add_callers(std::vector<AcceptedPeer> callers);

  /// Before the first call to a peer; others are refused. Resolves its name, which may block; once.
  /// Where there `was_connected` nothing yet, it cannot miss a connection and call by itself.
  void prepare(ProcessId peer, bool was_connected);
  /// Times count from the last progress.
  void call(ProcessId peer, unsigned slot) override;
  void hang_up(ProcessId peer) override;
  bool is_waiting_for_answer(ProcessId peer) const override;
  std::string why_in_vain(ProcessId peer) const override;
  void progress(TimeNs now_ns) override;
  TimeNs deadline_ns() const override;
  bool has_news() const override;
  bool has_news_of(ProcessId peer) const override;
  std::optional<Event> take(ProcessId peer) override;
  int descriptor() const override { return descriptor_; }
  /// Somebody came to agree on the next epoch: this one ends.
  bool wants_agreement() const { return wants_agreement_.load(std::memory_order_relaxed); }

  /// The epoch has ended, and nobody uses the service any more: what is needed for the next one.
  /// The service is good for nothing from then on, unless it begins again. One thread.
  PeerTable end();
  /// Another epoch has been agreed on, and the connections that there are go on in it: with what
  /// `end` gave, but for those in whose places others have come. These have to be prepared anew.
  /// While nobody uses the service.
  void begin_again(PeerTable table);

 private:
  struct Outgoing {
    ProcessId peer;
    std::uint32_t slot;
    Dialer dialer;
    std::unique_ptr<Channel> channel = nullptr;
    TimeNs reached_ns = 0;       // when the channel began
    bool is_unanswered = false;  // by the machine that the last attempt reached
    TimeNs not_before_ns = 0;    // of the next attempt
    TimeNs pause_ns = 0;         // after its failure
    TimeNs refused_since_ns = never_ns;
    std::string why_in_vain = {};
    bool is_moot = false;  // there is a connection, and the peer is owed the rest of the question

    bool is_under_way() const { return channel != nullptr || dialer.poll_entry().fd >= 0; }
  };
  struct Answered {
    Call from;
    std::unique_ptr<Channel> channel;
    TimeNs since_ns;
  };
  /// Whom this process may call.
  struct Callee {
    std::vector<SocketAddress> addresses;
    bool was_connected;
  };

  /// Of the relay, where that is the way.
  HostPort address_of(ProcessId peer) const;
  const Peer& peer_of(ProcessId rank) const { return peers_[rank.value]; }
  bool calls(ProcessId peer) const { return peer < self_; }
  void advance(Outgoing& outgoing, TimeNs now_ns);
  void converse(Outgoing& outgoing, TimeNs now_ns);
  void try_later(Outgoing& outgoing, TimeNs now_ns);
  void receive(std::vector<AcceptedPeer> callers);
  void answer(AcceptedPeer caller);
  void finish_answers();
  bool finish(Answered& answered);
  void connected(ProcessId peer, std::uint32_t slot, Socket socket);
  void tell(ProcessId peer, Event event);

  const ProcessId self_;
  std::vector<Peer> peers_;
  JobKey key_;
  const Options options_;
  const JobKey relay_token_;
  Log& log_;
  mutable Mutex mutex_;  // guards all below
  Acceptor acceptor_;
  std::optional<LateAnswers> late_;
  Atomic<bool> wants_agreement_ = false;
  int descriptor_;
  Socket callers_;  // an epoll descriptor of both listeners, where there is one at a relay
  bool is_acceptor_broken_ = false;
  std::map<ProcessId, Callee> callees_;  // those who were prepared
  std::vector<AcceptedPeer> early_;
  std::list<Outgoing> outgoing_;
  std::vector<Answered> answered_;
  std::map<ProcessId, std::deque<Event>> events_;  // no empty queues
  TimeNs now_ns_ = 0;
};

/// The caller's last word on a channel that was answered: it has the connection. False where that
/// cannot be said; then it has none.
bool confirm(Channel& channel, const Meet& caller);

}  // namespace isthmus::engine::bootstrap
