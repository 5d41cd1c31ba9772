#include "isthmus/image/heap.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include "isthmus/base/assert.hpp"
#include "isthmus/image/address.hpp"

namespace isthmus::engine::image {

/// A piece of the heap. A block of the user begins at `next_free` and ends with the first word of
/// the chunk behind, which is of use to that one only while this one is free.
struct Heap::Chunk {
  Word size_before;  ///< of the chunk before, if that is free
  Word size_and_state;
  Chunk* next_free;  ///< if free
  Chunk* previous_free;

  static constexpr Word is_free = 1;
  static constexpr Word free_before = 2;
  static constexpr Word states = 15;

  Word size() const { return size_and_state & ~states; }
  void set_size(Word size) { size_and_state = size | (size_and_state & states); }
  bool has(Word state) const { return (size_and_state & state) != 0; }
  Word address() const { return reinterpret_cast<Word>(this); }
  Chunk* behind() const { return at(address() + size()); }
  Chunk* before() const { return at(address() - size_before); }
  void* block() { return static_cast<void*>(&next_free); }

  static Chunk* at(Word address) { return pointer_to<Chunk>(address); }
  static Chunk* of(const void* block) { return at(reinterpret_cast<Word>(block) - 16); }
};

namespace {

constexpr std::uint64_t page_bytes = 4096;
constexpr std::uint64_t least_chunk = 32;
/// Below that each size of a chunk has a list of its own.
constexpr std::uint64_t listed_bytes = 512;
/// What a larger free piece costs in pages is more than what it costs to have them made again.
constexpr std::uint64_t give_back_bytes = std::uint64_t{32} << 20;
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 40;

std::uint64_t chunk_bytes(std::size_t bytes) {
  return std::max<std::uint64_t>(least_chunk, (bytes + 8 + 15) & ~std::uint64_t{15});
}

}  // namespace

Heap* Heap::make(void* begin, std::size_t bytes) {
  const auto address = reinterpret_cast<Word>(begin);
  ISTHMUS_ASSERT(address % page_bytes == 0 && bytes > sizeof(Heap) + page_bytes);
  auto* heap = new (begin) Heap;
  heap->begin_ = heap->top_ = (address + sizeof(Heap) + 15) & ~Word{15};
  heap->touched_ = heap->top_ + 16;
  heap->end_ = address + bytes - 16;
  return heap;
}

/// Below 512 bytes each size has a list; above, each power of two has 32.
Heap::Place Heap::place_of(Word size) {
  if (size < listed_bytes) return {0, static_cast<int>(size / 16)};
  const int log = static_cast<int>(std::bit_width(size)) - 1;
  return {log - (second_bits + 4) + 1,
          static_cast<int>(size >> (log - second_bits)) - second_count};
}

void Heap::insert(Chunk* chunk) {
  const auto [first, second] = place_of(chunk->size());
  Chunk*& head = free_[first][second];
  chunk->previous_free = nullptr;
  chunk->next_free = head;
  if (head != nullptr) head->previous_free = chunk;
  head = chunk;
  firsts_ |= Word{1} << first;
  seconds_[first] |= std::uint32_t{1} << second;
  chunk->size_and_state |= Chunk::is_free;
  Chunk* behind = chunk->behind();
  behind->size_before = chunk->size();
  behind->size_and_state |= Chunk::free_before;
}

void Heap::remove(Chunk* chunk) {
  const auto [first, second] = place_of(chunk->size());
  if (chunk->next_free != nullptr) chunk->next_free->previous_free = chunk->previous_free;
  if (chunk->previous_free != nullptr) {
    chunk->previous_free->next_free = chunk->next_free;
  } else {
    free_[first][second] = chunk->next_free;
    if (chunk->next_free == nullptr) {
      seconds_[first] &= ~(std::uint32_t{1} << second);
      if (seconds_[first] == 0) firsts_ &= ~(Word{1} << first);
    }
  }
  chunk->size_and_state &= ~Chunk::is_free;
  chunk->behind()->size_and_state &= ~Chunk::free_before;
}

/// A free chunk of at least so many bytes: the first of the least list all of whose chunks are.
Heap::Chunk* Heap::find(Word size) {
  Word rounded = size;
  if (size >= listed_bytes) {
    rounded += (Word{1} << (std::bit_width(size) - 1 - second_bits)) - 1;
  }
  auto [first, second] = place_of(rounded);
  if (first >= first_count) return nullptr;
  std::uint32_t seconds = seconds_[first] & (~std::uint32_t{0} << second);
  if (seconds == 0) {
    const Word firsts = first + 1 < 64 ? firsts_ & (~Word{0} << (first + 1)) : 0;
    if (firsts == 0) return nullptr;
    first = std::countr_zero(firsts);
    seconds = seconds_[first];
  }
  return free_[first][std::countr_zero(seconds)];
}

/// A chunk that belongs to nobody else any more, of at least so many bytes.
Heap::Chunk* Heap::take(Word size) {
  if (Chunk* chunk = find(size); chunk != nullptr) {
    remove(chunk);
    split(chunk, size);
    return chunk;
  }
  if (size > end_ - top_) return nullptr;
  auto* chunk = Chunk::at(top_);
  chunk->size_and_state = size;
  top_ += size;
  // The chunk behind is not there yet, but its first two words are, for what it will know of this.
  Chunk::at(top_)->size_and_state = 0;
  return chunk;
}

void Heap::split(Chunk* chunk, Word size) {
  const Word rest = chunk->size() - size;
  if (rest < least_chunk) return;
  chunk->set_size(size);
  Chunk* second = chunk->behind();
  second->size_and_state = rest;
  release(second);
}

/// Makes a chunk free, as one with what is free around it.
void Heap::release(Chunk* chunk) {
  if (chunk->has(Chunk::free_before)) {
    Chunk* before = chunk->before();
    remove(before);
    before->set_size(before->size() + chunk->size());
    chunk->size_and_state = 0;  // so that it is no block for who frees it again
    chunk = before;
  }
  Chunk* behind = chunk->behind();
  if (behind->address() < top_ && behind->has(Chunk::is_free)) {
    remove(behind);
    chunk->set_size(chunk->size() + behind->size());
    behind->size_and_state = 0;
    behind = chunk->behind();
  }
  if (behind->address() == top_) {
    touched_ = std::max(touched_, top_ + 16);
    top_ = chunk->address();
    Chunk::at(top_)->size_and_state = 0;
    trim();
  } else {
    insert(chunk);
  }
}

void Heap::give_pages_back(Word begin, Word end) {
  begin = (begin + page_bytes - 1) & ~(page_bytes - 1);
  end &= ~(page_bytes - 1);
  if (begin < end) madvise(pointer_to<void>(begin), end - begin, MADV_DONTNEED);
}

void Heap::trim() {
  if (touched_ - top_ < give_back_bytes + page_bytes) return;
  const Word kept = (top_ + 16 + page_bytes - 1) & ~(page_bytes - 1);
  give_pages_back(kept, touched_ + page_bytes);
  touched_ = kept;
}

void* Heap::allocate(std::size_t bytes) {
  if (bytes >= most_bytes) return nullptr;
  Chunk* chunk = take(chunk_bytes(bytes));
  if (chunk == nullptr) return nullptr;
  used_bytes_ += chunk->size();
  return chunk->block();
}

void* Heap::allocate_zeroed(std::size_t bytes) {
  const Word fresh_from = std::max(touched_, top_ + 16);
  void* block = allocate(bytes);
  if (block == nullptr) return nullptr;
  const auto begin = reinterpret_cast<Word>(block);
  const Word dirty_to =
      begin < fresh_from ? std::min<Word>(begin + usable_bytes(block), fresh_from) : begin;
  std::memset(block, 0, dirty_to - begin);
  return block;
}

void* Heap::allocate_aligned(std::size_t alignment, std::size_t bytes) {
  ISTHMUS_ASSERT(std::has_single_bit(alignment));
  if (alignment <= 16) return allocate(bytes);
  if (alignment >= most_bytes || bytes >= most_bytes) return nullptr;
  Chunk* chunk = take(chunk_bytes(bytes) + alignment + least_chunk);
  if (chunk == nullptr) return nullptr;
  Word block = (reinterpret_cast<Word>(chunk->block()) + alignment - 1) & ~(Word{alignment} - 1);
  const Word first = reinterpret_cast<Word>(chunk->block());
  if (block != first && block - first < least_chunk) block += alignment;
  if (block != first) {
    Chunk* aligned = Chunk::of(pointer_to<void>(block));
    aligned->size_and_state = chunk->size() - (block - first);
    chunk->set_size(block - first);
    release(chunk);
    chunk = aligned;
  }
  split(chunk, chunk_bytes(bytes));
  used_bytes_ += chunk->size();
  return chunk->block();
}

void* Heap::reallocate(void* block, std::size_t bytes) {
  if (bytes >= most_bytes) return nullptr;
  Chunk* chunk = Chunk::of(block);
  const Word size = chunk_bytes(bytes);
  const Word old = chunk->size();
  if (size > old) {
    Chunk* behind = chunk->behind();
    if (behind->address() == top_) {
      if (size - old <= end_ - top_) {
        top_ += size - old;
        Chunk::at(top_)->size_and_state = 0;
        chunk->set_size(size);
      }
    } else if (behind->has(Chunk::is_free) && old + behind->size() >= size) {
      remove(behind);
      chunk->set_size(old + behind->size());
    }
  }
  if (size <= chunk->size()) {
    split(chunk, size);
    used_bytes_ += chunk->size() - old;
    return block;
  }
  void* other = allocate(bytes);
  if (other == nullptr) return nullptr;
  std::memcpy(other, block, usable_bytes(block));
  static_cast<void>(free(block));
  return other;
}

Heap::Damage Heap::free(void* block) {
  Chunk* chunk = Chunk::of(block);
  const Word size = chunk->size();
  if (reinterpret_cast<Word>(block) % 16 != 0 || chunk->address() < begin_ ||
      chunk->address() >= top_ || size < least_chunk || size > top_ - chunk->address()) {
    return Damage::no_block;
  }
  if (chunk->has(Chunk::is_free)) return Damage::freed_twice;
  used_bytes_ -= size;
  const bool inside = chunk->behind()->address() != top_;
  if (inside && size >= give_back_bytes)
    give_pages_back(chunk->address() + 32, chunk->address() + size);
  release(chunk);
  return Damage::none;
}

std::size_t Heap::usable_bytes(const void* block) { return Chunk::of(block)->size() - 8; }

bool Heap::is_sound() const {
  Word used = 0;
  Word free_chunks = 0;
  bool free_before = false;
  Word size_before = 0;
  for (Word at = begin_; at < top_;) {
    const Chunk* chunk = Chunk::at(at);
    const Word size = chunk->size();
    if (size < least_chunk || size > top_ - at) return false;
    if (chunk->has(Chunk::free_before) != free_before) return false;
    if (free_before && chunk->size_before != size_before) return false;
    const bool is_free = chunk->has(Chunk::is_free);
    if (is_free && free_before) return false;
    if (is_free) ++free_chunks;
    if (!is_free) used += size;
    free_before = is_free;
    size_before = size;
    at += size;
  }
  if (free_before || used != used_bytes_) return false;
  for (int first = 0; first < first_count; ++first) {
    for (int second = 0; second < second_count; ++second) {
      const Chunk* head = free_[first][second];
      const bool marked = (seconds_[first] >> second & 1) != 0;
      if (marked != (head != nullptr)) return false;
      for (const Chunk* chunk = head; chunk != nullptr; chunk = chunk->next_free) {
        const Place place = place_of(chunk->size());
        if (place.first != first || place.second != second || !chunk->has(Chunk::is_free)) {
          return false;
        }
        --free_chunks;
      }
    }
    if (((firsts_ >> first & 1) != 0) != (seconds_[first] != 0)) return false;
  }
  return free_chunks == 0;
}

}  // namespace isthmus::engine::image
