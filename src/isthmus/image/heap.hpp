// isthmus/image/heap.hpp: a rank's heap, all of whose state lies in the rank's slot.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace isthmus::engine::image {

/// Gives memory from a range of addresses, at whose begin it lies itself: so a copy of the range at
/// the same addresses of another process is the same heap. Two-level segregated fit (Masmano et
/// al., "TLSF", 2004): constant time, neighbours that are free are one. One thread at a time.
///
/// Memory is aligned to 16. What is handed back or asked for in a way that no correct program does
/// (a block twice, a block with a damaged head) ends in `Damage`, never in a changed heap.
class Heap {
 public:
  enum class Damage { none, freed_twice, no_block };

  /// Makes a heap of a range whose bytes are zero or not there yet; it grows from the begin on.
  static Heap* make(void* begin, std::size_t bytes);

  /// Null where there is not so much.
  void* allocate(std::size_t bytes);
  /// The same, all bytes zero.
  void* allocate_zeroed(std::size_t bytes);
  /// `alignment` is a power of two.
  void* allocate_aligned(std::size_t alignment, std::size_t bytes);
  /// The block with its bytes, here or elsewhere; null, and the block as it was, where there is not
  /// so much.
  void* reallocate(void* block, std::size_t bytes);
  /// `block` came from here.
  Damage free(void* block);
  /// What a block can hold: what was asked for, or somewhat more.
  static std::size_t usable_bytes(const void* block);

  bool holds(const void* block) const {
    const auto address = reinterpret_cast<std::uintptr_t>(block);
    return address >= begin_ && address < top_;
  }
  /// All blocks lie in so many bytes from the heap's begin.
  std::size_t extent() const { return top_ - reinterpret_cast<std::uintptr_t>(this); }
  std::size_t used_bytes() const { return used_bytes_; }
  /// Whether the heap's books are in order; walks all of it. For tests.
  bool is_sound() const;

 private:
  using Word = std::uint64_t;
  struct Chunk;

  static constexpr int second_bits = 5;
  static constexpr int second_count = 1 << second_bits;
  static constexpr int first_count = 34;
  struct Place {
    int first;
    int second;
  };

  static Place place_of(Word size);
  void insert(Chunk* chunk);
  void remove(Chunk* chunk);
  Chunk* find(Word size);
  Chunk* take(Word size);
  void split(Chunk* chunk, Word size);
  void release(Chunk* chunk);
  void give_pages_back(Word begin, Word end);
  void trim();

  Word begin_ = 0;    ///< of the first chunk
  Word top_ = 0;      ///< behind the last chunk; nothing is there yet
  Word touched_ = 0;  ///< from here on every byte is zero
  Word end_ = 0;
  Word used_bytes_ = 0;
  Word firsts_ = 0;
  std::array<std::uint32_t, first_count> seconds_{};
  std::array<std::array<Chunk*, second_count>, first_count> free_{};
};

}  // namespace isthmus::engine::image
