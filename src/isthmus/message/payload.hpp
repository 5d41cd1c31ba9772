// isthmus/message/payload.hpp: what can be done with a typed payload without knowing its type.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/message/admitted_error.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/pool.hpp"
#include "isthmus/message/priority_bits.hpp"

namespace isthmus::engine {

/// The operations on one kind of payload; one static object per kind, made where a program first
/// names the kind. Immutable once main() runs; any thread may read.
struct PayloadOps {
  /// Which table this is the start of; so that bytes from a wire are never taken for another.
  enum class Kind : std::uint8_t { value, entry, creator, readonly, reducer, scatter, migrant };

  /// Destroys the typed objects; null where that is nothing.
  void (*destroy)(Message&) noexcept = nullptr;
  /// Bytes that marshal will write.
  std::size_t (*wire_size)(const Message&) = nullptr;
  /// Writes the typed objects' serialized form; `to` has wire_size bytes, aligned to 64.
  void (*marshal)(const Message&, std::span<std::byte> to) = nullptr;
  /// The serialized form in pieces, the large ones lent by the message given; no header but the
  /// payload's. Null where nothing is ever large.
  MessagePtr (*gather)(const Message&, Pool&) = nullptr;
  /// A second message with copies of the typed objects; null where they cannot be copied.
  MessagePtr (*clone)(const Message&, Pool&) = nullptr;
  /// The typed form of a message of bytes, with its header, for kinds whose copies share what is
  /// dear; null where each receiver had better decode for itself. Fails where bytes do not decode.
  Expected<MessagePtr> (*unmarshal)(const Message&, Pool&) = nullptr;
  /// Finds the arrays that the program lets arrive with an error in a serialized form, which may be
  /// any bytes. Null where a kind of message has no such arrays.
  InexactArrays (*inexact_arrays)(std::span<const std::byte> payload) = nullptr;
  /// What of the message's priority its header has no room for. Null for kinds that have no longer
  /// priorities.
  PriorityBits::Tail (*priority_tail)(const Message&) = nullptr;
  /// The typed objects may be moved by copying their bytes (trivially copyable, no inner pointers).
  bool relocatable = false;
  Kind kind = Kind::value;

  std::uint32_t number = 0;          ///< Of all kinds of this program, from 0 on; for side tables.
  std::uint64_t id = 0;              ///< hash_name(name); the identity on the wire.
  std::string name;                  ///< Normalized: "Block::halo(int,Side,span<double const>)".
  const PayloadOps* next = nullptr;  ///< The list of all kinds, see PayloadTable.

  PayloadOps() = default;
  PayloadOps(const PayloadOps&) = delete;
  PayloadOps& operator=(const PayloadOps&) = delete;

 protected:
  /// Names the kind and enters it into the list of all kinds. For static initialization alone.
  void enlist(std::string normalized);
};

/// All kinds of payload that this program names, by identity. The list behind it grows during
/// static initialization and never after; order does not matter.
class PayloadTable {
 public:
  /// Fails when two kinds have one identity.
  static Expected<PayloadTable> of_program();

  /// Null for an identity that this program does not know.
  const PayloadOps* find(std::uint64_t id) const {
    std::size_t at = id & (slots_.size() - 1);
    while (slots_[at] != nullptr && slots_[at]->id != id) at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }
  /// The same on two builds exactly when both know the same kinds.
  std::uint64_t fingerprint() const { return fingerprint_; }
  /// Sorted names, for telling two builds apart.
  std::vector<std::string_view> names() const;

 private:
  std::vector<const PayloadOps*> sorted_;  // by id
  /// By id, which is a hash; null where there is none. A power of two of slots, half of them empty
  /// and more, so that a search ends.
  std::vector<const PayloadOps*> slots_;
  std::uint64_t fingerprint_ = 0;
};

/// Turns a typed message into its serialized form, in a new block; other forms pass through
/// unchanged.
MessagePtr marshalled(MessagePtr message, Pool& pool);

/// The same, but the typed message's large arrays stay where they are: the result may be of form
/// `pieces`, and then owns the typed message.
MessagePtr gathered(MessagePtr message, Pool& pool);

/// Turns a message of bytes into its typed form where its kind has `unmarshal`; others pass through
/// unchanged.
Expected<MessagePtr> unmarshalled(MessagePtr message, Pool& pool);

/// Writes a typed payload's serialized form, an order included, to where there is just room for it
/// (wire_bytes), aligned to 64.
void marshal_to(std::span<std::byte> to, const Message& message);

/// Bytes of a typed payload's serialized form, an order included.
std::size_t serialized_bytes(const Message& message);

/// Bytes that the message takes on the wire, header included, in whatever form it is.
inline std::size_t wire_bytes(const Message& message) {
  return sizeof(Message) +
         (message.form == PayloadForm::typed ? serialized_bytes(message) : message.payload_bytes);
}

/// A second message with the same header and payload. The payload must be copyable or bytes.
MessagePtr cloned(const Message& message, Pool& pool);

}  // namespace isthmus::engine
