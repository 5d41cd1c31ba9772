// fem/vtu_numbers.hpp: the little-endian numbers of VTK's XML files, by the names of their types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace isthmus::fem {

/// Bytes of a number such as "Float64" or "UInt8"; 0 of what is none.
std::size_t size_of_type(std::string_view type);

/// The number in the first `size` bytes, 8 at most, of which there are as many.
std::uint64_t unsigned_at(std::string_view bytes, std::size_t size);

/// The number of that type in the first bytes, of which there are as many, as a double, which holds
/// all that a mesh can have.
double number_at(std::string_view bytes, std::string_view type);

}  // namespace isthmus::fem
