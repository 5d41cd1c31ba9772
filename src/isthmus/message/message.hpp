// isthmus/message/message.hpp: the one block that travels: a header of 64 bytes, then the payload.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "isthmus/base/ids.hpp"
#include "isthmus/base/object_id.hpp"

namespace isthmus::engine {

struct PayloadOps;

/// Which of a PE's handlers takes a message. Handed out by sched::Pe in the order of registration,
/// which is the same on every PE of a job.
enum class HandlerId : std::uint16_t {};

/// How the payload lies in memory.
enum class PayloadForm : std::uint8_t {
  none,    ///< No payload at all.
  typed,   ///< C++ objects, moved here by the sender; `ops` knows them.
  bytes,   ///< The serialized form of the same objects.
  pieces,  ///< The same in several places, see pieces.hpp; on its way into a carrier alone.
};

/// Bits of Message::flags.
enum MessageFlag : std::uint16_t {
  flag_uncounted = 1,       ///< Not part of the program: quiescence does not see it.
  flag_wants_reply = 2,     ///< A call: `source` and `word` name the future that takes the result.
  flag_on_wire = 4,         ///< `ops_id` holds the identity, not the pointer.
  flag_has_destructor = 8,  ///< The payload must be destroyed: typed objects, owned pieces.
  flag_ordered = 16,        ///< The payload ends with an order, see order.hpp.
  flag_may_wait = 32,       ///< Another one is likely to follow at once: both may go in one write.
  flag_lands = 64,          ///< The payload begins with a RegionSlice, see region.hpp.
  flag_bundle = 128,        ///< The payload is several messages, see fabric/bundle.hpp.
  flag_arrived = 256,       ///< In a mailbox: it came from another process, see sched::Pe.
  flag_change = 32768,      ///< A sign of a change of chains, see fabric/change_sign.hpp.
};

/// A message. Lives in a pool's block and is passed by MessagePtr alone; whoever holds the pointer
/// owns it. The header is also the header on the wire (little-endian), where `ops` is replaced by
/// its identity.
struct alignas(64) Message {
  union {
    const PayloadOps* ops;  ///< What the payload is; null for form none.
    std::uint64_t ops_id;   ///< The same as an identity, with flag_on_wire.
  };
  Key key;                      ///< Receiving element, where the handler needs one.
  CollectionId collection;      ///< Receiving collection, where the handler needs one.
  std::uint64_t word;           ///< The handler's own: a sequence number, a future, an address.
  std::uint32_t payload_bytes;  ///< Size of the payload: typed as it lies here, else serialized.
  PeId source;                  ///< The PE that sent it first.
  PeId destination;             ///< The PE it is on its way to.
  std::int32_t priority;        ///< Smaller is sooner; 0 is the usual.
  HandlerId handler;
  std::uint16_t flags;
  PayloadForm form;
  std::uint8_t size_class;  ///< The pool's own.
  std::uint16_t hops : 12;  ///< How often it was forwarded.
  /// The members' epoch in which it left its process, modulo 16; a chain writes it.
  std::uint16_t epoch : 4;

  static constexpr unsigned hops_max = 4095;
  static constexpr std::uint32_t epoch_modulus = 16;

  std::byte* payload() { return const_cast<std::byte*>(std::as_const(*this).payload()); }
  const std::byte* payload() const {
    // By way of an integer: what lies behind the header is no part of a Message.
    return reinterpret_cast<const std::byte*>(reinterpret_cast<std::uintptr_t>(this) +
                                              sizeof(Message));
  }
  std::span<const std::byte> payload_span() const { return {payload(), payload_bytes}; }
  ObjectId object() const { return {collection, key}; }
  bool is_counted() const { return (flags & flag_uncounted) == 0; }
};

static_assert(sizeof(Message) == 64, "the header is one cache line");
static_assert(std::endian::native == std::endian::little, "the wire is little-endian");

/// Frees a message that no pool takes back: destroys its payload, returns the block to the heap.
struct MessageDeleter {
  void operator()(Message* message) const noexcept;
};

/// Owns a message. Pool::release is the cheap way to end one.
using MessagePtr = std::unique_ptr<Message, MessageDeleter>;

}  // namespace isthmus::engine
