// isthmus/topology/units.hpp: durations, bandwidths and sizes as people write them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "isthmus/base/error.hpp"

namespace isthmus::engine::topology {

// All readers take a decimal number without sign or exponent, optional spaces, and a unit. What
// they refuse is ErrorCode::bad_input with an empty `where`, which the caller fills in. They are
// pure, and bound their input before they use it.

/// The longest duration that is read: so that sums of a few never overflow.
inline constexpr std::int64_t duration_max_ns = 365ll * 24 * 3600 * 1'000'000'000;

/// "8ms", "250us", "1.5 s", "10ns", "2min", "1h"; "0" needs no unit. At most 365 days; a fraction
/// of a nanosecond is rounded, half up.
Expected<std::int64_t> parse_duration_ns(std::string_view text);

/// Bytes per second of "100Mb/s", "1Gb/s", "24 Mb/s", "10MB/s", "2GiB/s": b or bit is a bit, B a
/// byte; k, M, G, T are powers of 1000, Ki, Mi, Gi, Ti of 1024. Always above zero.
Expected<double> parse_bandwidth_bytes_per_s(std::string_view text);

/// Bytes of "64KiB", "1MB", "512", "1.5 GiB"; a bare number counts bytes.
Expected<std::int64_t> parse_size_bytes(std::string_view text);

/// "8ms", "1.234567ms", "0": exact, and parse_duration_ns reads it back.
std::string format_duration(std::int64_t duration_ns);

/// "100Mb/s": bits, six significant digits.
std::string format_bandwidth(double bytes_per_s);

/// "64KiB", "1MB", "1000001B": exact, in the largest unit that divides it.
std::string format_size(std::int64_t size_bytes);

}  // namespace isthmus::engine::topology
