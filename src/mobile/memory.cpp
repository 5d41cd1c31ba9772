#include "mobile/memory.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "mobile/messages.hpp"

namespace isthmus::mobile {

namespace detail {

Region Memory::expose(PeId self, std::span<std::byte> memory) {
  regions_.emplace(++last_region_, memory);
  return {self, last_region_, memory.size()};
}

Expected<std::span<std::byte>> Memory::part(PeId self, std::uint32_t number, std::uint64_t offset,
                                            std::uint64_t bytes) const {
  const auto region = regions_.find(number);
  const std::string where =
      "region " + std::to_string(number) + " of PE " + std::to_string(self.value);
  if (region == regions_.end()) {
    return fail(ErrorCode::program, "no such memory", where, "a region that the PE has exposed");
  }
  const std::span<std::byte> all = region->second;
  if (offset > all.size() || bytes > all.size() - offset) {
    return fail(ErrorCode::program,
                std::to_string(bytes) + " bytes at offset " + std::to_string(offset), where,
                "bytes within its " + std::to_string(all.size()));
  }
  return all.subspan(offset, bytes);
}

std::uint64_t Memory::await(Completion done, std::uint64_t answers, std::span<std::byte> place) {
  pending_.emplace(++last_ticket_, Pending{std::move(done), answers, place, {}});
  return last_ticket_;
}

void Memory::answer(std::uint64_t ticket, std::uint64_t at, std::span<const std::byte> data,
                    Expected<void> result) {
  const auto found = pending_.find(ticket);
  if (found == pending_.end()) throw UsageError("an answer that nobody waits for");
  Pending& pending = found->second;
  if (at > pending.place.size() || data.size() > pending.place.size() - at) {
    throw UsageError("an answer of more bytes than were asked for");
  }
  if (!data.empty()) std::memcpy(pending.place.data() + at, data.data(), data.size());
  if (!result && pending.result) pending.result = std::move(result);
  if (--pending.answers_due > 0) return;
  Pending ended = std::move(pending);
  pending_.erase(found);
  if (ended.done) {
    ended.done(std::move(ended.result));
  } else if (!ended.result) {
    throw UsageError(ended.result.error().text());
  }
}

void receive_put(Node& node, const Operation& operation, std::uint64_t at,
                 std::span<const std::byte> bytes) {
  // All of it or nothing, though it comes in pieces.
  const auto place =
      node.memory_.part(PeId(node.rank()), operation.number, operation.offset, operation.bytes);
  if (place && (at > place->size() || bytes.size() > place->size() - at)) {
    throw UsageError("a piece of a put that is larger than the whole");
  }
  if (place && !bytes.empty()) std::memcpy(place->data() + at, bytes.data(), bytes.size());
  const std::string refusal = place ? std::string() : "put: " + place.error().text();
  if (operation.ticket != 0) {
    node.rsr<receive_done>(node.sender(), operation.ticket, refusal);
  } else if (!place) {
    throw UsageError(refusal);
  }
}

void receive_get(Node& node, const Operation& operation) {
  const auto place =
      node.memory_.part(PeId(node.rank()), operation.number, operation.offset, operation.bytes);
  for (std::uint64_t piece = 0; piece < pieces_of(operation.bytes); ++piece) {
    if (!place) {
      node.rsr<receive_done>(node.sender(), operation.ticket, "get: " + place.error().text());
      continue;
    }
    const std::uint64_t at = piece * piece_bytes;
    const std::uint64_t bytes = std::min(piece_bytes, operation.bytes - at);
    node.rsr<receive_data>(node.sender(), operation.ticket, at,
                           std::span<const std::byte>(place->subspan(at, bytes)));
  }
}

void receive_done(Node& node, std::uint64_t ticket, const std::string& refusal) {
  node.memory_.answer(ticket, 0, {},
                      refusal.empty() ? Expected<void>() : fail(ErrorCode::program, refusal));
}

void receive_data(Node& node, std::uint64_t ticket, std::uint64_t at,
                  std::span<const std::byte> bytes) {
  node.memory_.answer(ticket, at, bytes, {});
}

}  // namespace detail

void Node::put(const Region& to, std::uint64_t offset, std::span<const std::byte> from,
               Completion done) {
  const std::uint64_t pieces = detail::pieces_of(from.size());
  const std::uint64_t ticket = done ? memory_.await(std::move(done), pieces) : 0;
  const detail::Operation operation{ticket, to.number, offset, from.size()};
  for (std::uint64_t piece = 0; piece < pieces; ++piece) {
    const std::uint64_t at = piece * detail::piece_bytes;
    rsr<detail::receive_put>(static_cast<int>(to.pe.value), operation, at,
                             from.subspan(at, std::min(detail::piece_bytes, from.size() - at)));
  }
}

void Node::put(const Region& to, std::uint64_t offset, std::vector<std::byte>&& from,
               Completion done) {
  const std::uint64_t ticket = done ? memory_.await(std::move(done), 1) : 0;
  const detail::Operation operation{ticket, to.number, offset, from.size()};
  rsr<detail::receive_put>(static_cast<int>(to.pe.value), operation, std::uint64_t{0},
                           std::move(from));
}

void Node::get(const Region& from, std::uint64_t offset, std::span<std::byte> to, Completion done) {
  const std::uint64_t pieces = detail::pieces_of(to.size());
  const std::uint64_t ticket = memory_.await(std::move(done), pieces, to);
  rsr<detail::receive_get>(static_cast<int>(from.pe.value),
                           detail::Operation{ticket, from.number, offset, to.size()});
}

bool Node::withdraw(const Region& region) {
  return region.pe == self_ && memory_.withdraw(region.number);
}

}  // namespace isthmus::mobile
