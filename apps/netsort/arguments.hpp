// netsort/arguments.hpp: the application's own command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "netsort/problem.hpp"

namespace netsort {

struct Arguments {
  Problem problem;
  /// All elements are made on PE 0, which then deals them out (netsort4 of the Clam thesis); else
  /// each where it starts (netsort5).
  bool created_on_zero = true;
  bool over_mobile = false;         ///< Elements are mobile objects; else those of an array.
  bool homes_spread = false;        ///< By hash; else where the element is made.
  bool by_pe = false;               ///< Print and report what each PE has counted.
  bool check = false;               ///< Compare with std::sort.
  std::optional<std::string> help;  ///< To be printed instead of doing anything.
};

/// ErrorCode::bad_input in one line for what makes no sense.
isthmus::Expected<Arguments> parse_arguments(const std::vector<std::string>& words);

}  // namespace netsort
