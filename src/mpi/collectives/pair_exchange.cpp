// Operations of two ranks whose result both have: each tells the other its part and combines both.
#include <cstdlib>
#include <string>
#include <utility>

#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/rank.hpp"

namespace isthmus::engine::mpi {

// A reduction of the chares' goes to one PE and its result back: two messages on their way, one
// behind the other, where these two cross each other. Of more ranks each would have to tell all
// others, or in several rounds; this is the last round of recursive doubling (Thakur, Rabenseifner
// and Gropp 2005, 4.2), where it is the only one.
void Rank::exchange_halves(const Communicator& communicator, Part part) {
  const HalfHead head{part.name, part.kind, part.from, part.giver, part.operation, part.type};
  rank_of(communicator, 1 - communicator.rank)
      .send<&Rank::take_half>(head, std::span<const std::byte>(part.bytes));
  join_halves(std::move(part));
}

void Rank::take_half(const HalfHead& head, std::span<const std::byte> bytes) {
  must_be_here();
  if (!state_.halves.contains(head.name)) {
    // This rank's half would be there if it had begun an exchange.
    const auto has_begun = [&](const Communicator& communicator) {
      return communicator.context == head.name.context &&
             head.name.sequence < communicator.collectives_begun;
    };
    bool is_other_operation = has_begun(state_.world);
    state_.communicators.for_each([&](std::uint64_t, const Communicator& communicator) {
      is_other_operation = is_other_operation || has_begun(communicator);
    });
    if (is_other_operation) return end_mismatch();
  }
  Part half;
  half.name = head.name;
  half.kind = head.kind;
  half.from = head.from;
  half.giver = head.giver;
  half.operation = head.operation;
  half.type = head.type;
  half.bytes.assign(bytes.begin(), bytes.end());
  join_halves(std::move(half));
  look_again();
}

void Rank::join_halves(Part half) {
  auto other = state_.halves.extract(half.name);
  if (!other) {
    state_.halves.emplace(half.name, std::move(half));
    return;
  }
  Part& first = other.mapped();
  if (half.from < first.from) std::swap(first, half);
  Combine()(first, std::move(half));
  take_part(first);
}

bool Rank::refuses_half(const Communicator& communicator, const CollectiveName& name) {
  if (communicator.size() != 2 || !state_.halves.contains(name)) return false;
  end_mismatch();
  return true;
}

void Rank::end_mismatch() {
  end_job(EXIT_FAILURE,
          "rank " + std::to_string(number()) + ": " + std::string(text_of_error(MPI_ERR_OTHER)));
}

}  // namespace isthmus::engine::mpi
