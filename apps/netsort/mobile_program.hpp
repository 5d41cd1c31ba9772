// netsort/mobile_program.hpp: the sorting network over the mobile layer.
#pragma once

#include "isthmus/isthmus.hpp"

namespace netsort {

/// A main on every PE, and the elements as mobile objects. Its user has asked for it by
/// `--layer mobile`.
isthmus::MainProgram mobile_program();

}  // namespace netsort
