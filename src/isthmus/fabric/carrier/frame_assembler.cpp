#include "isthmus/fabric/carrier/frame_assembler.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace isthmus::engine::fabric {

namespace {

std::size_t copy_front(std::span<const std::byte>& from, std::span<std::byte> to) {
  const std::size_t count = std::min(from.size(), to.size());
  if (count > 0) std::memcpy(to.data(), from.data(), count);
  from = from.subspan(count);
  return count;
}

}  // namespace

Expected<MessagePtr> FrameAssembler::take(std::span<const std::byte>& bytes,
                                          const WireLimits& limits, Pool& pool) {
  if (lander_) [[unlikely]]
    return take_what_lands(bytes, pool);
  if (message_ == nullptr) {
    std::span<const std::byte, header_bytes> whole(header_);
    if (header_have_ == 0 && bytes.size() >= header_bytes) [[likely]] {
      whole = bytes.first<header_bytes>();
      bytes = bytes.subspan(header_bytes);
    } else {
      header_have_ += copy_front(bytes, std::span(header_).subspan(header_have_));
      if (header_have_ < header_bytes) return MessagePtr();
      header_have_ = 0;
    }
    auto header = decode_header(whole, limits);
    if (!header) [[unlikely]]
      return forward_error(header);
    if ((header->flags & flag_lands) != 0) [[unlikely]] {
      header->flags &= static_cast<std::uint16_t>(~flag_lands);
      lander_.emplace(*header);
      return take_what_lands(bytes, pool);
    }
    begin(*header, pool);
  }
  return take_payload(bytes);
}

Expected<MessagePtr> FrameAssembler::take_payload(std::span<const std::byte>& bytes) {
  const std::size_t missing_bytes = message_->payload_bytes - filled_bytes_;
  filled_bytes_ += copy_front(bytes, {message_->payload() + filled_bytes_, missing_bytes});
  if (filled_bytes_ < message_->payload_bytes) return MessagePtr();
  landed_bytes_ = 0;
  return std::move(message_);
}

void FrameAssembler::begin(const Message& header, Pool& pool) {
  message_ = message_for(header, pool);
  filled_bytes_ = 0;
}

Expected<bool> FrameAssembler::begin_slice(std::span<const std::byte>& bytes, Pool& pool) {
  Lander& lander = *lander_;
  RegionSlice& slice = lander.slice;
  const std::span<std::byte> begin_bytes = std::as_writable_bytes(std::span(&slice, 1));
  lander.slice_have += copy_front(bytes, begin_bytes.subspan(lander.slice_have));
  if (lander.slice_have < sizeof(RegionSlice)) return false;
  Message own = lander.header;
  if (slice.bytes > own.payload_bytes - slice_bytes_min) {
    return fail(ErrorCode::malformed,
                "a payload of " + std::to_string(own.payload_bytes) + " bytes of which " +
                    std::to_string(slice.bytes) + " land",
                {}, "at most " + std::to_string(own.payload_bytes - slice_bytes_min));
  }
  lander.places = places_;
  const bool lands = places_ != nullptr && !places_->enter(own.object(), slice).memory().empty();
  if (lands) own.payload_bytes -= static_cast<std::uint32_t>(slice.bytes);
  begin(own, pool);
  std::memcpy(message_->payload(), &slice, sizeof(RegionSlice));
  filled_bytes_ = sizeof(RegionSlice);
  if (!lands) lander_.reset();
  return true;
}

Expected<MessagePtr> FrameAssembler::take_what_lands(std::span<const std::byte>& bytes,
                                                     Pool& pool) {
  if (message_ == nullptr) {
    Expected<bool> begun = begin_slice(bytes, pool);
    if (!begun) return forward_error(begun);
    if (!*begun) return MessagePtr();
    if (!lander_) return take_payload(bytes);
  }
  Lander& lander = *lander_;
  while (filled_bytes_ < lander.header.payload_bytes) {
    if (filled_bytes_ == message_->payload_bytes && !lander.is_span_empty) {
      if (auto emptied = empty_span(); !emptied) return forward_error(emptied);
    }
    const Gap missing = gap(pool);
    const std::size_t count = copy_front(bytes, missing.memory);
    filled_bytes_ += count;
    if (count < missing.memory.size()) return MessagePtr();
  }
  landed_bytes_ = lander.slice.bytes;
  pool.release(std::move(lander.rest));
  lander_.reset();
  return std::move(message_);
}

/// The message's own part has come. It ends with the span's count: from now on the span is empty.
Expected<void> FrameAssembler::empty_span() {
  std::uint64_t count = 0;
  std::byte* const at = message_->payload() + message_->payload_bytes - sizeof(count);
  std::memcpy(&count, at, sizeof(count));
  // NOLINTBEGIN(bugprone-unchecked-optional-access): there is one while a message lands.
  if (count != lander_->slice.bytes) {
    return fail(ErrorCode::malformed, "a span of " + std::to_string(count) + " bytes that lands",
                {}, std::to_string(lander_->slice.bytes));
  }
  // NOLINTEND(bugprone-unchecked-optional-access)
  count = 0;
  std::memcpy(at, &count, sizeof(count));
  lander_->is_span_empty = true;
  return {};
}

FrameAssembler::Gap FrameAssembler::gap(Pool& pool) {
  Gap gap;
  if (message_ == nullptr) return gap;
  const std::size_t own_bytes = message_->payload_bytes;
  if (filled_bytes_ < own_bytes || !lander_) {
    gap.memory = {message_->payload() + filled_bytes_, own_bytes - filled_bytes_};
    return gap;
  }
  gap.access = lander_->places->enter(message_->object(), lander_->slice);
  gap.memory = gap.access.memory();
  if (gap.memory.empty()) {
    MessagePtr& rest = lander_->rest;
    if (rest == nullptr) rest = pool.acquire(lander_->slice.bytes);
    gap.memory = {rest->payload(), lander_->slice.bytes};
  }
  gap.memory = gap.memory.subspan(filled_bytes_ - own_bytes);
  return gap;
}

void FrameAssembler::drop(Pool& pool) {
  header_have_ = 0;
  if (lander_) pool.release(std::move(lander_->rest));
  lander_.reset();
  pool.release(std::move(message_));
}

}  // namespace isthmus::engine::fabric
