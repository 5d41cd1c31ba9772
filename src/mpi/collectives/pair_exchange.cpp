// Reductions of two ranks: each tells the other its part, if that is to have the result, and
// combines both.
#include <utility>

#include "mpi/abi/mpi.h"
#include "mpi/rank.hpp"

namespace isthmus::engine::mpi {

// A double behind it still fits into a message that is moved and not marshalled on its way.
static_assert(sizeof(HalfHead) == 48);

// A reduction of the chares' goes to one PE and its result back: two messages on their way, one
// behind the other, where these two cross each other. Of more ranks each would have to tell all
// others, or in several rounds; this is the last round of recursive doubling (Thakur, Rabenseifner
// and Gropp 2005, 4.2), where it is the only one.
void Rank::exchange_halves(const Communicator& communicator, Part part) {
  if (part.root != communicator.rank) {
    const HalfHead head{part.name, part.kind,      part.from, part.giver,
                        part.root, part.operation, part.type};
    rank_of(communicator, 1 - communicator.rank)
        .send<&Rank::take_half>(head, std::span<const std::byte>(part.bytes));
    if (part.root >= 0) return;
  }
  join_halves(std::move(part));
}

void Rank::take_half(const HalfHead& head, std::span<const std::byte> bytes) {
  must_be_here();
  // This rank's half would be there if it had begun an exchange.
  if (!state_.halves.contains(head.name) && has_begun(head.name)) {
    abandon(head.name, MPI_ERR_OTHER);
    return look_again();
  }
  Part half;
  half.name = head.name;
  half.kind = head.kind;
  half.from = head.from;
  half.giver = head.giver;
  half.operation = head.operation;
  half.type = head.type;
  half.root = head.root;
  half.bytes.assign(bytes.begin(), bytes.end());
  join_halves(std::move(half));
  look_again();
}

void Rank::join_halves(Part half) {
  if (is_abandoned(half.name)) return;
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

}  // namespace isthmus::engine::mpi
