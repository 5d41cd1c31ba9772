// meshgen/arguments.hpp: the application's own command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "meshgen/problem.hpp"

namespace meshgen {

struct Arguments {
  Problem problem;
  int aggregate = 50;   ///< Most splits in a message.
  int slice = 1000;     ///< Most points before other messages have a turn; 0: no limit.
  double point_ns = 0;  ///< What a point is said to take in virtual time with charged costs.
  std::string output;   ///< .vtu file for the mesh; empty: none.
  bool check = false;
  std::optional<std::string> help;  ///< To be printed instead of doing anything.
};

/// ErrorCode::bad_input in one line for what makes no sense. `program` is how help calls it.
isthmus::Expected<Arguments> parse_arguments(const std::vector<std::string>& words,
                                             const std::string& program);

}  // namespace meshgen
