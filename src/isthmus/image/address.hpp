// isthmus/image/address.hpp: numbers that are addresses, as pointers.
#pragma once

#include <bit>
#include <cstdint>

namespace isthmus::engine::image {

/// What lies at an address of a slot, which is a number because slots are laid out by numbers.
template <class T>
T* pointer_to(std::uint64_t address) {
  return std::bit_cast<T*>(address);
}

}  // namespace isthmus::engine::image
