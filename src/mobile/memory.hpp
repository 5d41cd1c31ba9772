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
  /// A number by which the answer finds `done`; 0 if there is none and no place for data.
  std::uint64_t await(Completion done, std::span<std::byte> place = {});
  /// Ends a wait: data goes to its place, then the completion is called.
  void complete(std::uint64_t ticket, std::span<const std::byte> data, Expected<void> result);

 private:
  struct Pending {
    Completion done;
    std::span<std::byte> place;
  };
  std::unordered_map<std::uint32_t, std::span<std::byte>> regions_;
  std::unordered_map<std::uint64_t, Pending> pending_;
  std::uint32_t last_region_ = 0;
  std::uint64_t last_ticket_ = 0;
};

// Requests by which PEs put and get.

/// Bytes for a region of this PE; the ticket is the sender's, 0 if it does not want to know.
void receive_put(Node& node, std::uint64_t ticket, std::uint32_t number, std::uint64_t offset,
                 std::span<const std::byte> bytes);
void receive_get(Node& node, std::uint64_t ticket, std::uint32_t number, std::uint64_t offset,
                 std::uint64_t bytes);
/// The answers. `refusal` is empty where all went well.
void receive_done(Node& node, std::uint64_t ticket, const std::string& refusal);
void receive_data(Node& node, std::uint64_t ticket, std::span<const std::byte> bytes);

}  // namespace detail

}  // namespace isthmus::mobile
