// isthmus/image/slots.hpp: the addresses that ranks own, the same in every process of a job.
#pragma once

#include <cstddef>
#include <cstdint>

#include "isthmus/base/error.hpp"

namespace isthmus::engine::image {

/// Where slots lie and how large they are. Processes that exchange ranks have equal plans.
struct SlotPlan {
  /// Below 512 GiB from its start on lies what the thread sanitizer of GCC 12 takes for a program's
  /// memory; the address sanitizer has its shadow there and leaves what is above 17 TiB.
  static constexpr std::uint64_t default_first =
#if defined(__SANITIZE_ADDRESS__)
      0x2000'0000'0000;
#else
      0x10'0000'0000;
#endif
  static constexpr std::uint64_t default_bytes = std::uint64_t{4} << 30;

  std::uint64_t first = default_first;  ///< address of slot 0
  std::uint64_t bytes = default_bytes;  ///< of one slot, a multiple of the page; at least 256 MiB
  std::size_t count = 1;
};

/// A rank's addresses: header, stubs, image, heap and stack lie in it (machine.hpp), and nothing
/// else does. A plain value.
struct Slot {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
  std::size_t index = 0;

  bool holds(std::uint64_t address) const { return address - begin < bytes; }
};

/// Slots of a process, reserved so that nobody else maps something there; no memory is taken. The
/// distance from one to the next is no power of two, since then the busiest lines of all ranks
/// would meet in the same sets of the caches. Gives each one back at its end.
class Slots {
 public:
  /// ErrorCode::bad_input where something is there already or the address space ends before.
  static Expected<Slots> reserve(const SlotPlan& plan);
  ~Slots();
  Slots(Slots&& other) noexcept;
  Slots& operator=(Slots&& other) noexcept;

  /// Reserves so many behind those that are there, at their ends, where there are fewer in all: all
  /// or none of them. ErrorCode::bad_input as `reserve`. Slots that are there do not change.
  Expected<void> grow_to(std::size_t count);

  std::size_t count() const { return plan_.count; }
  /// Below `count()`. Whoever takes a slot is the only one to do so, until it is given back.
  Slot operator[](std::size_t index) const;

 private:
  explicit Slots(const SlotPlan& plan) : plan_(plan) {}

  SlotPlan plan_;
  bool reserved_ = true;
};

/// A slot as it was reserved: what was mapped there is gone, nobody else may map there.
void clear(const Slot& slot);

}  // namespace isthmus::engine::image
