// metacomputer/matrix_market.hpp: matrices as files of the Matrix Market (Boisvert, Pozo, Remington
// 1996, NISTIR 5935).
#pragma once

#include <string>

#include "isthmus/base/error.hpp"
#include "metacomputer/matrix.hpp"

namespace metacomputer {

/// Reads `array` and `coordinate` files, `real`, `integer` or (coordinates alone) `pattern`,
/// `general`, `symmetric` or `skew-symmetric`, as a dense matrix in single precision; what stands
/// nowhere is 0. At most size_max rows and columns. Errors are ErrorCode::bad_input with file and
/// line: a place outside, one that stands twice, too few or too many entries, a number that does
/// not fit.
isthmus::Expected<Matrix> read_market(const std::string& path);

/// The same as a graph: whole numbers, and no edge where nothing stands.
isthmus::Expected<Distances> read_market_graph(const std::string& path);

/// Writes an `array real general` file, so that reading it gives the same bits.
isthmus::Expected<void> write_market(const std::string& path, const Matrix& matrix);
/// `array integer general`; -1 where there is no path.
isthmus::Expected<void> write_market(const std::string& path, const Distances& matrix);

}  // namespace metacomputer
