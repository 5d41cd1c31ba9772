#include "mobile/memory.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "mobile/messages.hpp"
#include "mobile/rank_chare.hpp"

namespace isthmus::mobile {

namespace detail {

Memory::~Memory() {
  for (const auto& [number, memory] : regions_) chare_.close_region(place_of_region(number));
  for (const auto& [ticket, pending] : pending_) chare_.close_region(place_of_ticket(ticket));
}

Region Memory::expose(std::span<std::byte> memory) {
  regions_.emplace(++last_region_, memory);
  chare_.open_region(place_of_region(last_region_), memory);
  return {self_, last_region_, memory.size()};
}

bool Memory::withdraw(std::uint32_t number) {
  chare_.close_region(place_of_region(number));
  return regions_.erase(number) > 0;
}

Expected<std::span<std::byte>> Memory::part(std::uint64_t number, std::uint64_t offset,
                                            std::uint64_t bytes) const {
  const auto region =
      number > UINT32_MAX ? regions_.end() : regions_.find(static_cast<std::uint32_t>(number));
  const std::string where =
      "region " + std::to_string(number) + " of PE " + std::to_string(self_.value);
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
  if (!place.empty()) chare_.open_region(place_of_ticket(last_ticket_), place);
  return last_ticket_;
}

Memory::Pending& Memory::pending_of(std::uint64_t ticket) {
  const auto found = pending_.find(ticket);
  if (found == pending_.end()) throw UsageError("an answer that nobody waits for");
  return found->second;
}

void Memory::answer(std::uint64_t ticket, Expected<void> result) {
  Pending& pending = pending_of(ticket);
  if (!result && pending.result) pending.result = std::move(result);
  if (--pending.answers_due > 0) return;
  Pending ended = std::move(pending);
  pending_.erase(ticket);
  if (!ended.place.empty()) chare_.close_region(place_of_ticket(ticket));
  if (ended.done) {
    ended.done(std::move(ended.result));
  } else if (!ended.result) {
    throw UsageError(ended.result.error().text());
  }
}

void Memory::answer(std::uint64_t ticket, const RegionSlice& slice,
                    std::span<const std::byte> data) {
  const std::span<std::byte> place = pending_of(ticket).place;
  if (slice.at > place.size() || slice.bytes > place.size() - slice.at ||
      (data.size() != slice.bytes && !slice.has_landed(data))) {
    throw UsageError("an answer of more bytes than were asked for");
  }
  if (!data.empty()) std::memcpy(place.data() + slice.at, data.data(), data.size());
  answer(ticket, Expected<void>());
}

void Memory::refuse(std::uint64_t ticket, Error why) {
  pending_of(ticket).answers_due = 1;
  answer(ticket, std::unexpected(std::move(why)));
}

void receive_put(Rank& self, const RegionSlice& slice, std::uint64_t ticket,
                 std::span<const std::byte> bytes) {
  const auto place = self.memory_.part(slice.region / 2, slice.offset, slice.whole_bytes);
  if (place && (slice.at > place->size() || slice.bytes > place->size() - slice.at ||
                (bytes.size() != slice.bytes && !slice.has_landed(bytes)))) {
    throw UsageError("a piece of a put that is larger than the whole");
  }
  if (place && !bytes.empty()) std::memcpy(place->data() + slice.at, bytes.data(), bytes.size());
  const std::string refusal = place ? std::string() : "put: " + place.error().text();
  if (ticket != 0) {
    self.rsr<receive_done>(self.sender(), ticket, refusal);
  } else if (!place) {
    throw UsageError(refusal);
  }
}

void receive_get(Rank& self, const Operation& operation) {
  const PeId to(self.sender());
  const auto place = self.memory_.part(operation.number, operation.offset, operation.bytes);
  if (!place) {
    return self.rsr<receive_refusal>(self.sender(), operation.ticket,
                                     "get: " + place.error().text());
  }
  const std::uint64_t pieces = self.piece_count(to, operation.bytes);
  for (std::uint64_t piece = 0; piece < pieces; ++piece) {
    const std::uint64_t at = piece * self.piece_bytes(to);
    const std::uint64_t bytes = std::min(self.piece_bytes(to), operation.bytes - at);
    self.send_bytes<receive_data>(
        self.sender(), {Memory::place_of_ticket(operation.ticket), 0, operation.bytes, at, bytes},
        operation.ticket, std::span<const std::byte>(place->subspan(at, bytes)));
  }
}

void receive_refusal(Rank& self, std::uint64_t ticket, const std::string& refusal) {
  self.memory_.refuse(ticket, {ErrorCode::program, refusal, {}, {}});
}

void receive_done(Rank& self, std::uint64_t ticket, const std::string& refusal) {
  self.memory_.answer(ticket,
                      refusal.empty() ? Expected<void>() : fail(ErrorCode::program, refusal));
}

void receive_data(Rank& self, const RegionSlice& slice, std::uint64_t ticket,
                  std::span<const std::byte> bytes) {
  self.memory_.answer(ticket, slice, bytes);
}

}  // namespace detail

std::uint64_t Rank::piece_bytes(PeId other) const {
  return is_in_other_process(other) ? detail::piece_bytes_between : detail::piece_bytes_within;
}

void Rank::put(const Region& to, std::uint64_t offset, std::span<const std::byte> from,
               Completion done) {
  const auto pe = static_cast<int>(to.pe.value);
  require_pe(pe);
  const std::uint64_t pieces = piece_count(to.pe, from.size());
  const std::uint64_t ticket = done ? memory_.await(std::move(done), pieces) : 0;
  for (std::uint64_t piece = 0; piece < pieces; ++piece) {
    const std::uint64_t at = piece * piece_bytes(to.pe);
    const std::span<const std::byte> bytes =
        from.subspan(at, std::min(piece_bytes(to.pe), from.size() - at));
    send_bytes<detail::receive_put>(
        pe, {detail::Memory::place_of_region(to.number), offset, from.size(), at, bytes.size()},
        ticket, bytes);
  }
}

void Rank::put(const Region& to, std::uint64_t offset, std::vector<std::byte>&& from,
               Completion done) {
  const auto pe = static_cast<int>(to.pe.value);
  require_pe(pe);
  const std::uint64_t ticket = done ? memory_.await(std::move(done), 1) : 0;
  const std::uint64_t bytes = from.size();
  send_bytes<detail::receive_put>(
      pe, {detail::Memory::place_of_region(to.number), offset, bytes, 0, bytes}, ticket,
      std::move(from));
}

void Rank::get(const Region& from, std::uint64_t offset, std::span<std::byte> to, Completion done) {
  const auto pe = static_cast<int>(from.pe.value);
  require_pe(pe);
  const std::uint64_t ticket = memory_.await(std::move(done), piece_count(from.pe, to.size()), to);
  rsr<detail::receive_get>(pe, detail::Operation{ticket, from.number, offset, to.size()});
}

bool Rank::withdraw(const Region& region) {
  return region.pe == pe_ && memory_.withdraw(region.number);
}

}  // namespace isthmus::mobile
