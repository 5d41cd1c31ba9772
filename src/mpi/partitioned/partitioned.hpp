// mpi/partitioned/partitioned.hpp: messages whose parts are sent as they get ready (MPI 5.0,
// chapter 4).
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace isthmus::engine::mpi {

/// What both sides know a partitioned message by without a word: the k-th that a rank has made to
/// send to another one belongs to the k-th which that has made to receive from it, in the same
/// communicator and with the same tag. `peer` is the sender where a receiver speaks, and the other
/// way round in counts of those that were made.
struct PartitionedName {
  std::uint64_t context = 0;
  std::int32_t peer = 0;
  std::int32_t tag = 0;
  std::uint64_t number = 0;

  auto operator<=>(const PartitionedName&) const = default;
};

/// Some packed bytes of a message.
struct PartitionPiece {
  PartitionedName name = {};
  std::uint64_t round = 0;  ///< which start of the sender
  std::int64_t first_byte = 0;
  std::int64_t message_bytes = 0;
  std::int32_t partitions = 0;  ///< that the sender has
  std::int32_t held = 0;        ///< of them in this piece
};

/// One side, for as long as its request lives.
struct Partitioned {
  PartitionedName name = {};
  std::int32_t partitions = 0;
  std::int64_t partition_bytes = 0;    ///< packed
  std::uint64_t round = 0;             ///< how often it has been started
  std::vector<bool> ready = {};        ///< of a sender: which are
  std::int32_t done = 0;               ///< partitions of the sender's that are ready, or have come
  std::vector<std::int64_t> got = {};  ///< of a receiver: how many bytes of each have come

  void serialize(auto& archive) {
    archive(name, partitions, partition_bytes, round, ready, done, got);
  }
};

/// All of a rank. Plain data.
struct PartitionedMessages {
  struct Early {
    PartitionPiece piece = {};
    std::vector<std::byte> bytes = {};
  };

  std::map<std::uint64_t, Partitioned> by_request = {};
  std::map<PartitionedName, std::uint64_t> receives = {};  ///< requests
  /// Of receives that are not made yet, or not started so often.
  std::map<PartitionedName, std::vector<Early>> early = {};
  std::map<PartitionedName, std::uint64_t> sends_made = {}, receives_made = {};

  void serialize(auto& archive) { archive(by_request, receives, early, sends_made, receives_made); }
};

}  // namespace isthmus::engine::mpi
