// isthmus/message/pieces.hpp: a payload of bytes whose large arrays stay where the sender has them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <utility>

#include "isthmus/message/message.hpp"
#include "isthmus/message/pool.hpp"
#include "isthmus/serial/gatherer.hpp"

namespace isthmus::engine {

/// What a payload of form `pieces` starts with; the bytes that are the message's own follow it. The
/// pieces, one after the other, are the payload's serialized form, of `payload_bytes` bytes.
///
/// Without an owner the large pieces are lent: they belong to whoever is sending and are good only
/// until that call returns. What keeps such a message longer flattens it first.
struct Pieces {
  static constexpr std::size_t lent_max = 4;
  /// Smaller arrays are copied: that costs less than a piece in a system call.
  static constexpr std::size_t lent_bytes_min = 4096;
  /// Further pieces behind the others, see tail.hpp, and the bytes that they have together.
  static constexpr std::size_t tails_max = 4;
  static constexpr std::size_t tail_bytes_max = 32;
  static constexpr std::size_t count_max = serial::Gatherer::pieces_max(lent_max) + tails_max;

  std::array<serial::Piece, count_max> list;
  std::uint32_t count = 0;
  std::uint32_t tail_bytes = 0;
  std::array<std::byte, tail_bytes_max> tail_memory;
  /// The typed message whose arrays are pieces; null while they are lent.
  Message* owner = nullptr;

  static Pieces& of(Message& message) {
    return *std::launder(reinterpret_cast<Pieces*>(message.payload()));
  }
  static const Pieces& of(const Message& message) {
    return *std::launder(reinterpret_cast<const Pieces*>(message.payload()));
  }
  std::span<const serial::Piece> all() const { return std::span(list).first(count); }
};

inline bool is_lent(const Message& message) {
  return message.form == PayloadForm::pieces && Pieces::of(message).owner == nullptr;
}

/// A message of form `pieces` with `total_bytes` of payload, all but `lent_bytes` of them its own;
/// `save(gatherer)` writes them.
template <class Save>
MessagePtr make_pieces(Pool& pool, std::size_t total_bytes, std::size_t lent_bytes, Save&& save) {
  const std::size_t own_bytes = total_bytes - lent_bytes;
  MessagePtr message = pool.acquire(sizeof(Pieces) + own_bytes);
  Pieces& pieces = *::new (message->payload()) Pieces;
  serial::Gatherer gatherer({message->payload() + sizeof(Pieces), own_bytes}, pieces.list);
  std::forward<Save>(save)(gatherer);
  pieces.count = static_cast<std::uint32_t>(gatherer.finish());
  message->form = PayloadForm::pieces;
  message->payload_bytes = static_cast<std::uint32_t>(total_bytes);
  return message;
}

/// visit(piece) for each run of bytes of a serialized payload.
template <class Visit>
void for_each_piece(const Message& message, Visit&& visit) {
  if (message.form == PayloadForm::pieces) {
    for (const serial::Piece piece : Pieces::of(message).all()) visit(piece);
  } else {
    visit(message.payload_span());
  }
}

/// The same message with its payload in one place: form `bytes`. The first `unneeded_bytes` may be
/// anything. Other forms pass through unchanged.
MessagePtr flattened(MessagePtr message, Pool& pool, std::size_t unneeded_bytes = 0);

}  // namespace isthmus::engine
