#include "isthmus/bootstrap/agreement/electorate.hpp"

#include <algorithm>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::bootstrap {

Electorate::Electorate(const std::vector<Voter>& voters, bool has_witness) {
  ISTHMUS_ASSERT(!voters.empty());
  for (const Voter& voter : voters) processes_.insert(voter.process);
  tie_breaker_ = has_witness ? witness_id : std::ranges::min(voters, {}, &Voter::first_pe).process;
}

bool Electorate::is_quorum(const ProcessSet& voted, const ProcessSet& dead) const {
  const auto has_voted = [&](ProcessId process) { return voted.contains(process); };
  const auto votes = static_cast<std::size_t>(std::ranges::count_if(processes_, has_voted));
  if (2 * votes + (has_voted(tie_breaker_) ? 1 : 0) > processes_.size()) return true;
  return std::ranges::all_of(
      processes_, [&](ProcessId process) { return has_voted(process) || dead.contains(process); });
}

}  // namespace isthmus::engine::bootstrap
