// isthmus/topology/grid_text.hpp: names, limits and phrases that the grid's reader, writer and
// checks share. Not for other rooms.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace isthmus::engine::topology {

inline constexpr std::size_t name_bytes_max = 200;
inline constexpr std::size_t chain_length_max = 32;
inline constexpr double speed_min = 1e-6;
inline constexpr double speed_max = 1e6;
inline constexpr const char* speed_expected = "a number from 0.000001 to 1000000; 1 is the default";
inline constexpr const char* device_name_expected =
    "letters, digits, '-' and '_', and not chain, measured, sites, class or directed";

/// Keys of a link table or a [[between]] cannot be devices, or a file would be ambiguous.
bool is_device_name(std::string_view name);

/// "1 PE", "0 PEs", "2 processes".
std::string count_of(long long count, std::string_view noun, std::string_view plural = "s");

/// The shortest decimal that reads back to the same double.
std::string shortest(double value);

/// Whether these bytes are UTF-8, as TOML and JSON want all text.
bool is_utf8(std::string_view text);

/// At most `shown_max` bytes of whole characters, control characters replaced, so that a message
/// stays one line.
std::string printable(std::string_view text, std::size_t shown_max = 60);

/// 'text', shortened as printable() does.
std::string in_quotes(std::string_view text);

/// "; the first is on line 7", or "" for line 0.
std::string seen_at(int line);

/// "a, b or c", and "; did you mean 'b'?" when one of them is close to `given`.
std::string one_of(const std::vector<std::string>& known, std::string_view given);

}  // namespace isthmus::engine::topology
