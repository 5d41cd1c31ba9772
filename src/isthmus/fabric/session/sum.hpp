// isthmus/fabric/session/sum.hpp: by what a receiver knows that a segment is as it was sent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "isthmus/fabric/session/kept_frames.hpp"

namespace isthmus::engine::fabric::session {

/// The lower half of XXH3's 64 bits: against what happens on the way, not against who means harm.
std::uint32_t sum_of(std::span<const std::byte> segment);

/// Of a part of the stream; all of it is kept.
std::uint32_t sum_of(const KeptFrames& frames, Segment segment);

}  // namespace isthmus::engine::fabric::session
