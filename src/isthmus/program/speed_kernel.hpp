// isthmus/program/speed_kernel.hpp: equal work for all processors, to tell how fast they are.
#pragma once

#include <cstdint>

#include "isthmus/base/clock.hpp"

namespace isthmus::engine::program {

/// About what the work takes on a processor of 2026.
inline constexpr TimeNs speed_kernel_ns = 500'000;

/// Always the same work: integer steps of which each waits for the one before it, and then
/// multiply-adds over 4 KiB of doubles, which the first cache holds; about as long of either. Reads
/// and writes nothing else, so that it tells the processor's speed and not the memory's. What it
/// returns depends on all of it, so that no compiler leaves any out.
std::uint64_t speed_kernel();

}  // namespace isthmus::engine::program
