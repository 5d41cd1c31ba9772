// isthmus/image/stub_code.hpp: the code that lies in every slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace isthmus::engine::image {

/// Code that runs wherever it lies at `stub_offset` behind a header, which it finds by its own
/// address: so a copy in each slot is that slot's, and one file is mapped into all of them. The
/// other members are offsets in it.
struct StubCode {
  std::span<const std::byte> bytes;
  std::size_t trap = 0;      ///< with the number in a register, as `write_trap` leaves it
  std::size_t loop = 0;      ///< calls what the header names, traps with what it returned, again
  std::size_t tls = 0;       ///< __tls_get_addr
  std::size_t variadic = 0;  ///< hands a va_list on, as `write_variadic` asks for
};

/// Empty bytes where this processor has none.
StubCode stub_code();

/// An entry takes so many bytes.
inline constexpr std::size_t entry_bytes = 32;

/// What follows writes one entry at `offset` of the stubs whose first bytes are `code`.
/// A call that goes to the host with its number and up to six arguments in registers.
void write_trap(std::span<std::byte> stubs, std::size_t offset, const StubCode& code,
                std::uint32_t number);
/// A call of a function of the process with the `arity` (at most 5) integer arguments that it was
/// given and the header behind them.
void write_direct(std::span<std::byte> stubs, std::size_t offset, int arity,
                  std::uintptr_t function);
/// A call whose third argument becomes 1 and which goes to where the header's word at `word` says.
void write_one_thread(std::span<std::byte> stubs, std::size_t offset, std::size_t word);
/// A call of the function that is its first argument, with its second one.
void write_call_of_first(std::span<std::byte> stubs, std::size_t offset);
/// A call with `fixed` arguments and more: the function is given a pointer to the fixed ones, one
/// to a va_list of the others, and the header.
void write_variadic(std::span<std::byte> stubs, std::size_t offset, const StubCode& code, int fixed,
                    std::uintptr_t function);

}  // namespace isthmus::engine::image
