// mpi/collectives/collective.hpp: collective operations that are under way on a rank.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mpi/communicators/communicator.hpp"
#include "mpi/messages/requests.hpp"

namespace isthmus::engine::mpi {

/// The k-th collective operation of a communicator: all its members call them in one order.
struct CollectiveName {
  std::uint64_t context = 0;
  std::uint64_t sequence = 0;

  auto operator<=>(const CollectiveName&) const = default;
};

enum class CollectiveKind : std::uint8_t {
  barrier,
  broadcast,
  reduce,
  all_reduce,
  gather,
  all_gather,
  scatter,
  all_to_all,
  reduce_scatter,
  scan,
  exclusive_scan,
  split,   ///< MPI_Comm_split: colours and keys
  window,  ///< facts of memory that is shared
  create,  ///< another communicator: where its context and section come from
  /// Of two groups that make an intercommunicator: what their leaders tell each other, and then
  /// their own groups.
  meet,
  introduce,
  merge,  ///< an intercommunicator's groups to one
  weave,  ///< MPI_Dist_graph_create: edges that anybody has named
  neighbours,
  file,   ///< of those that have a file open (FileTask)
  spawn,  ///< ranks that are started: what the root has come to
};

/// Whether its members hear of a new communicator from the first of them.
bool makes_communicator(CollectiveKind kind);

/// What one rank gives to a collective operation, or gets from it.
struct Part {
  CollectiveName name = {};
  CollectiveKind kind = CollectiveKind::barrier;
  std::int32_t from = 0;        ///< the giver's rank in the communicator
  std::int32_t giver = 0;       ///< and in the job
  std::int32_t edge = 0;        ///< `neighbours`: which of those from the giver to the taker
  std::uint64_t operation = 0;  ///< a handle of the standard, for what combines parts on their way
  std::uint64_t type = 0;       ///< likewise
  std::vector<std::byte> bytes = {};
  /// Set where two parts that met were not of one operation: the communicator's members did not
  /// call the same.
  bool is_mismatch = false;
  std::int32_t root = -1;  ///< of what goes to one of them
  /// Parts of persistent operations, which members may start in any order, are brought together by
  /// name on one rank: combined or not, for that rank alone or for all.
  enum class Named : std::uint8_t { no, combined, combined_for_all, gathered, gathered_for_all };
  Named named = Named::no;
  std::vector<std::int32_t> members = {};  ///< of such a one: whose parts belong together
};

/// The same where its bytes travel behind it: what two ranks tell each other. With a number behind
/// it, it has room in the smallest of messages (collectives/pair_exchange.cpp).
struct HalfHead {
  CollectiveName name = {};
  CollectiveKind kind = CollectiveKind::barrier;
  std::int32_t from = 0;
  std::int32_t giver = 0;
  std::int32_t root = -1;
  std::uint64_t operation = 0;
  std::uint64_t type = 0;
};

/// Combines what ranks give by an operation of the standard: `into` is of the lower ranks.
struct Combine {
  void operator()(Part& into, Part&& more) const;
};

/// A communicator that has been made: what its members need to know of it.
struct Made {
  CollectiveName name = {};  ///< of the operation that makes it
  std::uint64_t context = 0;
  std::optional<SectionName> section = {};

  void serialize(auto& archive) {
    archive(name, context);
    serialize_section(archive, section);
  }
};

/// One that this rank has begun. Addresses lie in the slot.
struct Collective {
  CollectiveKind kind = CollectiveKind::barrier;
  std::uint64_t communicator = 0;  ///< a handle
  std::uint64_t request = 0;       ///< a handle
  std::int32_t root = 0;
  std::uint64_t operation = 0;    ///< a handle
  std::uint64_t type_handle = 0;  ///< of `receive`, as the program knows it
  Buffer receive = {};            ///< of vector forms without count
  /// Elements to receive from each, and where they go, in extents of the type (`all_to_all` with
  /// types: in bytes). For equal parts, none.
  std::vector<std::int64_t> counts = {}, displacements = {};
  std::vector<DatatypePtr> types = {};
  /// Where parts come one by one: how many, and how many have.
  std::int32_t expected = 0, arrived = 0;
  /// The rank combines for the others: it gets the values of all.
  bool is_leader = false;

  /// Where values are combined one after the other on this rank, in the order of ranks: what is
  /// combined so far comes behind what is done.
  std::vector<std::vector<std::byte>> values = {};
  std::int32_t folded = 0;

  /// Of what makes a communicator: where its handle goes, who belongs to it, and what was told of
  /// it.
  std::uint64_t made_at = 0;
  bool knows_group = false, is_made = false;
  Group group = {};
  Shape shape = {};
  Made made = {};
  std::int32_t colour = 0;
  bool copies_attributes = false;
};

}  // namespace isthmus::engine::mpi
