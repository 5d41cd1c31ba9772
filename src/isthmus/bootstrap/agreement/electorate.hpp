// isthmus/bootstrap/agreement/electorate.hpp: whose votes decide.
#pragma once

#include <vector>

#include "isthmus/base/ids.hpp"
#include "isthmus/bootstrap/agreement/agreement_message.hpp"
#include "isthmus/bootstrap/agreement/process_set.hpp"

namespace isthmus::engine::bootstrap {

/// A process of the last agreed epoch.
struct Voter {
  ProcessId process;
  PeId first_pe;
};

/// One vote a process, and one that breaks ties: of the witness where there is one, else of the
/// process that has the lowest PE. Immutable.
class Electorate {
 public:
  /// At least one voter.
  Electorate(const std::vector<Voter>& voters, bool has_witness);

  /// More than half of the votes of the last epoch, those of the dead included; or all who are not
  /// among `dead`. That the dead do not simply leave the total is what keeps two halves from going
  /// on: docs/internals/agreement.md.
  bool is_quorum(const ProcessSet& voted, const ProcessSet& dead) const;
  /// In ascending order.
  const ProcessSet& processes() const { return processes_; }
  bool has_witness() const { return tie_breaker_ == witness_id; }

 private:
  ProcessSet processes_;
  ProcessId tie_breaker_;
};

}  // namespace isthmus::engine::bootstrap
