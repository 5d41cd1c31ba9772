// isthmus/relay/witness_desk.hpp: where jobs that have come apart ask for the vote of a witness.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <vector>

#include "isthmus/base/log.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/acceptor.hpp"
#include "isthmus/bootstrap/channel.hpp"
#include "isthmus/relay/vote_book.hpp"

namespace isthmus::engine::relay {

/// Answers processes in the middle of an agreement (bootstrap/agreement), each on a connection of
/// its own, which it ends. Jobs are names that tell nothing. One thread.
class WitnessDesk {
 public:
  /// The log outlives the desk.
  WitnessDesk(VoteBook book, Log& log) : book_(std::move(book)), log_(log) {}

  /// Of one who has proven the token. Nothing where his first word belongs to no agreement; else he
  /// is the desk's.
  bool admit(bootstrap::AcceptedPeer& caller);
  void step();
  void add_poll_entries(std::vector<pollfd>& entries) const;
  std::size_t caller_count() const { return callers_.size(); }

 private:
  struct Caller {
    std::unique_ptr<bootstrap::Channel> channel;
    bootstrap::RelayName job;
  };

  bool serve(Caller& caller);

  VoteBook book_;
  Log& log_;
  std::list<Caller> callers_;
};

}  // namespace isthmus::engine::relay
