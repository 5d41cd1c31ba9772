// fracture/arguments.hpp: the application's own command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fracture/problem.hpp"
#include "isthmus/base/error.hpp"

namespace fracture {

struct Arguments {
  Problem problem;
  int every = 25;  ///< Steps between two rows of the table, pictures, checkpoints.
  int sync_every = 0;
  int first_sync = 0;
  int syncs = 0;
  double element_ns = 0;
  double side_ns = 0;
  bool charges_own = false;
  bool is_still = false;
  std::string table;     ///< .csv file of energies; empty: none.
  std::string pictures;  ///< .pvd file of a series; empty: none.
  bool check = false;
  std::optional<std::string> help;  ///< To be printed instead of doing anything.
};

/// ErrorCode::bad_input in one line for what makes no sense.
isthmus::Expected<Arguments> parse_arguments(const std::vector<std::string>& words);

}  // namespace fracture
