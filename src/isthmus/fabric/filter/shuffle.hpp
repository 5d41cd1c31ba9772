// isthmus/fabric/filter/shuffle.hpp: bytes of equal weight side by side, so that numbers compress.
#pragma once

#include <cstddef>
#include <span>

namespace isthmus::engine::fabric {

/// Of elements of 4 or 8 bytes: first the first byte of each element, then the second of each, and
/// so on; what is left at the end stays as it is. Neighbouring floating-point numbers differ in
/// their low bytes and agree in the high ones. `to` is as long as `from` and elsewhere. Pure.
void shuffle_bytes(std::span<const std::byte> from, std::span<std::byte> to,
                   std::size_t element_bytes);

/// The way back.
void unshuffle_bytes(std::span<const std::byte> from, std::span<std::byte> to,
                     std::size_t element_bytes);

}  // namespace isthmus::engine::fabric
