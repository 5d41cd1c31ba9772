// mesh/program/arguments.hpp: the command line of isthmus-mesh.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"

namespace isthmus::mesh {

/// Of a job.
struct JobArguments {
  std::optional<std::string> help;
  std::string file;
  std::string driver;                 ///< empty: the file's
  std::optional<std::int64_t> steps;  ///< in place of the file's
  std::optional<std::string> depth;   ///< "4" or "1,1,4"; in place of the file's
  std::string compress;               ///< "never", "always", "adapt"; empty: the file's
  std::int64_t rests = 10;            ///< how often progress is looked at
  double charge = 0;                  ///< flop a second, charged instead of computing; 0: none
  std::string windows;                ///< a file for what the planes between sites have seen
  bool check = false;                 ///< compare with the serial driver, bit for bit
};

Expected<JobArguments> parse_job_arguments(const std::vector<std::string>& words);

}  // namespace isthmus::mesh
