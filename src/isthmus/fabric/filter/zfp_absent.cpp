#include "isthmus/fabric/filter/zfp_blocks.hpp"

// Of a build without zfp.
namespace isthmus::engine::fabric {

struct ZfpBlocks::Memory {};

ZfpBlocks::ZfpBlocks() = default;
ZfpBlocks::~ZfpBlocks() = default;

bool ZfpBlocks::are_available() { return false; }

std::size_t ZfpBlocks::pack(std::span<const std::byte>, std::size_t, double, std::span<std::byte>) {
  return 0;
}

bool ZfpBlocks::unpack(std::span<const std::byte>, std::size_t, ZfpExponent, std::span<std::byte>) {
  return false;
}

}  // namespace isthmus::engine::fabric
