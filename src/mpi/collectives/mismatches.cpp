// Operations whose members do not all call the same. Who finds out tells all others, so that nobody
// waits for what will never come: whoever waits has an error, so has who calls later, and who has
// returned by then has it of its next call in the communicator.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/rank.hpp"

namespace isthmus::engine::mpi {

bool makes_communicator(CollectiveKind kind) {
  return kind == CollectiveKind::split || kind == CollectiveKind::create ||
         kind == CollectiveKind::merge || kind == CollectiveKind::weave;
}

Communicator* Rank::communicator_with(std::uint64_t context) {
  if (context == state_.world.context) return &state_.world;
  if (context == state_.self.context) return &state_.self;
  Communicator* found = nullptr;
  state_.communicators.for_each([&](std::uint64_t, Communicator& communicator) {
    if (communicator.context == context) found = &communicator;
  });
  return found;
}

bool Rank::has_begun(const CollectiveName& name) {
  const Communicator* const communicator = communicator_with(name.context);
  return communicator != nullptr && name.sequence < communicator->collectives_begun;
}

void Rank::abandon(const CollectiveName& name, int error) {
  if (!state_.abandoned.emplace(name, error).second) return;
  const auto here = state_.collectives.find(name);
  const Communicator* communicator = communicator_with(name.context);
  // Of a persistent one the name says nothing.
  if (here != state_.collectives.end()) communicator = find_members(here->second.communicator);
  if (communicator != nullptr) {
    // Where the error is the job's end, which it is at once, nobody needs to hear of it.
    const bool is_fatal = ends_job(communicator->error_handler);
    for (const std::int32_t member : communicator->everyone().members) {
      if (member != number() && !is_fatal) at(member).send<&Rank::take_mismatch>(name, error);
    }
  }
  end_abandoned(name, error);
}

void Rank::take_mismatch(const CollectiveName& name, std::int32_t error) {
  must_be_here();
  if (!state_.abandoned.emplace(name, error).second) return;
  end_abandoned(name, error);
  look_again();
}

void Rank::end_abandoned(const CollectiveName& name, int error) {
  state_.early_parts.erase(name);
  state_.early_bundles.erase(name);
  state_.early_communicators.erase(name);
  state_.named_parts.erase(name);
  state_.halves.erase(name);
  state_.wide.erase(name);
  if (state_.collectives.contains(name)) return end_collective(name, error);
  if (has_begun(name)) note_late_error(name, *communicator_with(name.context), error);
}

void Rank::note_late_error(const CollectiveName& name, const Communicator& communicator,
                           int error) {
  if (ends_job(communicator.error_handler)) {
    // Its errors were returned when it began, and there is no call left that could. A persistent
    // operation has a context and numbers of its own.
    const bool was_told =
        name.context == communicator.context && name.sequence < communicator.ends_job_from;
    if (was_told) return;
    std::string text =
        "rank " + std::to_string(number()) + ": " + std::string(text_of_error(error));
    if (!communicator.name.empty()) text += " (in " + communicator.name + ")";
    return end_job(EXIT_FAILURE, text);
  }
  state_.late_errors.emplace(communicator.context, error);
}

int Rank::late_error(std::uint64_t handle) {
  // There is no later call than that.
  auto found = state_.late_errors.begin();
  if (state_.phase != State::Phase::finalized) {
    const Communicator* const communicator = find_communicator(handle);
    if (communicator == nullptr) return MPI_SUCCESS;
    found = state_.late_errors.find(communicator->context);
  }
  if (found == state_.late_errors.end()) return MPI_SUCCESS;
  const int error = found->second;
  state_.late_errors.erase(found);
  return error;
}

void Rank::look_at_early(const CollectiveName& name, CollectiveKind kind, std::uint64_t operation) {
  const bool is_any_early = !state_.halves.empty() || !state_.early_bundles.empty() ||
                            !state_.named_parts.empty() || !state_.early_communicators.empty();
  if (!is_any_early) return;
  // The program's own operators have other handles on each rank, and are none of their parts'.
  if (state_.operations.find(operation) != nullptr) operation = 0;
  const auto of_others = [&](const Part& part) {
    return part.kind != kind || part.operation != operation;
  };
  bool is_other = false;
  if (const auto half = state_.halves.find(name); half != state_.halves.end()) {
    is_other = of_others(half->second);
  }
  if (const auto bundles = state_.early_bundles.find(name); bundles != state_.early_bundles.end()) {
    is_other = is_other || std::ranges::any_of(bundles->second, [&](const Bundle& bundle) {
                 return of_others(bundle.head);
               });
  }
  if (const auto parts = state_.named_parts.find(name); parts != state_.named_parts.end()) {
    is_other = is_other || std::ranges::any_of(parts->second, of_others);
  }
  is_other = is_other || (!makes_communicator(kind) && state_.early_communicators.contains(name));
  if (is_other) abandon(name, MPI_ERR_OTHER);
}

void Rank::end_call(const CollectiveName& name, const Communicator& communicator,
                    CollectiveKind kind, std::uint64_t operation) {
  begin_apart(name);
  if (const auto found = state_.abandoned.find(name); found != state_.abandoned.end()) {
    return note_late_error(name, communicator, found->second);
  }
  // Who waits for nothing is sent nothing, but by ranks that call something else.
  if (state_.early_parts.contains(name)) return abandon(name, MPI_ERR_OTHER);
  look_at_early(name, kind, operation);
}

}  // namespace isthmus::engine::mpi
