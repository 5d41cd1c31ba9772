// isthmus/base/input_file.hpp: whether a file can be read to its end, asked before it is opened.
#pragma once

#include <string>

#include "isthmus/base/error.hpp"

namespace isthmus::engine {

/// A folder cannot be read, and a device such as /dev/zero has no end; standard input has one. A
/// file that is not there passes, as who opens it can say why. ErrorCode::bad_input names the path;
/// `kind` is what was expected, such as "a file".
Expected<void> check_readable(const std::string& path, const std::string& kind);

}  // namespace isthmus::engine

namespace isthmus {

using engine::check_readable;

}  // namespace isthmus
