// jacobi2d/npy.hpp: NumPy's .npy files, as far as they hold a two-dimensional field of doubles.
#pragma once

#include <string>

#include "isthmus/base/error.hpp"
#include "jacobi2d/problem.hpp"

namespace jacobi2d {

/// Reads format 1.0 or 2.0, little-endian float64, C order, two dimensions. Everything else is
/// `bad_input` in one line with the path; sizes are checked against the file before memory is
/// taken.
isthmus::Expected<Field> read_npy(const std::string& path);

/// Writes format 1.0. The file appears under its name only when it is whole; until then, and after
/// a failure, what was there before stays. A device is written straight.
isthmus::Expected<void> write_npy(const std::string& path, const Field& field);

}  // namespace jacobi2d
