// md/inputs.hpp: what a run computes, in words that another one can be compared with.
#pragma once

#include <string>

#include "isthmus/base/error.hpp"
#include "md/arguments.hpp"

namespace md {

/// All options and files that decide what is computed, but none that say where it is told. Equal
/// for runs of the same, on every machine: tables that are made of them may differ in a last bit.
/// bad_input where a file cannot be read.
isthmus::Expected<std::string> inputs_of(const Arguments& arguments);

}  // namespace md
