// tests/fuzz/frame_seeds.hpp: frames as a peer sends them.
#pragma once

#include <vector>

#include "fuzz/target.hpp"
#include "isthmus/base/object_id.hpp"

namespace isthmus::engine::fuzz {

/// Whose place 2 has 256 bytes.
inline constexpr ObjectId region_owner{CollectionId(3), {1, 0}};

/// Each a header and its payload: one without payload, a small and a larger one, one that lands,
/// and a bundle. For limits of 2 PEs and 4 handlers and more.
std::vector<Bytes> sample_frames();
/// The payload of a bundle alone.
Bytes sample_bundle();

}  // namespace isthmus::engine::fuzz
