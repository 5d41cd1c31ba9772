// mpi/messages/peer_counts.hpp: how many messages went to, or came from, each other rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace isthmus::engine::mpi {

/// A count for each rank of the job, 0 at first, in a table that grows with the ranks that have
/// one. Counts wrap around: two of them are compared, and are less than 2^32 apart. Serializable;
/// one thread.
class PeerCounts {
 public:
  void add_one(std::int32_t peer) {
    if ((count_ + 1) * 2 > places_.size()) grow();
    Place& place = places_[place_of(peer)];
    if (place.peer == nobody) {
      place.peer = peer;
      ++count_;
    }
    ++place.messages;
  }
  std::uint32_t of(std::int32_t peer) const {
    return count_ == 0 ? 0 : places_[place_of(peer)].messages;
  }

  void serialize(auto& archive) { archive(places_, count_); }

 private:
  static constexpr std::int32_t nobody = -1;
  struct Place {
    std::int32_t peer = nobody;
    std::uint32_t messages = 0;
  };

  /// The peer's, or the free one that would be.
  std::size_t place_of(std::int32_t peer) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t at = (static_cast<std::uint32_t>(peer) * 0x9e37'79b1U >> 8) & mask;
    while (places_[at].peer != peer && places_[at].peer != nobody) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    constexpr std::size_t few = 8;
    const std::vector<Place> before =
        std::exchange(places_, std::vector<Place>(places_.empty() ? few : places_.size() * 2));
    for (const Place& place : before) {
      if (place.peer != nobody) places_[place_of(place.peer)] = place;
    }
  }

  std::vector<Place> places_ = {};  ///< a power of two of them, at most half in use
  std::uint64_t count_ = 0;
};

}  // namespace isthmus::engine::mpi
