// isthmus/relay/relay.hpp: lets processes meet that cannot call each other, and hears nothing.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/acceptor.hpp"
#include "isthmus/bootstrap/relay/relay_handshake.hpp"
#include "isthmus/relay/splice.hpp"
#include "isthmus/relay/witness_desk.hpp"

namespace isthmus::engine::relay {

struct Limits {
  std::size_t connections_max = 1024;                ///< Of those who have proven the token.
  std::size_t buffer_bytes = std::size_t{64} << 10;  ///< For each direction of a pair.
  TimeNs proof_ns = 5'000'000'000;                   ///< For a connection to prove the token.
  TimeNs caller_ns = 20'000'000'000;   ///< For somebody to listen under the name called for.
  TimeNs silence_ns = 10'000'000'000;  ///< For a machine to acknowledge what is sent to it.
};

/// The other end of RelayHandshake: whoever proves the token may listen under a name, or call for
/// one; who calls for a name is spliced with who listened there last. Names are opaque, and so is
/// all that is handed on: the relay has no key of any job. What strangers can take is bounded, by
/// 256 waiting connections for `proof_ns` each; what those with the token can, by
/// `connections_max`. Never blocks but in wait(); one thread.
class Relay {
 public:
  /// The log outlives the relay.
  Relay(Socket listener, std::string_view token, const Limits& limits, const Clock& clock,
        Log& log);

  /// From now on those who ask for a witness are served as well.
  void add_witness(VoteBook book) { witness_.emplace(std::move(book), log_); }

  /// Serves whoever is ready. Fails when no connection can be taken any more.
  Expected<void> step();
  /// Until there is something to do, at most 100 ms; `also` is looked at, too.
  void wait(pollfd also);

  std::size_t pair_count() const { return pairs_.size(); }
  std::size_t listener_count() const { return listeners_.size(); }
  std::size_t caller_count() const { return callers_.size(); }

 private:
  /// Somebody who listens, or who has called and waits.
  struct Client {
    std::unique_ptr<bootstrap::Channel> channel;
    bootstrap::RelayName name;
    TimeNs deadline_ns = never_ns;
  };
  using Clients = std::list<Client>;

  void admit(bootstrap::AcceptedPeer caller, TimeNs now_ns);
  void match();
  bool join(Client& listener, Client& caller);
  void drop_those_who_left(Clients& clients, TimeNs now_ns);
  void step_pairs();
  std::size_t connection_count() const {
    return listeners_.size() + callers_.size() + 2 * pairs_.size() +
           (witness_ ? witness_->caller_count() : 0);
  }

  const Limits limits_;
  const Clock& clock_;
  Log& log_;
  const bootstrap::JobKey token_;
  bootstrap::Acceptor acceptor_;
  Clients listeners_;  // the latest first: of one machine's it is the likeliest to be alive
  Clients callers_;
  std::list<Splice> pairs_;
  std::optional<WitnessDesk> witness_;
};

}  // namespace isthmus::engine::relay
