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

class Node;

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

/// One PE's part in put and get. For the PE's thread alone.
class Memory {
 public:
  Region expose(PeId self, std::span<std::byte> memory);
  bool withdraw(std::uint32_t number) { return regions_.erase(number) > 0; }

  /// The part of the region, if it lies within it.
  Expected<std::span<std::byte>> part(PeId self, std::uint32_t number, std::uint64_t offset,
                                      std::uint64_t bytes) const;
  /// A number by which so many answers find `done`, and their data its place.
  std::uint64_t await(Completion done, std::uint64_t answers, std::span<std::byte> place = {});
  /// An answer: data goes to its place, from `at` on; after the last one the completion is called,
  /// with the first error.
  void answer(std::uint64_t ticket, std::uint64_t at, std::span<const std::byte> data,
              Expected<void> result);

 private:
  struct Pending {
    Completion done;
    std::uint64_t answers_due;
    std::span<std::byte> place;
    Expected<void> result;
  };
  std::unordered_map<std::uint32_t, std::span<std::byte>> regions_;
  std::unordered_map<std::uint64_t, Pending> pending_;
  std::uint32_t last_region_ = 0;
  std::uint64_t last_ticket_ = 0;
};

/// Bytes go in pieces of this size: what has come lies in the processor's cache yet when it is
/// copied to its place, and one piece is copied while the next is under way.
inline constexpr std::uint64_t piece_bytes = 256 * 1024;
constexpr std::uint64_t pieces_of(std::uint64_t bytes) {
  return bytes == 0 ? 1 : (bytes + piece_bytes - 1) / piece_bytes;
}

/// What a put or get is about. Plain data.
struct Operation {
  std::uint64_t ticket = 0;  ///< Of who began it; 0 if it does not want to know the end.
  std::uint32_t number = 0;  ///< Of the region.
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;  ///< All of them.
};

// Requests by which PEs put and get.

/// A piece of a put, `at` so many bytes from its beginning.
void receive_put(Node& node, const Operation& operation, std::uint64_t at,
                 std::span<const std::byte> bytes);
/// Each piece is answered: by its data, or by a refusal.
void receive_get(Node& node, const Operation& operation);
/// The answers. `refusal` is empty where all went well.
void receive_done(Node& node, std::uint64_t ticket, const std::string& refusal);
void receive_data(Node& node, std::uint64_t ticket, std::uint64_t at,
                  std::span<const std::byte> bytes);

}  // namespace detail

}  // namespace isthmus::mobile
