#include "meshgen/arguments.hpp"

#include <CLI/CLI.hpp>
#include <utility>

#include "isthmus/base/command_line.hpp"

namespace meshgen {

using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::fail;

namespace {

void add_problem(CLI::App& app, Problem& problem) {
  app.add_option("--domain", problem.domain, "What to mesh: a .poly file of Triangle's format.");
  app.add_option("--subdomains", problem.subdomains, "Parts of the domain, an object each.");
  app.add_option("--grain", problem.grain, "Coarse triangles a subdomain is made of.");
  app.add_option("--angle", problem.angle_deg,
                 "No angle is smaller, in degrees; up to 20.7 it is proven that this ends.");
  CLI::Option* const area =
      app.add_option("--area", problem.area,
                     "No triangle is larger, in squared units of the domain; 0: see --triangles.");
  app.add_option("--triangles", problem.triangles,
                 "Choose --area so that there will be about so many triangles.")
      ->excludes(area);
  app.add_option("--spread", problem.spread,
                 "Area limits differ from subdomain to subdomain, by up to this factor.");
  app.add_option("--iterations", problem.iterations,
                 "After the first mesh, refine some subdomains more, so many times.");
  app.add_option("--fraction", problem.fraction, "Of the subdomains, refined in an iteration.");
  app.add_option("--derefine", problem.derefine,
                 "The chance of each of them to become coarser instead, by as much.");
  app.add_option("--shrink", problem.shrink, "By which their area limits are multiplied.");
  app.add_option("--seed", problem.seed, "Of area limits and of the choice of subdomains.");
}

}  // namespace

Expected<Arguments> parse_arguments(const std::vector<std::string>& words,
                                    const std::string& program) {
  Arguments arguments;
  CLI::App app("Parallel constrained Delaunay refinement of a plane domain.");
  app.name(program);
  app.footer("meshgen, not meshgen_serial: --balancer work_stealing (default), diffusion or none.");
  app.option_defaults()->always_capture_default();
  add_problem(app, arguments.problem);
  app.add_option("--aggregate", arguments.aggregate, "Most splits in a message to a neighbour.");
  app.add_option("--slice", arguments.slice,
                 "Points after which other messages have a turn; 0: no limit.");
  app.add_option("--point-time", arguments.point_ns,
                 "With --backend sim --costs charged: what a point takes, in ns.");
  app.add_option("--output", arguments.output, "Write the mesh to this .vtu file.");
  app.add_flag("--check", arguments.check, "Check the mesh; status 1 if anything is wrong.");
  auto help = isthmus::read_command_line(app, words, "one that `-- --help` lists");
  if (!help) return isthmus::forward_error(help);
  if (*help) {
    arguments.help = std::move(*help);
    return arguments;
  }
  if (auto valid = validate(arguments.problem); !valid) return isthmus::forward_error(valid);
  if (arguments.aggregate < 1) {
    return fail(ErrorCode::bad_input, std::to_string(arguments.aggregate), "--aggregate",
                "1 or more");
  }
  if (arguments.slice < 0) {
    return fail(ErrorCode::bad_input, std::to_string(arguments.slice), "--slice", "0 or more");
  }
  if (!(arguments.point_ns >= 0 && arguments.point_ns <= 1e12)) {
    return fail(ErrorCode::bad_input, std::to_string(arguments.point_ns), "--point-time",
                "0 to 1e12");
  }
  return arguments;
}

}  // namespace meshgen
