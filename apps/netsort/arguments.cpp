#include "netsort/arguments.hpp"

#include <CLI/CLI.hpp>
#include <utility>

#include "isthmus/base/command_line.hpp"

namespace netsort {

using isthmus::ErrorCode;
using isthmus::Expected;

Expected<Arguments> parse_arguments(const std::vector<std::string>& words) {
  Arguments arguments;
  Problem& problem = arguments.problem;
  std::string created = "zero";
  std::string homes = "origin";
  std::string layer = "array";
  CLI::App app("A sorting network whose elements move from PE to PE between its stages.");
  app.name("netsort [runtime options] --");
  app.add_option("--size", problem.size, "Numbers to sort, a power of two. Default 4096.");
  app.add_option("--payload", problem.payload_bytes,
                 "Bytes that every element and every message carries. Default 10240.");
  app.add_option("--stages-between-moves", problem.stages_between_moves,
                 "An element moves to a random PE every so many stages; 0: never. Default 1.");
  app.add_option("--sync-every", problem.stages_between_points,
                 "All elements come to a point every so many stages, at which a load balancer "
                 "moves them and a checkpoint is taken; 0: none. Default 0.");
  app.add_option("--created", created,
                 "Where elements are made: zero, that is on PE 0, which then deals them out, or "
                 "spread. Default zero.")
      ->check(CLI::IsMember({"zero", "spread"}));
  app.add_option("--homes", homes,
                 "Which PE keeps track of an element: origin, where it is made, or spread, by a "
                 "hash. Default origin.")
      ->check(CLI::IsMember({"origin", "spread"}));
  app.add_option("--layer", layer,
                 "What elements are: those of a chare array, or mobile objects. Default array.")
      ->check(CLI::IsMember({"array", "mobile"}));
  app.add_option("--stage-time", problem.stage_ns,
                 "Nanoseconds that a comparison takes in virtual time with --costs charged. "
                 "Default 10000.");
  app.add_option("--seed", problem.seed,
                 "Of the numbers and the moves; the runtime's --seed is another. Default 1.");
  app.add_flag("--by-pe", arguments.by_pe, "Print and report what each PE has counted.");
  app.add_flag("--check", arguments.check, "Compare the result with std::sort.");
  auto help = isthmus::read_command_line(app, words, "one that `-- --help` lists");
  if (!help) return isthmus::forward_error(help);
  if (*help) {
    arguments.help = std::move(*help);
    return arguments;
  }
  arguments.created_on_zero = created == "zero";
  arguments.homes_spread = homes == "spread";
  arguments.over_mobile = layer == "mobile";
  if (arguments.over_mobile && arguments.homes_spread) {
    return isthmus::fail(ErrorCode::bad_input, "spread", "--homes with --layer mobile",
                         "origin: the home of a mobile object is the PE that made it");
  }
  if (auto valid = validate(problem); !valid) return isthmus::forward_error(valid);
  return arguments;
}

}  // namespace netsort
