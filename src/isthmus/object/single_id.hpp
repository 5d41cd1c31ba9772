// isthmus/object/single_id.hpp: what tells chares that stand alone from each other.
#pragma once

#include <cstdint>

#include "isthmus/base/ids.hpp"
#include "isthmus/base/object_id.hpp"

namespace isthmus::engine {

/// All of them are in one collection.
inline constexpr CollectionId singles_id{0};

/// A chare that stands alone: the `number`-th, from 1 on, that its creator has created. Plain data;
/// no two of a job ever have the same.
struct SingleId {
  PeId origin;   ///< The chare began there.
  PeId creator;  ///< The PE that ran create_chare.
  std::uint64_t number = 0;
  bool tells_end = false;  ///< To its creator, see seeds.hpp.

  static constexpr std::uint64_t tells_end_bit = std::uint64_t{1} << 31;  // no PE is as large

  Key key() const {
    return {number,
            std::uint64_t{origin.value} << 32 | creator.value | (tells_end ? tells_end_bit : 0)};
  }
  ObjectId object() const { return {singles_id, key()}; }
  static SingleId of(const Key& key) {
    return {PeId(key.high >> 32), PeId(key.high & (tells_end_bit - 1)), key.low,
            (key.high & tells_end_bit) != 0};
  }
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::SingleId;

}  // namespace isthmus
