// mpi/moving.hpp: a rank's machine on its way to another process.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "isthmus/image/machine.hpp"
#include "isthmus/isthmus.hpp"
#include "mpi/rank_world.hpp"

namespace isthmus::engine {

/// The registers lie on the rank's stack, which has the same addresses everywhere.
void serialize(auto& archive, ParkedStack& stack) {
  auto address = std::bit_cast<std::uint64_t>(stack.registers);
  archive(address);
  stack.registers = std::bit_cast<void*>(address);
}

}  // namespace isthmus::engine

namespace isthmus::engine::mpi {

/// What another process needs to go on with a machine: bytes by address, read from the slot itself
/// where they are written, and how far the rank has come.
struct Moving {
  struct Piece {
    std::uint64_t address = 0;
    std::span<const std::byte> bytes;
  };
  std::optional<image::Progress> progress;  ///< none: the machine has not begun
  std::vector<Piece> pieces;
  image::Holdings holdings;
  RankWorld::Position world;
  std::uint64_t fingerprint = 0;  ///< of the process that it comes from
};

}  // namespace isthmus::engine::mpi
