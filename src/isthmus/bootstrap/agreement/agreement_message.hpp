// isthmus/bootstrap/agreement/agreement_message.hpp: what processes tell each other to agree on the
// members of the next epoch.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/base/ids.hpp"
#include "isthmus/bootstrap/agreement/process_set.hpp"

namespace isthmus::engine::bootstrap {

/// Who answers for the witness, which is no process of the job.
inline constexpr ProcessId witness_id{0xfffffffe};

/// The number of a proposal (Lamport, "The part-time parliament", 1998). Those whose proposer knows
/// of more deaths are higher; docs/internals/agreement.md says what that is good for.
struct Ballot {
  std::uint32_t dead_count = 0;
  std::uint32_t round = 0;  ///< From 1; 0 is before all ballots.
  ProcessId proposer;

  explicit operator bool() const { return round > 0; }
  auto operator<=>(const Ballot&) const = default;
};

/// A process of the next epoch.
struct EpochMember {
  ProcessId process;
  std::string note;  ///< Its own words to the others, such as which checkpoint it holds.

  bool operator==(const EpochMember&) const = default;
};

/// In ascending order of processes.
using MemberList = std::vector<EpochMember>;

inline bool contains(const MemberList& list, ProcessId process) {
  return std::ranges::find(list, process, &EpochMember::process) != list.end();
}

struct AgreementMessage {
  enum class Kind : std::uint8_t {
    hello = 1,      ///< I am here; are you?
    present = 2,    ///< The answer.
    prepare = 3,    ///< Paxos 1a: promise to take part in no lower ballot.
    promise = 4,    ///< 1b: so be it; and what I have accepted last.
    propose = 5,    ///< 2a: accept this list.
    accepted = 6,   ///< 2b: so be it.
    overruled = 7,  ///< To prepare or propose: I have promised `ballot` to another one.
    decided = 8,    ///< The list is agreed on.
    learned = 9,    ///< The answer.
  };

  ProcessId from;
  ProcessId to;
  std::uint32_t epoch = 0;  ///< The one that ends.
  Kind kind{};
  Ballot ballot = {};
  ProcessSet dead = {};     ///< Whose death the sender is certain of.
  ProcessSet silent = {};   ///< Of a promise: whom the sender cannot reach.
  bool is_leaving = false;  ///< Of a promise: the sender wants to be in no list.
  std::string note = {};    ///< Of a promise: for the list.
  Ballot accepted = {};     ///< Of a promise: in which ballot `list` was accepted.
  MemberList list = {};     ///< Of promise, propose, decided.

  bool operator==(const AgreementMessage&) const = default;
};

}  // namespace isthmus::engine::bootstrap
