#include "isthmus/fabric/bundle.hpp"

#include <cstring>
#include <string>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/message/payload.hpp"

namespace isthmus::engine::fabric {

namespace {

/// What a message says anew; bits of its first byte, in the order of the fields behind it.
enum Novelty : std::uint8_t {
  new_kind = 1,          // ops_id, handler, flags, form
  new_collection = 2,    //
  new_key = 4,           //
  new_source = 8,        //
  new_destination = 16,  //
  new_word = 32,         //
  new_rare = 64,         // priority, hops
  new_size = 128,        // of the payload, 2 bytes
};

std::uint8_t bit_if(bool condition, Novelty bit) {
  return static_cast<std::uint8_t>(condition ? bit : 0);
}

/// The usual size by itself is quicker than any.
void copy_payload(std::byte* to, const std::byte* from, std::size_t bytes) {
  if (bytes == sizeof(std::uint64_t)) {
    std::memcpy(to, from, sizeof(std::uint64_t));
  } else {
    std::memcpy(to, from, bytes);
  }
}

template <class... Fields>
std::byte* put(std::byte* at, const Fields&... fields) {
  ((std::memcpy(at, &fields, sizeof(Fields)), at += sizeof(Fields)), ...);
  return at;
}

/// A typed payload's serialized form may have to be written to an aligned place.
std::byte* put_payload(std::byte* at, const Message& message, std::size_t bytes) {
  if (message.form != PayloadForm::typed) {
    copy_payload(at, message.payload(), bytes);
    return at + bytes;
  }
  alignas(64) std::byte buffer[bundled_payload_bytes_max];
  marshal_to({buffer, bytes}, message);
  copy_payload(at, buffer, bytes);
  return at + bytes;
}

std::unexpected<Error> malformed(std::string what, std::string expected = {}) {
  return fail(ErrorCode::malformed, "bundle with " + std::move(what), {}, std::move(expected));
}

}  // namespace

struct BundleWriter::WireKind {
  explicit WireKind(const Message& message)
      : ops_id(wire_id(message)),
        flags(wire_flags(message)),
        form(static_cast<unsigned>(wire_form(message))) {}

