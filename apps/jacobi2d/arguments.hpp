// jacobi2d/arguments.hpp: the application's own command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "jacobi2d/block.hpp"
#include "jacobi2d/problem.hpp"

namespace jacobi2d {

struct Arguments {
  Problem problem;
  std::string mapping = "block";
  int warmup = 0;  ///< Steps before those that are timed; part of problem.steps.
  Execution execution;
  std::string output;  ///< .npy file for the result; empty: none.
  bool check = false;  ///< Compare with the serial reference.
  bool probe = true;   ///< Measure the memory's bandwidth and print the kernel's share.
  std::optional<std::string> help;  ///< To be printed instead of doing anything.
};

/// ErrorCode::bad_input in one line for what makes no sense.
isthmus::Expected<Arguments> parse_arguments(const std::vector<std::string>& words);

}  // namespace jacobi2d
