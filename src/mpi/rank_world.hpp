// mpi/rank_world.hpp: time, chance and name of a rank's world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "isthmus/image/world.hpp"
#include "isthmus/isthmus.hpp"

namespace isthmus::mpi {

/// The machine's in real time. In virtual time the job's, whose every look takes some nanoseconds,
/// as programs wait in loops that look at nothing but the clock; and random bytes from the job's
/// seed and the rank. Belongs to its rank; the PE's thread.
class RankWorld final : public image::World {
 public:
  /// How far it has come; it goes along with the rank.
  struct Position {
    TimeNs last_ns = 0;
    std::uint64_t random_drawn = 0;
  };

  RankWorld(bool in_virtual_time, std::uint64_t seed, int rank, const Position& position)
      : in_virtual_time_(in_virtual_time), seed_(seed), rank_(rank), position_(position) {}

  TimeNs real_time_ns() override;
  TimeNs monotonic_ns() override;
  int process_id() override;
  void fill_random(std::span<std::byte> bytes) override;
  const Position& position() const { return position_; }

 private:
  bool in_virtual_time_;
  std::uint64_t seed_;
  int rank_;
  Position position_;
};

}  // namespace isthmus::mpi
