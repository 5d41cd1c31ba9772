// isthmus/fabric/carrier/shm/shm_memory.hpp: memory that two processes share and nobody else can
// find.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/fabric/carrier/shm/shm_ring.hpp"

namespace isthmus::engine::fabric {

using ShmToken = std::array<std::byte, 16>;

/// The memory of one direction, mapped. Move-only. It has no name in any file system: a memfd,
/// which the other process opens through /proc while its maker keeps the descriptor. So nothing is
/// left behind, whenever and however a process ends. It is sealed against changes of its size, so
/// that neither side can make the other one fault by cutting it.
class ShmMemory {
 public:
  /// New memory with a ShmControl at its beginning. The sizes are valid. ErrorCode::io.
  static Expected<ShmMemory> make(const ShmSizes& sizes, const ShmToken& token);
  /// The memory that process `pid` of this machine has made, by its descriptor there; both numbers,
  /// and the sizes, may be anything. ErrorCode::refused where it cannot be opened or is another
  /// one. Does not block.
  static Expected<ShmMemory> open(std::int64_t pid, std::int32_t descriptor, const ShmSizes& sizes,
                                  const ShmToken& token);

  ShmMemory() = default;
  ShmMemory(ShmMemory&& other) noexcept { *this = std::move(other); }
  ShmMemory& operator=(ShmMemory&& other) noexcept;
  ShmMemory(const ShmMemory&) = delete;
  ShmMemory& operator=(const ShmMemory&) = delete;
  ~ShmMemory();

  std::byte* begin() const { return begin_; }
  const ShmSizes& sizes() const { return sizes_; }
  /// Of the maker; closed with close_descriptor when the other side has opened it.
  int descriptor() const { return descriptor_.descriptor(); }
  void close_descriptor() { descriptor_.close(); }

 private:
  ShmMemory(Socket descriptor, const ShmSizes& sizes)
      : descriptor_(std::move(descriptor)), sizes_(sizes) {}
  Expected<void> map();

  Socket descriptor_;  // owns a descriptor, of whatever
  ShmSizes sizes_;
  std::byte* begin_ = nullptr;
};

}  // namespace isthmus::engine::fabric
