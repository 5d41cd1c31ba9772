// mpi/crash_place.hpp: where in a rank's program a fault has happened.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace isthmus::engine::mpi {

/// A place in a file that is mapped, as tools of debuggers name it.
struct CodePlace {
  std::array<char, 1024> file{};
  std::array<char, 256> function{};  ///< as the linker knows it; empty where the file has no name
  std::uint64_t address = 0;         ///< in the file's own numbers, which `addr2line` takes

  bool is_known() const { return file[0] != '\0'; }
};

/// The instruction's place, or, where that is in a library that ranks share or nowhere, the call in
/// the rank's program that led there, as far as the stack tells. For a handler of signals:
/// allocates nothing, and locks nothing.
CodePlace find_crash_place(std::uint64_t instruction, std::uint64_t stack_pointer);

/// Whether that address is the page at which a rank's stack ends.
bool is_end_of_stack(std::uint64_t address, std::uint64_t stack_pointer);

}  // namespace isthmus::engine::mpi