  std::uint64_t ops_id;
  // Words of their own: compared as one they would have to be written to memory first, and a load
  // of what several stores wrote waits for them.
  unsigned flags;
  unsigned form;
};

/// Field by field: a copy of a header that was written a moment ago would wait for the writes. As a
/// rule nothing differs, which is found out first.
std::uint8_t BundleWriter::novelty_of(const Message& message, const WireKind& kind,
                                      std::size_t payload_bytes, const Message& last) {
  const std::uint64_t kinds =
      (kind.ops_id ^ last.ops_id) | (kind.flags ^ last.flags) |
      (kind.form ^ static_cast<unsigned>(last.form)) |
      (static_cast<unsigned>(message.handler) ^ static_cast<unsigned>(last.handler));
  const std::uint64_t collections = message.collection.value ^ last.collection.value;
  const std::uint64_t keys = (message.key.low ^ last.key.low) | (message.key.high ^ last.key.high);
  const std::uint64_t sources = message.source.value ^ last.source.value;
  const std::uint64_t destinations = message.destination.value ^ last.destination.value;
  const std::uint64_t words = message.word ^ last.word;
  const std::uint64_t rares = static_cast<std::uint32_t>(message.priority ^ last.priority) |
                              static_cast<unsigned>(message.hops ^ last.hops);
  const std::uint64_t sizes = payload_bytes ^ last.payload_bytes;
  if ((kinds | collections | keys | sources | destinations | words | rares | sizes) == 0) [[likely]]
    return 0;
  return static_cast<std::uint8_t>(
      bit_if(kinds != 0, new_kind) | bit_if(collections != 0, new_collection) |
      bit_if(keys != 0, new_key) | bit_if(sources != 0, new_source) |
      bit_if(destinations != 0, new_destination) | bit_if(words != 0, new_word) |
      bit_if(rares != 0, new_rare) | bit_if(sizes != 0, new_size));
}

void BundleWriter::add(const Message& message, std::size_t payload_bytes, Pool& pool) {
  ISTHMUS_ASSERT(payload_bytes <= bundled_payload_bytes_max && has_room(payload_bytes));
  if (bundle_ == nullptr) {
    bundle_ = pool.acquire(bundle_bytes_max);
    bundle_->form = PayloadForm::bytes;
    bundle_->flags = flag_bundle | flag_uncounted;
    bundle_->source = message.source;
    bundle_->destination = message.destination;
    last_ = Message{};
  }
  const WireKind kind(message);
  const std::uint8_t novelty = novelty_of(message, kind, payload_bytes, last_);
  std::byte* const begin = bundle_->payload() + used_bytes_;
  std::byte* at = put(begin, novelty);
  if (novelty != 0) at = put_news(at, novelty, message, kind, payload_bytes);
  at = put_payload(at, message, payload_bytes);
  used_bytes_ += static_cast<std::size_t>(at - begin);
  ++message_count_;
}

std::byte* BundleWriter::put_news(std::byte* at, std::uint8_t novelty, const Message& message,
                                  const WireKind& kind, std::size_t payload_bytes) {
  if ((novelty & new_kind) != 0) {
    at = put(at, kind.ops_id, message.handler, static_cast<std::uint16_t>(kind.flags),
             static_cast<PayloadForm>(kind.form));
  }
  if ((novelty & new_collection) != 0) at = put(at, message.collection);
  if ((novelty & new_key) != 0) at = put(at, message.key);
  if ((novelty & new_source) != 0) at = put(at, message.source);
  if ((novelty & new_destination) != 0) at = put(at, message.destination);
  if ((novelty & new_word) != 0) at = put(at, message.word);
  if ((novelty & new_rare) != 0)
    at = put(at, message.priority, static_cast<std::uint16_t>(message.hops));
  if ((novelty & new_size) != 0) at = put(at, static_cast<std::uint16_t>(payload_bytes));
  last_ = message;
  last_.ops_id = kind.ops_id;
  last_.flags = static_cast<std::uint16_t>(kind.flags);
  last_.form = static_cast<PayloadForm>(kind.form);
  last_.payload_bytes = static_cast<std::uint32_t>(payload_bytes);
  return at;
}

MessagePtr BundleWriter::take() {
  if (bundle_ == nullptr) return nullptr;
  bundle_->payload_bytes = static_cast<std::uint32_t>(std::exchange(used_bytes_, 0));
  message_count_ = 0;
  return std::move(bundle_);
}

template <class... Fields>
bool BundleReader::take(Fields&... fields) {
  if (bytes_.size() < (sizeof(Fields) + ...)) return false;
  const std::byte* at = bytes_.data();
  ((std::memcpy(&fields, at, sizeof(Fields)), at += sizeof(Fields)), ...);
  bytes_ = bytes_.subspan((sizeof(Fields) + ...));
  return true;
}

Expected<MessagePtr> BundleReader::next(Pool& pool) {
  std::uint8_t novelty = 0;
  std::uint16_t size = static_cast<std::uint16_t>(last_.payload_bytes);
  std::uint16_t hops = last_.hops;
  Message& header = last_;
  const bool is_whole = take(novelty) &&
                        ((novelty & new_kind) == 0 ||
                         take(header.ops_id, header.handler, header.flags, header.form)) &&
                        ((novelty & new_collection) == 0 || take(header.collection)) &&
                        ((novelty & new_key) == 0 || take(header.key)) &&
                        ((novelty & new_source) == 0 || take(header.source)) &&
                        ((novelty & new_destination) == 0 || take(header.destination)) &&
                        ((novelty & new_word) == 0 || take(header.word)) &&
                        ((novelty & new_rare) == 0 || take(header.priority, hops)) &&
                        ((novelty & new_size) == 0 || take(size)) && bytes_.size() >= size;
  if (!is_whole) return malformed("half a message at its end");
  if ((novelty & new_rare) != 0) {
    if (hops > Message::hops_max) {
      return malformed("a message of " + std::to_string(hops) + " hops",
                       "at most " + std::to_string(Message::hops_max));
    }
    header.hops = hops & Message::hops_max;
  }
  // A header that nothing was written to can be copied at once.
  if ((novelty & new_size) != 0) header.payload_bytes = size;
  constexpr std::uint8_t checked = new_kind | new_source | new_destination | new_size;
  // The first message must state its kind, or it has none.
  if ((novelty & checked) != 0 || (header.flags & flag_on_wire) == 0) {
    if ((header.flags & (flag_bundle | flag_change | flag_lands | rewritten_flags)) != 0) {
      return malformed("a message of flags " + std::to_string(header.flags),
                       "one as it is sent by itself, small and not rewritten");
    }
    if (auto sound = check_header(header, limits_); !sound) return forward_error(sound);
  }
  MessagePtr message = message_for(header, pool);
  copy_payload(message->payload(), bytes_.data(), size);
  bytes_ = bytes_.subspan(size);
  return message;
}

}  // namespace isthmus::engine::fabric
