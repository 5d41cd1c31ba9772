// Barriers and sums of ranks that are all on one PE (meetings.hpp).
#include <cstring>
#include <utility>

#include "isthmus/image/address.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/crash_report.hpp"
#include "mpi/rank.hpp"

namespace isthmus::engine::mpi {

std::optional<int> Rank::meet(Communicator& communicator, const Brought& brought) {
  // News of a mismatch are messages, which may be under way: they come before later ones.
  const bool is_well = state_.late_errors.empty() && state_.abandoned.empty();
  if (!meets(communicator) || !is_well) return std::nullopt;
  const CollectiveName name{communicator.context, communicator.collectives_begun};
  Meetings& meetings = host_of(communicator).meetings_;
  Meeting& meeting = meetings.of(name);
  if (!meeting.members.empty() && !meeting.fits(brought)) {
    end_meeting(name, communicator);
    return std::nullopt;
  }
  if (meeting.is_apart) return std::nullopt;
  ++communicator.collectives_begun;
  meeting.add({this, number(), brought.result_at}, brought);
  has_met_ = false;
  state_.waiting.what = Waiting::For::meeting;
  if (std::cmp_less(meeting.members.size(), communicator.size())) return MPI_SUCCESS;
  const std::span<const std::byte> result = meeting.combined();
  for (const Meeting::Member& member : meeting.members) {
    if (!result.empty()) {
      const RunningRank whose_fault(member.number);
      std::memcpy(image::pointer_to<void>(member.result_at), result.data(), result.size());
    }
    member.rank->has_met_ = true;
    member.rank->be_ready();
  }
  state_.waiting.what = Waiting::For::nothing;
  meetings.remove(name);
  return MPI_SUCCESS;
}

Rank& Rank::host_of(const Communicator& communicator) const {
  Rank* const host = at(communicator.group.members.front()).local();
  // There is no other PE that it could be on.
  ISTHMUS_ASSERT(host != nullptr);
  return *host;
}

void Rank::begin_apart(const CollectiveName& name) {
  if (!is_among_others_) return;
  const Communicator* const communicator = communicator_with(name.context);
  if (communicator == nullptr || !meets(*communicator)) return;
  end_meeting(name, *communicator);
  Meetings& meetings = host_of(*communicator).meetings_;
  Meeting& meeting = meetings.of(name);
  if (++meeting.apart_count == communicator->size()) meetings.remove(name);
}

void Rank::end_meeting(const CollectiveName& name, const Communicator& communicator) {
  Meeting& meeting = host_of(communicator).meetings_.of(name);
  meeting.is_apart = true;
  const std::vector<Meeting::Member> members = std::exchange(meeting.members, {});
  for (const Meeting::Member& member : members) member.rank->serve_by_messages(name);
}

/// Its call has been served as one that meets, and the trap is still there.
void Rank::serve_by_messages(const CollectiveName& name) {
  --communicator_with(name.context)->collectives_begun;
  state_.waiting.what = Waiting::For::nothing;
  // Whatever comes meanwhile is looked at when it has its turn.
  runs_ = true;
  serve_call(*this, machine_->trap());
  runs_ = false;
  if (state_.waiting.what == Waiting::For::nothing) return proxy().send<&Rank::go_on>();
  be_ready();
}

}  // namespace isthmus::engine::mpi
