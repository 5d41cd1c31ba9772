// isthmus/base/hash.hpp: hashes that are the same in every build, for identities on the wire.
#pragma once

#include <cstdint>
#include <string_view>

namespace isthmus::engine {

/// FNV-1a, 64 bits (Fowler, Noll, Vo), finalized so that near names differ in all bits.
constexpr std::uint64_t hash_name(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  for (const char c : name) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3ull;
  }
  hash ^= hash >> 32;
  hash *= 0xd6e8feb86659fd93ull;
  return hash ^ (hash >> 32);
}

}  // namespace isthmus::engine

namespace isthmus {

using engine::hash_name;

}  // namespace isthmus
