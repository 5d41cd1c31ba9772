// isthmus/serial/gatherer.hpp: an archive that leaves large arrays where they lie.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

#include "isthmus/base/assert.hpp"
#include "isthmus/serial/sequence.hpp"

namespace isthmus::engine::serial {

/// A run of bytes of a serialized form that lies in several places.
using Piece = std::span<const std::byte>;

/// Writes what a Writer writes, but as pieces: the elements of a span that was lent stay where they
/// are and become a piece of their own, all else is laid down in a buffer. The pieces, one after
/// the other, are the Writer's bytes. One thread.
class Gatherer {
 public:
  static constexpr bool is_reading = false;

  /// Pieces that `lent_count` lent spans make at most.
  static constexpr std::size_t pieces_max(std::size_t lent_count) { return 2 * lent_count + 1; }

  /// `own` has room for all bytes but the lent ones, `pieces` for pieces_max. Too little of either
  /// is a programmer error.
  Gatherer(std::span<std::byte> own, std::span<Piece> pieces) : own_(own), pieces_(pieces) {}

  template <class... Ts>
  void operator()(const Ts&... values) {
    if constexpr ((require_serializable<Ts>() && ...)) (Codec<Ts>::save(*this, values), ...);
  }

  /// The span as a value whose elements are not copied: they must outlive the pieces.
  template <class T>
    requires is_bitwise<T>
  void lend(std::span<const T> value) {
    detail::save_count(*this, value.size());
    align(detail::wire_alignment<T>);
    if (value.empty()) return;
    end_own_piece();
    add_piece(std::as_bytes(value));
    position_ += value.size_bytes();
  }

  /// Bytes written so far, lent ones included.
  std::size_t position() const { return position_; }

  /// After the last value: how many pieces there are.
  std::size_t finish() {
    end_own_piece();
    return piece_count_;
  }

  /// For codecs.
  void put(const void* from, std::size_t size) {
    ISTHMUS_ASSERT(size <= own_.size() - own_position_);
    if (size != 0) std::memcpy(own_.data() + own_position_, from, size);
    own_position_ += size;
    position_ += size;
  }
  void align(std::size_t alignment) {
    static constexpr std::byte zeros[buffer_alignment] = {};
    put(zeros, aligned_position(position_, alignment) - position_);
  }

 private:
  void end_own_piece() {
    add_piece(own_.subspan(piece_begin_, own_position_ - piece_begin_));
    piece_begin_ = own_position_;
  }
  void add_piece(Piece piece) {
    if (piece.empty()) return;
    ISTHMUS_ASSERT(piece_count_ < pieces_.size());
    pieces_[piece_count_++] = piece;
  }

  std::span<std::byte> own_;
  std::span<Piece> pieces_;
  std::size_t own_position_ = 0;
  std::size_t piece_begin_ = 0;
  std::size_t piece_count_ = 0;
  std::size_t position_ = 0;
};

}  // namespace isthmus::engine::serial
