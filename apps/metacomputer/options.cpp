#include "metacomputer/options.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <string_view>
#include <system_error>
#include <utility>

#include "isthmus/base/command_line.hpp"
#include "isthmus/base/output_file.hpp"
#include "metacomputer/input.hpp"

namespace metacomputer {

namespace {

using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::fail;

constexpr int message_bytes_max = 1 << 24;
constexpr const char* known_programs =
    "paths, product, gauss, jacobi, latency, scatter, gather or all_to_all";

// What CLI11 fills and cannot hold in an Options.
struct Words {
  std::string algorithm = "conventional";
  std::string kernel = "plain";
  std::string grain = "8";
};

bool read_count(std::string_view text, int& number) {
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  return status == std::errc() && end == text.data() + text.size() && number >= 1 &&
         number <= size_max;
}

// "8" rows, or "1/4" of a row.
Expected<void> read_grain(const std::string& text, ProductOptions& product) {
  const bool is_part = text.starts_with("1/");
  int& number = is_part ? product.row_parts : product.grain_rows;
  if (is_part) product.grain_rows = 1;
  if (read_count(std::string_view(text).substr(is_part ? 2 : 0), number)) return {};
  return fail(ErrorCode::bad_input, "'" + text + "'", "--grain",
              "a number of rows, or 1/PARTS of one");
}

void add_common(CLI::App& verb, Common& common, const std::string& what) {
  verb.add_option("--size", common.size, what + " Default 1024.")->check(CLI::Range(1, size_max));
  verb.add_option("--seed", common.seed, "Of the random input. Default 1.");
  verb.add_option("--operation-time", common.operation_ns,
                  "Nanoseconds that an elementary operation takes in virtual time with --costs "
                  "charged, on a PE of speed 1.")
      ->check(CLI::Range(0.0, 1e9));
  verb.add_option("--output", common.output, "Write the result to this Matrix Market file.");
  verb.add_flag("--check", common.check, "Compare the result with the serial program's.");
}

CLI::App* add_paths(CLI::App& app, Options& options) {
  CLI::App* verb = app.add_subcommand("paths", "All shortest paths of a graph, a vertex a chare.");
  add_common(*verb, options.common, "Vertices of the random graph.");
  verb->add_option("--graph", options.paths.graph,
                   "Read the graph from this file: Matrix Market (.mtx), or a line FROM TO WEIGHT "
                   "for each edge.");
  verb->add_option("--weights", options.paths.weight_max,
                   "Random weights are from 1 to this. Default 1000.")
      ->check(CLI::Range(1, 100'000));
  return verb;
}

CLI::App* add_product(CLI::App& app, Options& options, Words& words) {
  CLI::App* verb = app.add_subcommand("product", "The product of two matrices.");
  ProductOptions& product = options.product;
  add_common(*verb, options.common, "Rows and columns of the random matrices.");
  verb->add_option("--algorithm", words.algorithm,
                   "conventional, cannon or fox. Default conventional.")
      ->check(CLI::IsMember({"conventional", "cannon", "fox"}));
  verb->add_option("--a", product.a, "Read the left matrix from this Matrix Market file.");
  verb->add_option("--b", product.b, "Read the right matrix from this Matrix Market file.");
  verb->add_option("--kernel", words.kernel,
                   "plain loops, or blas, where OpenBLAS was there when this was built. Default "
                   "plain.")
      ->check(CLI::IsMember({"plain", "blas"}));
  verb->add_option("--grain", words.grain,
                   "Of the conventional product: rows an object, or 1/PARTS of a row. Default 8.");
  verb->add_option("--blocks", product.blocks, "Of Cannon's: blocks each way. Default 8.")
      ->check(CLI::Range(1, 1024));
  verb->add_option("--rows", product.message_rows, "Of Fox's: rows a message. Default 32.")
      ->check(CLI::Range(1, size_max));
  return verb;
}

void add_files(CLI::App& verb, SystemOptions& system) {
  verb.add_option("--matrix", system.matrix, "Read A from this Matrix Market file.");
  verb.add_option("--right-side", system.right_side,
                  "Read b from this Matrix Market file, with --matrix; else x is all ones.");
}

CLI::App* add_gauss(CLI::App& app, Options& options) {
  CLI::App* verb = app.add_subcommand(
      "gauss", "A x = b by Gaussian elimination with partial pivoting and back substitution.");
  add_common(*verb, options.common, "Equations of the random system.");
  add_files(*verb, options.system);
  return verb;
}

CLI::App* add_jacobi(CLI::App& app, Options& options) {
  CLI::App* verb = app.add_subcommand("jacobi", "A x = b by Jacobi's method.");
  add_common(*verb, options.common, "Equations of the random system.");
  add_files(*verb, options.system);
  verb->add_option("--dominance", options.system.dominance,
                   "Of the random matrix: a diagonal element over the sum of its row's others. "
                   "Default 1.05.")
      ->check(CLI::Range(1.0001, 1e6));
  verb->add_option("--epsilon", options.system.epsilon,
                   "End when no x changes by more. Default 1e-5.")
      ->check(CLI::Range(0.0, 1e30));
  verb->add_option("--iterations", options.system.iterations_max, "At most so many. Default 10000.")
      ->check(CLI::Range(1, 1'000'000'000));
  return verb;
}

CLI::App* add_messages(CLI::App& app, const std::string& name, const std::string& what,
                       MessageOptions& messages) {
  CLI::App* verb = app.add_subcommand(name, what);
  verb->add_option("--sizes", messages.sizes, "Bytes a message, several with commas.")
      ->delimiter(',')
      ->check(CLI::Range(0, message_bytes_max));
  verb->add_option("--rounds", messages.rounds, "Of each size, after one that is not timed.")
      ->check(CLI::Range(1, 1'000'000));
  if (name == "latency") {
    verb->add_option("--partner", messages.partner, "The PE that answers. Default the last.")
        ->check(CLI::Range(0, 1'000'000));
  }
  return verb;
}

Expected<void> settle(Options& options, const Words& words) {
  ProductOptions& product = options.product;
  if (auto read = read_grain(words.grain, product); !read) return read;
  if (words.algorithm == "cannon") product.algorithm = Algorithm::cannon;
  if (words.algorithm == "fox") product.algorithm = Algorithm::fox;
  if (words.kernel == "blas") {
    if (!has_blas()) {
      return fail(ErrorCode::bad_input, "this was built without OpenBLAS", "--kernel blas",
                  "plain");
    }
    product.kernel = Kernel::blas;
  }
  if (product.a.empty() != product.b.empty()) {
    return fail(ErrorCode::bad_input, "one matrix alone", product.a.empty() ? "--b" : "--a",
                "both from files, or none");
  }
  if (options.system.matrix.empty() && !options.system.right_side.empty()) {
    return fail(ErrorCode::bad_input, "no --matrix", "--right-side", "both");
  }
  return isthmus::check_writable(options.common.output, "--output");
}

}  // namespace

Expected<Options> parse_options(const std::vector<std::string>& words) {
  Options options;
  Words texts;
  CLI::App app(
      "The programs of the metacomputer (Neff 1995): paths, product, gauss, jacobi, and what "
      "messages take: latency, scatter, gather, all_to_all.");
  app.name("metacomputer [runtime options] --");
  app.require_subcommand(0, 1);
  MessageOptions& messages = options.messages;
  const std::pair<CLI::App*, Program> verbs[] = {
      {add_paths(app, options), Program::paths},
      {add_product(app, options, texts), Program::product},
      {add_gauss(app, options), Program::gauss},
      {add_jacobi(app, options), Program::jacobi},
      {add_messages(app, "latency", "Half of a round trip between PE 0 and another.", messages),
       Program::latency},
      {add_messages(app, "scatter", "PE 0 sends each PE its own message, each replies.", messages),
       Program::scatter},
      {add_messages(app, "gather", "PE 0 asks all, each PE sends its message.", messages),
       Program::gather},
      {add_messages(app, "all_to_all",
                    "PE 0 asks all, collects what they send, sends all of it to all, who answer.",
                    messages),
       Program::all_to_all}};
  auto help = isthmus::read_command_line(
      app, words, std::string("one of ") + known_programs + ", or what `-- PROGRAM --help` lists");
  if (!help) return isthmus::forward_error(help);
  if (*help) {
    options.help = std::move(*help);
    return options;
  }
  for (const auto& [verb, program] : verbs) {
    if (verb->parsed()) options.program = program;
  }
  if (app.get_subcommands().empty()) {
    return fail(ErrorCode::bad_input, "no program", {}, known_programs);
  }
  if (auto settled = settle(options, texts); !settled) return isthmus::forward_error(settled);
  return options;
}

}  // namespace metacomputer
