#include "mobile/memory.hpp"

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

std::uint64_t Memory::await(Completion done, std::span<std::byte> place) {
  pending_.emplace(++last_ticket_, Pending{std::move(done), place});
  return last_ticket_;
}

void Memory::complete(std::uint64_t ticket, std::span<const std::byte> data,
                      Expected<void> result) {
  const auto found = pending_.find(ticket);
  if (found == pending_.end()) throw UsageError("an answer that nobody waits for");
  Pending pending = std::move(found->second);
  pending_.erase(found);
  if (result && data.size() != pending.place.size()) {
    result = fail(ErrorCode::malformed, std::to_string(data.size()) + " bytes came", "get",
                  std::to_string(pending.place.size()) + " bytes");
  }
  if (result && !data.empty()) std::memcpy(pending.place.data(), data.data(), data.size());
  if (pending.done) {
    pending.done(std::move(result));
  } else if (!result) {
    throw UsageError(result.error().text());
  }
}

void receive_put(Node& node, std::uint64_t ticket, std::uint32_t number, std::uint64_t offset,
                 std::span<const std::byte> bytes) {
  const auto place = node.memory_.part(PeId(node.rank()), number, offset, bytes.size());
  if (place && !bytes.empty()) std::memcpy(place->data(), bytes.data(), bytes.size());
  const std::string refusal = place ? std::string() : "put: " + place.error().text();
  if (ticket != 0) {
    node.rsr<receive_done>(node.sender(), ticket, refusal);
  } else if (!place) {
    throw UsageError(refusal);
  }
}

void receive_get(Node& node, std::uint64_t ticket, std::uint32_t number, std::uint64_t offset,
                 std::uint64_t bytes) {
  const auto place = node.memory_.part(PeId(node.rank()), number, offset, bytes);
  if (place) {
    node.rsr<receive_data>(node.sender(), ticket, std::span<const std::byte>(*place));
  } else {
    node.rsr<receive_done>(node.sender(), ticket, "get: " + place.error().text());
  }
}

void receive_done(Node& node, std::uint64_t ticket, const std::string& refusal) {
  node.memory_.complete(ticket, {},
                        refusal.empty() ? Expected<void>() : fail(ErrorCode::program, refusal));
}

void receive_data(Node& node, std::uint64_t ticket, std::span<const std::byte> bytes) {
  node.memory_.complete(ticket, bytes, {});
}

}  // namespace detail

void Node::put(const Region& to, std::uint64_t offset, std::span<const std::byte> from,
               Completion done) {
  const std::uint64_t ticket = done ? memory_.await(std::move(done)) : 0;
  rsr<detail::receive_put>(static_cast<int>(to.pe.value), ticket, to.number, offset, from);
}

void Node::put(const Region& to, std::uint64_t offset, std::vector<std::byte>&& from,
               Completion done) {
  const std::uint64_t ticket = done ? memory_.await(std::move(done)) : 0;
  rsr<detail::receive_put>(static_cast<int>(to.pe.value), ticket, to.number, offset,
                           std::move(from));
}

void Node::get(const Region& from, std::uint64_t offset, std::span<std::byte> to, Completion done) {
  const std::uint64_t bytes = to.size();
  const std::uint64_t ticket = memory_.await(std::move(done), to);
  rsr<detail::receive_get>(static_cast<int>(from.pe.value), ticket, from.number, offset, bytes);
}

bool Node::withdraw(const Region& region) {
  return region.pe == self_ && memory_.withdraw(region.number);
}

}  // namespace isthmus::mobile
