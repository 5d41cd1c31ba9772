#include "mesh/program/arguments.hpp"

#include <CLI/CLI.hpp>
#include <utility>

#include "mesh/flesh/mesh_file.hpp"

namespace isthmus::mesh {

Expected<JobArguments> parse_job_arguments(const std::vector<std::string>& words) {
  JobArguments arguments;
  CLI::App app("Thorns on a mesh, as a parameter file says.");
  app.name("isthmus-mesh [runtime options] --");
  app.add_option("FILE", arguments.file, "The parameter file.")->required();
  app.add_option("--driver", arguments.driver,
                 "blocks or serial, in place of the file's. The serial one holds the whole grid on "
                 "PE 0, and judges the other.")
      ->check(CLI::IsMember({"blocks", "serial"}));
  app.add_option("--steps", arguments.steps, "Steps to do, in place of the file's.")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000'000}));
  std::string depth;
  const CLI::Option* given_depth = app.add_option(
      "--depth", depth, "Ghost depth of all planes, or of those in x,y,z, in place of the file's.");
  app.add_option("--compress", arguments.compress,
                 "Ghosts between sites are compressed never, always, or as the rule that adapts "
                 "decides; in place of the file's.")
      ->check(CLI::IsMember(compression_words()));
  app.add_option("--rests", arguments.rests,
                 "How often the blocks come to rest, for progress and for parameters that are "
                 "changed. Default 10.")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}));
  app.add_option(
         "--charge", arguments.charge,
         "In virtual time: hold no fields, and let the flop of routines cost what they cost "
         "a PE of speed 1 that does so many a second.")
      ->check(CLI::Range(1.0, 1e18));
  app.add_option("--windows", arguments.windows,
                 "Write a table there: how long each window between two exchanges of sites took, "
                 "and how long it was computed meanwhile. Of jobs whose depths are decided.");
  app.add_flag(
      "--check", arguments.check,
      "Compare all functions that are synchronized with the serial driver's, bit for bit. Where "
      "ghosts may be off, say by how much functions are.");
  auto help = read_command_line(app, words, "one that `-- --help` lists");
  if (!help) return forward_error(help);
  if (given_depth->count() > 0) arguments.depth = depth;
  arguments.help = std::move(*help);
  return arguments;
}

}  // namespace isthmus::mesh
