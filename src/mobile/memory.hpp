// mobile/memory.hpp: memory of a PE that others read and write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "isthmus/isthmus.hpp"

namespace isthmus::mobile {

class Rank;

namespace detail {
class RankChare;
}

/// Memory that a PE has exposed. A plain value: it can be sent and stored.
struct Region {
  PeId pe;
  std::uint32_t number = 0;  ///< Among those that the PE has exposed, from 1.
  std::uint64_t bytes = 0;

  bool operator==(const Region&) const = default;
};

/// Called on the PE that began an operation, as a handler: with nothing when it is done, or with
/// what was wrong with it.
using Completion = std::move_only_function<void(Expected<void>)>;

namespace detail {

/// One PE's part in put and get. For the PE's thread alone. What it takes is open as regions
/// (message/region.hpp): bytes from other processes may lie there before they are told of.
class Memory {
 public:
  Memory(RankChare& chare, PeId self) : chare_(chare), self_(self) {}
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  Region expose(std::span<std::byte> memory);
  bool withdraw(std::uint32_t number);

  /// The part of the region, if it lies within it.
  Expected<std::span<std::byte>> part(std::uint64_t number, std::uint64_t offset,
                                      std::uint64_t bytes) const;
  /// A number by which so many answers find `done`, and their data its place.
  std::uint64_t await(Completion done, std::uint64_t answers, std::span<std::byte> place = {});
  /// An answer: data that has not landed goes to its place; after the last one the completion is
  /// called, with the first error.
  void answer(std::uint64_t ticket, Expected<void> result);
  void answer(std::uint64_t ticket, const RegionSlice& slice, std::span<const std::byte> data);
  /// The answer to all of it: there will be no other.
  void refuse(std::uint64_t ticket, Error why);

  /// The numbers under which regions, and what a get fills, are open.
  static std::uint64_t place_of_region(std::uint32_t number) { return std::uint64_t{2} * number; }
  static std::uint64_t place_of_ticket(std::uint64_t ticket) { return 2 * ticket + 1; }

 private:
  struct Pending {
    Completion done;
    std::uint64_t answers_due;
    std::span<std::byte> place;
    Expected<void> result;
  };
  Pending& pending_of(std::uint64_t ticket);

  RankChare& chare_;
  const PeId self_;
  std::unordered_map<std::uint32_t, std::span<std::byte>> regions_;
  std::unordered_map<std::uint64_t, Pending> pending_;
  std::uint32_t last_region_ = 0;
  std::uint64_t last_ticket_ = 0;
};

/// Bytes go in pieces. Within a process a piece lies in the processor's cache yet when it is copied
/// to its place; to another one it lands there, and the fewer, the better.
inline constexpr std::uint64_t piece_bytes_within = 256 * 1024;
inline constexpr std::uint64_t piece_bytes_between = 1024 * 1024;

/// What a get is about. Plain data.
struct Operation {
  std::uint64_t ticket = 0;  ///< Of who began it.
  std::uint32_t number = 0;  ///< Of the region.
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;  ///< All of them.
};

// Requests by which PEs put and get. A ticket is of who began the operation; 0 if it does not want
// to know the end.

/// A piece of a put. All of the put is refused, or nothing.
void receive_put(Rank& self, const RegionSlice& slice, std::uint64_t ticket,
                 std::span<const std::byte> bytes);
/// Each piece is answered by its data, or all of them by one refusal.
void receive_get(Rank& self, const Operation& operation);
void receive_refusal(Rank& self, std::uint64_t ticket, const std::string& refusal);
/// The answers to pieces. `refusal` is empty where all went well.
void receive_done(Rank& self, std::uint64_t ticket, const std::string& refusal);
void receive_data(Rank& self, const RegionSlice& slice, std::uint64_t ticket,
                  std::span<const std::byte> bytes);

}  // namespace detail

}  // namespace isthmus::mobile
