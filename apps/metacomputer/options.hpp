// metacomputer/options.hpp: what the user asks for, on the application's own command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "metacomputer/kernels.hpp"

namespace metacomputer {

/// Of all programs that compute.
struct Common {
  int size = 1024;
  std::uint64_t seed = 1;
  /// What an elementary operation (a multiply-add, an edge looked at) takes in virtual time with
  /// --costs charged, ns on a PE of speed 1.
  double operation_ns = 0;
  std::string output;  ///< Matrix Market file for the result; empty: none.
  bool check = false;  ///< Compare with the serial program.
};

struct PathsOptions {
  std::string graph;  ///< A file; empty: random.
  int weight_max = 1000;
};

enum class Algorithm { conventional, cannon, fox };

struct ProductOptions {
  Algorithm algorithm = Algorithm::conventional;
  std::string a;  ///< Files; empty: random.
  std::string b;
  Kernel kernel = Kernel::plain;
  int grain_rows = 8;     ///< Conventional: rows of A an object.
  int row_parts = 1;      ///< Conventional: objects a row, where an object has a part of one.
  int blocks = 8;         ///< Cannon: blocks each way.
  int message_rows = 32;  ///< Fox: rows a message.
};

struct SystemOptions {
  std::string matrix;  ///< Files; empty: random.
  std::string right_side;
  double dominance = 1.05;  ///< Of the diagonal of a random matrix, for Jacobi's method.
  double epsilon = 1e-5;
  int iterations_max = 10'000;
};

struct MessageOptions {
  std::vector<int> sizes = {1, 4, 16, 64, 256, 1024, 4096, 16384, 65536};
  int rounds = 100;
  int partner = -1;  ///< Of the latency program; -1: the last PE.
};

enum class Program { paths, product, gauss, jacobi, latency, scatter, gather, all_to_all };

struct Options {
  Program program = Program::paths;
  Common common;
  PathsOptions paths;
  ProductOptions product;
  SystemOptions system;
  MessageOptions messages;
  std::optional<std::string> help;  ///< To be printed instead of doing anything.
};

/// ErrorCode::bad_input in one line for what makes no sense.
isthmus::Expected<Options> parse_options(const std::vector<std::string>& words);

}  // namespace metacomputer
