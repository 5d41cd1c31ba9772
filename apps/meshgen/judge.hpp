// meshgen/judge.hpp: what is done with a finished mesh: written, checked, told of.
#pragma once

#include "isthmus/base/error.hpp"
#include "meshgen/arguments.hpp"
#include "meshgen/check.hpp"

namespace meshgen {

/// Writes and checks as the arguments say, a line each on standard output. False when a check has
/// failed; ErrorCode::io when the file cannot be written.
isthmus::Expected<bool> judge(const Arguments& arguments, const Requirements& required,
                              Pieces pieces);

}  // namespace meshgen
