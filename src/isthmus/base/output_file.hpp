// isthmus/base/output_file.hpp: whether a file can be written, asked before the work whose result
// is to go there.
#pragma once

#include <string>

#include "isthmus/base/error.hpp"

namespace isthmus::engine {

/// Neither makes the file nor changes one that is there. An empty path is no file, which is well.
/// ErrorCode::bad_input names the option. A disk that is full is noticed when it is written to.
Expected<void> check_writable(const std::string& path, const std::string& option);

}  // namespace isthmus::engine

namespace isthmus {

using engine::check_writable;

}  // namespace isthmus
