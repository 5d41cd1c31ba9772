// isthmus/bootstrap/agreement/paxos_acceptor.hpp: what a voter must not forget.
#pragma once

#include <cstdint>
#include <optional>

#include "isthmus/bootstrap/agreement/agreement_message.hpp"

namespace isthmus::engine::bootstrap {

/// The acceptor of single-decree Paxos (Lamport, 1998, 2001), of one epoch. Plain data.
struct PaxosAcceptor {
  Ballot promised = {};  ///< Takes part in no lower one.
  Ballot accepted = {};  ///< The highest one in which it voted,
  MemberList list = {};  ///< for this.

  /// Whether this is prepare or propose.
  static bool answers(const AgreementMessage& asked);
  /// The answer to one of those, from whom that was for.
  AgreementMessage answer(const AgreementMessage& asked);

  bool operator==(const PaxosAcceptor&) const = default;
};

/// The witness of an epoch: a voter outside the job, such as its launcher, whose vote is needed by
/// either of two halves. It goes to one of them at most, as long as the witness does not forget. It
/// proposes nothing and learns nothing. Plain data.
class Witness {
 public:
  explicit Witness(std::uint32_t epoch) : epoch_(epoch) {}
  /// One that remembers: what `memory` of another one told.
  explicit Witness(const AgreementMessage& memory);

  /// All that it must not forget, as a message that is sent to nobody.
  AgreementMessage memory() const;

  /// Nothing where there is nothing to say: another epoch, a process that is dead.
  std::optional<AgreementMessage> answer(const AgreementMessage& asked);
  const PaxosAcceptor& acceptor() const { return acceptor_; }

  bool operator==(const Witness&) const = default;

 private:
  std::uint32_t epoch_;
  ProcessSet dead_;
  PaxosAcceptor acceptor_;
};

}  // namespace isthmus::engine::bootstrap
