#include "fracture/arguments.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <string_view>
#include <utility>

#include "isthmus/base/command_line.hpp"
#include "isthmus/base/output_file.hpp"

namespace fracture {

using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::fail;

namespace {

// "20x20x4".
template <class Number>
Expected<void> read_three(const std::string& text, const char* option,
                          std::array<Number, 3>& into) {
  const char* at = text.data();
  const char* const end = at + text.size();
  bool is_good = true;
  for (std::size_t i = 0; i < 3 && is_good; ++i) {
    const auto [stop, status] = std::from_chars(at, end, into[i]);
    is_good = status == std::errc() && into[i] > 0 && (i == 2 ? stop == end : *stop == 'x');
    at = stop + 1;
  }
  if (is_good) return {};
  return fail(ErrorCode::bad_input, "'" + text + "'", option, "XxYxZ, each above 0");
}

void add_problem(CLI::App& app, Problem& problem) {
  Material& material = problem.material;
  Cohesion& cohesion = problem.cohesion;
  app.add_option("--notch", problem.notch,
                 "A cut from low x at half the height, through the whole thickness, m; 0: none.");
  app.add_option("--pull", problem.pull, "Speed of each end in y, m/s.");
  app.add_option("--steps", problem.steps, "Steps to do.");
  app.add_option("--safety", problem.safety, "Share of the stable step that a step takes.");
  app.add_option("--young", material.young, "Young's modulus, Pa.");
  app.add_option("--poisson", material.poisson, "Poisson's ratio.");
  app.add_option("--density", material.density, "kg/m^3.");
  app.add_option("--strength", cohesion.strength, "Traction at which a side comes apart, Pa.");
  app.add_option("--toughness", cohesion.toughness, "Work that opens a crack, J/m^2.");
  app.add_option("--shear", cohesion.shear, "Weight of sliding beside opening.");
  app.add_option("--scatter", cohesion.scatter,
                 "Strengths differ from side to side by up to this share.");
  app.add_option("--penalty", cohesion.penalty,
                 "Of overlapping cracks: times Young's modulus over the side's size.");
  app.add_option("--friction", cohesion.friction, "Coulomb's coefficient of overlapping cracks.");
  app.add_option("--parts", problem.parts, "Parts of the solid, an object each.");
  app.add_option("--seed", problem.seed, "Of the cut into parts and of the scatter.");
}

}  // namespace

Expected<Arguments> parse_arguments(const std::vector<std::string>& words) {
  Arguments arguments;
  Problem& problem = arguments.problem;
  std::string cells = "20x20x4";
  std::string size = "5x5x1";
  std::string law = "linear";
  std::string cut_by = "metis";
  bool whole = false;
  CLI::App app("A notched solid of tetrahedra is pulled until it breaks.");
  app.name("fracture [runtime options] --");
  app.option_defaults()->always_capture_default();
  app.add_option("--size", size, "Of the solid, XxYxZ, m.");
  app.add_option("--cells", cells, "XxYxZ, of six tetrahedra each.");
  app.add_option("--mesh", problem.mesh,
                 "A .msh file of Gmsh or a .vtu file of tetrahedra instead of the box, in m.");
  app.add_option(
         "--nodes-per-element", problem.nodes_per_element,
         "4 or 10; 0: as the file has them, 4 of the box. Of a file with 4, 10 adds middles "
         "of edges.")
      ->check(CLI::IsMember({0, 4, 10}));
  app.add_option("--law", law, "Of the material: linear or neo-hookean.")
      ->check(CLI::IsMember({"linear", "neo-hookean"}));
  add_problem(app, problem);
  app.add_option("--cut-by", cut_by, "Who cuts the mesh into parts: metis or scotch.")
      ->check(CLI::IsMember({"metis", "scotch"}));
  app.add_flag("--whole", whole, "Nothing comes apart but the notch.");
  app.add_option("--every", arguments.every,
                 "Steps between two rows of the table; all parts wait for each other there.")
      ->check(CLI::Range(1, 1'000'000'000));
  app.add_option("--sync-every", arguments.sync_every,
                 "Come to a point for the load balancer, if there is one, every so many steps.")
      ->check(CLI::Range(0, 1'000'000'000));
  app.add_option("--first-sync", arguments.first_sync, "Not before this step.")
      ->check(CLI::Range(0, 1'000'000'000));
  app.add_option("--syncs", arguments.syncs, "At most so many times; 0: no limit.")
      ->check(CLI::Range(0, 1'000'000'000));
  app.add_option("--element-time", arguments.element_ns,
                 "With --backend sim --costs charged: what an element takes a step, in ns.")
      ->check(CLI::Range(0.0, 1e9));
  app.add_option("--side-time", arguments.side_ns,
                 "The same, of a side that has come apart, as all of the notch have.")
      ->check(CLI::Range(0.0, 1e9));
  app.add_flag("--charge-own", arguments.charges_own,
               "Charge a part's own elements alone, not those that it computes once more.");
  app.add_flag("--still", arguments.is_still,
               "Compute nothing: nothing moves, and messages are as large as ever.");
  app.add_option("--output", arguments.pictures,
                 "Write a .pvd file here, and beside it a .vtu file for each row of the table.");
  app.add_option("--energies", arguments.table, "Write the energies to this .csv file.");
  app.add_flag("--check", arguments.check,
               "Compare with the serial program, bit for bit; status 1 if anything differs.");
  auto help = isthmus::read_command_line(app, words, "one that `-- --help` lists");
  if (!help) return isthmus::forward_error(help);
  if (*help) {
    arguments.help = std::move(*help);
    return arguments;
  }
  if (auto read = read_three(cells, "--cells", problem.box.cells); !read) {
    return isthmus::forward_error(read);
  }
  if (auto read = read_three(size, "--size", problem.box.size); !read) {
    return isthmus::forward_error(read);
  }
  problem.material.law = law == "linear" ? Law::linear : Law::neo_hookean;
  if (arguments.is_still && arguments.check) {
    return fail(ErrorCode::bad_input, "--still with --check", {}, "one of them");
  }
  problem.cut_by = cut_by == "metis" ? fem::CutBy::metis : fem::CutBy::scotch;
  problem.cohesion.breaks = !whole;
  problem.cohesion.seed = problem.seed;
  if (auto valid = validate(problem); !valid) return isthmus::forward_error(valid);
  if (auto writable = isthmus::check_writable(arguments.table, "--energies"); !writable) {
    return isthmus::forward_error(writable);
  }
  if (auto writable = isthmus::check_writable(arguments.pictures, "--output"); !writable) {
    return isthmus::forward_error(writable);
  }
  return arguments;
}

}  // namespace fracture
